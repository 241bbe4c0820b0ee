package avro

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"testing"

	hamba "github.com/hamba/avro/v2"
	twmb "github.com/twmb/avro"

	"github.com/schemavet/schemavet/compat"
)

// TestPeers decodes generated data with hamba under the writer's schema and with twmb under the pair, and holds our values
// and verdicts against theirs. What differs must have a reason that is tested for; anything else fails.
func TestPeers(t *testing.T) {
	pairs := generated() / 4 // each is parsed, resolved and read by two more libraries
	counts := eachPair(t, pairs, (*generatedPair).againstPeers)
	for _, seen := range []string{"hamba reads what we wrote", "twmb and we agree on the verdict", "twmb reads what we read"} {
		if counts[seen] < pairs/2 {
			t.Errorf("%s only %d times: the comparison has lost its way", seen, counts[seen])
		}
	}
}

func (p *generatedPair) againstPeers(counts tally) error {
	r, err := p.resolve()
	if err != nil {
		return err
	}
	if r.Verdict() == compat.Invalid {
		return nil
	}
	accepted, err := p.twmbVerdict(r, counts)
	if err != nil {
		return err
	}
	// Values are compared without logical types, which change what a library hands out and not what is on the wire.
	plain := *p
	plain.writerText, plain.readerText = spelling{bare: true}.text(p.writer), spelling{bare: true}.text(p.reader)
	bare, err := plain.resolve()
	if err != nil {
		return err
	}
	d := &data{Rand: p.random}
	if !d.minimals.finite(d.minimals.of(bare.Writer.Root.Type, nil)) {
		return nil
	}
	theirs, err := plain.peers(accepted)
	if err != nil {
		return err
	}
	values := []Value{d.value(bare.Writer.Root.Type, 0), d.value(bare.Writer.Root.Type, 0)}
	values = append(values, sampled(bare)...)
	for _, v := range values {
		encoded, err := v.AppendBinary(nil)
		if err != nil {
			return err
		}
		if err := theirs.hambaReads(v, encoded, counts); err != nil {
			return err
		}
		if accepted {
			if err := theirs.twmbReads(bare, v, encoded, counts); err != nil {
				return err
			}
		}
	}
	return nil
}

// sampled are the data of the first samples of a pair.
func sampled(r *Resolution) []Value {
	const most = 3
	var values []Value
	trace := r.Trace(true)
	trace.Walk(func(s *compat.Site) {
		if len(values) == most {
			return
		}
		if sample := trace.Sampler.Sample(s, ""); sample != nil {
			if v, err := r.Writer.DecodeAsWritten(sample.Datum); err == nil { // TestSoundness tells when it is not
				values = append(values, v)
			}
		}
	})
	return values
}

// peers are the libraries made ready for one pair.
type peers struct {
	hamba   hamba.API
	written hamba.Schema
	twmb    *twmb.Schema
}

func (p *generatedPair) peers(accepted bool) (peers, error) {
	text := spelling{bare: true, wire: true}.text(p.writer) // hamba's parser stumbles over valid defaults
	written, err := hamba.ParseBytesWithCache([]byte(text), "", &hamba.SchemaCache{})
	if err != nil {
		return peers{}, fmt.Errorf("hamba rejects the writer: %w", err)
	}
	made := peers{hamba: hamba.Config{}.Freeze(), written: written}
	if accepted {
		made.twmb, err = twmb.Resolve(twmb.MustParse(p.writerText), twmb.MustParse(p.readerText))
		if err != nil {
			return peers{}, fmt.Errorf("twmb refuses without logical types: %w", err)
		}
	}
	return made, nil
}

// hambaReads checks that what we wrote is what hamba reads with the writer's schema.
func (p *peers) hambaReads(v Value, encoded []byte, counts tally) error {
	var got any
	if err := p.hamba.Unmarshal(p.written, encoded, &got); err != nil {
		return fmt.Errorf("hamba reads %x (%s): %w", encoded, v.JSON(), err)
	}
	if err := sameAs(v, got, false); err != nil {
		return fmt.Errorf("hamba reads %x (%s) as %v: %w", encoded, v.JSON(), got, err)
	}
	counts["hamba reads what we wrote"]++
	return nil
}

