package rollout

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFixScenarios fixes every scenario: the result is checked, is a fixpoint, and what was safe is left alone.
func TestFixScenarios(t *testing.T) {
	for _, s := range loadScenarios(t) {
		t.Run(s.name, func(t *testing.T) {
			fixed, err := Fix(s.plan, s.opt)
			if err != nil {
				t.Fatal(err)
			}
			if len(fixed.Edits) == 0 && fixed.Plan != s.plan {
				t.Error("a plan without edits is not the plan given")
			}
			if strings.HasPrefix(s.want, "safe") && len(fixed.Edits) > 0 {
				t.Errorf("a safe plan was changed: %v", fixed.Edits)
			}
			again, err := Fix(fixed.Plan, s.opt)
			if err != nil {
				t.Fatal(err)
			}
			if len(again.Edits) > 0 && !fixed.GaveUp && len(fixed.Left) == 0 {
				t.Errorf("fixing again changes more: %v", again.Edits)
			}
			t.Logf("%s: %d edits, left %d: %v", fixed.Report.Verdict, len(fixed.Edits), len(fixed.Left), fixed.Edits)
		})
	}
}

// TestEncode wants that what is written is what was read.
func TestEncode(t *testing.T) {
	for _, s := range loadScenarios(t) {
		text := s.plan.Encode()
		again, err := Load("plan.yaml", text)
		if err != nil {
			t.Fatalf("%s: %v\n%s", s.name, err, text)
		}
		if diff := cmp.Diff(string(text), string(again.Encode())); diff != "" {
			t.Errorf("%s: encoding is not stable:\n%s", s.name, diff)
		}
		a, err := Check(s.plan, s.opt)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Check(again, s.opt)
		if err != nil {
			t.Fatal(err)
		}
		if outcome(a) != outcome(b) {
			t.Errorf("%s: outcome %q after encoding, %q before", s.name, outcome(b), outcome(a))
		}
	}
}

// A problem is a small planning problem: builds with random incompatibilities.
func randomProblem(rng *rand.Rand) (*Plan, strict) {
	p := &Plan{Version: 1, File: "problem.yaml", Channels: []Channel{{Name: "c", Kind: Log, Format: "test", Retention: Retention{ByTime, Span(7 * day), "7d"}, Schemas: []Version{{Name: "v1", Path: "a"}, {Name: "v2", Path: "b"}}}}}
	for i := range 2 + rng.IntN(2) {
		part := Participant{Name: fmt.Sprintf("p%d", i)}
		role := rng.IntN(3)
		if i == 0 {
			role = 0
		} else if i == 1 {
			role = 1
		}
		for v := 1; v <= 2; v++ {
			b := Build{Name: fmt.Sprintf("b%d", v)}
			if role != 1 {
				b.Writes = []Write{{Name: "c", V: Ref{Name: fmt.Sprintf("v%d", v)}}}
			}
			if role != 0 {
				b.Reads = []Read{{Name: "c", V: Ref{Name: fmt.Sprintf("v%d", v)}}}
			}
			part.Builds = append(part.Builds, b)
		}
		p.Participants = append(p.Participants, part)
	}
	oldNew, newOld := rng.IntN(2) == 0, rng.IntN(2) == 0
	p.applyDefaults()
	return p, strict{read: func(data, reader string) bool {
		return data == "v1" && reader == "v2" && oldNew || data == "v2" && reader == "v1" && newOld
	}}
}

