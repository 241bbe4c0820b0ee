package avro

import (
	"container/heap"
	"encoding/binary"
	"math"
)

// minimals knows the smallest datum of each written type, and of each joint the smallest one that its reader takes, if
// there is one. It is Knuth's generalisation of Dijkstra's algorithm: a union costs as much as its cheapest branch, a record
// as much as all its fields, an array or map nothing, since it can be empty. A type that is never reached has no finite datum.
type minimals struct {
	nodes []minimal
	index map[minimalKey]int32
}

// minimalKey names a node: a joint, or a type for whose values no reader cares (skipped, identical or refused as a whole).
type minimalKey struct {
	t *Type
	j *joint
}

type minimal struct {
	t       *Type
	j       *joint  // nil: no reader cares
	kids    []int32 // record: by field; union: by branch; a joint of a reader's union: the branch taken
	sum     cost    // what is known about the cost so far; the cost when done
	choice  int32   // a union's branch, an enum's symbol
	waiting int32   // fields that are not done
	pass    bool    // a joint of a reader's union: nothing is written for it
	done    bool
	up      []int32 // whose kid this is, once per kid
}

// A cost is the number of things that the reader refuses, in the upper half, then the size in bytes and values. Both halves
// stop growing far above any datum that is ever made.
type cost uint64

const refusal cost = 1 << 32

func (c cost) plus(d cost) cost {
	const most = 1 << 31
	return min(c>>32+d>>32, most)<<32 | min(c&math.MaxUint32+d&math.MaxUint32, most)
}

func (c cost) size() int { return int(c & math.MaxUint32) }

// of finds the node of a written type and its joint (nil: no reader cares) and works out everything below it.
func (m *minimals) of(t *Type, j *joint) int32 {
	if m.index == nil {
		m.index = map[minimalKey]int32{}
	}
	first := len(m.nodes)
	at := m.node(t, j)
	for i := first; i < len(m.nodes); i++ {
		m.expand(int32(i))
	}
	if first < len(m.nodes) {
		m.settle(first)
	}
	return at
}

// node is the place of a node, made unless it is there. A joint speaks with its own writer's type, which has the content of t.
func (m *minimals) node(t *Type, j *joint) int32 {
	if j == &identical {
		j = nil
	}
	if j != nil {
		t = j.w
	}
	key := minimalKey{t, j}
	at, met := m.index[key]
	if !met {
		at = int32(len(m.nodes))
		m.index[key] = at
		m.nodes = append(m.nodes, minimal{t: t, j: j})
	}
	return at
}

// expand finds the kids of a node.
func (m *minimals) expand(at int32) {
	t, j := m.nodes[at].t, m.nodes[at].j
	n := minimal{t: t, j: j, sum: scalarCost(t)}
	switch {
	case j != nil && j.form == readerUnion:
		n.pass = true
		if j.choice >= 0 {
			n.kids = []int32{m.node(t, j.parts[j.choice].joint)}
		} else {
			n.sum = refusal
			n.kids = []int32{m.node(t, nil)}
		}
		n.waiting = 1
	case t.Kind == Union:
		for i := range t.Branches {
			var part *joint
			if j != nil {
				part = j.parts[i].joint
			}
			n.kids = append(n.kids, m.node(t.Branches[i].Type, part))
		}
	case t.Kind == Record:
		n.kids = m.fields(t, j)
		n.waiting = int32(len(n.kids))
	case t.Kind == Enum:
		n.choice = readableSymbol(t, j)
	}
	if j != nil && j.cause.kind != none && j.refused {
		n.sum = n.sum.plus(refusal)
	}
	for _, kid := range n.kids {
		m.nodes[kid].up = append(m.nodes[kid].up, at)
	}
	n.up = m.nodes[at].up
	m.nodes[at] = n
}

func (m *minimals) fields(t *Type, j *joint) []int32 {
	kids := make([]int32, len(t.Fields))
	for i := range kids {
		kids[i] = -1
	}
	if j != nil && j.form == fields {
		for _, p := range j.parts {
			kids[p.w] = m.node(t.Fields[p.w].Type, p.joint)
		}
	}
	for i, f := range t.Fields {
		if kids[i] < 0 {
			kids[i] = m.node(f.Type, nil)
		}
	}
	return kids
}

// scalarCost is what a type costs by itself: its bytes, and one for being a value.
func scalarCost(t *Type) cost {
	switch t.Kind {
	case Float:
		return 5
	case Double:
		return 9
	case Fixed:
		return cost(1).plus(cost(t.Size))
	}
	return 2
}

