package hazard_test

import (
	"testing"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
	"github.com/schemavet/schemavet/compat/meaning"
)

// column is one side of a column, as a format without documents makes it.
func column(name, doc, fallback string) *compat.Node {
	n := &compat.Node{Name: name, Type: "long", Nullable: true, Says: meaning.Statement{Field: name, Doc: doc, Carrier: meaning.Long, Nullable: true}}
	if fallback != "" {
		n.Default = &compat.Value{JSON: fallback}
		n.Says.HasDefault, n.Says.Default = true, fallback
	}
	return n
}

// judge runs all rules over one site.
func judge(s *compat.Site) []string {
	var ids []string
	pass := compat.Pass{Subject: "s", Trace: &compat.Trace{Root: s}, Facts: hazard.NewFacts(nil).Of}
	for _, f := range pass.Run(hazard.Rules) {
		ids = append(ids, f.Rule.ID)
	}
	return ids
}

// TestFieldIDs: where fields are joined by id, a new name is a new name only, and defaults are the format's own business.
func TestFieldIDs(t *testing.T) {
	for _, tt := range []struct {
		name string
		site compat.Site
		want string
	}{
		{"renamed", compat.Site{Path: "timeout_ms", How: "by field id", Writer: column("timeout_secs", "", ""), Reader: column("timeout_ms", "", "")}, "unit-rename"},
		{"other doc", compat.Site{Path: "wait", How: "by field id", Writer: column("wait", "Wait (s)", ""), Reader: column("wait", "Wait (ms)", "")}, "unit-scale-changed"},
		{"another default", compat.Site{Path: "wait", How: "by field id", Writer: column("wait", "", "1"), Reader: column("wait", "", "2")}, ""},
		{"a default", compat.Site{Path: "wait", How: "by field id", Writer: column("wait", "", ""), Reader: column("wait", "", "2")}, ""},
		{"filled", compat.Site{Path: "wait", How: "by initial-default", Does: compat.Fill, Reader: column("wait", "", "2")}, ""},
		{"filled, by name", compat.Site{Path: "wait", How: "by default", Does: compat.Fill, Reader: column("wait", "", "2")}, "default-in-domain"},
		{"refused", compat.Site{Path: "wait", How: "by name", Does: compat.Refuse, Writer: column("wait", "Wait (s)", ""), Reader: column("wait", "Wait (ms)", "")}, ""},
	} {
		got := judge(&tt.site)
		if len(got) > 1 || len(got) == 1 && got[0] != tt.want || len(got) == 0 && tt.want != "" {
			t.Errorf("%s: %v, want %q", tt.name, got, tt.want)
		}
	}
}

// TestFactsAreShared: nodes that say the same are inferred once, under one declaration.
func TestFactsAreShared(t *testing.T) {
	facts := hazard.NewFacts(nil)
	a, b := column("wait", "Wait (s)", ""), column("wait", "Wait (s)", "")
	a.Key, b.Key = 7, 7
	if facts.Of(a) != facts.Of(b) || facts.Inferred != 1 {
		t.Errorf("%d inferences", facts.Inferred)
	}
	c := column("wait", "Wait (s)", "")
	c.Key, c.Says.Declared = 7, &meaning.Declaration{Unit: "ms"}
	if got := facts.Of(c); got.Unit == nil || got.Unit.Unit.String() != "ms" || facts.Inferred != 2 {
		t.Errorf("a declaration makes other facts: %+v, %d inferences", got.Unit, facts.Inferred)
	}
	if facts.Of(nil) == nil || facts.Of(&compat.Node{}) == nil {
		t.Error("facts are never nil")
	}
}

// TestHostileDefaults: an exponent that no memory holds is compared as text.
func TestHostileDefaults(t *testing.T) {
	for _, pair := range [][2]string{{"1e999999999", "1e999999998"}, {"-1e-999999999", "0"}, {"1E+0000000000000000000000000000000005", "100000"}} {
		s := &compat.Site{Path: "R.n", How: "by name", Writer: column("n", "", pair[0]), Reader: column("n", "", pair[1])}
		judge(s)
	}
}
