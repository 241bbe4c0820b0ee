package avro

import (
	"slices"
	"strings"
	"testing"

	hamba "github.com/hamba/avro/v2"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/ruletest"
)

// TestRuleSamplesAreTrue runs every rule's example and holds the sample of its finding against three decoders: hamba reads
// its datum with the writer's schema, our trace decoder and twmb fail on it under the pair, or read what the finding says.
func TestRuleSamplesAreTrue(t *testing.T) {
	for _, rule := range Rules {
		if rule.Level < compat.Error || rule.Check == nil {
			continue
		}
		t.Run(rule.ID, func(t *testing.T) {
			r := pair(t, rule.Example.Writer, rule.Example.Reader)
			found := false
			for _, f := range (compat.Pass{Trace: r.Trace(false)}).Run([]*compat.Rule{rule}) {
				if f.Level > compat.Note && f.Path == rule.Example.Path {
					found = true
					sampleIsTrue(t, r, f)
				}
			}
			if !found {
				t.Errorf("its example gives nothing at %s", rule.Example.Path)
			}
		})
	}
}

// tellsOfRuntimes are the rules whose samples say which runtime fails instead of how.
var tellsOfRuntimes = map[string]bool{"avro-decimal-mismatch": true}

func sampleIsTrue(t *testing.T, r *Resolution, f *compat.Finding) {
	sample := f.Sample
	if sample == nil || sample.Datum == nil {
		t.Fatalf("no datum: %s", f.Message)
	}
	written, err := r.Writer.DecodeAsWritten(sample.Datum)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := hamba.ParseBytesWithCache([]byte(r.Writer.Doc.Text()), "", &hamba.SchemaCache{})
	if err != nil {
		t.Fatal(err)
	}
	var theirs any
	if err := (hamba.Config{}).Freeze().Unmarshal(schema, sample.Datum, &theirs); err != nil {
		t.Errorf("hamba does not read %s: %v", written.JSON(), err)
	}
	if len(f.Runtimes) > 0 && !slices.Contains(f.Runtimes, "spec") {
		return // what other runtimes read is in their recorded answers
	}
	ours, err := r.Decode(sample.Datum)
	theirs, twmbErr := ruletest.ReadByTwmb(r.Writer.Doc.Text(), r.Reader.Doc.Text(), sample.Datum)
	switch {
	case sample.Fails && (err == nil || twmbErr == nil):
		t.Errorf("said to fail; we read %s, twmb %v", show(ours), theirs)
	case sample.Fails && !strings.Contains(err.Error(), sample.Read) && !tellsOfRuntimes[f.Rule.ID]:
		t.Errorf("said to fail with %q, and fails with %q", sample.Read, err)
	case !sample.Fails && (err != nil || twmbErr != nil):
		t.Errorf("said to be read; %v; twmb: %v", err, twmbErr)
	case !sample.Fails && !strings.HasPrefix(sample.Read, briefAt(ours, f.Path)): // more may be said of other runtimes
		t.Errorf("said to be read as %s, and is read as %s", sample.Read, briefAt(ours, f.Path))
	}
}
