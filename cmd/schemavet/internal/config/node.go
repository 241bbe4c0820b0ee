package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/suggest"
)

// maxBytes bounds a configuration file.
const maxBytes = 1 << 20

// An Error is a configuration that cannot be used, with the place of what is wrong.
type Error struct {
	File         string
	Line, Column int // 1-based; 0 when the whole file is at fault
	Problem      string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("read %s: %s", e.File, e.Problem)
	}
	return fmt.Sprintf("read %s:%d:%d: %s", e.File, e.Line, e.Column, e.Problem)
}

// decoder walks the nodes of one file and collects every problem.
type decoder struct {
	file string
	errs []error
}

func (d *decoder) fail(n *yaml.Node, format string, args ...any) {
	e := &Error{File: d.file, Problem: fmt.Sprintf(format, args...)}
	if n != nil {
		e.Line, e.Column = n.Line, n.Column
	}
	d.errs = append(d.errs, e)
}

// at is where a node stands.
func (d *decoder) at(n *yaml.Node) Spot { return Spot{d.file, n.Line, n.Column} }

func (d *decoder) err() error { return errors.Join(d.errs...) }

// parse reads the one document of a file; nil for an empty file.
func (d *decoder) parse(text []byte) (root *yaml.Node) {
	defer func() {
		if r := recover(); r != nil { // a parser's panic on hostile input is an unreadable file, not our end
			d.fail(nil, "not readable as YAML")
			root = nil
		}
	}()
	if len(text) > maxBytes {
		d.fail(nil, "%d bytes; the limit is %d", len(text), maxBytes)
		return nil
	}
	if spot, problem := d.unprintable(text); problem != "" {
		d.errs = append(d.errs, spot.Error("not readable as YAML: %s", problem))
		return nil
	}
	loader, err := yaml.NewLoader(strings.NewReader(string(text)))
	if err != nil {
		d.fail(nil, "%v", err)
		return nil
	}
	var document yaml.Node
	switch err := loader.Load(&document); {
	case err == io.EOF:
		return nil
	case err != nil:
		d.syntax(err)
		return nil
	}
	var second yaml.Node
	if err := loader.Load(&second); err == nil {
		d.fail(&second, "a second YAML document; one file is one document")
		return nil
	} else if err != io.EOF {
		d.syntax(err)
		return nil
	}
	if len(document.Content) == 0 {
		return nil
	}
	return document.Content[0]
}

// unprintable finds the first byte of a text that no YAML file has, whose place the library does not tell. A text in UTF-16
// is YAML and is left to the library.
func (d *decoder) unprintable(text []byte) (Spot, string) {
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		return Spot{}, ""
	}
	at := Spot{d.file, 1, 1}
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && size == 1:
			return at, fmt.Sprintf("the byte 0x%02x is no UTF-8", text[0])
		case r == '\n':
			at.Line, at.Column = at.Line+1, 0
		case r < ' ' && r != '\t' && r != '\r' || r == 0x7f:
			return at, fmt.Sprintf("the control character U+%04X", r)
		}
		at.Column++
		text = text[size:]
	}
	return Spot{}, ""
}

// syntax reports the YAML library's own error under its line.
func (d *decoder) syntax(err error) {
	e := &Error{File: d.file, Problem: strings.TrimPrefix(err.Error(), "yaml: ")}
	var load *yaml.LoadError
	if errors.As(err, &load) && load.Mark.Line > 0 {
		e.Line, e.Column, e.Problem = load.Mark.Line, max(load.Mark.Column, 1), "not readable as YAML: "+load.Message
	}
	d.errs = append(d.errs, e)
}

// A key is one key that a mapping may have.
type key struct {
	name   string
	decode func(d *decoder, n *yaml.Node)
}

