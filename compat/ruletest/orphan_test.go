package ruletest_test

import (
	"os"
	"slices"
	"testing"

	"github.com/schemavet/schemavet/avro"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
)

// TestNoOrphans: every folder of archives is that of a rule, or nobody would run it.
func TestNoOrphans(t *testing.T) {
	entries, err := os.ReadDir("../../testdata/rules")
	if err != nil {
		t.Fatal(err)
	}
	folders := 0
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		folders++
		if !slices.ContainsFunc(slices.Concat(avro.Rules, hazard.Rules), func(r *compat.Rule) bool { return r.ID == e.Name() }) {
			t.Errorf("testdata/rules/%s is no rule's", e.Name())
		}
	}
	if want := len(avro.Rules) + len(hazard.Rules); folders != want {
		t.Errorf("%d folders for %d rules", folders, want)
	}
}
