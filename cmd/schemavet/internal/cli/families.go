package cli

import (
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
	"github.com/schemavet/schemavet/compat/meaning"
)

// formats are the adapters of this binary. A new set for each run: they remember files that they have read.
func formats() []gate.Format { return []gate.Format{&gate.Iceberg{}, &gate.Avro{}} }

// sharedRules are the rules of families that no format owns.
func sharedRules() []*compat.Rule { return hazard.Rules }

// allRules are all rules of this binary, in the order of their ids.
func allRules() []*compat.Rule { return gate.AllRules(formats(), sharedRules(), orderRules()) }

// facts makes the function that infers what is known about the nodes of one subject.
func facts() func(*compat.Node) *meaning.Facts { return hazard.NewFacts(nil).Of }
