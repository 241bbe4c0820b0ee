package avro

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/schemavet/schemavet/compat"
	"pgregory.net/rapid"
)

// drawPair draws a generated pair; drawn numbers start beyond those of TestSoundness.
func drawPair(rt *rapid.T) generatedPair {
	return generatePair(1_000_000 + int(rapid.Uint32().Draw(rt, "pair")))
}

func parsed(rt *rapid.T, text string) *Schema {
	s, err := Parse("s.avsc", []byte(text), nil)
	if err != nil {
		rt.Fatal(err)
	}
	return s
}

func verdictOf(rt *rapid.T, writer, reader string) compat.Verdict {
	return Resolve(parsed(rt, writer), parsed(rt, reader)).Verdict()
}

func layout(rt *rapid.T, label string) spelling {
	return spelling{layout: rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, label), 1))}
}

// Identical schemas keep every value, whatever their layout.
func TestIdenticalKeepsValues(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPair(rt)
		w, r := parsed(rt, p.writerText), parsed(rt, layout(rt, "layout").text(p.writer))
		resolution := Resolve(w, r)
		if !w.Valid() {
			rt.Skip("an invalid schema")
		}
		if resolution.Verdict() != compat.Same {
			rt.Fatalf("%v\n%s", resolution.Verdict(), p.writerText)
		}
		d := &data{Rand: p.random}
		if !d.minimals.finite(d.minimals.of(w.Root.Type, nil)) {
			rt.Skip("no finite datum")
		}
		v := d.value(w.Root.Type, 0)
		encoded, err := v.AppendBinary(nil)
		if err != nil {
			rt.Fatal(err)
		}
		got, err := resolution.Decode(encoded)
		if err != nil || got.JSON() != v.JSON() {
			rt.Fatalf("%s is read as %s, %v", v.JSON(), show(got), err)
		}
	})
}

// Key order, white space, docs and custom properties change no verdict and no value.
func TestLayoutChangesNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPair(rt)
		writer, reader := layout(rt, "writer's layout").text(p.writer), layout(rt, "reader's layout").text(p.reader)
		want, got := verdictOf(rt, p.writerText, p.readerText), verdictOf(rt, writer, reader)
		if want != got {
			rt.Fatalf("%v, and laid out otherwise %v\n%s\n%s", want, got, writer, reader)
		}
	})
}

// Around both sides of a pair a record changes no verdict; in arrays and maps what was refused depends on there being an
// element, in nullable unions on the value being no null.
func TestWrapping(t *testing.T) {
	inRecord := func(m *model) *model {
		return &model{kind: Record, name: "Around", fields: []*modelField{{name: "in", t: m}}}
	}
	inArray := func(m *model) *model { return &model{kind: Array, items: m} }
	inMap := func(m *model) *model { return &model{kind: Map, items: m} }
	inUnion := func(m *model) *model { return &model{kind: Union, branches: []*model{{kind: Null}, m}} }
	plain := spelling{}
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPair(rt)
		verdict := verdictOf(rt, p.writerText, p.readerText)
		weaker := min(verdict, compat.DependsOnData)
		if verdict == compat.Invalid {
			rt.Skip("an invalid schema")
		}
		check := func(how string, around func(*model) *model, want compat.Verdict) {
			if got := verdictOf(rt, plain.text(around(p.writer)), plain.text(around(p.reader))); got != want {
				rt.Fatalf("%v, and in %s %v, not %v\n%s\n%s", verdict, how, got, want, p.writerText, p.readerText)
			}
		}
		if p.writer.space == "" { // a name without a namespace keeps it inside Around, which has none
			check("a record", inRecord, verdict)
		}
		check("an array", inArray, weaker)
		check("a map", inMap, weaker)
		if canBranch(p.writer) && canBranch(p.reader) {
			check("a nullable union", inUnion, weaker)
		}
	})
}

func canBranch(m *model) bool { return m.kind != Union && m.kind != Null }

// Declaring a type in another file changes no verdict.
func TestReferencesChangeNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPair(rt)
		if !p.writer.kind.Named() {
			rt.Skip("nothing to refer to")
		}
		refs := NewLibrary([]File{{Source: "types.avsc", Text: []byte(p.writerText)}})
		w, err := Parse("writer.avsc", []byte(strconv.Quote(p.writer.fullName())), refs)
		if err != nil {
			rt.Fatal(err)
		}
		want := verdictOf(rt, p.writerText, p.readerText)
		if want == compat.Invalid {
			rt.Skip("an invalid schema")
		}
		if got := Resolve(w, parsed(rt, p.readerText)).Verdict(); got != want {
			rt.Fatalf("%v, and by reference %v\n%s\n%s", want, got, p.writerText, p.readerText)
		}
	})
}

// A resolver that remembers says of every pair of a history what a fresh one says, in whatever order it is asked: what it
// has proved under one pair holds in every other.
func TestHistoryIsThePairs(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := newMaker(seed, 1_000_000+uint64(rapid.Uint32().Draw(rt, "history")))
		versions := []*model{g.schema()}
		for len(versions) < 5 {
			versions = append(versions, g.mutate(versions[len(versions)-1]))
		}
		var schemas []*Schema
		for _, m := range versions {
			schemas = append(schemas, parsed(rt, spelling{}.text(m)))
		}
		remembers := NewResolver(nil)
		for _, n := range g.Perm(len(schemas) * len(schemas)) {
			w, r := schemas[n/len(schemas)], schemas[n%len(schemas)]
			together, alone := remembers.Resolve(w, r), Resolve(w, r)
			if together.Verdict() != alone.Verdict() {
				rt.Fatalf("%v in the history, %v alone\n%s\n%s", together.Verdict(), alone.Verdict(), w.Doc.Text(), r.Doc.Text())
			}
			if err := sameReading(g, together, alone); err != nil {
				rt.Fatal(err)
			}
		}
	})
}

// sameReading checks that two resolutions of one pair read a datum alike.
func sameReading(g *maker, a, b *Resolution) error {
	d := &data{Rand: g.Rand}
	if !d.minimals.finite(d.minimals.of(a.Writer.Root.Type, nil)) || a.Verdict() == compat.Invalid {
		return nil
	}
	encoded, err := d.value(a.Writer.Root.Type, 0).AppendBinary(nil)
	if err != nil {
		return err
	}
	x, errX := a.Decode(encoded)
	y, errY := b.Decode(encoded)
	if (errX == nil) != (errY == nil) || errX == nil && x.JSON() != y.JSON() {
		return &DecodeError{Reason: show(x) + " in the history, " + show(y) + " alone"}
	}
	return nil
}