// twmbVerdict holds our verdict against twmb's, and reports whether twmb reads the pair.
func (p *generatedPair) twmbVerdict(r *Resolution, counts tally) (accepted bool, err error) {
	writer, err := twmb.Parse(p.writerText)
	if err != nil {
		return false, fmt.Errorf("twmb rejects the writer: %w", err)
	}
	reader, err := twmb.Parse(p.readerText)
	if err != nil {
		return false, fmt.Errorf("twmb rejects the reader: %w", err)
	}
	_, refusal := twmb.Resolve(writer, reader)
	verdict := r.Verdict()
	if (refusal == nil) == (verdict <= compat.Changed) {
		counts["twmb and we agree on the verdict"]++
		return refusal == nil, nil
	}
	if reason := twmbDiffers(r, refusal == nil); reason != "" {
		counts["twmb: "+reason]++
		return refusal == nil, nil
	}
	return false, fmt.Errorf("%v, and twmb says %v", verdict, refusal)
}

// twmbDiffers names why twmb's verdict is another one.
func twmbDiffers(r *Resolution, accepted bool) string {
	readable := func(p Policy) bool { return r.under(&p).Verdict() <= compat.Changed }
	switch {
	case r.Verdict() == compat.DependsOnData && !accepted:
		return "refuses a pair when some datum would fail"
	case readable(Policy{NullableFills: true}) == accepted:
		return "a nullable field without default is filled with null"
	case readable(Policy{AliasAnyNamespace: true}) == accepted:
		return "an alias without a dot counts in every namespace"
	case readable(Policy{Choice: NameThenPromotion}) == accepted:
		return "a branch is chosen by its name"
	case readable(twmbReads) == accepted:
		return "several of these"
	case !accepted && stuckByName(r):
		return "looks no further than the branch of the right name"
	}
	return ""
}

// stuckByName reports whether some union of the reader has a branch of the right name, or kind, that does not take the
// written value, or not every one: twmb tries no other branch then.
func stuckByName(r *Resolution) bool {
	seen := map[*joint]bool{}
	todo := []*joint{r.under(&twmbReads).joint}
	for len(todo) > 0 {
		j := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[j] {
			continue
		}
		seen[j] = true
		nearest, rank := -1, byPromotion+1
		for i, p := range j.parts {
			todo = append(todo, p.joint)
			if j.form == readerUnion {
				if k := twmbReads.rank(j.w, j.r.Branches[p.r].Type); k < rank {
					nearest, rank = i, k
				}
			}
		}
		if nearest >= 0 {
			if p := j.parts[nearest].joint; p.refused || p.unmatched || p.depends {
				return true
			}
		}
	}
	return false
}

// twmbReads checks that twmb reads under the pair what we read.
func (p *peers) twmbReads(r *Resolution, v Value, encoded []byte, counts tally) error {
	var theirs any
	rest, err := p.twmb.Decode(encoded, &theirs, twmb.TaggedUnions())
	if err != nil && needsItself(r.Reader) {
		counts["twmb fails: a default's branch is chosen though it needs that default itself"]++
		return nil
	}
	if err != nil || len(rest) > 0 {
		return fmt.Errorf("twmb reads %x (%s): %w, %d bytes left", encoded, v.JSON(), err, len(rest))
	}
	ours, err := r.Decode(encoded)
	if err == nil {
		if err = sameAs(ours, theirs, true); err == nil {
			counts["twmb reads what we read"]++
			return nil
		}
	}
	if reason := twmbReadsAnother(r, encoded, theirs); reason != "" {
		counts["twmb reads another value: "+reason]++
		return nil
	}
	return fmt.Errorf("%s (%x): twmb reads %v, we read %s: %w", v.JSON(), encoded, theirs, show(ours), err)
}

