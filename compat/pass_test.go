package compat

import "testing"

func TestFillStep(t *testing.T) {
	pairs := []string{"field", "a", "reader", "{{field}}"}
	for step, want := range map[string]string{
		"nothing here":                   "nothing here",
		"give {{field}} a default":       "give a a default",
		"{{field}}{{reader}}":            "a{{field}}", // a value is never filled again
		"{{writer}} stays":               "{{writer}} stays",
		"open {{ and {{field}}":          "open {{ and {{field}}",
		"{{field}} at the start, end {{": "a at the start, end {{",
	} {
		if got := fillStep(step, pairs); got != want {
			t.Errorf("%q: %q, want %q", step, got, want)
		}
	}
}
