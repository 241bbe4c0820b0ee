package hazard_test

import (
	"slices"
	"strings"
	"testing"

	twmb "github.com/twmb/avro"

	"github.com/schemavet/schemavet/avro"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/golden"
	"github.com/schemavet/schemavet/compat/hazard"
	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/ruletest"
)

const rulesDir = "../../testdata/rules"

// A setting is what an example needs beside its two schemas.
type setting struct {
	population compat.Population
	declared   map[compat.Path]*meaning.Declaration
}

// settings are the examples that live on more than the pair.
var settings = map[string]setting{
	"default-readers-differ": {population: absent{}},
	"default-changed":        {population: absent{"Payment.channel": {"v1"}, "Order.wait": {"v1"}}},
	"null-in-key":            {declared: map[compat.Path]*meaning.Declaration{"Payment.customer": {Key: true}, "Order.customer": {Key: true}}},
}

// said is all that the rules say about an example or an archive, quiet rules included.
func said(w, r *avro.Schema, s setting) []*compat.Finding {
	facts := hazard.NewFacts(nil)
	var all []*compat.Finding
	if w != nil {
		trace := avro.Resolve(w, r).Trace(false)
		trace.Walk(func(site *compat.Site) {
			if d := s.declared[site.Path]; d != nil {
				site.Writer.Says.Declared, site.Reader.Says.Declared = d, d
			}
		})
		all = compat.Pass{Subject: "s", Trace: trace, Facts: facts.Of, Population: s.population}.Run(hazard.Rules)
	}
	pass := compat.Pass{Subject: "s", Facts: facts.Of}
	avro.Resolve(r, r).Trace(true).Walk(func(site *compat.Site) {
		all = append(all, pass.RunNode(hazard.Rules, site.Path, site.Reader)...)
	})
	slices.SortStableFunc(all, func(a, b *compat.Finding) int { return a.Compare(b) })
	return all
}

var ruleFamily = &ruletest.Family{
	Rules:       hazard.Rules,
	Words:       []string{"code", "default", "enum", "name", "null", "number", "text", "time", "unit"},
	Format:      "avro",
	File:        func(id string) string { return strings.ReplaceAll(id, "-", "_") + ".go" },
	Transitions: true,
	Archives:    rulesDir,
	Find: func(t testing.TB, rule *compat.Rule, writer, reader string) []*compat.Finding {
		w, r := pair(t, writer, reader)
		return said(w, r, settings[rule.ID])
	},
	Company: map[string][]string{
		"unit-default-mismatch":    {"unit-scale-changed"},       // the unit's own finding says the factor
		"null-removed":             {"null-missing-vs-null"},     // and the default changed from null
		"null-sentinel-introduced": {"null-sentinel-undeclared"}, // nothing says what the new value stands for
		"default-added":            {"null-added"},               // the fix makes the field nullable
	},
	OneWay: map[string]string{
		"default-epoch-zero":    "1970 goes as any sentinel goes, and null-sentinel-replaced looks at those that come",
		"null-branch-moved":     "equal both ways; what null means is the other half of it",
		"null-in-key":           "a key is a special case of a null that comes",
		"unit-default-mismatch": "a default is a special case of a value, and values look at values",
		"unit-widened":          "a widening that changes the unit too is a plain change of unit the other way round",
	},
}

// pair parses the two sides of a pair; there may be no writer.
func pair(t testing.TB, writer, reader string) (w, r *avro.Schema) {
	t.Helper()
	if writer != "" {
		w = parse(t, "writer.avsc", []byte(writer))
	}
	return w, parse(t, "reader.avsc", []byte(reader))
}

func TestRules(t *testing.T) {
	ruleFamily.Update = golden.Update()
	ruleFamily.Test(t)
	ruletest.InOrder(t, hazard.Rules)
	for _, r := range hazard.Rules {
		if r.Check == nil && r.Inspect == nil {
			t.Errorf("%s looks at nothing", r.ID)
		}
	}
}

// TestRuleExampleIsTrue decodes what an example says was written with two implementations.
func TestRuleExampleIsTrue(t *testing.T) {
	for _, rule := range hazard.Rules {
		if rule.Check == nil {
			continue
		}
		w, r := pair(t, rule.Example.Writer, rule.Example.Reader)
		writer, err := twmb.Parse(rule.Example.Writer)
		if err != nil {
			t.Errorf("%s: %v", rule.ID, err)
			continue
		}
		var value any
		if err := writer.DecodeJSON([]byte(rule.Example.Written), &value); err != nil {
			t.Errorf("%s: the written example is no datum of the writer: %v", rule.ID, err)
			continue
		}
		data, err := writer.Encode(value)
		if err != nil {
			t.Errorf("%s: %v", rule.ID, err)
			continue
		}
		got, err := avro.Resolve(w, r).Decode(data)
		_, twmbErr := ruletest.ReadByTwmb(rule.Example.Writer, rule.Example.Reader, data)
		switch want := rule.Example.Read; {
		case want == "" && (err == nil || twmbErr == nil):
			t.Errorf("%s: the example should fail (%v, twmb %v)", rule.ID, err, twmbErr)
		case want != "" && (err != nil || twmbErr != nil):
			t.Errorf("%s: the example should read %s: %v, twmb %v", rule.ID, want, err, twmbErr)
		case want != "" && got.JSON() != want:
			t.Errorf("%s: the example reads %s, want %s", rule.ID, got.JSON(), want)
		}
	}
}

// TestSamplesDecode holds that the datum of every sample is one of the writer's, and that the reader gets through it.
func TestSamplesDecode(t *testing.T) {
	for _, rule := range hazard.Rules {
		if rule.Check == nil {
			continue
		}
		w, r := pair(t, rule.Example.Writer, rule.Example.Reader)
		for _, f := range said(w, r, settings[rule.ID]) {
			if f.Sample == nil || f.Sample.Datum == nil {
				continue
			}
			if _, err := w.DecodeAsWritten(f.Sample.Datum); err != nil {
				t.Errorf("%s: its sample is no datum of the writer: %v", f.Rule.ID, err)
			}
			if _, err := avro.Resolve(w, r).Decode(f.Sample.Datum); (err != nil) != f.Sample.Fails {
				t.Errorf("%s: its sample fails: %v, says %v", f.Rule.ID, err, f.Sample.Fails)
			}
		}
	}
}
