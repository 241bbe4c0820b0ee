package avro

import (
	"iter"

	"github.com/schemavet/schemavet/compat"
)

// A Resolver joins writers with readers under one policy and remembers what it has proved: a pair of definitions is
// resolved once, however many pairs of schemas it stands in. It is not safe for concurrent use.
type Resolver struct {
	policy *Policy
	joints map[pairKey]*joint
	open   []*joint // explored, not solved yet
	Pairs  int      // distinct pairs of definitions resolved so far: the measure of work

	indices map[identity]map[string][]int32 // of large unions: branches by unqualified name
}

type pairKey struct{ w, r identity }

// NewResolver makes a resolver for a policy; nil is the specification.
func NewResolver(policy *Policy) *Resolver {
	if policy == nil {
		policy = &specification
	}
	return &Resolver{policy: policy, joints: map[pairKey]*joint{}}
}

// A form says how a joint's parts decide it.
type form uint8

const (
	leaf        form = iota // nothing inside decides: primitives, enums, fixed, and what never matches
	items                   // arrays and maps
	fields                  // records
	writerUnion             // one part per writer branch, each against the whole reader
	readerUnion             // one part per reader branch that could match
)

// A joint is where a writer's type meets a reader's, resolved once per pair of definitions. Joints form a graph, with
// cycles where types recurse.
//
// Two things can be wrong with it, each growing from the parts upward. refused: no value gets through. unmatched: as a branch
// of a reader's union it is passed over, which is also so for an array whose items do not match although an empty array
// would get through (Avro 1.12, Schema Resolution: item types are part of the match). What is not refused in the end holds
// for recursive types too: the greatest fixed point, found by counting instead of by assuming.
type joint struct {
	w, r  *Type
	form  form
	parts []part
	cause cause

	refused, unmatched bool
	depends, lossy     bool // some value fails; some value comes out as another
	promotes           bool
	choice             int // readerUnion: index into parts of the branch taken, -1 without one

	// Only while solving:
	live, fit int                               // parts of a union not yet refused, not yet unmatched
	up        []*joint                          // whose part this is, once per part
	told      struct{ refused, unmatched bool } // what up has heard
	solved    bool
}

// A part is one joint inside another, with the ordinals of the two sides: fields or branches, -1 where there is none.
type part struct {
	joint *joint
	w, r  int32
	how   compat.Mechanism
}

// The mechanisms by which Avro joins the two sides of a site.
const (
	ByType        compat.Mechanism = "by type"
	ByName        compat.Mechanism = "by name"
	ByShortName   compat.Mechanism = "by unqualified name"
	ByAlias       compat.Mechanism = "by alias"
	ByPromotion   compat.Mechanism = "by promotion"
	ByBranch      compat.Mechanism = "by branch"
	ByDefault     compat.Mechanism = "by default"
	ByEnumDefault compat.Mechanism = "by the enum's default"
	Identical     compat.Mechanism = "identical"
	Unmatched     compat.Mechanism = "no match"
	Unread        compat.Mechanism = "not read"
)

// join resolves one pair of types.
func (r *Resolver) join(w, rd *Type) *joint {
	j := r.explore(w, rd)
	r.solve()
	return j
}

// explore is the joint of a pair, made together with everything it rests on but not solved. The list of open joints is
// its stack, so that deep schemas do not grow Go's.
func (r *Resolver) explore(w, rd *Type) *joint {
	first := r.joint(w, rd)
	for i := 0; i < len(r.open); i++ {
		r.expand(r.open[i])
	}
	return first
}

// identical is the joint of every pair of equal definitions: each value comes out as it went in, branch by branch.
var identical = joint{choice: -1, solved: true}

// joint finds the joint of a pair, or makes one whose parts are still to be explored.
func (r *Resolver) joint(w, rd *Type) *joint {
	if w.id == rd.id {
		return &identical
	}
	if w.Kind.Primitive() && rd.Kind.Primitive() {
		if known := &primitivePairs[w.Kind][rd.Kind]; w.Logical == rd.Logical {
			return known
		}
	}
	key := pairKey{w.id, rd.id}
	if j := r.joints[key]; j != nil {
		return j
	}
	r.Pairs++
	j := &joint{w: w, r: rd, choice: -1}
	r.joints[key] = j
	r.open = append(r.open, j)
	return j
}

