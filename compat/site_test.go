package compat

import (
	"slices"
	"testing"
)

func TestPaths(t *testing.T) {
	p := Path("Order").Field("items").Item().Field("price").Branch("long")
	if p != "Order.items[].price<long>" || p.Last() != "price<long>" {
		t.Errorf("%s, last %s", p, p.Last())
	}
	if got := Path("Order").Field("tags").Entry().Last(); got != "tags{}" {
		t.Errorf("a map's values end in %s", got)
	}
	if got := Path("Order").Last(); got != "Order" {
		t.Errorf("a root ends in %s", got)
	}
}

// TestWalk: parents before kids, kids in order, and what was resolved at another site is visited there alone.
func TestWalk(t *testing.T) {
	leaf := func(path Path) *Site { return &Site{Path: path} }
	inner := &Site{Path: "R.a", Kids: []*Site{leaf("R.a.x"), leaf("R.a.y")}}
	root := &Site{Path: "R", Kids: []*Site{inner, {Path: "R.b", Again: inner}, leaf("R.c")}}
	var met []Path
	(&Trace{Root: root}).Walk(func(s *Site) { met = append(met, s.Path) })
	if want := []Path{"R", "R.a", "R.a.x", "R.a.y", "R.b", "R.c"}; !slices.Equal(met, want) {
		t.Errorf("met %v, want %v", met, want)
	}
	(&Trace{}).Walk(func(*Site) { t.Error("an empty trace has no site") })
}

// TestWalkDepth: no stack grows with the trace.
func TestWalkDepth(t *testing.T) {
	root := &Site{}
	for at, i := root, 0; i < 1_000_000; i++ {
		at.Kids = []*Site{{}}
		at = at.Kids[0]
	}
	count := 0
	(&Trace{Root: root}).Walk(func(*Site) { count++ })
	if count != 1_000_001 {
		t.Errorf("%d sites", count)
	}
}
