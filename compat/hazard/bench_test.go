package hazard_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/schemavet/schemavet/avro"
	"github.com/schemavet/schemavet/compat"
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

// TestCost holds that looking for a change of meaning costs at most as much as reading and resolving the schemas, the best of some
// runs each, since other work may run beside the test.
func TestCost(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: measures time")
	}
	for name, histories := range map[string][][][]byte{"many subjects": many(150, 2), "one long history": many(2, 60)} {
		var reading, meaning time.Duration
		var findings int
		for round := 0; round < 3 || round < 12 && meaning > reading; round++ {
			a, b, n := cost(t, histories)
			if round == 0 {
				reading, meaning, findings = a, b, n
			}
			reading, meaning = min(reading, a), min(meaning, b)
		}
		t.Logf("%s: parse and resolve %v, meaning %v (%.0f %%), %d findings", name, reading, meaning, 100*float64(meaning)/float64(reading), findings)
		if meaning > reading {
			t.Errorf("%s: meaning takes %v, parse and resolve %v", name, meaning, reading)
		}
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
	const width = 20_000
	record := func(inner int) *avro.Schema {
		fields, values := make([]string, width), make([]string, width)
		for i := range width {
			fields[i] = fmt.Sprintf(`{"name":"f%d","type":"int","default":%d}`, i, inner)
			values[i] = fmt.Sprintf(`"f%d":0`, i)
		}
		return parse(t, "s.avsc", []byte(`{"type":"record","name":"R","fields":[{"name":"o","type":{"type":"record","name":"O","fields":[`+
			strings.Join(fields, ",")+`]},"default":{`+strings.Join(values, ",")+`}}]}`))
	}
	w, r := record(1), record(2)
	start := time.Now()
	find(w, r, absent{"R.o": {"v1"}}, hazard.Rules)
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}

// TestWideRecordCost: findings about every field of a wide record hold a bounded amount of data together, and are made in time.
func TestWideRecordCost(t *testing.T) {
	const width = 10_000
	record := func(unit string) *avro.Schema {
		fields := make([]string, width)
		for i := range fields {
			fields[i] = fmt.Sprintf(`{"name":"f%d","type":"int","doc":"Wait (%s)"}`, i, unit)
		}
		return parse(t, "s.avsc", []byte(`{"type":"record","name":"R","fields":[`+strings.Join(fields, ",")+`]}`))
	}
	w, r := record("s"), record("ms")
	start := time.Now()
	found := find(w, r, nil, hazard.Rules)
	held := 0
	for _, f := range found {
		held += len(f.Sample.Datum)
	}
	if len(found) != width || held > compat.MostData+2*width {
		t.Errorf("%d findings hold %d bytes", len(found), held)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}
