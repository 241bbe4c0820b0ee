package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

const summary = "schemavet tells what each reader of a schema will make of what each writer wrote."

// helpWidth is the number of columns that help is wrapped to; a narrower terminal makes it smaller.
const helpWidth = 110

// overview prints all commands, or those of one noun. Who did not ask for it has left a word out: it is no success then.
func overview(e *Env, words []string) int {
	var b strings.Builder
	noun := ""
	if len(words) > 0 && !strings.HasPrefix(words[0], "-") {
		noun = words[0] + " "
	}
	fmt.Fprintf(&b, "%s\n\nUsage: schemavet COMMAND [flags]\n\nCommands:\n", summary)
	for _, c := range commands() {
		if !c.Hidden && strings.HasPrefix(c.Name, noun) {
			fmt.Fprintf(&b, "  %-15s %s\n", c.Name, c.Short)
		}
	}
	fmt.Fprintf(&b, "\nschemavet COMMAND --help tells more. Exit codes:\n%s", exitCodes)
	if !slices.ContainsFunc(words, func(word string) bool { return word == "-h" || word == "--help" }) {
		fmt.Fprint(e.Stderr, b.String())
		return exitUsage
	}
	return e.print("schemavet", b.String())
}

// usage is the command's usage line.
func (c *Command) usage() string {
	line := "schemavet " + c.Name
	if fs, _ := c.flags(); fs.HasFlags() {
		line += " [flags]"
	}
	if c.Args != "" {
		line += " " + c.Args
	}
	return line
}

// help is the command's help page.
func (c *Command) help(width int) string {
	if width <= 0 || width > helpWidth {
		width = helpWidth
	}
	var b strings.Builder
	fmt.Fprintf(&b, "schemavet %s: %s\n\nUsage: %s\n", c.Name, c.Short, c.usage())
	if c.Long != "" {
		fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(c.Long))
	}
	if fs, _ := c.flags(); fs.HasFlags() {
		fmt.Fprintf(&b, "\nFlags:\n%s", flagList(fs, max(width, 60)))
	}
	if len(c.Examples) > 0 {
		b.WriteString("\nExamples:\n")
		for _, x := range c.Examples {
			fmt.Fprintf(&b, "  %s\n      %s\n", x.Line, x.Does)
		}
	}
	if !strings.Contains(c.Long, "\nExit codes:") { // a command whose codes say more tells them itself
		fmt.Fprintf(&b, "\nExit codes:\n%s", exitCodes)
	}
	return b.String()
}

// flagList prints flags one under the other: the name and its value on one line when they are short, what it does beside
// it.
func flagList(fs *pflag.FlagSet, width int) string {
	const column = 28
	var b strings.Builder
	fs.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		head := "      --" + f.Name
		if f.Shorthand != "" {
			head = "  -" + f.Shorthand + ", --" + f.Name
		}
		value, usage := pflag.UnquoteUsage(f)
		if c, ok := f.Value.(*choice); ok {
			value = ""
			usage += " (" + strings.Join(c.words, ", ") + ")"
			head += " WORD"
		}
		if value != "" {
			head += " " + value
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" && f.DefValue != "0" && f.DefValue != "0s" {
			usage += "; default " + f.DefValue
		}
		lines := fold(usage, width-column)
		if len(head) < column-1 {
			fmt.Fprintf(&b, "%-*s%s\n", column, head, lines[0])
			lines = lines[1:]
		} else {
			fmt.Fprintf(&b, "%s\n", head)
		}
		for _, line := range lines {
			fmt.Fprintf(&b, "%s%s\n", strings.Repeat(" ", column), line)
		}
	})
	return b.String()
}

// fold breaks a text at spaces.
func fold(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// helpCommand and the others that speak of the whole table are functions: as variables they would refer to themselves.
func helpCommand() *Command {
	return &Command{
		Name: "help", Args: "[COMMAND]", Short: "print help", Hidden: true,
		Setup: func(*pflag.FlagSet) Action {
			return func(e *Env, args []string) (int, error) {
				command, rest, err := find(args)
				if err != nil {
					return 0, err
				}
				if command == nil {
					return overview(e, append(rest, "--help")), nil
				}
				return e.print("schemavet help", command.help(e.Width)), nil
			}
		},
	}
}
