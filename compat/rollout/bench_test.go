package rollout

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat/growth"
)

// fleetPlan makes a plan of services that read and write one of a few channels each, with many versions, and steps that
// move them: the size of a company.
func fleetPlan(services, versions, steps int) (*Plan, Options) {
	p := &Plan{Version: 1}
	channels := max(1, services/10)
	for c := range channels {
		ch := Channel{Name: fmt.Sprintf("c%d", c), Kind: Log, Format: "test"}
		for v := range versions {
			ch.Schemas = append(ch.Schemas, Version{Name: fmt.Sprintf("v%d", v), Path: "x"})
		}
		p.Channels = append(p.Channels, ch)
	}
	for s := range services {
		part := Participant{Name: fmt.Sprintf("s%d", s)}
		channel := fmt.Sprintf("c%d", s%channels)
		for v := range versions {
			b := Build{Name: fmt.Sprintf("b%d", v)}
			label := Ref{Name: fmt.Sprintf("v%d", v)}
			if s/channels%2 == 0 {
				b.Writes = []Write{{Name: channel, V: label}}
			} else {
				b.Reads = []Read{{Name: channel, V: label}}
			}
			part.Builds = append(part.Builds, b)
		}
		p.Participants = append(p.Participants, part)
	}
	last := make([]string, services)
	next := make([]int, services)
	for i := range steps {
		s := i % services
		step := Step{ID: fmt.Sprintf("k%d", i), Do: Wait}
		if next[s]+1 < versions {
			next[s]++
			step.Do, step.Participant, step.Build = Deploy, Ref{Name: fmt.Sprintf("s%d", s)}, Ref{Name: fmt.Sprintf("b%d", next[s])}
			if last[s] != "" {
				step.After = []Ref{{Name: last[s]}}
			}
			last[s] = step.ID
		}
		if i > 0 && i%7 == 0 {
			step.After = append(step.After, Ref{Name: fmt.Sprintf("k%d", i-1)})
		}
		p.Steps = append(p.Steps, step)
	}
	p.applyDefaults()
	opt := Options{Oracles: map[string]Oracle{"test": strict{read: func(data, reader string) bool {
		return versionNumber(data) > versionNumber(reader)+versions/2
	}}}}
	return p, opt
}

// BenchmarkCheck measures the whole check. Each size is followed by twice that size, so that the growth shows.
func BenchmarkCheck(b *testing.B) {
	for _, size := range [][3]int{{25, 20, 30}, {50, 20, 30}, {100, 20, 60}, {250, 20, 1500}, {500, 20, 3000}, {500, 20, 6000}} {
		b.Run(fmt.Sprintf("%dx%dx%d", size[0], size[1], size[2]), func(b *testing.B) {
			p, opt := fleetPlan(size[0], size[1], size[2])
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Check(p, opt); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCheckHopeless measures the worst case: no build can read what another wrote, and everything meets.
func BenchmarkCheckHopeless(b *testing.B) {
	for _, size := range [][3]int{{50, 20, 30}, {250, 20, 1500}, {500, 20, 3000}} {
		b.Run(fmt.Sprintf("%dx%dx%d", size[0], size[1], size[2]), func(b *testing.B) {
			p, opt := fleetPlan(size[0], size[1], size[2])
			opt.Oracles["test"] = strict{read: func(data, reader string) bool { return true }}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Check(p, opt); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkLoad measures reading a plan of a thousand steps.
func BenchmarkLoad(b *testing.B) {
	text := chainPlan(1000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Load("plan.yaml", text); err != nil {
			b.Fatal(err)
		}
	}
}

// TestCostOfWidePlans: what a check does grows with the plan, not with its square, also where many steps copy from one place that many
// write to, where a plan has thousands of channels, and where two plans of thousands of steps are checked together.
func TestCostOfWidePlans(t *testing.T) {
	load := func(file string, text func(*strings.Builder)) *Plan {
		b := &strings.Builder{}
		b.WriteString("version: 1\nplan: " + file + "\npolicy: { order: after }\n")
		text(b)
		p, err := Load(file, []byte(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	copies := func(wide int) *Plan {
		return load("copies", func(b *strings.Builder) {
			b.WriteString("channels: { o: { kind: log }, q: { kind: log } }\nparticipants:\n")
			for i := range wide {
				fmt.Fprintf(b, "  w%d: { builds: { b: { writes: { o: { fields: [a%d] } } } } }\n", i, i)
			}
			b.WriteString("steps:\n")
			for i := range wide / 5 {
				fmt.Fprintf(b, "  - { id: s%d, do: backfill, from: o, to: q }\n", i)
			}
		})
	}
	channels := func(wide int) *Plan {
		return load("channels", func(b *strings.Builder) {
			b.WriteString("channels:\n")
			for i := range wide {
				fmt.Fprintf(b, "  o%d: { kind: log }\n", i)
			}
			b.WriteString("participants:\n")
			for i := range wide {
				fmt.Fprintf(b, "  w%d: { builds: { b: { writes: { o%d: { fields: [a] } }, reads: { o%d: { uses: [a] } } } } }\n", i, i, i)
			}
			b.WriteString("steps: [ { id: look, do: wait, for: 1h } ]\n")
		})
	}
	chain := func(name string, wide int) *Plan {
		return load(name, func(b *strings.Builder) {
			b.WriteString("participants: { w: { builds: { b: {} } } }\nsteps:\n  - { id: s0, do: wait, for: 1h }\n")
			for i := 1; i < wide; i++ {
				fmt.Fprintf(b, "  - { id: s%d, do: wait, for: 1h, after: [s%d] }\n", i, i-1)
			}
		})
	}
	check := func(p *Plan) func() {
		return func() {
			if _, err := Check(p, Options{}); err != nil {
				t.Error(err)
			}
		}
	}
	for name, work := range map[string]func(wide int) func(){
		"copies":   func(wide int) func() { return check(copies(wide)) },
		"channels": func(wide int) func() { return check(channels(wide)) },
		"together": func(wide int) func() {
			one, two := chain("one", wide), chain("two", wide)
			return func() {
				if _, err := Merge(one, two); err != nil {
					t.Error(err)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) { growth.Linear(t, 2_500, work) })
	}
}

// TestMemoryOfAnUnsafePlan holds what a check of a large plan keeps and what it allocates: the runs of hundreds of findings
// are long where each step waits for the one above it.
func TestMemoryOfAnUnsafePlan(t *testing.T) {
	p, opt := fleetPlan(500, 20, 3000)
	for i := 1; i < len(p.Steps); i++ {
		p.Steps[i].After = append(p.Steps[i].After, Ref{Name: p.Steps[i-1].ID})
	}
	opt.Oracles["test"] = strict{read: func(data, reader string) bool { return true }}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	report, err := Check(p, opt)
	if err != nil || report.Verdict != Unsafe || len(report.Findings) != maxFindings {
		t.Fatalf("%v, %v", report.Verdict, err)
	}
	runtime.ReadMemStats(&after)
	allocated := (after.TotalAlloc - before.TotalAlloc) >> 20
	runtime.GC()
	runtime.ReadMemStats(&after)
	kept := (after.HeapAlloc - before.HeapAlloc) >> 20
	runtime.KeepAlive(report)
	if t.Logf("%d MB kept, %d MB allocated", kept, allocated); kept > 40 || allocated > 80 {
		t.Errorf("%d MB kept and %d MB allocated", kept, allocated)
	}
}
