package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

func manCommand() *Command {
	return &Command{
		Name: "man", Short: "print the manual page",
		Examples: []Example{{"schemavet man > schemavet.1", "then man ./schemavet.1"}},
		Setup: func(*pflag.FlagSet) Action {
			return func(e *Env, args []string) (int, error) {
				if err := noArguments(args); err != nil {
					return 0, err
				}
				_, err := fmt.Fprint(e.Stdout, manual())
				return exitOK, err
			}
		},
	}
}

// manual is the page in man's own macros.
func manual() string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH SCHEMAVET 1\n.SH NAME\nschemavet \\- what will each reader make of what each writer wrote?\n")
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B schemavet\n.I COMMAND\n[flags]\n.SH DESCRIPTION\n%s\n.SH COMMANDS\n", roff(summary))
	for _, c := range commands() {
		if c.Hidden {
			continue
		}
		fmt.Fprintf(&b, ".SS %s\n%s\n.PP\n.B %s\n", roff(c.Name), roff(sentence(c.Short)), roff(c.usage()))
		if c.Long != "" {
			b.WriteString(prose(c.Long))
		}
		fs, _ := c.flags()
		fs.VisitAll(func(f *pflag.Flag) {
			value, usage := pflag.UnquoteUsage(f)
			head := "--" + f.Name
			if f.Shorthand != "" {
				head = "-" + f.Shorthand + ", " + head
			}
			if c, ok := f.Value.(*choice); ok {
				value, usage = "WORD", usage+" ("+strings.Join(c.words, ", ")+")"
			}
			fmt.Fprintf(&b, ".TP\n.B %s %s\n%s\n", roff(head), roff(value), roff(usage))
		})
		for _, x := range c.Examples {
			fmt.Fprintf(&b, ".PP\n.B %s\n.br\n%s\n", roff(x.Line), roff(x.Does))
		}
	}
	b.WriteString(".SH EXIT STATUS\n")
	for line := range strings.Lines(exitCodes) {
		code, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", code, roff(strings.TrimSpace(text)))
	}
	b.WriteString(".SH FILES\n.TP\n.B schemavet.yaml\nthe configuration, found upward from each schema\n.TP\n.B schemavet.accept.yaml\naccepted changes, each with a reason\n")
	b.WriteString(".SH ENVIRONMENT\n.TP\n.B NO_COLOR, CLICOLOR_FORCE\nswitch colour off and on\n")
	return b.String()
}

// prose is a command's long text: paragraphs, which man fills to the reader's width, and tables of indented lines, each
// with what it names in front.
func prose(long string) string {
	var b strings.Builder
	flows := false // the line before was of a paragraph
	for line := range strings.Lines(strings.Trim(long, "\n")) {
		text := strings.TrimSpace(line)
		name, does, tabled := strings.Cut(text, "  ")
		switch {
		case text == "":
			flows = false
			continue
		case strings.HasPrefix(line, "  ") && tabled:
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(name), roff(strings.TrimSpace(does)))
		case strings.HasPrefix(line, "  "): // the row before goes on
			fmt.Fprintf(&b, "%s\n", roff(text))
		case flows:
			fmt.Fprintf(&b, "%s\n", roff(text))
			continue
		default:
			fmt.Fprintf(&b, ".PP\n%s\n", roff(text))
			flows = true
			continue
		}
		flows = false
	}
	return b.String()
}

// sentence ends a line of the table with a stop where it has none.
func sentence(text string) string {
	if strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// roff escapes text: backslashes, hyphens that are not to be broken, and lines that would be requests.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			b.WriteString(`\&`)
		}
		b.WriteString(line)
	}
	return b.String()
}
