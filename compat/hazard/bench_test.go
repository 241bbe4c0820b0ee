package hazard_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/schemavet/schemavet/avro"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/growth"
	"github.com/schemavet/schemavet/compat/hazard"
)

// many are histories as hooks meet them: subjects of some forty documented fields, nested once, of which a few change.
func many(subjects, versions int) [][][]byte {
	all := make([][][]byte, subjects)
	for s := range all {
		for v := range versions {
			all[s] = append(all[s], []byte(documented(s, v)))
		}
	}
	return all
}

// documented is version v of subject s: each version adds a nullable field, rewords a doc and changes one unit in twenty.
func documented(s, v int) string {
	kinds := []string{`"long"`, `"int"`, `"double"`, `["null","string"]`, `["null","double"]`, `{"type":"long","logicalType":"timestamp-millis"}`, `{"type":"array","items":"long"}`, `"string"`}
	docs := []string{"The customer's reference, as printed on the invoice.", "Amount of the order in cents, tax included.", "Time that the request took (ms), measured at the gateway.", "Number of retries so far.",
		"When the row was written, in milliseconds since the epoch.", "Free text that the customer gave.", "Temperature of the parcel [degC]", "State of the order: 0 => open, 1 => paid, 2 => shipped"}
	field := func(b *strings.Builder, i int) {
		doc := docs[(s+i)%len(docs)]
		if i%20 == v%20 {
			doc = strings.Replace(strings.Replace(doc, "cents", "dollars", 1), "(ms)", "(s)", 1)
		}
		kind := kinds[(s*3+i)%len(kinds)]
		fmt.Fprintf(b, `{"name":"field_%d_%d","type":%s,"doc":%q`, s%7, i, kind, doc)
		if kind[0] == '[' {
			b.WriteString(`,"default":null`)
		}
		b.WriteString("}")
	}
	var b strings.Builder
	fmt.Fprintf(&b, `{"type":"record","name":"Subject%d","namespace":"shop","fields":[`, s)
	for i := range 30 + v%8 {
		field(&b, i)
		b.WriteByte(',')
	}
	b.WriteString(`{"name":"lines","type":{"type":"array","items":{"type":"record","name":"Line","fields":[`)
	for i := range 10 {
		if i > 0 {
			b.WriteByte(',')
		}
		field(&b, 100+i)
	}
	b.WriteString(`]}}}]}`)
	return b.String()
}

// cost splits the time of a run over histories into reading (parse and resolve) and meaning (facts and rules).
func cost(t testing.TB, histories [][][]byte) (reading, meaning time.Duration, findings int) {
	for _, texts := range histories {
		begin := time.Now()
		schemas := make([]*avro.Schema, len(texts))
		for i, text := range texts {
			schemas[i] = parse(t, "x.avsc", text)
		}
		resolver := avro.NewResolver(nil)
		traces := make([]*compat.Trace, 0, len(schemas))
		for _, w := range schemas[:len(schemas)-1] {
			traces = append(traces, resolver.Resolve(w, schemas[len(schemas)-1]).Trace(false))
		}
		reading += time.Since(begin)
		begin = time.Now()
		facts := hazard.NewFacts(nil)
		for _, trace := range traces {
			findings += len(compat.Pass{Subject: "s", Trace: trace, Facts: facts.Of}.Run(quietRules))
		}
		meaning += time.Since(begin)
	}
	return reading, meaning, findings
}

var quietRules = quiet(hazard.Rules)

// TestInferred holds what keeps the pass cheap: facts are inferred once for each content, however many pairs ask for them.
func TestInferred(t *testing.T) {
	inferred := func(versions int) (facts, pairs int) {
		schemas := make([]*avro.Schema, versions)
		for v := range schemas {
			schemas[v] = parse(t, "x.avsc", []byte(documented(1, v%4)))
		}
		resolver, known := avro.NewResolver(nil), hazard.NewFacts(nil)
		for _, w := range schemas {
			for _, r := range schemas {
				compat.Pass{Subject: "s", Trace: resolver.Resolve(w, r).Trace(false), Facts: known.Of}.Run(quietRules)
				pairs++
			}
		}
		return known.Inferred, pairs
	}
	few, fewPairs := inferred(4)
	many, manyPairs := inferred(16)
	if few == 0 || many != few {
		t.Errorf("%d inferences for %d pairs of four contents, %d for %d", few, fewPairs, many, manyPairs)
	}
}

