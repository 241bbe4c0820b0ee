package rollout

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// hesitant answers like strict, but the new data is bad for old readers only where it holds a value.
type hesitant struct{ strict }

func (o hesitant) Read(d DataClass, t *TableSchema, r ReaderView) (Judgment, error) {
	j, err := o.strict.Read(d, t, r)
	if d.Version == "v2" && j.Answer == Refused {
		j = Judgment{Conditional, []Note{{Message: "by decree", Case: "x is null"}}}
	}
	return j, err
}

// varied gives the participants of a problem other fleets, windows and kinds of store.
func varied(rng *rand.Rand, p *Plan) {
	for i := range p.Participants {
		part := &p.Participants[i]
		switch rng.IntN(5) {
		case 0:
			part.Fleet = Uncontrolled
		case 1:
			part.Fleet, part.Every = Scheduled, Span(3*day)
		}
	}
	p.Channels[0].Kind = []ChannelKind{Log, Log, KV, RPC}[rng.IntN(4)]
	if rng.IntN(3) == 0 {
		p.Channels[0].Registered = []Ref{{Name: "v1"}}
	}
	if rng.IntN(3) == 0 {
		p.Transforms = []Transform{{From: Ref{Name: "c.v1"}, To: Ref{Name: "c.v2"}, Where: "sink", Lossless: true}}
	}
}

// TestPatternsAreSafe makes a plan in every pattern from random problems: the check calls it safe, fixing it changes
// nothing, making it again gives the same text, and the search over states finds no encounter that is not allowed.
func TestPatternsAreSafe(t *testing.T) {
	made := map[Pattern]int{}
	searched := map[Pattern]int{}
	for i := range 100 {
		rng := rand.New(rand.NewPCG(17, uint64(i)))
		p, o := randomProblem(rng)
		if i%2 == 1 {
			varied(rng, p)
		}
		for _, pattern := range []Pattern{"", ValueGate, NewChannel, FullStop} {
			opt := Options{Oracles: map[string]Oracle{"test": o}}
			if pattern == ValueGate {
				opt.Oracles["test"] = hesitant{o}
			}
			req := Request{Plan: p, From: "v1", To: "v2", Pattern: pattern, Key: []string{"id"}, Check: opt}
			got, err := Make(req)
			if err != nil {
				t.Fatalf("problem %d, %s: %v", i, pattern, err)
			}
			if got.Refusal != "" {
				if pattern != ValueGate {
					t.Errorf("problem %d, %s: %s\n%s", i, pattern, got.Refusal, p.Encode())
				}
				continue
			}
			made[pattern]++
			sound(t, req, got)
			if p.Channels[0].Kind != Log && p.Channels[0].Kind != KV || hasScheduled(p) || len(got.Plan.Steps) > 14 {
				continue // the search knows channels that store, no schedules, and sixteen steps
			}
			searched[pattern]++
			for _, channel := range got.Plan.Channels {
				if bad := searchFinds(inSearchTerms(got.Plan, channel.Name), o); bad != "" {
					t.Errorf("problem %d, %s: the search reaches %s in %s\n%s", i, pattern, bad, channel.Name, got.Plan.Encode())
				}
			}
			if t.Failed() {
				return
			}
		}
	}
	for _, pattern := range []Pattern{"", ValueGate, NewChannel, FullStop} {
		if made[pattern] < 30 || searched[pattern] < 15 {
			t.Errorf("%q: %d made and %d searched: the problems are too much alike", pattern, made[pattern], searched[pattern])
		}
	}
	t.Logf("made %v, searched %v", made, searched)
}

func hasScheduled(p *Plan) bool {
	return slices.ContainsFunc(p.Participants, func(part Participant) bool { return part.Fleet == Scheduled })
}

