package gate

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/suggest"
	"github.com/schemavet/schemavet/compat"
)

// Rules are the findings that the tool itself raises.
var Rules = []*compat.Rule{
	orderContractWithExpand, orderContracts, OrderPlanMissing, OrderPlanUnsafe, acceptExpired, acceptStale, subjectDeleted, subjectNew,
}

var acceptExpired = &compat.Rule{
	ID: "tool-accept-expired", Level: compat.Warning, Since: "0.1",
	Title:  "A row of the accept file is past its last day",
	Why:    "The finding that the row accepted counts again; the row no longer has any effect.",
	Recipe: []string{"settle the finding, or give the row a later day with a new reason", "remove rows that are done: schemavet accept prune"},
}

var acceptStale = &compat.Rule{
	ID: "tool-accept-stale", Level: compat.Warning, Since: "0.1",
	Title:  "A row of the accept file matches no finding",
	Why:    "The transition that it accepted no longer takes place, so the row only waits to be mistaken for a cover of the next one.",
	Recipe: []string{"remove it: schemavet accept prune"},
}

var subjectDeleted = &compat.Rule{
	ID: "tool-subject-deleted", Level: compat.Warning, Since: "0.1",
	Title:  "A subject's schema is gone",
	Why:    "Data written with it outlives the file, and readers that are built from this repository lose their schema.",
	Recipe: []string{"check that no data of {{subject}} is retained and no reader is left", "when the file moved, keep the type's full name: it is then known as the same subject"},
}

var subjectNew = &compat.Rule{
	ID: "tool-subject-new", Level: compat.Note, Since: "0.1",
	Title:  "A subject without a history",
	Why:    "There is nothing to compare the first version with; it is only looked at by itself.",
	Recipe: []string{"nothing to do"},
}

// A Selection says which rules run.
type Selection struct {
	known []*compat.Rule
	off   map[string]bool

	mu   sync.Mutex
	sets map[string]*ruleset // by format
}

// Select applies "+word" and "-word" in order, where a word is a rule's id or a family. The error names an unknown word.
func Select(known []*compat.Rule, changes []string) (*Selection, error) {
	s := &Selection{known: known, off: map[string]bool{}}
	for _, r := range known {
		s.off[r.ID] = r.Quiet
	}
	for _, change := range changes {
		if change == "" {
			continue
		}
		word, off := strings.TrimLeft(change, "+-"), change[0] == '-'
		if err := Known(known, word); err != nil {
			return nil, err
		}
		for _, r := range known {
			if r.ID == word || r.Family() == word {
				s.off[r.ID] = off
			}
		}
	}
	return s, nil
}

// selections are the rules that run for each subject, by its configuration and the options. The error tells which word of
// which configuration names no rule.
func (o *Options) selections(subjects []*Subject) ([]*Selection, error) {
	all := o.All
	if all == nil {
		var formats []Format
		for _, s := range subjects {
			if !slices.ContainsFunc(formats, func(f Format) bool { return f.Name() == s.Format.Name() }) {
				formats = append(formats, s.Format)
			}
		}
		all = AllRules(formats, o.Rules)
	}
	known := map[*config.Config]*Selection{}
	selections := make([]*Selection, len(subjects))
	for i, s := range subjects {
		if known[s.Config] == nil {
			if err := Named(all, s.Config); err != nil {
				return nil, err
			}
			selection, err := Select(all, slices.Concat(words(s.Config.Rules), o.Select))
			if err != nil {
				return nil, err
			}
			known[s.Config] = selection
		}
		selections[i] = known[s.Config]
	}
	return selections, nil
}

func words(changes []config.Change) []string {
	all := make([]string, len(changes))
	for i, c := range changes {
		all[i] = c.Word
	}
	return all
}

// Named checks that every rule that a configuration names is known.
func Named(known []*compat.Rule, c *config.Config) error {
	var errs []error
	for _, l := range c.Levels {
		if err := Known(known, l.Rule); err != nil {
			errs = append(errs, l.At.Error("levels: %v", err))
		}
	}
	for _, change := range c.Rules {
		if err := Known(known, strings.TrimLeft(change.Word, "+-")); err != nil {
			errs = append(errs, change.At.Error("rules: %v", err))
		}
	}
	return errors.Join(errs...)
}

// Known says what is wrong with a word that should be a rule's id or a family.
func Known(known []*compat.Rule, word string) error {
	var words []string
	for _, r := range known {
		if r.ID == word || r.Family() == word {
			return nil
		}
		words = append(words, r.ID)
		if !slices.Contains(words, r.Family()) {
			words = append(words, r.Family())
		}
	}
	return &unknownRule{word: word, near: suggest.Nearest(word, words)}
}

type unknownRule struct{ word, near string }

// IsUnknownRule reports whether an error is about a word that is no rule.
func IsUnknownRule(err error) bool {
	var unknown *unknownRule
	return errors.As(err, &unknown)
}

func (e *unknownRule) Error() string {
	if e.near != "" {
		return "no rule or family \"" + e.word + "\"; did you mean \"" + e.near + "\"?"
	}
	return "no rule or family \"" + e.word + "\"; schemavet rules lists them"
}

// A ruleset is the rules that run over the subjects of one format: those that look at pairs, and those that look at one side.
type ruleset struct {
	pairs, alone []*compat.Rule
	silence      *compat.Silence // of the rules of no format; it is not passed itself
}

// ruleset is the rules of a format and of no format that run. It is worked out once: subjects come by the thousand.
func (s *Selection) ruleset(f Format, shared []*compat.Rule) *ruleset {
	s.mu.Lock()
	defer s.mu.Unlock()
	if set := s.sets[f.Name()]; set != nil {
		return set
	}
	running := s.running(slices.Concat(f.Rules(), shared))
	set := &ruleset{}
	for _, r := range running {
		if r.Check != nil {
			set.pairs = append(set.pairs, r)
		}
		if r.Inspect != nil {
			set.alone = append(set.alone, r)
		}
	}
	set.silence = compat.NewSilence(shared, set.pairs)
	if s.sets == nil {
		s.sets = map[string]*ruleset{}
	}
	s.sets[f.Name()] = set
	return set
}

// running are the rules of a slice that run.
func (s *Selection) running(rules []*compat.Rule) []*compat.Rule {
	var on []*compat.Rule
	for _, r := range rules {
		if !s.off[r.ID] {
			on = append(on, r)
		}
	}
	return on
}

// level is a finding's level after configuration. The last row that speaks of the rule or its family counts, a row with the
// rule's id before one with its family.
func level(c *config.Config, f *compat.Finding) compat.Level {
	l, exact := f.Level, false
	for _, row := range c.Levels {
		switch row.Rule {
		case f.Rule.ID:
			l, exact = row.Level, true
		case f.Rule.Family():
			if !exact {
				l = row.Level
			}
		}
	}
	return l
}
