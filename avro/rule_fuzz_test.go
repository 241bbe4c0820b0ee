package avro

import (
	"testing"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/ruletest"
)

// FuzzRules runs every rule over whatever two texts parse to, valid or not: no panic, findings that are whole, the same ones
// each time.
func FuzzRules(f *testing.F) {
	for _, rule := range Rules {
		writer := rule.Example.Writer
		if writer == "" {
			writer = rule.Example.Fixed
		}
		f.Add(writer, rule.Example.Reader)
		f.Add(rule.Example.Reader, rule.Example.Fixed)
	}
	f.Fuzz(func(t *testing.T, writer, reader string) {
		if len(writer)+len(reader) > 1<<14 {
			return
		}
		w, err := Parse("writer.avsc", []byte(writer), nil)
		if err != nil {
			return
		}
		r, err := Parse("reader.avsc", []byte(reader), nil)
		if err != nil {
			return
		}
		for _, s := range []*Schema{w, r} {
			for _, found := range Findings("s", s) {
				ruleFamily.Whole(t, found)
			}
		}
		first := compat.Pass{Trace: Resolve(w, r).Trace(false)}.Run(Rules)
		for _, found := range first {
			ruleFamily.Whole(t, found)
		}
		again := compat.Pass{Trace: Resolve(w, r).Trace(false)}.Run(Rules)
		if ruletest.Lines(first) != ruletest.Lines(again) {
			t.Errorf("first\n%sthen\n%s", ruletest.Lines(first), ruletest.Lines(again))
		}
	})
}
