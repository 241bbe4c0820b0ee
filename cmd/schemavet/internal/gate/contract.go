package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

// A Loss is one thing that a change takes away from readers that are not rebuilt, or from data that is retained.
type Loss struct {
	Path compat.Path
	Text string // "Order.amount is removed"
	site *compat.Site
}

// lossesOf lists what contracts between the writer of a trace, which is the version before, and its reader, the version
// after. It reads sites only, so that every format that makes traces is covered. Each path is told once, by the first thing
// that holds of it. A type that became another one and a new field without a default take nothing away that was there: the
// format's rules speak of them.
func lossesOf(t *compat.Trace, optionalIsNullable bool) []Loss {
	var all []Loss
	told := map[compat.Path]bool{}
	t.Walk(func(s *compat.Site) {
		if told[s.Path] {
			return
		}
		if text := lossOf(s, s == t.Root, optionalIsNullable); text != "" {
			told[s.Path] = true
			all = append(all, Loss{s.Path, brief(string(s.Path)) + " " + text, s})
		}
	})
	removed := func(l Loss) bool { return l.site.Does == compat.Skip }
	slices.SortStableFunc(all, func(a, b Loss) int { // what is gone altogether is told first
		switch {
		case removed(a) == removed(b):
			return 0
		case removed(a):
			return -1
		}
		return 1
	})
	return all
}

func lossOf(s *compat.Site, root, optionalIsNullable bool) string {
	w, r := s.Writer, s.Reader
	switch {
	case w != nil && r == nil && s.Does == compat.Skip:
		return "is removed"
	case w == nil || r == nil:
		return ""
	}
	if gone := missing(w.Says.Symbols, r.Says.Symbols); len(gone) > 0 && r.Says.Carrier == meaning.Enum && len(gone) < len(w.Says.Symbols) {
		return "loses the symbol " + listed(gone, "symbols")
	}
	if gone := lostBranches(s); len(gone) > 0 {
		return "no longer takes " + listed(gone, "types")
	}
	field := !root && (string(s.Path) == r.Name || strings.HasSuffix(string(s.Path), "."+r.Name))
	switch {
	case w.Nullable && !r.Nullable && s.Does == compat.Depends:
		return "becomes required: null is no longer taken"
	case s.Does == compat.Depends && len(s.Kids) == 0: // where a format states no symbols, as of items
		if _, gone, ok := strings.Cut(s.When, " is "); ok && !strings.HasPrefix(gone, "not ") && gone != "null" {
			return "no longer takes " + brief(gone)
		}
		return ""
	case field && w.Name != "" && w.Name != r.Name:
		return "is the new name of " + brief(w.Name)
	case field && w.Default != nil && r.Default == nil && !(optionalIsNullable && r.Nullable):
		return "becomes required: its default is gone"
	}
	return ""
}

// lostBranches are the types that a union of the writer holds and its reader refuses, null left out, where others are left.
func lostBranches(s *compat.Site) []string {
	if len(s.Writer.Says.Branches) < 2 || s.Does != compat.Depends {
		return nil
	}
	var gone []string
	for _, kid := range s.Kids {
		if kid.Does == compat.Refuse && kid.Writer != nil && kid.Writer.Type != "null" {
			gone = append(gone, kid.Writer.Type)
		}
	}
	if others := len(s.Writer.Says.Branches) - len(gone); others == 0 || others == 1 && s.Writer.Nullable {
		return nil // nothing but null is left: another type, not fewer
	}
	return gone
}

// missing are the words of before that are not in after.
func missing(before, after []string) []string {
	have := make(map[string]bool, len(after))
	for _, word := range after {
		have[word] = true
	}
	return slices.DeleteFunc(slices.Clone(before), func(word string) bool { return have[word] })
}

// listed names the first of many.
func listed(all []string, what string) string {
	const most = 4
	if len(all) > most {
		return fmt.Sprintf("%s and %d more %s", listed(all[:most], what), len(all)-most, what)
	}
	short := make([]string, len(all))
	for i, text := range all {
		short[i] = brief(text)
	}
	return strings.Join(short, ", ")
}

// brief keeps a name of a schema from filling a message.
func brief(text string) string {
	const most = 80
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