// primitivePairs are the joints of plain primitives; they rest on nothing.
var primitivePairs = func() (pairs [String + 1][String + 1]joint) {
	for w := range pairs {
		for r := range pairs[w] {
			j := &pairs[w][r]
			*j = joint{w: primitives[w], r: primitives[r], choice: -1, solved: true}
			j.scalar(&specification)
			j.settleLeaf()
		}
	}
	return pairs
}()

// expand finds the parts of a joint.
func (r *Resolver) expand(j *joint) {
	w, rd := j.w, j.r
	add := func(k *joint, wi, ri int, how compat.Mechanism) {
		j.parts = append(j.parts, part{k, int32(wi), int32(ri), how})
	}
	switch {
	case w.Kind == Union:
		j.form = writerUnion
		for i := range w.Branches {
			add(r.joint(w.Branches[i].Type, rd), i, -1, ByBranch)
		}
	case rd.Kind == Union:
		j.form = readerUnion
		for i := range r.candidates(w, rd) {
			add(r.joint(w, rd.Branches[i].Type), -1, i, ByBranch)
		}
	case w.Kind == rd.Kind && (w.Kind == Array || w.Kind == Map):
		j.form = items
		add(r.joint(w.Items.Type, rd.Items.Type), 0, 0, ByType)
	case w.Kind == Record && rd.Kind == Record:
		j.form = fields
		r.fields(j)
	default:
		j.scalar(r.policy)
		r.named(j)
	}
}

// candidates are the branches of a reader's union that could match w, in order. A union of many branches is looked up by
// name, since every branch of a writer's union asks.
func (r *Resolver) candidates(w, union *Type) iter.Seq[int] {
	const few = 16
	return func(yield func(int) bool) {
		if len(union.Branches) > few && w.Kind.Named() {
			for _, i := range r.index(union)[w.ShortName()] {
				if r.couldMatch(w, union.Branches[i].Type) && !yield(int(i)) {
					return
				}
			}
			return
		}
		for i := range union.Branches {
			if r.couldMatch(w, union.Branches[i].Type) && !yield(i) {
				return
			}
		}
	}
}

// index finds the branches of a union by the unqualified names and aliases of their types: types whose names match share one.
func (r *Resolver) index(union *Type) map[string][]int32 {
	if known := r.indices[union.id]; known != nil {
		return known
	}
	index := make(map[string][]int32, len(union.Branches))
	for i := range union.Branches {
		add := func(name string) {
			if at := index[name]; len(at) == 0 || at[len(at)-1] != int32(i) {
				index[name] = append(at, int32(i))
			}
		}
		b := union.Branches[i].Type
		add(b.ShortName())
		for _, a := range b.Aliases {
			add(shortName(a))
		}
	}
	if r.indices == nil {
		r.indices = map[identity]map[string][]int32{}
	}
	r.indices[union.id] = index
	return index
}

// couldMatch passes over branches that can never match.
func (r *Resolver) couldMatch(w, rd *Type) bool {
	if w.Kind != rd.Kind {
		return promotion(w.Kind, rd.Kind) != impossible
	}
	return !w.Kind.Named() || r.policy.namesMatch(w, rd) != ""
}

// fields joins two records: every reader field takes the writer field of its name or of one of its aliases, else its
// default (Avro 1.12, Schema Resolution, records). Pairs of identical types need no part.
func (r *Resolver) fields(j *joint) {
	r.named(j)
	if j.refused {
		return
	}
	m := r.match(j.w, j.r)
	for ri, rf := range j.r.Fields {
		switch wi := m.source[ri]; {
		case wi == ambiguous:
			j.refuse(cause{kind: ambiguousAlias, field: int32(ri)})
		case wi == unwritten && !r.policy.fills(rf):
			j.refuse(cause{kind: fieldMissing, field: int32(ri)})
		case wi >= 0 && j.w.Fields[wi].Type.id != rf.Type.id:
			j.parts = append(j.parts, part{r.joint(j.w.Fields[wi].Type, rf.Type), wi, int32(ri), m.how(int32(ri))})
		}
	}
}

