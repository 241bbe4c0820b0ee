package avro

import (
	"encoding/json"
	"runtime"
	"testing"

	hamba "github.com/hamba/avro/v2"
	twmb "github.com/twmb/avro"

	"github.com/schemavet/schemavet/compat"
)

// The workloads W1 to W4 with the two Go peers beside our own engine in one run:
//
//	go test ./avro -run '^$' -bench 'W[1-4]' -benchtime 3x -count 5
//
// Compare by ratio inside one run; machines differ.

func ours(b *testing.B, w, r []byte) compat.Verdict {
	ws, err := Parse("w.avsc", w, nil)
	if err != nil {
		b.Fatal(err)
	}
	rs, err := Parse("r.avsc", r, nil)
	if err != nil {
		b.Fatal(err)
	}
	there, back := Resolve(ws, rs), Resolve(rs, ws)
	there.Trace(false)
	back.Trace(false)
	return max(there.Verdict(), back.Verdict())
}

func hambas(b *testing.B, w, r []byte) {
	ws, err := hamba.ParseBytesWithCache(w, "", &hamba.SchemaCache{})
	if err != nil {
		b.Fatal(err)
	}
	rs, err := hamba.ParseBytesWithCache(r, "", &hamba.SchemaCache{})
	if err != nil {
		b.Fatal(err)
	}
	_ = hamba.NewSchemaCompatibility().Compatible(rs, ws)
	_ = hamba.NewSchemaCompatibility().Compatible(ws, rs)
}

func twmbs(b *testing.B, w, r []byte) {
	ws, err := twmb.Parse(string(w))
	if err != nil {
		b.Fatal(err)
	}
	rs, err := twmb.Parse(string(r))
	if err != nil {
		b.Fatal(err)
	}
	_ = twmb.CheckCompatibility(ws, rs)
	_ = twmb.CheckCompatibility(rs, ws)
}

var engines = []struct {
	name string
	both func(b *testing.B, w, r []byte)
}{
	{"schemavet", func(b *testing.B, w, r []byte) { ours(b, w, r) }},
	{"twmb", twmbs},
	{"hamba", hambas},
}

func BenchmarkW1OnePair(b *testing.B) {
	w, r := subjectPair(3)
	for _, e := range engines {
		b.Run(e.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				e.both(b, w, r)
			}
		})
	}
}

func BenchmarkW2Subjects(b *testing.B) {
	var pairs [1000][2][]byte
	size := 0
	for i := range pairs {
		pairs[i][0], pairs[i][1] = subjectPair(i)
		size += len(pairs[i][0]) + len(pairs[i][1])
	}
	for _, e := range engines {
		b.Run(e.name, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for i := range pairs {
					e.both(b, pairs[i][0], pairs[i][1])
				}
			}
		})
	}
}

func BenchmarkW3History(b *testing.B) {
	for _, shape := range []struct {
		name   string
		nested bool
	}{{"flat", false}, {"nested", true}} {
		var texts [200][]byte
		for v := range texts {
			texts[v] = historyVersion(v, shape.nested)
		}
		b.Run(shape.name+"/schemavet", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				historyPairs(b, texts[:])
			}
		})
		b.Run(shape.name+"/twmb", func(b *testing.B) {
			for b.Loop() {
				var all []*twmb.Schema
				for _, text := range texts {
					s, err := twmb.Parse(string(text))
					if err != nil {
						b.Fatal(err)
					}
					all = append(all, s)
				}
				for i := range all {
					for j := range all {
						if i != j {
							_ = twmb.CheckCompatibility(all[i], all[j])
						}
					}
				}
			}
		})
		b.Run(shape.name+"/hamba-shared", func(b *testing.B) {
			for b.Loop() {
				var all []hamba.Schema
				for _, text := range texts {
					s, err := hamba.ParseBytesWithCache(text, "", &hamba.SchemaCache{})
					if err != nil {
						b.Fatal(err)
					}
					all = append(all, s)
				}
				shared := hamba.NewSchemaCompatibility()
				for i := range all {
					for j := range all {
						if i != j {
							_ = shared.Compatible(all[i], all[j])
						}
					}
				}
			}
		})
	}
}

// historyPairs resolves every ordered pair of a history and returns the number of distinct pairs of definitions.
func historyPairs(t testing.TB, texts [][]byte) int {
	var all []*Schema
	for _, text := range texts {
		s, err := Parse("h.avsc", text, nil)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	r := NewResolver(nil)
	for i := range all {
		for j := range all {
			if i != j {
				r.Resolve(all[i], all[j]).Verdict()
			}
		}
	}
	return r.Pairs
}

func BenchmarkW4Shapes(b *testing.B) {
	for name, text := range hurting(1) {
		reader := turned(name, text)
		b.Run(name+"/schemavet", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				ours(b, text, reader)
			}
		})
		b.Run(name+"/one-json-pass", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				var v any
				if err := json.Unmarshal(text, &v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestDistinctPairs: the work on a history grows with the distinct pairs of definitions, not with versions squared times
// fields. Every pair of two versions is one pair of root records; nested groups recur between them.
func TestDistinctPairs(t *testing.T) {
	var texts [40][]byte
	for v := range texts {
		texts[v] = historyVersion(v, true)
	}
	small, large := historyPairs(t, texts[:20]), historyPairs(t, texts[:])
	if small > 20*19+30*20*19/4 || large > 40*39+30*40*39/4 {
		t.Errorf("%d and %d distinct pairs for 20 and 40 versions", small, large)
	}
}

// TestNoQuadraticGrowth: twice the schema, about twice the pairs resolved and the memory allocated.
func TestNoQuadraticGrowth(t *testing.T) {
	one, two := hurting(1), hurting(2)
	for name := range one {
		p1, b1 := work(t, name, one[name])
		p2, b2 := work(t, name, two[name])
		size := float64(len(two[name])) / float64(len(one[name])) // the mutual shape's text itself grows by the square
		if float64(p2) > 1.2*size*float64(p1)+8 || float64(b2) > 1.5*size*float64(b1) {
			t.Errorf("%s: %.1f times the text, pairs %d then %d, bytes %d then %d", name, size, p1, p2, b1, b2)
		}
	}
}

// work is what resolving one of the shapes costs: distinct pairs, and bytes allocated.
func work(t *testing.T, name string, text []byte) (pairs int, bytes uint64) {
	reader := turned(name, text)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := NewResolver(nil)
	r.Resolve(mustParse(t, "w.avsc", text), mustParse(t, "r.avsc", reader)).Trace(false)
	runtime.ReadMemStats(&after)
	return r.Pairs, after.TotalAlloc - before.TotalAlloc
}
