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

// TestLingererIsBroughtForward: old copies that linger do not run once their own deploy is taken back. Here it has to be, for b0 to write
// what the catchup carries over: the run ends with b1 brought forward again.
func TestLingererIsBroughtForward(t *testing.T) {
	p := loadNamed(t, "plan.yaml", `version: 1
policy: { order: after }
channels:
  c: { kind: log, format: test, holds: [], observed: [] }
  m: { kind: log, format: test, holds: [], observed: [] }
participants:
  p: { builds: { b0: { writes: { c: v2 } }, b1: { reads: { c: v1, m: v1 }, writes: { c: v1 } }, b2: {} } }
steps:
  - { id: first, do: deploy, rollback: { until: end }, participant: p, build: b1, strategy: recreate }
  - { id: second, do: deploy, after: [first], rollback: { until: fence }, participant: p, build: b2, strategy: blue-green }
  - { id: expire, do: expire, after: [second], for: 8d, channel: c, v: v2 }
  - { id: copy, do: catchup, after: [expire], from: c, to: m }
  - { id: fence, do: fence, after: [copy], participant: p, builds: [b1], stops: write }
`)
	c := checkerOf(t, p, strict{read: func(string, string) bool { return true }})
	met := false
	for _, m := range c.meetings {
		if m.data == nil || m.data.place != "m" || m.data.class.Version != "v2" || m.actor.build.Name != "b1" {
			continue
		}
		met = true
		var run []string
		for _, mv := range c.settle(m) {
			run = append(run, c.moveText(mv))
		}
		if n := len(run); n != 11 || run[n-1] != "redo deploy p b1" {
			t.Errorf("%d moves: %q", n, run)
		}
	}
	if !met {
		t.Error("the two do not meet")
	}
}
