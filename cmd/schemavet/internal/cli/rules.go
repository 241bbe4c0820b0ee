package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/report"
	"github.com/schemavet/schemavet/compat"
)

var rulesCommand = &Command{
	Name: "rules", Short: "list the rules",
	Long: `
A rule's family is its first word: --rules, levels and --family take rules and families alike. Rules marked * are quiet:
they speak only when they are switched on with --rules +ID.`,
	Examples: []Example{
		{"schemavet rules", "all of them"},
		{"schemavet rules --family avro --format json", "one family, for a program"},
	},
	Setup: func(fs *pflag.FlagSet) Action {
		family := fs.String("family", "", "only the rules of this `FAMILY`")
		format := choose(fs, "format", "text", "how they are printed", []string{"text", "json"})
		return func(e *Env, args []string) (int, error) {
			if err := noArguments(args); err != nil {
				return 0, err
			}
			rules := allRules()
			if *family != "" {
				if !slices.Contains(families(rules), *family) {
					return 0, unknown("family", *family, *family, families(rules))
				}
				rules = slices.DeleteFunc(rules, func(r *compat.Rule) bool { return r.Family() != *family })
			}
			if *format == "json" {
				return exitOK, rulesJSON(e, rules)
			}
			return exitOK, rulesText(e, rules)
		}
	},
}

