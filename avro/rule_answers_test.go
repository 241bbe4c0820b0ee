package avro

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat"
)

// TestRulesAgreeWithAnswers holds the rules against what Java and twmb really read, where both call a pair compatible: where
// the two read different values, some finding warns; and what is said of Java alone is so.
func TestRulesAgreeWithAnswers(t *testing.T) {
	differ, said := 0, 0
	for _, row := range answers(t) {
		w, err := Parse("writer.avsc", row.Writer, nil)
		if err != nil {
			continue
		}
		r, err := Parse("reader.avsc", row.Reader, nil)
		if err != nil || !w.Valid() || !r.Valid() {
			continue
		}
		java, twmb := row.Answers["java"], row.Answers["twmb"]
		if java.Check != compatible || twmb.Check != compatible || len(java.Read) != len(twmb.Read) ||
			strings.Contains(string(row.Writer)+string(row.Reader), "logicalType") {
			continue // values of logical types are told in each runtime's own way
		}
		other := ""
		for i := range java.Read {
			if a, b := plainAnswer(t, java.Read[i]), plainAnswer(t, twmb.Read[i]); a != b && !lieInDatum(a+b) {
				other = fmt.Sprintf("java %s, twmb %s", a, b)
			}
		}
		resolution := Resolve(w, r)
		all := compat.Pass{Trace: resolution.Trace(false)}.Run(Rules)
		worst, ofJava := compat.Off, (*compat.Finding)(nil)
		for _, f := range all {
			worst = max(worst, f.Level)
			if f.Level == compat.Error && slices.Equal(f.Runtimes, []string{"java"}) {
				ofJava = f
			}
		}
		switch {
		case other != "" && worst < compat.Warning && resolution.Verdict() == compat.Same && toldOfJava[row.ID] == "":
			t.Errorf("%s: %s, and nothing warns\nwriter %s\nreader %s", row.ID, other, row.Writer, row.Reader)
		case other != "":
			differ++
		case ofJava != nil && !unreached[row.ID]:
			t.Errorf("%s: java reads what twmb reads, and a finding says %s\nwriter %s\nreader %s\n%s", row.ID, ofJava.Message, row.Writer, row.Reader, java.Read)
		}
		if ofJava != nil {
			said++
		}
	}
	if differ < 20 || said < 20 {
		t.Errorf("only %d rows differ and %d findings speak of java: the vectors have lost their way", differ, said)
	}
}

// unreached are rows whose data do not reach what the finding is about.
var unreached = map[string]bool{"drawn/123": true, "drawn/253": true}

// toldOfJava are rows on which Java fails and no rule speaks, for a reason.
var toldOfJava = map[string]string{
	"rare/default-fails-in-branch-not-chosen": "Java makes the defaults of branches that it does not take, and fails on one of them",
}

// lieInDatum reports whether a failure lies in the datum and not in the schemas.
func lieInDatum(answer string) bool {
	return slices.ContainsFunc(beyond, func(b struct{ words, reason string }) bool { return strings.Contains(answer, b.words) })
}

// plainAnswer is a tagged answer without the tags of types and the names of records, in which runtimes differ for one value.
func plainAnswer(t *testing.T, tagged json.RawMessage) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(tagged, &v); err != nil {
		t.Fatal(err)
	}
	plain, err := json.Marshal(untagged(v))
	if err != nil {
		t.Fatal(err)
	}
	return string(plain)
}

func untagged(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = untagged(v[i])
		}
		return v
	case float64:
		return v + 0 // -0 is 0
	case map[string]any:
		delete(v, "name")
		for _, record := range []string{"record", "dict"} {
			if fields, ok := v[record].(map[string]any); ok && len(v) == 1 {
				for name := range fields {
					fields[name] = untagged(fields[name])
				}
				return fields
			}
		}
		for _, inner := range v {
			if len(v) == 1 {
				return untagged(inner)
			}
		}
	}
	return v
}