// BenchmarkShare reports the time of the meaning pass as a share of the time of parse and resolve, on many subjects and on a long
// history. It is to stay under 1.
func BenchmarkShare(b *testing.B) {
	for name, histories := range map[string][][][]byte{"many": many(150, 2), "long": many(2, 60)} {
		b.Run(name, func(b *testing.B) {
			var reading, meaning time.Duration
			for b.Loop() {
				r, m, _ := cost(b, histories)
				reading, meaning = reading+r, meaning+m
			}
			b.ReportMetric(float64(meaning)/float64(reading), "meaning/reading")
		})
	}
}

func BenchmarkReading(b *testing.B) {
	texts := many(20, 2)
	for b.Loop() {
		cost(b, texts)
	}
}

// BenchmarkMeaning is the meaning pass alone over pairs that were resolved before, with facts inferred anew.
func BenchmarkMeaning(b *testing.B) {
	w, r := parse(b, "w.avsc", []byte(documented(1, 0))), parse(b, "r.avsc", []byte(documented(1, 1)))
	trace := avro.Resolve(w, r).Trace(false)
	trace.Sampler = nil
	b.ReportAllocs()
	for b.Loop() {
		compat.Pass{Subject: "s", Trace: trace, Facts: hazard.NewFacts(nil).Of}.Run(quietRules)
	}
}

// BenchmarkMeaningAgain is the same with facts that are known already, as in a long history.
func BenchmarkMeaningAgain(b *testing.B) {
	w, r := parse(b, "w.avsc", []byte(documented(1, 0))), parse(b, "r.avsc", []byte(documented(1, 1)))
	trace := avro.Resolve(w, r).Trace(false)
	trace.Sampler = nil
	facts := hazard.NewFacts(nil)
	b.ReportAllocs()
	for b.Loop() {
		compat.Pass{Subject: "s", Trace: trace, Facts: facts.Of}.Run(quietRules)
	}
}

// TestRecordDefaultCost: the default of a record of many fields is looked through once, not once a field.
func TestRecordDefaultCost(t *testing.T) {
	record := func(width, inner int) *avro.Schema {
		fields, values := make([]string, width), make([]string, width)
		for i := range width {
			fields[i] = fmt.Sprintf(`{"name":"f%d","type":"int","default":%d}`, i, inner)
			values[i] = fmt.Sprintf(`"f%d":0`, i)
		}
		return parse(t, "s.avsc", []byte(`{"type":"record","name":"R","fields":[{"name":"o","type":{"type":"record","name":"O","fields":[`+
			strings.Join(fields, ",")+`]},"default":{`+strings.Join(values, ",")+`}}]}`))
	}
	growth.Linear(t, 5_000, func(width int) func() {
		w, r := record(width, 1), record(width, 2)
		return func() { find(w, r, absent{"R.o": {"v1"}}, hazard.Rules) }
	})
}

// TestWideRecordCost: findings about every field of a wide record hold a bounded amount of data together.
func TestWideRecordCost(t *testing.T) {
	record := func(width int, unit string) *avro.Schema {
		fields := make([]string, width)
		for i := range fields {
			fields[i] = fmt.Sprintf(`{"name":"f%d","type":"int","doc":"Wait (%s)"}`, i, unit)
		}
		return parse(t, "s.avsc", []byte(`{"type":"record","name":"R","fields":[`+strings.Join(fields, ",")+`]}`))
	}
	growth.Linear(t, 2_500, func(width int) func() {
		w, r := record(width, "s"), record(width, "ms")
		return func() {
			found, held := find(w, r, nil, hazard.Rules), 0
			for _, f := range found {
				held += len(f.Sample.Datum)
			}
			if len(found) != width || held > compat.MostData+2*width {
				t.Errorf("%d findings hold %d bytes", len(found), held)
			}
		}
	})
}
