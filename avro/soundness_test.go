package avro

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"sort"
	"sync"
	"testing"

	"github.com/schemavet/schemavet/compat"
)

// The seed of every generated pair; a pair is generatePair of its number.
const seed = 20261130

// generated is how many pairs a test looks at.
func generated() int {
	switch {
	case os.Getenv("SCHEMAVET_LONG") != "":
		return 100_000
	case testing.Short():
		return 2_000
	}
	return 20_000
}

// A generatedPair is a writer and a reader that share most of what they say.
type generatedPair struct {
	n              int
	writer, reader *model
	writerText     string
	readerText     string
	random         *rand.Rand
}

func generatePair(n int) generatedPair {
	g := newMaker(seed, uint64(n))
	p := generatedPair{n: n, writer: g.schema(), random: g.Rand}
	p.reader = g.mutate(p.writer)
	if g.chance(10) {
		p.writer, p.reader = p.reader, p.writer
	}
	p.writerText, p.readerText = spelling{}.text(p.writer), spelling{}.text(p.reader)
	return p
}

// tally counts what happened, by name.
type tally map[string]int

func (c tally) log(t *testing.T) {
	var names []string
	for name := range c {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		t.Logf("%7d  %s", c[name], name)
	}
}

// TestSoundness holds every verdict against decoding: same and changed read every datum, same as it was written; refused
// reads none; depends fails on the sample of a named case and on nothing else; every sample does what it says.
func TestSoundness(t *testing.T) {
	counts := eachPair(t, generated(), (*generatedPair).sound)
	for _, verdict := range []string{"verdict same", "verdict changed", "verdict depends", "verdict refused"} {
		if counts[verdict] < generated()/40 {
			t.Errorf("only %d pairs with %s: the generator has lost its way", counts[verdict], verdict)
		}
	}
}

// eachPair looks at so many generated pairs, in as many goroutines as there are processors, and logs what was counted.
func eachPair(t *testing.T, pairs int, look func(*generatedPair, tally) error) tally {
	t.Helper()
	workers := runtime.GOMAXPROCS(0)
	counts, problems := make([]tally, workers), make([][]string, workers)
	var all sync.WaitGroup
	for worker := range workers {
		all.Go(func() {
			counts[worker] = tally{}
			for n := worker; n < pairs && len(problems[worker]) < 5; n += workers {
				p := generatePair(n)
				if err := look(&p, counts[worker]); err != nil {
					problems[worker] = append(problems[worker], fmt.Sprintf("pair %d (seed %d): %v\nwriter %s\nreader %s", n, seed, err, p.writerText, p.readerText))
				}
			}
		})
	}
	all.Wait()
	sum := tally{}
	for worker := range workers {
		for name, count := range counts[worker] {
			sum[name] += count
		}
		for _, problem := range problems[worker] {
			t.Error(problem)
		}
	}
	t.Logf("%d pairs from seed %d", pairs, seed)
	sum.log(t)
	return sum
}

func (p *generatedPair) resolve() (*Resolution, error) {
	w, err := Parse("writer.avsc", []byte(p.writerText), nil)
	if err != nil {
		return nil, err
	}
	r, err := Parse("reader.avsc", []byte(p.readerText), nil)
	if err != nil {
		return nil, err
	}
	return Resolve(w, r), nil
}

func (p *generatedPair) sound(counts tally) error {
	r, err := p.resolve()
	if err != nil {
		return err
	}
	verdict := r.Verdict()
	counts["verdict "+verdict.String()]++
	if verdict == compat.Invalid {
		for _, s := range []*Schema{r.Writer, r.Reader} {
			for _, f := range s.Faults {
				if !f.Valid {
					counts["invalid: "+f.Rule]++
				}
			}
		}
		return nil
	}
	d := &data{Rand: p.random}
	if !d.minimals.finite(d.minimals.of(r.Writer.Root.Type, nil)) {
		counts["the writer has no finite datum"]++
		return nil
	}
	for range 4 {
		if err := p.decodes(r, d.value(r.Writer.Root.Type, 0), counts); err != nil {
			return err
		}
	}
	return samplesHold(r, p.random.IntN(2) == 0, counts)
}

