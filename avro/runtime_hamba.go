package avro

import (
	hamba "github.com/hamba/avro/v2"
)

// hambaLibrary is github.com/hamba/avro v2.31: its parser, its checker and its resolver, each with nothing remembered,
// since its caches are keyed by a canonical form that drops defaults and aliases. It reads as the specification says, but
// takes no notice of what decimals say about themselves, and cuts the numbers of defaults.
var hambaLibrary = library[hamba.Schema]{
	reads: &Policy{Runtime: "hamba", IgnoresDecimals: true, DefaultsAreDoubles: true},
	parse: func(text string) (hamba.Schema, error) {
		return hamba.ParseBytesWithCache([]byte(text), "", &hamba.SchemaCache{})
	},
	check: func(w, r hamba.Schema) error { return hamba.NewSchemaCompatibility().Compatible(r, w) },
	read: func(w, r hamba.Schema, datum []byte) error {
		resolved, err := hamba.NewSchemaCompatibility().Resolve(r, w)
		if err != nil || datum == nil {
			return err
		}
		var v any // what a default comes to shows only when something is read
		return hamba.Config{}.Freeze().Unmarshal(resolved, datum, &v)
	},
	stuck: hambaSticks,
}

// hambaSticks keeps away from what it never comes back from: its resolver follows every reference of a named type without
// a guard, doubles at each level that is referred to twice, and dies of a stack overflow that Go cannot recover; both
// checker and resolver compare every branch of two unions, writing out their canonical forms each time.
func hambaSticks(r *Resolution) (not stuck) {
	const (
		mostTypes    = 50_000  // that its resolver would visit; past that it takes minutes
		mostBranches = 250_000 // pairs of branches
	)
	w, rd := r.Writer.Root.Type, r.Reader.Root.Type
	if widest(w)*widest(rd) > mostBranches {
		not.check = "it is not asked: it compares every branch of a union with every other one, which takes minutes here"
		not.read = not.check
	}
	if expansion(w, mostTypes) >= mostTypes || expansion(rd, mostTypes) >= mostTypes {
		not.read = "its resolver follows named types without a guard and does not come back from this schema"
	}
	return not
}

// widest is the number of branches of the largest union that is part of a type, at least 1.
func widest(t *Type) int {
	most := 1
	t.eachPart(func(t *Type) { most = max(most, len(t.Branches)) })
	return most
}

// expansion counts the types that a walk meets which follows every reference, up to a limit; recursion reaches any limit.
func expansion(t *Type, most int) int {
	count := 0
	depth := 0
	var walk func(t *Type)
	walk = func(t *Type) {
		if count++; count >= most || depth > 5000 {
			count = max(count, most)
			return
		}
		depth++
		t.eachSlot(func(s *Slot) {
			if count < most {
				walk(s.Type)
			}
		})
		depth--
	}
	walk(t)
	return count
}