// twmbReadsAnother names the departure from the specification that explains what twmb read.
func twmbReadsAnother(r *Resolution, encoded []byte, theirs any) string {
	explains := func(p Policy) bool {
		ours, err := r.under(&p).Decode(encoded)
		return err == nil && sameAs(ours, theirs, true) == nil
	}
	switch {
	case explains(Policy{Choice: NameThenPromotion}):
		return "a branch is chosen by its name"
	case explains(Policy{NullableFills: true}):
		return "a nullable field without default is filled with null"
	case explains(Policy{AliasAnyNamespace: true}):
		return "an alias without a dot counts in every namespace"
	case explains(twmbReads):
		return "several of these"
	case needsItself(r.Reader):
		return "a default's branch is chosen though it needs that default itself"
	}
	return ""
}

// needsItself reports whether some default would need itself in one of the branches that it could take. It takes another one
// then; twmb fills it in until its limit of depth.
func needsItself(s *Schema) bool {
	c := &checker{}
	for _, t := range s.Types {
		for _, f := range t.Fields {
			if f.HasDefault() {
				c.field(f)
			}
		}
	}
	return c.met > 0
}

// sameAs compares a value with what a library made of the same bytes. Unions come tagged with the branch's name, in hamba
// only where the branch is no scalar.
func sameAs(v Value, x any, tagged bool) error {
	differ := fmt.Errorf("%s is %T %v", v.JSON(), x, x)
	switch v.Type.Kind {
	case Union:
		return sameBranch(v, x, tagged)
	case Null:
		if x == nil {
			return nil
		}
	case Record, Map:
		m, ok := x.(map[string]any)
		if !ok || len(m) != len(v.Parts) {
			return differ
		}
		for i, part := range v.Parts {
			key := ""
			if v.Type.Kind == Map {
				key = v.Keys[i]
			} else {
				key = v.Type.Fields[i].Name
			}
			inner, ok := m[key]
			if !ok {
				return differ
			}
			if err := sameAs(part, inner, tagged); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
		return nil
	case Array:
		list, ok := x.([]any)
		if !ok && len(v.Parts) > 0 || len(list) != len(v.Parts) {
			return differ
		}
		for i, part := range v.Parts {
			if err := sameAs(part, list[i], tagged); err != nil {
				return err
			}
		}
		return nil
	default:
		if sameScalarAs(v, x) {
			return nil
		}
	}
	return differ
}

func sameBranch(v Value, x any, tagged bool) error {
	inner := v.Inner()
	if inner.Type.Kind == Null {
		return sameAs(inner, x, tagged)
	}
	name := inner.Type.Kind.String()
	if inner.Type.Kind.Named() {
		name = inner.Type.Name
	}
	if m, ok := x.(map[string]any); ok && len(m) == 1 {
		if under, ok := m[name]; ok {
			if err := sameAs(inner, under, tagged); err == nil || tagged {
				return err
			}
		}
	}
	if tagged {
		return fmt.Errorf("%s of branch %s is %v", v.JSON(), name, x)
	}
	return sameAs(inner, x, tagged)
}

func sameScalarAs(v Value, x any) bool {
	switch x := x.(type) {
	case bool:
		return v.Type.Kind == Boolean && v.Bool() == x
	case int:
		return v.Type.Kind == Int && v.Int() == int64(x)
	case int32:
		return v.Type.Kind == Int && v.Int() == int64(x)
	case int64:
		return v.Type.Kind == Long && v.Int() == x
	case float32:
		return v.Type.Kind == Float && (math.Float32bits(x) == uint32(v.bits) || x != x && math.IsNaN(v.Float()))
	case float64:
		return v.Type.Kind == Double && (math.Float64bits(x) == v.bits || x != x && math.IsNaN(v.Float()))
	case string:
		return v.Type.Kind == String && v.text == x || v.Type.Kind == Enum && v.Symbol() == x
	case []byte:
		return (v.Type.Kind == Bytes || v.Type.Kind == Fixed) && bytes.Equal(x, []byte(v.text))
	}
	if array := reflect.ValueOf(x); v.Type.Kind == Fixed && array.Kind() == reflect.Array {
		b := make([]byte, array.Len())
		reflect.Copy(reflect.ValueOf(b), array)
		return string(b) == v.text
	}
	return false
}