// decodes holds the verdict against one datum.
func (p *generatedPair) decodes(r *Resolution, v Value, counts tally) error {
	data, err := v.AppendBinary(nil)
	if err != nil {
		return err
	}
	back, err := r.Writer.DecodeAsWritten(data)
	if err != nil || back.JSON() != v.JSON() {
		return fmt.Errorf("%s is written as %x and comes back as %s, %v", v.JSON(), data, show(back), err)
	}
	counts["data"]++
	got, err := r.Decode(data)
	var fails *DecodeError
	if err != nil && (!errors.As(err, &fails) || fails.Cause != ReaderRefuses) {
		return fmt.Errorf("%s: %w", v.JSON(), err)
	}
	switch verdict := r.Verdict(); {
	case err != nil && verdict < compat.DependsOnData:
		return fmt.Errorf("%v, yet %s: %w", verdict, v.JSON(), err)
	case err == nil && verdict == compat.Refused:
		return fmt.Errorf("%v, yet %s is read as %s", verdict, v.JSON(), got.JSON())
	case verdict == compat.Same && !arrivesAs(v, got):
		return fmt.Errorf("%v, yet %s is read as %s", verdict, v.JSON(), got.JSON())
	case err != nil:
		counts["data that the reader refuses"]++
		if site := namedCase(r.Trace(true).Root, fails.Path); site == nil {
			return fmt.Errorf("%s fails where no site says so: %w", v.JSON(), err)
		}
		return nil
	case !arrivesAs(v, got):
		counts["data that change"]++
	}
	if _, err := got.AppendBinary(nil); err != nil {
		return err
	}
	return wellFormed(got)
}

// namedCase is the site that says why a datum fails at a path: the last one on the way there that refuses or depends, nil
// without one. The way goes on where a pair of definitions was resolved first.
func namedCase(root *compat.Site, path compat.Path) *compat.Site {
	var said *compat.Site
	site := root
	steps := pathStep.FindAllString(string(path), -1)
	for n := 0; ; n++ {
		if site.Does >= compat.Depends {
			said = site
		}
		if site.Again != nil {
			site = site.Again
			if site.Does >= compat.Depends {
				said = site
			}
		}
		if n+1 >= len(steps) {
			return said
		}
		var next *compat.Site
		for _, kid := range site.Kids {
			if kid.Path == site.Path+compat.Path(steps[n+1]) {
				next = kid
				break
			}
		}
		if next == nil {
			return said
		}
		site = next
	}
}

// wellFormed checks that a value is one of its type.
func wellFormed(v Value) error {
	switch t := v.Type; {
	case t == nil:
		return errors.New("a value without a type")
	case t.Kind == Record && len(v.Parts) != len(t.Fields), t.Kind == Union && (len(v.Parts) != 1 || v.Branch() >= len(t.Branches)),
		t.Kind == Map && len(v.Keys) != len(v.Parts), t.Kind == Enum && int(v.bits) >= len(t.Symbols), t.Kind == Fixed && len(v.text) != t.Size:
		return fmt.Errorf("%s is no %s", v.JSON(), t.Spelling())
	}
	for i := range v.Parts {
		part := v.Type.Items.Type
		switch v.Type.Kind {
		case Record:
			part = v.Type.Fields[i].Type
		case Union:
			part = v.Type.Branches[v.Branch()].Type
		}
		if part.id != v.Parts[i].Type.id {
			return fmt.Errorf("%s inside %s where %s belongs", v.Parts[i].Type.Spelling(), v.Type.Spelling(), part.Spelling())
		}
		if err := wellFormed(v.Parts[i]); err != nil {
			return err
		}
	}
	return nil
}

