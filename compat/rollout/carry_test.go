package rollout

import (
	"strings"
	"testing"
)

// TestCarriedVersions: what a step carries over has the version in the place that it is filled into that is the same schema there;
// where there is none it is not known what readers meet.
func TestCarriedVersions(t *testing.T) {
	for _, tt := range []struct{ into, transforms, unknown string }{
		{"v1: a.avsc", "", ""},
		{"v1: b.avsc", "", "step copy carries o v1 over into q as it is, where v1 is another schema; say in which version it writes (v:)"},
		{"w1: a.avsc", "", "step copy carries o v1 over into q as it is, which has no version v1; say in which version it writes (v:)"},
		{"w1: a.avsc", "transforms: [ { from: o.v1, to: q.w1, at: sink } ]\n", ""},
	} {
		plan := "version: 1\nchannels:\n  o: { kind: log, schemas: { v1: a.avsc } }\n  q: { kind: log, schemas: { " + tt.into + " } }\n" +
			"participants: { app: { builds: { b: { writes: { o: { v: v1 } } } } }, sink: { builds: { b: { reads: { q: { v: " + strings.Fields(tt.into)[0][:2] + " } } } } } }\n" + tt.transforms +
			"steps: [ { id: copy, do: catchup, from: o, to: q } ]\n"
		p, err := Load("plan.yaml", []byte(plan))
		if err != nil {
			t.Fatalf("%v\n%s", err, plan)
		}
		report, err := Check(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, u := range report.Unknown {
			if strings.Contains(u.Message, "carries") {
				said = append(said, u.Message)
			}
		}
		if got := strings.Join(said, "; "); !strings.Contains(got, tt.unknown) || tt.unknown == "" && got != "" {
			t.Errorf("%s: %q, want %q", tt.into, got, tt.unknown)
		}
	}
}
