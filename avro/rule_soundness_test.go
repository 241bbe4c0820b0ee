package avro

import (
	"fmt"
	"slices"
	"testing"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/ruletest"
)

// TestRulesAgreeWithVerdict holds the rules against the verdict on generated pairs: a pair that is refused, or depends on its
// data, has an error that says so and whose sample fails; one that is read has none. No finding stands twice, and a schema read
// with itself has none.
func TestRulesAgreeWithVerdict(t *testing.T) {
	eachPair(t, generated(), func(p *generatedPair, counts tally) error {
		r, err := p.resolve()
		if err != nil {
			return err
		}
		if r.Verdict() == compat.Invalid {
			return nil
		}
		if self := (compat.Pass{Trace: Resolve(r.Reader, r.Reader).Trace(false)}).Run(Rules); len(self) > 0 {
			return fmt.Errorf("the reader with itself: %s", self[0].Message)
		}
		all := compat.Pass{Trace: r.Trace(false)}.Run(Rules)
		fails := false
		seen := map[string]bool{}
		for _, f := range all {
			counts[f.Rule.ID+" "+f.Level.String()]++
			if seen[f.Fingerprint()] {
				return fmt.Errorf("twice: %s at %s: %s", f.Rule.ID, f.Path, f.Message)
			}
			seen[f.Fingerprint()] = true
			if f.Level < compat.Error {
				continue
			}
			if f.Sample == nil {
				return fmt.Errorf("no sample: %s", f.Message)
			}
			if !f.Sample.Fails || len(f.Runtimes) > 0 && !slices.Contains(f.Runtimes, "spec") {
				continue
			}
			fails = true
			if f.Sample.Datum == nil {
				counts["without a datum: "+f.Rule.ID]++
			} else if v, err := r.Decode(f.Sample.Datum); err == nil {
				return fmt.Errorf("%s at %s: its sample is read as %s: %s", f.Rule.ID, f.Path, v.JSON(), f.Message)
			}
		}
		if verdict := r.Verdict(); fails != (verdict == compat.Refused || verdict == compat.DependsOnData) {
			return fmt.Errorf("verdict %s, and the rules say\n%s", verdict, ruletest.Lines(all))
		}
		return nil
	})
}