// TestMakeIsSafeAndComplete plans random problems. What it plans the search over states finds safe; what it refuses
// no order of the steps makes safe, tried one by one.
func TestMakeIsSafeAndComplete(t *testing.T) {
	const problems = 400
	made, refused := 0, 0
	for i := range problems {
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		p, o := randomProblem(rng)
		opt := Options{Oracles: map[string]Oracle{"test": o}}
		got, err := Make(Request{Plan: p, From: "v1", To: "v2", Pattern: InOrder, Check: opt})
		if err != nil {
			t.Fatalf("problem %d: %v", i, err)
		}
		if got.Refusal == "" {
			made++
			if bad := searchFinds(got.Plan, o); bad != "" {
				t.Errorf("problem %d: the plan made reaches %s\n%s", i, bad, got.Plan.Encode())
			}
			continue
		}
		if refused++; got.Circle == nil {
			t.Errorf("problem %d is refused without a circle: %s", i, got.Refusal)
		}
		if order := someSafeOrder(p, o); order != "" {
			t.Errorf("problem %d is refused, and this order is safe: %s", i, order)
		}
	}
	if made == 0 || refused == 0 {
		t.Errorf("%d made, %d refused: the problems are too much alike", made, refused)
	}
	t.Logf("%d made, %d refused", made, refused)
}

// searchFinds gives a forbidden encounter that the search over states reaches.
func searchFinds(p *Plan, o strict) string {
	w := newWorld(p)
	found, _ := w.search()
	for m := range found {
		for _, r := range w.build(m.part, m.stint).Reads {
			if m.what == 'r' && o.read(fmt.Sprintf("v%d", m.version), r.V.Name) {
				return fmt.Sprintf("v%d read by %s/%s", m.version, p.Participants[m.part].Name, w.build(m.part, m.stint).Name)
			}
		}
	}
	return ""
}

// someSafeOrder tries every order of the deploys, each with its window closed at once, and the expiry.
func someSafeOrder(p *Plan, o strict) string {
	var steps []Step
	for _, part := range p.Participants {
		steps = append(steps, Step{ID: part.Name, Do: Deploy, Participant: Ref{Name: part.Name}, Build: Ref{Name: "b2"}, Strategy: Rolling})
	}
	steps = append(steps, Step{ID: "expire", Do: Expire, Channel: Ref{Name: "c"}, V: Ref{Name: "v1"}})
	var try func(chosen []Step, rest []Step) string
	try = func(chosen, rest []Step) string {
		if len(rest) == 0 {
			q := *p
			q.Steps = nil
			names := ""
			for i, s := range chosen {
				if i > 0 {
					s.After = []Ref{{Name: chosen[i-1].ID}}
				}
				names += " " + s.ID
				q.Steps = append(q.Steps, s)
			}
			if searchFinds(&q, o) == "" {
				return names
			}
			return ""
		}
		for i := range rest {
			left := append(append([]Step(nil), rest[:i]...), rest[i+1:]...)
			if names := try(append(append([]Step(nil), chosen...), rest[i]), left); names != "" {
				return names
			}
		}
		return ""
	}
	return try(nil, steps)
}

// TestPatchKeepsTheText fixes plans and wants comments and untouched lines to survive.
func TestPatchKeepsTheText(t *testing.T) {
	const text = `# a rollout
version: 1
channels: { orders: { kind: log, retention: 7d, lag: 1h } } # the topic
participants:
  app: { builds: { a1: { writes: { orders: { fields: [id, amount] } } }, a2: { writes: { orders: { fields: [id] } } } } }
  ledger: { builds: { c1: { reads: { orders: { uses: [amount] } } }, c2: { reads: { orders: { uses: [id] } } } } }
steps:
  # readers
  - { id: ledger-c2,  do: deploy, participant: ledger, build: c2 }   # first
  - id: app-a2
    do: deploy   # then writers
    participant: app
    build: a2
`
	p, err := Load("plan.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	fixed, err := Fix(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := Patch([]byte(text), p, fixed.Plan)
	want := strings.Replace(text, "  - id: app-a2\n", "  - after: [ledger-c2]\n    id: app-a2\n", 1)
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("patched text (-want +got):\n%s", diff)
	}
	if fixed.Report.Verdict != Safe {
		t.Errorf("verdict %s", fixed.Report.Verdict)
	}
	if !bytes.Equal(Patch([]byte(text), p, p), []byte(text)) {
		t.Error("a plan that is not changed is written differently")
	}
}
