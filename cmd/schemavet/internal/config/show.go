package config

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Text renders the configuration as it counts, extends worked in.
func (c *Config) Text(folder string) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("version: 1")
	if c.Mode != "" {
		line("mode: %s", c.Mode)
	}
	if c.FailOn != "" {
		line("fail-on: %s", c.FailOn)
	}
	if len(c.As) > 0 {
		line("as: [%s]", strings.Join(c.As, ", "))
	}
	if len(c.Rules) > 0 {
		line("rules: [%s]", strings.Join(quoteAll(words(c.Rules)), ", "))
	}
	if c.Accept != "" {
		line("accept: %s", quote(relative(folder, c.Accept)))
	}
	if len(c.Exclude) > 0 {
		line("exclude: [%s]", strings.Join(quoteAll(relativeAll(folder, c.Exclude)), ", "))
	}
	if len(c.Plans) > 0 {
		line("plans: [%s]", strings.Join(quoteAll(relativeAll(folder, c.Plans)), ", "))
	}
	if c.Participants != "" {
		line("participants: %s", quote(relative(folder, c.Participants)))
	}
	if len(c.Levels) > 0 {
		line("levels:")
		for _, l := range c.Levels {
			line("  %s: %s", quote(l.Rule), l.Level)
		}
	}
	if len(c.Subjects) > 0 {
		line("subjects:")
		for _, s := range c.Subjects {
			s.write(line, folder)
		}
	}
	if len(c.Meanings) > 0 {
		line("meanings:")
		for _, m := range c.Meanings {
			m.write(line)
		}
	}
	return b.String()
}

func (s *Subject) write(line func(string, ...any), folder string) {
	line("  - files: [%s]", strings.Join(quoteAll(relativeAll(folder, s.Files)), ", "))
	for _, pair := range [][2]string{
		{"subject", s.Name}, {"mode", s.Mode}, {"format", s.Format}, {"table", s.Table}, {"history", s.History}, {"since", s.Since},
	} {
		if pair[1] != "" {
			line("    %s: %s", pair[0], quote(pair[1]))
		}
	}
	if len(s.References) > 0 {
		line("    references: [%s]", strings.Join(quoteAll(relativeAll(folder, s.References)), ", "))
	}
}

func (m *Meaning) write(line func(string, ...any)) {
	line("  - path: %s", quote(m.Path))
	for _, pair := range [][2]string{
		{"subject", m.Subject}, {"unit", m.Unit}, {"kind", m.Kind}, {"unit-field", m.UnitField}, {"null", m.Null},
		{"default", m.Default}, {"meaning", m.Meaning},
	} {
		if pair[1] != "" && pair != [2]string{"subject", "**"} {
			line("    %s: %s", pair[0], quote(pair[1]))
		}
	}
	if len(m.Sentinels) > 0 {
		line("    sentinels: [%s]", strings.Join(quoteAll(m.Sentinels), ", "))
	}
	for _, flag := range []struct {
		name string
		set  bool
	}{{"key", m.Key}, {"metric", m.Metric}, {"doc-fix", m.DocFix}} {
		if flag.set {
			line("    %s: true", flag.name)
		}
	}
}

func words(changes []Change) []string {
	all := make([]string, len(changes))
	for i, c := range changes {
		all[i] = c.Word
	}
	return all
}

func relativeAll(folder string, paths []string) []string {
	all := make([]string, len(paths))
	for i, p := range paths {
		all[i] = relative(folder, p)
	}
	return all
}

func relative(folder, p string) string {
	if r, err := filepath.Rel(folder, filepath.FromSlash(p)); err == nil {
		return filepath.ToSlash(r)
	}
	return p
}

func quoteAll(texts []string) []string {
	all := make([]string, len(texts))
	for i, t := range texts {
		all[i] = quote(t)
	}
	return all
}