func families(rules []*compat.Rule) []string {
	var all []string
	for _, r := range rules {
		if f := r.Family(); !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	return all
}

func rulesText(e *Env, rules []*compat.Rule) error {
	var b strings.Builder
	width := 0
	for _, r := range rules {
		width = max(width, len(r.ID))
	}
	for _, r := range rules {
		mark := " "
		if r.Quiet {
			mark = "*"
		}
		fmt.Fprintf(&b, "%-*s %s %-8s %s\n", width, r.ID, mark, r.Level, r.Title)
	}
	fmt.Fprintf(&b, "%d rules; schemavet explain ID tells more\n", len(rules))
	_, err := e.Stdout.Write([]byte(b.String()))
	return err
}

// ruleJSON is a rule for machines; keys are only ever added.
type ruleJSON struct {
	ID      string       `json:"id"`
	Family  string       `json:"family"`
	Level   string       `json:"level"`
	Quiet   bool         `json:"quiet"`
	Title   string       `json:"title"`
	Why     string       `json:"why"`
	Spec    string       `json:"spec,omitempty"`
	Since   string       `json:"since,omitempty"`
	Mirror  string       `json:"mirror,omitempty"`
	Recipe  []string     `json:"recipe"`
	Example *exampleJSON `json:"example,omitempty"`
}

type exampleJSON struct {
	Format  string `json:"format"`
	Writer  string `json:"writer"`
	Reader  string `json:"reader"`
	Written string `json:"written"`
	Read    string `json:"read,omitempty"`
	Fixed   string `json:"fixed,omitempty"`
}

func rulesJSON(e *Env, rules []*compat.Rule) error {
	all := make([]ruleJSON, len(rules))
	for i, r := range rules {
		all[i] = ruleJSON{
			ID: r.ID, Family: r.Family(), Level: r.Level.String(), Quiet: r.Quiet, Title: r.Title, Why: r.Why, Spec: r.Spec,
			Since: r.Since, Mirror: r.Mirror, Recipe: []string{},
		}
		for _, step := range r.Recipe {
			all[i].Recipe = append(all[i].Recipe, report.General(step))
		}
		if x := r.Example; x.Writer != "" {
			all[i].Example = &exampleJSON{x.Format, x.Writer, x.Reader, x.Written, x.Read, x.Fixed}
		}
	}
	encoder := json.NewEncoder(e.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(all)
}

var explainCommand = &Command{
	Name: "explain", Args: "ID", Short: "one rule in full, or everything that is known about one field",
	Long: `
With a rule's ID: what goes wrong, an example with a value, the way out. With --field INPUT#PATH: the unit, the sense of
null and of the default, codes in prose and whatever else is known about that field, each with its evidence, and what
would make it exact. PATH is a path as findings print it; the record's name may be left out.`,
	Examples: []Example{
		{"schemavet explain avro-field-missing", "the page of one rule, offline"},
		{"schemavet explain --field schemas/order.avsc#Order.amount", "what is known about one field"},
	},
	Setup: func(fs *pflag.FlagSet) Action {
		field := fs.String("field", "", "explain a field, not a rule: `INPUT#PATH`")
		format := choose(fs, "format", "text", "how a field is printed", []string{"text", "json"})
		j := judgingFlags(fs)
		return func(e *Env, args []string) (int, error) {
			if *field != "" {
				if err := noArguments(args); err != nil {
					return 0, err
				}
				return exitOK, explainField(e, *field, *format, j)
			}
			if len(args) != 1 {
				return 0, &gate.Usage{Problem: "explain takes one rule's id, or --field INPUT#PATH; schemavet rules lists the rules"}
			}
			rules := allRules()
			i := slices.IndexFunc(rules, func(r *compat.Rule) bool { return r.ID == args[0] })
			if i < 0 {
				return 0, unknownRule(args[0], rules)
			}
			_, err := e.Stdout.Write([]byte(page(rules[i])))
			return exitOK, err
		}
	},
	Complete: func(*Env, []string) []string { return ruleIDs() },
}

func ruleIDs() []string {
	var ids []string
	for _, r := range allRules() {
		ids = append(ids, r.ID)
	}
	return ids
}

func unknownRule(id string, rules []*compat.Rule) error {
	if slices.Contains(families(rules), id) {
		return &gate.Usage{Problem: fmt.Sprintf("%s is a family; schemavet rules --family %[1]s lists its rules", id)}
	}
	if err := gate.Known(rules, id); err != nil {
		return err
	}
	return nil
}

// page is everything that is said about a rule.
func page(r *compat.Rule) string {
	if text := orderPage(r.ID); text != "" {
		return text
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n%s\n\n", r.ID, r.Level, r.Title)
	for _, line := range fold(r.Why, helpWidth) {
		fmt.Fprintf(&b, "%s\n", line)
	}
	if r.Spec != "" {
		fmt.Fprintf(&b, "\nStands on: %s\n", r.Spec)
	}
	example(&b, &r.Example)
	if len(r.Recipe) > 0 {
		b.WriteString("\nThe way out:\n")
		for i, step := range r.Recipe {
			fmt.Fprintf(&b, "  %d  %s\n", i+1, report.General(step))
		}
	}
	if r.Mirror != "" && r.Mirror != r.ID {
		fmt.Fprintf(&b, "\nSeen from the other side: %s\n", r.Mirror)
	}
	if r.Quiet {
		fmt.Fprintf(&b, "\nQuiet: it speaks only with --rules +%s\n", r.ID)
	}
	fmt.Fprintf(&b, "\nAccept one such change with a reason: schemavet accept add FINGERPRINT --reason TEXT\nAnother level, in schemavet.yaml: levels: {%s: note}\n", r.ID)
	return b.String()
}

func example(b *strings.Builder, x *compat.Example) {
	if x.Writer == "" && x.Reader == "" {
		return
	}
	b.WriteString("\nExample:\n")
	for _, part := range [][2]string{{"writer", x.Writer}, {"reader", x.Reader}, {"written", x.Written}, {"read", x.Read}} {
		if part[1] != "" {
			fmt.Fprintf(b, "  %-8s %s\n", part[0], indented(part[1]))
		}
	}
	if x.Fixed != "" {
		side := x.FixedIs
		if side == "" {
			side = "reader"
		}
		fmt.Fprintf(b, "\nThe %s that is fine:\n  %-8s %s\n", side, side, indented(x.Fixed))
	}
}

func indented(text string) string {
	return strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n           ")
}
