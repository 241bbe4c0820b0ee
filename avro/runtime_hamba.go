package avro

import (
	"github.com/schemavet/schemavet/compat"

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

// hambaSticks keeps away from what its resolver never comes back from: it follows every reference of a named type without
// a guard, doubles at each level that is referred to twice, and dies of a stack overflow that Go cannot recover.
func hambaSticks(r *Resolution) string {
	const most = 50_000 // types that it would visit; past that it takes minutes
	if expansion(r.Writer.Root.Type, most) >= most || expansion(r.Reader.Root.Type, most) >= most {
		return "its resolver follows named types without a guard and does not come back from this schema"
	}
	return skipsNull(r)
}

// skipsNull looks for a null that its decoder cannot skip: anywhere in a field that the reader drops, but for the branches of unions.
func skipsNull(r *Resolution) (why string) {
	seen := map[*Type]bool{}
	var holds func(t *Type) bool
	holds = func(t *Type) (found bool) {
		if seen[t] {
			return false
		}
		seen[t] = true
		t.eachSlot(func(s *Slot) {
			found = found || s.Type.Kind == Null && t.Kind != Union || holds(s.Type)
		})
		return found
	}
	r.Trace(false).Walk(func(s *compat.Site) {
		if f := fieldOf(s.Writer); f != nil && s.Reader == nil && why == "" && (f.Type.Kind == Null || holds(f.Type)) {
			why = "its decoder cannot skip the null in " + clip(f.Name)
		}
	})
	return why
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
