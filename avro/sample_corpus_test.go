package avro

import (
	"sort"
	"testing"

	"github.com/schemavet/schemavet/compat"
)

// TestCorpusSamples holds the samples of every adjacent pair of the real histories, both ways, against decoding.
func TestCorpusSamples(t *testing.T) {
	subjects := corpus(t)
	var names []string
	for name := range subjects {
		names = append(names, name)
	}
	sort.Strings(names)
	counts := tally{}
	for _, name := range names {
		versions := subjects[name]
		for i := 1; i < len(versions); i++ {
			before, after := versions[i-1], versions[i]
			if before.schema == nil || after.schema == nil {
				continue
			}
			for _, r := range []*Resolution{Resolve(before.schema, after.schema), Resolve(after.schema, before.schema)} {
				if r.Verdict() == compat.Invalid {
					continue
				}
				counts["pairs"]++
				if err := samplesHold(r, false, counts); err != nil {
					t.Errorf("%s read as %s: %v", r.Writer.Source, r.Reader.Source, err)
				}
			}
		}
	}
	counts.log(t)
}
