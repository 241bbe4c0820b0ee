package avro

// A legacyChecker is the algorithm of Java's SchemaCompatibility, which Python's avro.compatibility translates line by line. It
// remembers a pair that is still being proved as compatible and never takes back what rested on that, so it can call a pair
// compatible that is not (the trap that joints avoid); that is kept, since it is what registries answer.
type legacyChecker struct {
	named  func(w, r *Type) bool                           // the names match
	source func(w *Type, f *Field) (source int32, ok bool) // the writer's field for a reader's one; ok is false when the legacyChecker throws
	kind   func(w, r *Type) bool                           // the types are of one kind

	memo   map[[2]*Type]bool
	throws bool   // it threw an exception somewhere, so there is no other answer
	why    string // the first reason found, for the reading
}

func (c *legacyChecker) compatible(w, r *Type) bool {
	if w.Kind.Primitive() && r.Kind.Primitive() {
		return c.note(promotion(w.Kind, r.Kind) != impossible, func() string { return "it does not read " + w.Kind.String() + " as " + r.Kind.String() })
	}
	key := [2]*Type{w, r}
	if known, met := c.memo[key]; met {
		return known
	}
	c.memo[key] = true
	ok := c.calculate(w, r)
	c.memo[key] = ok
	return ok
}

func (c *legacyChecker) note(ok bool, why func() string) bool {
	if !ok && c.why == "" {
		c.why = why()
	}
	return ok
}

func (c *legacyChecker) calculate(w, r *Type) bool {
	switch {
	case w.Kind == Union:
		ok := true
		for i := range w.Branches {
			ok = c.compatible(w.Branches[i].Type, r) && ok
		}
		return ok
	case r.Kind == Union:
		for i := range r.Branches {
			b := r.Branches[i].Type
			if w.Kind == b.Kind && w.Kind.Named() && w.Kind != Record && !c.named(w, b) || w.Kind != b.Kind && promotion(w.Kind, b.Kind) == impossible {
				continue // never compatible, and not worth remembering
			}
			if c.compatible(w, b) {
				return true
			}
		}
		return c.note(false, func() string { return "no branch of the reader's union takes " + w.Spelling() })
	case w.Kind != r.Kind || !c.kind(w, r):
		return c.note(false, func() string { return "it does not read " + w.Spelling() + " as " + r.Spelling() })
	case w.Kind == Array, w.Kind == Map:
		return c.compatible(w.Items.Type, r.Items.Type)
	}
	ok := c.note(c.named(w, r), func() string { return "the names " + clip(w.Name) + " and " + clip(r.Name) + " do not match" })
	switch w.Kind {
	case Fixed:
		return c.note(w.Size == r.Size, func() string { return "the sizes of the fixed differ" }) && ok
	case Enum:
		missing := len((&joint{w: w, r: r}).missingSymbols()) > 0
		return c.note(!missing || r.Fallback != "", func() string { return "the reader's enum lacks symbols and has no default" }) && ok
	}
	return c.fields(w, r) && ok
}

func (c *legacyChecker) fields(w, r *Type) bool {
	ok := true
	for _, f := range r.Fields {
		source, fine := c.source(w, f)
		switch {
		case !fine:
			c.throws = true
			return c.note(false, func() string { return "more than one written field would become " + clip(f.Name) })
		case source >= 0:
			ok = c.compatible(w.Fields[source].Type, f.Type) && ok
		case !f.HasDefault():
			ok = c.note(false, func() string { return "the field " + clip(f.Name) + " is not written and has no default" })
		}
	}
	return ok
}

// An outcome is what becomes of the worst datum under a reader, worse ones greater.
type outcome uint8

const (
	comesThrough outcome = iota
	comesChanged
	doesNotCome
)

func (o outcome) String() string { return [...]string{readsSame, readsChanged, readFails}[o] }

// outcome is that of a scalar by the specification's table.
func (p promotes) outcome() outcome {
	switch p {
	case impossible:
		return doesNotCome
	case lossy:
		return comesChanged
	}
	return comesThrough
}

// A walk visits every pair of types that some datum reaches under a reader whose choices do not depend on what comes of
// them, and keeps the worst outcome. Recursion needs no care: each pair counts once.
type walk struct {
	seen  map[[2]*Type]bool
	queue [][2]*Type
	worst outcome
	why   string
}

func (k *walk) reach(w, r *Type) {
	key := [2]*Type{w, r}
	if !k.seen[key] {
		k.seen[key] = true
		k.queue = append(k.queue, key)
	}
}

func (k *walk) meets(o outcome, why string) {
	if o > k.worst {
		k.worst, k.why = o, why
	}
}

// run visits everything that can be reached from a pair.
func (k *walk) run(w, r *Type, visit func(w, r *Type)) outcome {
	k.seen = map[[2]*Type]bool{}
	k.reach(w, r)
	for len(k.queue) > 0 {
		next := k.queue[len(k.queue)-1]
		k.queue = k.queue[:len(k.queue)-1]
		visit(next[0], next[1])
	}
	return k.worst
}
