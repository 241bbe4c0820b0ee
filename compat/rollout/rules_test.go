package rollout

import (
	"regexp"
	"testing"

	"github.com/schemavet/schemavet/compat"
)

// TestRulesAreWhole holds every rule value against what its readers expect of it.
func TestRulesAreWhole(t *testing.T) {
	ids, codes := map[string]bool{}, map[string]bool{}
	id, code := regexp.MustCompile(`^order(-[a-z]+)+$`), regexp.MustCompile(`^ORDER0[0-9][0-9]$`)
	for i, r := range Rules {
		if !id.MatchString(r.ID) || ids[r.ID] {
			t.Errorf("%s: id is malformed or given twice", r.ID)
		}
		if !code.MatchString(r.Code) || codes[r.Code] {
			t.Errorf("%s: code %s is malformed or given twice", r.ID, r.Code)
		}
		ids[r.ID], codes[r.Code] = true, true
		if i > 0 && Rules[i-1].Code >= r.Code {
			t.Errorf("%s is out of order", r.Code)
		}
		if r.Title == "" || r.Why == "" || len(r.Recipe) == 0 || r.Spec == "" || r.Level == compat.Off {
			t.Errorf("%s lacks a title, a why, a recipe, a spec clause or a level", r.ID)
		}
	}
	if len(Rules) != 26 {
		t.Errorf("%d rules; the model has 26 invariants", len(Rules))
	}
}

// TestRuleExamples checks that each rule fires on its broken plan, is silent on the repaired one, and that the
// repaired plan breaks nothing else.
func TestRuleExamples(t *testing.T) {
	for _, r := range Rules {
		t.Run(r.ID, func(t *testing.T) {
			if !fires(t, r, checkText(t, r.Broken, Options{})) {
				t.Errorf("the broken example does not break the rule")
			}
			repaired := checkText(t, r.Repaired, Options{})
			if fires(t, r, repaired) {
				t.Errorf("the repaired example still breaks the rule")
			}
			for _, f := range repaired.Findings {
				if f.Level == compat.Error {
					t.Errorf("the repaired example breaks %s: %s", f.Rule.ID, f.Message)
				}
			}
			if fires(t, r, checkText(t, r.Broken, Options{without: r.ID})) {
				t.Errorf("the rule is reported although it was left out")
			}
		})
	}
}

func checkText(t *testing.T, text string, opt Options) *Report {
	t.Helper()
	plan, err := Load("plan.yaml", []byte(text))
	if err != nil {
		t.Fatalf("load: %v\n%s", err, text)
	}
	report, err := Check(plan, opt)
	if err != nil {
		t.Fatalf("check: %v\n%s", err, text)
	}
	return report
}

// fires tells whether a report shows the rule. What is unknown carries the id in its text.
func fires(t *testing.T, r *Rule, report *Report) bool {
	t.Helper()
	for _, f := range report.Findings {
		if f.Rule == r {
			return true
		}
	}
	for _, u := range report.Unknown {
		if r == unknownParticipant && regexp.MustCompile(`\(`+r.ID+`\)$`).MatchString(u.Message) {
			return true
		}
	}
	return false
}