// sound wants a made plan to be safe, finished and made the same way twice.
func sound(t *testing.T, req Request, got *Proposal) {
	t.Helper()
	report, err := Check(got.Plan, req.Check)
	if err != nil || report.Verdict != Safe {
		t.Errorf("%s: checked again it is %v (%v)\n%s", got.Pattern, report.Verdict, err, got.Plan.Encode())
	}
	fixed, err := Fix(got.Plan, req.Check)
	if err != nil || len(fixed.Edits) > 0 {
		t.Errorf("%s: fixing it changes %v (%v)\n%s", got.Pattern, fixed.Edits, err, got.Plan.Encode())
	}
	again, err := Make(req)
	if err != nil || !bytes.Equal(again.Plan.Encode(), got.Plan.Encode()) {
		t.Errorf("%s: made again it is another plan (%v)", got.Pattern, err)
	}
}

// inSearchTerms is a plan as far as one of its channels goes, in the words that the search over states knows: that channel
// is the data channel, a copy puts the new version there, and new data without the values that a flag holds back is a
// version of its own that suits everybody.
func inSearchTerms(p *Plan, channel string) *Plan {
	q := clonePlan(p)
	q.Steps = slices.Clone(p.Steps)
	name := func(at string) string {
		if at == channel {
			return dataChannel
		}
		return "elsewhere"
	}
	for i := range q.Participants {
		part := &q.Participants[i]
		for k := range part.Builds {
			b := &part.Builds[k]
			b.Reads, b.Writes = slices.Clone(b.Reads), slices.Clone(b.Writes)
			for n := range b.Reads {
				b.Reads[n].Name = name(b.Reads[n].Name)
			}
			for n := range b.Writes {
				b.Writes[n].Name = name(b.Writes[n].Name)
				if len(p.Promises) > 0 && !strings.HasSuffix(part.Name, "-new-values") && b.Writes[n].V.Name == "v2" {
					b.Writes[n].V.Name = "v3"
				}
			}
		}
	}
	for i := range q.Steps {
		s := &q.Steps[i]
		switch {
		case s.Do == Backfill && location(s.To.Name) == channel:
			s.Do, s.From, s.To = Rewrite, Ref{Name: "v7"}, s.V
		case s.Do == Rewrite && location(s.Channel.Name) == channel:
			s.From = Ref{Name: "v1"}
		case s.Do == Backfill, s.Do == Catchup, s.Do == Cutover, s.Do == Drop, s.Do == Register, s.Do == Verify:
			s.Do, s.From, s.To = Wait, Ref{}, Ref{}
		}
	}
	return q
}

// TestPatternChoice wants the first pattern that works, the proof that the ones before it do not, and the one asked for.
func TestPatternChoice(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 3))
	p, _ := randomProblem(rng)
	always := strict{read: func(data, reader string) bool { return data != reader }}
	for _, tt := range []struct {
		name    string
		oracle  Oracle
		pattern Pattern
		want    string
		passed  int
	}{
		{"free", strict{read: func(string, string) bool { return false }}, "", "free", 0},
		{"both ways bad", always, "", "new channel", 3},
		{"values only", hesitant{strict{read: func(data, reader string) bool { return data == "v2" && reader == "v1" }}}, ValueGate, "value gate", 0},
		{"asked for", always, FullStop, "full stop", 0},
	} {
		got, err := Make(Request{Plan: p, From: "v1", To: "v2", Pattern: tt.pattern, Soak: Span(time.Hour), Key: []string{"id"}, Check: Options{Oracles: map[string]Oracle{"test": tt.oracle}}})
		if err != nil || got.Refusal != "" {
			t.Errorf("%s: %v %s", tt.name, err, got.Refusal)
			continue
		}
		if !strings.HasPrefix(got.Pattern, tt.want) || len(got.Passed) != tt.passed {
			t.Errorf("%s: pattern %q after %q", tt.name, got.Pattern, got.Passed)
		}
		if tt.passed > 0 && got.Ordered.Circle == nil {
			t.Errorf("%s: no proof that the builds as given have no safe order", tt.name)
		}
	}
	if _, err := Make(Request{Plan: p, From: "v1", To: "v2", Pattern: "magic"}); err == nil {
		t.Error("a pattern that does not exist is taken")
	}
}