// samplesHold holds every site's sample against decoding the whole datum, and looks for the proof of the verdict among them.
func samplesHold(r *Resolution, whole bool, counts tally) error {
	trace := r.Trace(whole)
	var problem error
	refusals, cases, lossy, proofs, endless := 0, 0, 0, 0, 0
	trace.Walk(func(s *compat.Site) {
		if problem != nil {
			return
		}
		sample := trace.Sampler.Sample(s, "")
		if sample == nil {
			counts["sites without a sample"]++
			if s.Does == compat.Depends || s.Lossy {
				endless++
			}
			return
		}
		counts["samples"]++
		written, err := r.Writer.DecodeAsWritten(sample.Datum)
		if err != nil {
			problem = fmt.Errorf("sample of %s: %w", s.Path, err)
			return
		}
		got, err := r.Decode(sample.Datum)
		switch {
		case sample.Fails && err == nil:
			problem = fmt.Errorf("the sample of %s (%v, %s -> %s) fails, yet %s is read as %s", s.Path, s.Does, sample.Written, sample.Read, written.JSON(), got.JSON())
		case s.Does == compat.Refuse && !sample.Fails, s.Does == compat.Depends && !sample.Fails:
			problem = fmt.Errorf("the sample of %s (%v, %s) does not fail: %s -> %s", s.Path, s.Does, s.Cause, sample.Written, sample.Read)
		case s.Lossy && s.Does <= compat.Promote && !sample.Fails && sample.Written == sample.Read && !isUUID(s.Reader):
			problem = fmt.Errorf("the sample of %s (lossy) shows nothing: %s -> %s", s.Path, sample.Written, sample.Read)
		case err == nil && s.Reader != nil && briefAt(got, s.Path) != sample.Read:
			problem = fmt.Errorf("the sample of %s (%v) reads %s, the whole datum %s there", s.Path, s.Does, sample.Read, briefAt(got, s.Path))
		case s.Does == compat.Refuse:
			refusals++
		case s.Does == compat.Depends:
			cases++
		case s.Lossy:
			lossy++
		}
		if err != nil {
			proofs++
			if sample.Fails && err.(*DecodeError).Reason != sample.Read {
				counts["samples of which something else fails first"]++
			}
		}
	})
	if problem != nil {
		return problem
	}
	switch v := r.Verdict(); {
	case v == compat.DependsOnData && proofs == 0 && endless > 0 && hasEndless(r.Writer):
		counts["depends, on a value that has no end"]++
	case v == compat.Changed && lossy == 0 && endless > 0 && hasEndless(r.Writer):
		counts["changed, in a value that has no end"]++
	case v >= compat.DependsOnData && proofs == 0:
		return fmt.Errorf("%v, and no sample fails (%d refusing sites, %d cases)", v, refusals, cases)
	case v == compat.Changed && lossy == 0:
		return fmt.Errorf("%v, and no site is lossy", v)
	case v < compat.DependsOnData && (cases > 0 || proofs > 0):
		return fmt.Errorf("%v, and %d sites depend on data, %d samples fail", v, cases, proofs)
	}
	return nil
}

// briefAt is the first value at a site's path in a datum that was read.
func briefAt(v Value, path compat.Path) string {
	steps := pathStep.FindAllString(string(path), -1)
	for _, step := range steps[1:] {
		v = v.Inner()
		switch {
		case step[0] == '.':
			i := v.Type.fieldIndex(step[1:])
			if i < 0 {
				return "no field " + step
			}
			v = v.Parts[i]
		case step[0] == '<':
		case len(v.Parts) == 0:
			return "nothing in " + step
		default:
			v = v.Parts[0]
		}
	}
	return v.Brief(sampleText)
}

var pathStep = regexp.MustCompile(`^[^.\[{<]*|\.[^.\[{<]*|\[\]|\{\}|<[^>]*(>+)`)

// hasEndless reports whether some record of the schema has no finite value.
func hasEndless(s *Schema) bool {
	for _, f := range s.Faults {
		if f.Rule == "avro-recursion-endless" {
			return true
		}
	}
	return false
}

// isUUID reports a text that is read in the sense of a UUID: the one sense that does not show in what is read.
func isUUID(n *compat.Node) bool {
	bare := typeAt(n).Bare()
	return bare != nil && bare.Kind == String && bare.Logical.Name == "uuid"
}