// readableSymbol is the first symbol that the reader has too, the first one without such.
func readableSymbol(w *Type, j *joint) int32 {
	if j == nil || j.r == nil || j.r.Kind != Enum {
		return 0
	}
	known := make(map[string]bool, len(j.r.Symbols))
	for _, s := range j.r.Symbols {
		known[s] = true
	}
	for i, s := range w.Symbols {
		if known[s] {
			return int32(i)
		}
	}
	return 0
}

// settle works out the cost of the nodes from first on. Older nodes are done, or never will be.
func (m *minimals) settle(first int) {
	q := &minimalQueue{nodes: m.nodes}
	for i := first; i < len(m.nodes); i++ {
		n := &m.nodes[i]
		switch {
		case n.t.Kind == Enum && len(n.t.Symbols) == 0:
		case n.waiting == 0 && (n.pass || n.t.Kind != Union):
			q.add(int32(i), n.sum)
		}
		for at, kid := range n.kids {
			if int(kid) < first && m.nodes[kid].done {
				q.hear(int32(i), int32(at))
			}
		}
	}
	for q.Len() > 0 {
		o := heap.Pop(q).(offer)
		n := &m.nodes[o.node]
		if n.done {
			continue
		}
		n.done, n.sum = true, o.cost
		if o.choice >= 0 {
			n.choice = o.choice
		}
		for _, up := range n.up {
			if int(up) < first || m.nodes[up].done {
				continue
			}
			q.tell(up, o.node)
		}
	}
}

// An offer is a cost at which a node can be had.
type offer struct {
	cost   cost
	node   int32
	choice int32 // the union branch that it rests on, -1
}

type minimalQueue struct {
	nodes  []minimal
	offers []offer
}

func (q *minimalQueue) Len() int { return len(q.offers) }
func (q *minimalQueue) Less(i, j int) bool {
	a, b := q.offers[i], q.offers[j]
	if a.cost != b.cost {
		return a.cost < b.cost
	}
	return a.node < b.node || a.node == b.node && a.choice < b.choice
}
func (q *minimalQueue) Swap(i, j int) { q.offers[i], q.offers[j] = q.offers[j], q.offers[i] }
func (q *minimalQueue) Push(x any)    { q.offers = append(q.offers, x.(offer)) }
func (q *minimalQueue) Pop() any {
	last := q.offers[len(q.offers)-1]
	q.offers = q.offers[:len(q.offers)-1]
	return last
}

func (q *minimalQueue) add(node int32, c cost) { heap.Push(q, offer{c, node, -1}) }

// tell passes on to up that one of its kids is done. A node stands in its kid's list once per use, so the kid is told once
// per use too: for a record any one of its uses will do, and a union is offered its first such branch.
func (q *minimalQueue) tell(up, kid int32) {
	n := &q.nodes[up]
	if n.t.Kind == Union && !n.pass {
		for i, k := range n.kids {
			if k == kid {
				q.hear(up, int32(i))
				return
			}
		}
		return
	}
	n.sum = n.sum.plus(q.nodes[kid].sum)
	if n.waiting--; n.waiting == 0 {
		q.add(up, n.sum)
	}
}

// hear takes the cost of the kid at an ordinal.
func (q *minimalQueue) hear(up, ordinal int32) {
	n := &q.nodes[up]
	kid := q.nodes[n.kids[ordinal]].sum
	if n.t.Kind == Union && !n.pass {
		heap.Push(q, offer{n.sum.plus(kid), up, ordinal})
		return
	}
	n.sum = n.sum.plus(kid)
	if n.waiting--; n.waiting == 0 {
		q.add(up, n.sum)
	}
}

// finite reports whether a node has a datum, and one that is small enough to be made.
func (m *minimals) finite(at int32) bool {
	return m.nodes[at].done && m.nodes[at].sum.size() <= maxValues
}

// append appends the bytes of a node's datum. It must be finite.
func (m *minimals) append(out []byte, at int32) []byte {
	n := &m.nodes[at]
	switch {
	case n.pass:
		return m.append(out, n.kids[0])
	case n.t.Kind == Union:
		out = binary.AppendVarint(out, int64(n.choice))
		return m.append(out, n.kids[n.choice])
	case n.t.Kind == Record:
		for _, kid := range n.kids {
			out = m.append(out, kid)
		}
		return out
	}
	return appendSmallest(out, n.t, n.choice)
}

// appendSmallest appends the smallest value of a type without parts; an array or map is empty.
func appendSmallest(out []byte, t *Type, symbol int32) []byte {
	switch t.Kind {
	case Null:
		return out
	case Float:
		return append(out, 0, 0, 0, 0)
	case Double:
		return append(out, 0, 0, 0, 0, 0, 0, 0, 0)
	case Fixed:
		return append(out, make([]byte, t.Size)...)
	case Enum:
		return binary.AppendVarint(out, int64(symbol))
	}
	return append(out, 0)
}
