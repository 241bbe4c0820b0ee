package rollout

import (
	"fmt"
	"testing"
)

// TestTriangleAgainstStates compares every cell of the triangles of random plans with what the search's own states say:
// the builds that run once so many steps are complete, beside the data that lies there at a later moment.
func TestTriangleAgainstStates(t *testing.T) {
	words := map[Cell]int{}
	for seed := range uint64(4_000) {
		p, o := drawn(seed)
		report := checkerOf(t, p, o)
		if report == nil {
			continue
		}
		triangle := report.report.Triangle()
		w := newWorld(p)
		states := []state{w.initial()}
		for _, i := range report.stepsByEnd() {
			states = append(states, w.forward(states[len(states)-1], i))
		}
		for i, row := range triangle.Cells {
			for to, cell := range row {
				words[cell]++
				if cell == CellGone {
					continue
				}
				if want := w.hurts(states[to], states[i], o); want != (cell == CellNo) {
					t.Fatalf("plan %d, the code after %d steps on the data after %d: the triangle says %s, the state %v\n%s", seed, to, i, cell, want, sketch(p))
				}
			}
		}
		if report.report.Verdict == Safe {
			for i, row := range triangle.Cells {
				if row[i] != CellOK {
					t.Fatalf("plan %d is safe, and as it stands after %d steps the triangle says %s\n%s", seed, i, row[i], sketch(p))
				}
			}
		}
	}
	if words[CellOK] == 0 || words[CellNo] == 0 || words[CellGone] == 0 {
		t.Errorf("the plans are too much alike: %v", words)
	}
}

// forward takes one step from its start to its end.
func (w *world) forward(s state, i int) state {
	s.started |= 1 << i
	w.effectOfStart(&s, i)
	s = w.settle(s)
	s.done |= 1 << i
	w.effectOfDone(&s, i)
	return w.settle(s)
}

// hurts tells whether the builds of one state meet something bad in the data and tables of another.
func (w *world) hurts(code, data state, o strict) bool {
	code.present = data.present
	for i, step := range w.plan.Steps {
		if step.Do == Alter {
			code.started = code.started&^(1<<i) | data.started&(1<<i)
			code.done = code.done&^(1<<i) | data.done&(1<<i)
		}
	}
	found := map[met]int{}
	w.look(w.settle(code), 0, found)
	for m := range found {
		read := false
		for _, r := range w.build(m.part, m.stint).Reads {
			if m.reads(r.Name) {
				if read = true; o.read(fmt.Sprintf("v%d", m.version), r.V.Name) {
					return true
				}
			}
		}
		if !read && o.table {
			return true
		}
	}
	return false
}
