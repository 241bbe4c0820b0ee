package avro

import (
	"encoding/hex"
	"errors"
	"testing"

	"github.com/schemavet/schemavet/compat"
)

// pairsOfEachShape are the seeds: one pair per kind of type, way of joining and thing that can go wrong.
var pairsOfEachShape = []struct{ writer, reader, data string }{
	{`"int"`, `"double"`, "9e1f"},
	{`"bytes"`, `"string"`, "04fffe"},
	{`["null","int",{"type":"fixed","name":"F","size":2}]`, `[{"type":"fixed","name":"F","size":2},"null","long"]`, "040102"},
	{enumABC, `{"type":"enum","name":"n.E","symbols":["C","X"],"default":"X"}`, "02"},
	{`{"type":"array","items":{"type":"map","values":"float"}}`, `{"type":"array","items":{"type":"map","values":"double"}}`, "01160210016b0000803f0000"},
	{listR, `{"type":"record","name":"n.R","aliases":["Q"],"fields":[{"name":"n","aliases":["next"],"type":["n.R","null"]},{"name":"w","type":["null","long"],"default":7}]}`, "0202040200"},
	{`{"type":"record","name":"R","fields":[{"name":"a","type":{"type":"bytes","logicalType":"decimal","precision":4,"scale":2}},{"name":"b","type":"R2"}]}`,
		`{"type":"record","name":"R","fields":[{"name":"a","type":{"type":"bytes","logicalType":"decimal","precision":4,"scale":3}}]}`, "0404d2"},
	{`{"type":"record","name":"R","fields":[]}`, `{"type":"record","name":"R","fields":[{"name":"x","type":"R","default":{}}]}`, ""},
	{`{"type":"record","name":"R","fields":[{"name":"r","type":"R"}]}`, `{"type":"record","name":"R","fields":[{"name":"r","type":["R"]}]}`, ""},
	{`[]`, `[["int"]]`, "00"},
	{"\ufeff// written by hand\n{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"long\",\"aliases\":[\"b\"]},{\"name\":\"b\",\"type\":\"int\",\"default\":5000000000}]}",
		`{"type":"error","name":"R","fields":[{"name":"a","type":["int","string"],"default":"x","order":"sideways"}]}`, "0202"},
}

// generatedSeeds is how many generated pairs are seeds too.
const generatedSeeds = 24

func FuzzParse(f *testing.F) {
	for _, p := range pairsOfEachShape {
		f.Add([]byte(p.writer))
		f.Add([]byte(p.reader))
	}
	for n := range generatedSeeds {
		f.Add([]byte(generatePair(n).writerText))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Parse("s.avsc", text, nil)
		if err != nil {
			return
		}
		for _, fault := range s.Faults {
			start, end := fault.Place().Offsets()
			if start < 0 || end < start || end > len(s.Doc.Text()) {
				t.Fatalf("%s at %d to %d of %d bytes", fault.Rule, start, end, len(s.Doc.Text()))
			}
			if at, ok := s.Doc.Root().At(fault.At.Pointer()); !ok || at != fault.At {
				t.Fatalf("%s: the pointer %q leads elsewhere", fault.Rule, fault.At.Pointer())
			}
		}
		if r := Resolve(s, s); s.Valid() && (r.Verdict() != compat.Same || !r.Identical()) {
			t.Fatalf("%v with itself", r.Verdict())
		}
	})
}

func FuzzResolve(f *testing.F) {
	for _, p := range pairsOfEachShape {
		f.Add([]byte(p.writer), []byte(p.reader))
	}
	for n := range generatedSeeds {
		p := generatePair(n)
		f.Add([]byte(p.writerText), []byte(p.readerText))
	}
	f.Fuzz(func(t *testing.T, writer, reader []byte) {
		w, err := Parse("writer.avsc", writer, nil)
		if err != nil {
			return
		}
		rd, err := Parse("reader.avsc", reader, nil)
		if err != nil {
			return
		}
		r := Resolve(w, rd)
		for _, whole := range []bool{true, false} {
			trace := r.Trace(whole)
			sites := 0
			trace.Walk(func(s *compat.Site) {
				if sites++; sites < 100 {
					checkSample(t, r, s, trace.Sampler.Sample(s, `["x",1]`))
					checkSample(t, r, s, trace.Sampler.Sample(s, ""))
				}
			})
		}
	})
}

// checkSample checks what every sample is, whatever the schemas are.
func checkSample(t *testing.T, r *Resolution, s *compat.Site, sample *compat.Sample) {
	if sample == nil {
		return
	}
	if _, err := r.Writer.DecodeAsWritten(sample.Datum); err != nil {
		t.Fatalf("the sample of %s is no datum of the writer's: %v", s.Path, err)
	}
	if _, err := r.Decode(sample.Datum); sample.Fails && err == nil {
		t.Fatalf("the sample of %s (%v, %s) is said to fail (%s), and does not", s.Path, s.Does, sample.Written, sample.Read)
	}
}

func FuzzDecode(f *testing.F) {
	for _, p := range pairsOfEachShape {
		data, err := hex.DecodeString(p.data)
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(p.writer), []byte(p.reader), data)
	}
	for _, hostile := range []string{"ffffffffffffffffff01", "01ffffffffffffffff7f", "fcffffffffffffffff0100", "0104", "8080808080808080808080"} {
		data, err := hex.DecodeString(hostile)
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(`{"type":"array","items":["null",{"type":"map","values":"null"}]}`), []byte(`{"type":"array","items":["null",{"type":"map","values":["null"]}]}`), data)
	}
	f.Fuzz(func(t *testing.T, writer, reader, data []byte) {
		w, err := Parse("writer.avsc", writer, nil)
		if err != nil {
			return
		}
		rd, err := Parse("reader.avsc", reader, nil)
		if err != nil {
			return
		}
		v, err := Resolve(w, rd).Decode(data)
		var fails *DecodeError
		switch {
		case err != nil && !errors.As(err, &fails):
			t.Fatalf("an error of its own kind: %v", err)
		case err == nil && wellFormed(v) != nil:
			t.Fatal(wellFormed(v))
		case err == nil:
			v.Brief(100)
		}
		back, err := w.DecodeAsWritten(data)
		if err != nil {
			return
		}
		again, err := back.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		if same, err := w.DecodeAsWritten(again); err != nil || same.JSON() != back.JSON() {
			t.Fatalf("%s comes back as %s, %v", back.JSON(), show(same), err)
		}
	})
}