// mapping walks a mapping's keys in order. A key that is not in keys, or that comes twice, is an error.
func (d *decoder) mapping(n *yaml.Node, what string, keys []key) {
	if n = resolve(n); n.Kind != yaml.MappingNode {
		d.fail(n, "%s is a mapping of %s, not %s", what, names(keys), describe(n))
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		at := slices.IndexFunc(keys, func(k key) bool { return k.name == name.Value })
		switch {
		case at < 0:
			d.unknown(name, what, keys)
		case seen[name.Value]:
			d.fail(name, "%s has the key %q twice", what, name.Value)
		default:
			seen[name.Value] = true
			keys[at].decode(d, value)
		}
	}
}

func (d *decoder) unknown(name *yaml.Node, what string, keys []key) {
	all := make([]string, len(keys))
	for i, k := range keys {
		all[i] = k.name
	}
	if near := suggest.Nearest(name.Value, all); near != "" {
		d.fail(name, "%s has no key %q; did you mean %q?", what, clip(name.Value), near)
		return
	}
	d.fail(name, "%s has no key %q; it knows %s", what, clip(name.Value), names(keys))
}

func names(keys []key) string {
	all := make([]string, len(keys))
	for i, k := range keys {
		all[i] = k.name
	}
	return strings.Join(all, ", ")
}

// entries walks a mapping whose keys are free.
func (d *decoder) entries(n *yaml.Node, what string, each func(name, value *yaml.Node)) {
	if n = resolve(n); n.Kind != yaml.MappingNode {
		d.fail(n, "%s is a mapping, not %s", what, describe(n))
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if name := n.Content[i]; seen[name.Value] {
			d.fail(name, "%s has the key %q twice", what, clip(name.Value))
		} else {
			seen[name.Value] = true
			each(name, n.Content[i+1])
		}
	}
}

// sequence walks the rows of a list.
func (d *decoder) sequence(n *yaml.Node, what string, each func(*yaml.Node)) {
	if n = resolve(n); n.Kind != yaml.SequenceNode {
		d.fail(n, "%s is a list, not %s", what, describe(n))
		return
	}
	for _, row := range n.Content {
		each(row)
	}
}

// text reads a scalar as it is written.
func (d *decoder) text(n *yaml.Node, what string) string {
	n = resolve(n)
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		d.fail(n, "%s is a text, not %s", what, describe(n))
		return ""
	}
	return n.Value
}

// texts reads one text or a list of them.
func (d *decoder) texts(n *yaml.Node, what string) []string {
	if n = resolve(n); n.Kind == yaml.ScalarNode {
		return []string{d.text(n, what)}
	}
	var list []string
	d.sequence(n, what, func(row *yaml.Node) { list = append(list, d.text(row, what)) })
	return list
}

// flag reads true or false.
func (d *decoder) flag(n *yaml.Node, what string) bool {
	switch n = resolve(n); {
	case n.Kind == yaml.ScalarNode && n.Value == "true":
		return true
	case n.Kind == yaml.ScalarNode && n.Value == "false":
		return false
	}
	d.fail(n, "%s is true or false, not %s", what, describe(n))
	return false
}

// word reads one of a few words.
func (d *decoder) word(n *yaml.Node, what string, allowed []string) string {
	word := d.text(n, what)
	switch {
	case word == "" || slices.Contains(allowed, word):
		return word
	case suggest.Nearest(word, allowed) != "":
		d.fail(n, "%s %q: did you mean %q?", what, clip(word), suggest.Nearest(word, allowed))
	default:
		d.fail(n, "%s %q: expected one of %s", what, clip(word), strings.Join(allowed, ", "))
	}
	return ""
}

// version insists on version 1.
func (d *decoder) version(n *yaml.Node) {
	if v := d.text(n, "version"); v != "" && v != "1" {
		d.fail(n, "version %s; this schemavet reads version 1", strconv.Quote(clip(v)))
	}
}

// resolve follows an alias to its anchor; an alias never leads to another alias.
func resolve(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		return n.Alias
	}
	return n
}

func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.ScalarNode && n.Tag == "!!null":
		return "nothing"
	case n.Kind == yaml.ScalarNode:
		return strconv.Quote(clip(n.Value))
	}
	return "something else"
}

// clip keeps a hostile value from filling a message.
func clip(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return text
}
