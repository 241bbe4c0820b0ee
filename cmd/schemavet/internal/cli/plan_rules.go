package cli

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/rollout"
)

// orderRules are the rules of rollouts. They look at plans, so no run over schemas raises them.
func orderRules() []*compat.Rule {
	rules := make([]*compat.Rule, len(rollout.Rules))
	for i, r := range rollout.Rules {
		rules[i] = &r.Rule
	}
	return rules
}

// orderPage is everything that is said about a rule of rollouts; "" for another rule.
func orderPage(id string) string {
	for _, r := range rollout.Rules {
		if r.ID != id {
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%s (%s, %s in the model)\n%s\n\n", r.ID, r.Level, r.Code, r.Title)
		for _, line := range fold(r.Why, helpWidth) {
			fmt.Fprintf(&b, "%s\n", line)
		}
		fmt.Fprintf(&b, "\nA plan that breaks it:\n%s\nThe same plan, repaired:\n%s", inset(r.Broken), inset(r.Repaired))
		b.WriteString("\nThe way out:\n")
		for i, step := range r.Recipe {
			fmt.Fprintf(&b, "  %d  %s\n", i+1, strings.NewReplacer("{{reader}}", "the reader's build", "{{data}}", "the data").Replace(step))
		}
		switch {
		case r.Fixed:
			b.WriteString("\nIt cannot be waived.\n")
		case r.Override:
			b.WriteString("\nA waiver in the plan records who went ahead; the plan stays unsafe.\n")
		default:
			b.WriteString("\nThe owner of the reader can accept it in the plan, under waivers:, with a reason and a last day.\n")
		}
		return b.String()
	}
	return ""
}

func inset(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ") + "\n"
}
