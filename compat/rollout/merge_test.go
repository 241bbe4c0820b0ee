package rollout

import (
	"strings"
	"testing"
)

const mergeHead = "version: 1\nplan: NAME\nchannels: { orders: { kind: log, retention: 7d, lag: 1h } }\n"

func loadNamed(t *testing.T, file, text string) *Plan {
	t.Helper()
	p, err := Load(file, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestMerge: two plans that alone name one side each, and so are not verifiable, are judged in every interleaving, and
// findings say which file they are about.
func TestMerge(t *testing.T) {
	writers := strings.Replace(mergeHead, "NAME", "writers", 1) + "participants: { app: { builds: { a1: { writes: { orders: { fields: [id, amount] } } }, a2: { writes: { orders: { fields: [id] } } } } } }\n" +
		"steps: [ { id: go, do: deploy, participant: app, build: a2 } ]\n"
	readers := strings.Replace(mergeHead, "NAME", "readers", 1) + "policy: { order: listed }\nparticipants: { ledger: { builds: { c1: { reads: { orders: { uses: [amount] } } }, c2: { reads: { orders: { uses: [id] } } } } } }\n" +
		"steps: [ { id: look, do: wait, for: 1h }, { id: go, do: deploy, participant: ledger, build: c2, rollback: { until: go } } ]\n"
	a, b := loadNamed(t, "a.yaml", writers), loadNamed(t, "b.yaml", readers)
	for _, p := range []*Plan{a, b} {
		if report, err := Check(p, Options{}); err != nil || report.Verdict != NotVerifiable || len(report.Unknown) != 1 {
			t.Fatalf("%s alone: %v, %v", p.Name, report.Verdict, err)
		}
	}
	both, err := Merge(a, b)
	if err != nil {
		t.Fatal(err)
	}
	report, err := Check(both, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if report.Verdict != Unsafe || len(report.Findings) != 1 || report.place(report.Findings[0].At) != "a.yaml:5:10" {
		t.Errorf("%s, %d findings", report.Verdict, len(report.Findings))
		for _, f := range report.Findings {
			t.Logf("%s %s", report.place(f.At), f.Message)
		}
	}
	if ids := []string{both.Steps[0].ID, both.Steps[1].ID, both.Steps[2].ID}; strings.Join(ids, " ") != "go look readers/go" || both.Steps[2].Rollback.Until.Name != "readers/go" {
		t.Errorf("steps %v, window until %s", ids, both.Steps[2].Rollback.Until.Name)
	}
	if a.Steps[0].ID != "go" || b.Steps[1].ID != "go" {
		t.Error("merging changed a plan's own steps")
	}
}

// TestMergeConflicts: what two plans describe differently cannot be judged together.
func TestMergeConflicts(t *testing.T) {
	base := strings.Replace(mergeHead, "NAME", "one", 1) + "participants: { app: { owner: x, builds: { a1: { writes: { orders: { fields: [id] } } } } } }\n"
	for change, want := range map[string]string{
		strings.Replace(base, "7d", "8d", 1):                      "b.yaml:3:13: the channel orders is described in another way in a.yaml",
		strings.Replace(base, "owner: x", "owner: y", 1):          "the participant app is described in another way in a.yaml",
		strings.Replace(base, "fields: [id]", "fields: [key]", 1): "the build app/a1 is described in another way in a.yaml",
	} {
		_, err := Merge(loadNamed(t, "a.yaml", base), loadNamed(t, "b.yaml", change))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	same, err := Merge(loadNamed(t, "a.yaml", base), loadNamed(t, "b.yaml", base))
	if err != nil || len(same.Channels) != 1 || len(same.Participants) != 1 {
		t.Errorf("two equal plans: %v", err)
	}
}

// TestStepsOfAnotherPlan: a step may wait for one of another plan, which is an edge between the two when they are checked
// together, and a clear word when they are not.
func TestStepsOfAnotherPlan(t *testing.T) {
	head := "version: 1\nplan: NAME\nchannels: { orders: { kind: log, retention: 7d, lag: 1h } }\n"
	writers := strings.Replace(head, "NAME", "writers", 1) + "participants: { app: { builds: { a1: { writes: { orders: { fields: [id, amount] } } }, a2: { writes: { orders: { fields: [id] } } } } } }\n" +
		"steps: [ { id: go, do: deploy, participant: app, build: a2, after: [WAIT] } ]\n"
	readers := strings.Replace(head, "NAME", "readers", 1) + "participants: { ledger: { builds: { c1: { reads: { orders: { uses: [amount] } } }, c2: { reads: { orders: { uses: [id] } } } } } }\n" +
		"steps: [ { id: go, do: deploy, participant: ledger, build: c2 } ]\n"
	for _, tt := range []struct{ wait, alone, together string }{
		{"readers/go", "a.yaml:5:69: no step is called \"readers/go\" here; if go is a step of the plan readers, check both files together", "safe"},
		{"readers/gone", "no step is called \"readers/gone\" here", "no step is called \"readers/gone\" in any of the plans that are checked together; did you mean \"readers/go\"?"},
	} {
		a, b := loadNamed(t, "a.yaml", strings.Replace(writers, "WAIT", tt.wait, 1)), loadNamed(t, "b.yaml", readers)
		if _, err := Check(a, Options{}); err == nil || !strings.Contains(err.Error(), tt.alone) {
			t.Errorf("alone: %v, want %s", err, tt.alone)
		}
		both, err := Merge(a, b)
		if err != nil {
			if !strings.Contains(err.Error(), tt.together) {
				t.Errorf("together: %v, want %s", err, tt.together)
			}
			continue
		}
		if report, err := Check(both, Options{}); err != nil || report.Verdict.String() != tt.together {
			t.Errorf("together: %v, %v, want %s", report, err, tt.together)
		}
	}
}