// TestNobodyToMoveTo wants a participant without a build on the new version to be named, whatever the pattern.
func TestNobodyToMoveTo(t *testing.T) {
	p, _ := randomProblem(rand.New(rand.NewPCG(7, 3)))
	p.Participants[1].Builds = p.Participants[1].Builds[:1]
	o := strict{read: func(data, reader string) bool { return data != reader }}
	got, err := Make(Request{Plan: p, From: "v1", To: "v2", Key: []string{"id"}, Check: Options{Oracles: map[string]Oracle{"test": o}}})
	if err != nil || !strings.Contains(got.Refusal, "p1/b1 is not replaced by a build that uses v2 of c") {
		t.Errorf("%v, %q", err, got.Refusal)
	}
}

// TestManyWriters wants a plan that stays decidable when many share a channel.
func TestManyWriters(t *testing.T) {
	p := &Plan{Version: 1, File: "many.yaml", Channels: []Channel{{Name: "c", Kind: Log, Format: "test", Schemas: []Version{{Name: "v1", Path: "a"}, {Name: "v2", Path: "b"}}}}}
	for i := range 45 {
		part := Participant{Name: fmt.Sprintf("p%d", i)}
		for _, v := range []string{"v1", "v2"} {
			b := Build{Name: "b" + v}
			if i < 15 {
				b.Writes = []Write{{Name: "c", V: Ref{Name: v}}}
			} else {
				b.Reads = []Read{{Name: "c", V: Ref{Name: v}}}
			}
			part.Builds = append(part.Builds, b)
		}
		p.Participants = append(p.Participants, part)
	}
	p.applyDefaults()
	o := strict{read: func(data, reader string) bool { return data != reader }}
	got, err := Make(Request{Plan: p, From: "v1", To: "v2", Check: Options{Oracles: map[string]Oracle{"test": o}}})
	if err != nil || got.Refusal != "" || got.Report.Verdict != Safe || !strings.HasPrefix(got.Pattern, "new channel") {
		t.Errorf("%v: %+v", err, got)
	}
}

// TestNewcomers wants somebody who does not use the channel yet to be brought in where it is safe, in every pattern.
func TestNewcomers(t *testing.T) {
	p, err := Load("join.yaml", []byte(`version: 1
channels: { c: { kind: log, retention: 7d, format: test, schemas: { "1.0": a, "2.0": b } } }
participants:
  app: { builds: { a1: { writes: { c: "1.0" } }, a2: { writes: { c: "2.0" } } } }
  ledger: { builds: { c1: { reads: { c: "1.0" } }, c2: { reads: { c: "2.0" } } } }
  newcomer: { builds: { none: {}, n1: { reads: { c: "2.0" } } } }
  source: { builds: { none: {}, s1: { writes: { c: "2.0" } } } }
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		pattern Pattern
		bad     func(data, reader string) bool
	}{
		{InOrder, func(data, reader string) bool { return data > reader }},
		{InOrder, func(data, reader string) bool { return data < reader }},
		{NewChannel, func(data, reader string) bool { return data != reader }},
		{FullStop, func(data, reader string) bool { return data != reader }},
	} {
		req := Request{Plan: p, From: "1.0", To: "2.0", Pattern: tt.pattern, Check: Options{Oracles: map[string]Oracle{"test": strict{read: tt.bad}}}}
		got, err := Make(req)
		if err != nil || got.Refusal != "" {
			t.Errorf("%s: %v, %s", tt.pattern, err, got.Refusal)
			continue
		}
		sound(t, req, got)
		for _, build := range []string{"n1", "s1"} {
			if !slices.ContainsFunc(got.Plan.Steps, func(s Step) bool { return s.Do == Deploy && s.Build.Name == build }) {
				t.Errorf("%s: nothing deploys %s\n%s", tt.pattern, build, got.Plan.Encode())
			}
		}
	}
}
