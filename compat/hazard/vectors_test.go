package hazard_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/avro"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
)

type vector struct {
	ID     string
	Writer json.RawMessage
	Reader json.RawMessage
	Expect struct {
		Spec    string
		Hazards []string
		Silent  bool `json:"silent_change"`
	}
	Why string
}

// speaks tells which rules speak for a hazard of meaning. Hazards of structure are not here: the format's own rules have them.
var speaks = map[string][]string{
	"unit-change":                 {"time-resolution-changed", "time-reinterpreted", "unit-scale-changed"},
	"reinterpretation":            {"time-reinterpreted", "text-bytes-reread", "number-decimal-scale"},
	"unit-annotation-lost":        {"time-reinterpreted", "text-bytes-reread", "unit-removed"},
	"zone-change":                 {"time-zone-changed"},
	"decimal-rescale":             {"number-decimal-scale", "avro-decimal-mismatch"},
	"precision-loss":              {"number-precision-lost"},
	"text-encoding":               {"text-bytes-reread"},
	"unit-in-doc":                 {"unit-scale-changed"},
	"unit-in-property":            {"unit-scale-changed"},
	"default-meaning-change":      {"default-readers-differ", "default-changed", "null-missing-vs-null", "null-branch-moved"},
	"absent-vs-null":              {"null-missing-vs-null", "null-branch-moved", "null-sentinel-introduced"},
	"unknown-logical-type-change": {"unit-text-changed", "unit-scale-changed"},
	"nullability-widened":         {"null-added"},
	"logical-type-misplaced":      {"unit-text-changed", "unit-scale-changed"},
	"default-invented":            {},
}

func TestVectorsSpeak(t *testing.T) {
	all := slices.Concat(avro.Rules, hazard.Rules)
	for _, v := range rows[vector](t, "vectors/avro.jsonl") {
		w, r := parse(t, "writer.avsc", v.Writer), parse(t, "reader.avsc", v.Reader)
		var loud, ours, ids []string
		for _, f := range append(find(w, r, nil, all), avro.Findings("test", r)...) {
			ids = append(ids, f.Rule.ID)
			if f.Level >= compat.Warning {
				loud = append(loud, f.Rule.ID)
				if slices.Contains(hazard.Rules, f.Rule) {
					ours = append(ours, f.Rule.ID)
				}
			}
		}
		switch {
		case v.Expect.Silent && len(loud) == 0:
			t.Errorf("%s: a silent change without error or warning (%v); found %v", v.ID, v.Expect.Hazards, ids)
		case v.Expect.Spec == "ok" && len(v.Expect.Hazards) == 0 && len(ours) > 0:
			t.Errorf("%s: no hazard, but %v", v.ID, ours)
		}
		for _, h := range v.Expect.Hazards {
			rules := speaks[h]
			if len(rules) > 0 && v.Expect.Spec == "ok" && !slices.ContainsFunc(rules, func(id string) bool { return slices.Contains(ids, id) }) {
				t.Errorf("%s: nothing speaks for %s; found %v", v.ID, h, ids)
			}
		}
	}
}

// TestVectorsSayOnce holds that one cause gives one finding: no site of a vector has two loud findings of one family.
func TestVectorsSayOnce(t *testing.T) {
	for _, v := range rows[vector](t, "vectors/avro.jsonl") {
		seen := map[string]string{}
		for _, f := range find(parse(t, "writer.avsc", v.Writer), parse(t, "reader.avsc", v.Reader), nil, quiet(hazard.Rules)) {
			key := f.Rule.Family() + " " + string(f.Path)
			if first := seen[key]; first != "" && f.Level >= compat.Warning {
				t.Errorf("%s: %s has both %s and %s", v.ID, f.Path, first, f.Rule.ID)
			}
			seen[key] = f.Rule.ID
			if f.Level == compat.Error && (f.Sample == nil || strings.TrimSpace(f.Sample.Read) == "") {
				t.Errorf("%s: %s has no sample", v.ID, f.Rule.ID)
			}
		}
	}
}