// solve decides every explored joint: refusal and mismatch first, then the branch taken, then what depends on data.
func (r *Resolver) solve() {
	open := r.open
	r.open = nil
	for _, j := range open {
		for _, p := range j.parts {
			if !p.joint.solved {
				p.joint.up = append(p.joint.up, j)
			}
		}
		j.live, j.fit = len(j.parts), len(j.parts)
	}
	var queue []*joint
	for _, j := range open {
		refused, unmatched := j.refused, j.unmatched
		j.refused, j.unmatched = false, false
		queue = j.mark(refused, unmatched, queue)
		for _, p := range j.parts {
			if p.joint.solved {
				queue = j.partFails(p.joint.refused, p.joint.unmatched, queue)
			}
		}
		if j.form == readerUnion && len(j.parts) == 0 {
			queue = j.mark(true, true, queue)
		}
	}
	for len(queue) > 0 {
		j := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		refused, unmatched := j.refused && !j.told.refused, j.unmatched && !j.told.unmatched
		j.told.refused, j.told.unmatched = j.refused, j.unmatched
		for _, up := range j.up {
			queue = up.partFails(refused, unmatched, queue)
		}
	}
	r.settle(open)
}

// mark raises a joint's flags and queues it when they are new.
func (j *joint) mark(refused, unmatched bool, queue []*joint) []*joint {
	unmatched = unmatched || refused
	if refused && !j.refused || unmatched && !j.unmatched {
		j.refused = j.refused || refused
		j.unmatched = j.unmatched || unmatched
		queue = append(queue, j)
	}
	return queue
}

// partFails tells j that one of its parts has newly become refused or unmatched.
func (j *joint) partFails(refused, unmatched bool, queue []*joint) []*joint {
	switch j.form {
	case items:
		return j.mark(false, unmatched, queue)
	case fields:
		return j.mark(refused, unmatched, queue)
	}
	if refused {
		j.live--
	}
	if unmatched {
		j.fit--
	}
	if j.form == readerUnion {
		return j.mark(j.fit == 0, j.fit == 0, queue)
	}
	return j.mark(j.live == 0, j.fit == 0, queue)
}

// settle takes the branch of every reader's union and carries upward what depends on data or loses something.
func (r *Resolver) settle(open []*joint) {
	var queue []*joint
	for _, j := range open {
		if j.form == readerUnion {
			j.choice = r.policy.choose(j)
		}
		j.settleLeaf()
	}
	for _, j := range open {
		for i := range j.parts {
			j.carry(i)
		}
		if j.depends || j.lossy {
			queue = append(queue, j)
		}
	}
	for len(queue) > 0 {
		j := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, up := range j.up {
			if !up.solved && up.take(j) {
				queue = append(queue, up)
			}
		}
	}
	for _, j := range open {
		j.solved, j.up = true, nil
	}
}

// carry takes over what one part says, if values pass through it.
func (j *joint) carry(i int) bool {
	p := j.parts[i].joint
	depends, lossy := j.depends, j.lossy
	switch {
	case j.form == readerUnion && i != j.choice, j.refused:
	case p.refused:
		j.depends = true
	default:
		j.depends = j.depends || p.depends
		j.lossy = j.lossy || p.lossy
	}
	return j.depends != depends || j.lossy != lossy
}

// take takes over what a part has newly come to say; it reports whether that is new to j too.
func (j *joint) take(part *joint) bool {
	if j.form == readerUnion {
		return j.choice >= 0 && j.parts[j.choice].joint == part && j.carry(j.choice)
	}
	if j.refused || part.refused {
		return false
	}
	depends, lossy := j.depends, j.lossy
	j.depends = j.depends || part.depends
	j.lossy = j.lossy || part.lossy
	return j.depends != depends || j.lossy != lossy
}
