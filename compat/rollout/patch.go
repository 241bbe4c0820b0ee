package rollout

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// Patch writes a fixed plan as a change to the text it came from, so that comments and layout stay. Where the text
// has a shape that it does not know how to change, it writes the whole plan anew; the result is always the plan that
// was asked for.
func Patch(text []byte, was, is *Plan) []byte {
	if p := newPatcher(text); p != nil && p.patch(was, is) {
		if got, err := Load(was.File, p.text()); err == nil && bytes.Equal(got.Encode(), is.Encode()) {
			return p.text()
		}
	}
	return is.Encode()
}

// A patcher collects replacements in a YAML text.
type patcher struct {
	old    []byte
	starts []int // offset of each line
	steps  *yaml.Node
	edits  []replacement
}

type replacement struct {
	from, to int
	text     string
}

// newPatcher finds the steps of a YAML document; nil for what it cannot patch.
func newPatcher(text []byte) *patcher {
	if looksLikeJSON(bytes.TrimLeft(text, " \t\r\n")) {
		return nil
	}
	root, problem := parseTree(text)
	if problem != nil || root.Kind != yaml.MappingNode || bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) {
		return nil
	}
	p := &patcher{old: text, starts: []int{0}, steps: child(root, "steps")}
	for i, b := range text {
		if b == '\n' {
			p.starts = append(p.starts, i+1)
		}
	}
	if p.steps == nil || p.steps.Kind != yaml.SequenceNode {
		return nil
	}
	return p
}

// child gives the value of a key.
func child(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// offset gives the byte of a node's first character.
func (p *patcher) offset(n *yaml.Node) int {
	at := p.starts[n.Line-1]
	for i := 1; i < n.Column && at < len(p.old); i++ {
		_, size := utf8.DecodeRune(p.old[at:])
		at += size
	}
	return at
}

// patch notes the changes from one plan to the other; false when the text has a shape it does not know.
func (p *patcher) patch(was, is *Plan) bool {
	nodes := map[string]*yaml.Node{}
	var old []string
	for i := range was.Steps {
		nodes[was.Steps[i].ID] = p.steps.Content[i]
		old = append(old, was.Steps[i].ID)
	}
	var kept []string
	before := ""
	for i := range is.Steps {
		s := &is.Steps[i]
		n := nodes[s.ID]
		if n == nil {
			if !p.insert(s, before, nodes, old) {
				return false
			}
			continue
		}
		kept, before = append(kept, s.ID), s.ID
		w := &was.Steps[slices.Index(old, s.ID)]
		if !p.changeAfter(n, w.written(), s.written()) || !p.changeUntil(n, w, s) {
			return false
		}
	}
	return slices.Equal(kept, old) // a new order of the lines is written anew
}

func (p *patcher) changeAfter(n *yaml.Node, was, is *Step) bool {
	same := slices.EqualFunc(was.After, is.After, func(a, b Ref) bool { return a.Name == b.Name })
	if same {
		return true
	}
	names := make([]string, len(is.After))
	for i, a := range is.After {
		names[i] = plain(a.Name)
	}
	list := "[" + strings.Join(names, ", ") + "]"
	if value := child(n, "after"); value != nil {
		from, to, ok := p.extent(value)
		p.edits = append(p.edits, replacement{from, to, list})
		return ok
	}
	at := p.offset(n)
	if p.old[at] == '{' {
		_, end, ok := p.extent(n)
		for end--; end > at && (p.old[end-1] == ' ' || p.old[end-1] == ','); end-- {
		}
		p.edits = append(p.edits, replacement{end, end, ", after: " + list})
		return ok
	}
	p.edits = append(p.edits, replacement{at, at, "after: " + list + "\n" + strings.Repeat(" ", n.Column-1)})
	return true
}

func (p *patcher) changeUntil(n *yaml.Node, was, is *Step) bool {
	if was.Rollback == nil || is.Rollback == nil || was.Rollback.Until.Name == is.Rollback.Until.Name {
		return true
	}
	rollback := child(n, "rollback")
	if rollback == nil || child(rollback, "until") == nil {
		return false
	}
	from, to, ok := p.extent(child(rollback, "until"))
	p.edits = append(p.edits, replacement{from, to, plain(is.Rollback.Until.Name)})
	return ok
}

// insert puts a new step behind another, as a line of its own or as an element of a flow list.
func (p *patcher) insert(s *Step, before string, nodes map[string]*yaml.Node, old []string) bool {
	next := slices.Index(old, before) + 1
	line := stepLine(s)
	if p.steps.Style&yaml.FlowStyle != 0 {
		if next == len(old) {
			return false
		}
		at := p.offset(nodes[old[next]])
		p.edits = append(p.edits, replacement{at, at, line + ", "})
		return true
	}
	first := p.steps.Content[0]
	indent := first.Column - 3
	if indent < 0 || strings.TrimLeft(string(p.old[p.starts[first.Line-1]:p.offset(first)]), " ") != "- " {
		return false
	}
	text := strings.Repeat(" ", indent) + "- " + line + "\n"
	at := len(p.old)
	switch {
	case next < len(old):
		at = p.starts[nodes[old[next]].Line-1]
	default:
		last := lastLine(p.steps)
		if last < len(p.starts) {
			at = p.starts[last]
		} else if !bytes.HasSuffix(p.old, []byte("\n")) {
			text = "\n" + text
		}
	}
	p.edits = append(p.edits, replacement{at, at, text})
	return true
}

// lastLine gives the last line that a node's values stand on.
func lastLine(n *yaml.Node) int {
	last := n.Line
	for _, kid := range n.Content {
		last = max(last, lastLine(kid))
	}
	return last
}

// extent gives where a flow value or a scalar on one line begins and ends.
func (p *patcher) extent(n *yaml.Node) (from, to int, ok bool) {
	from = p.offset(n)
	switch {
	case from >= len(p.old):
		return 0, 0, false
	case p.old[from] == '[' || p.old[from] == '{':
		to, ok = p.bracket(from)
	case n.Kind == yaml.ScalarNode && (p.old[from] == '"' || p.old[from] == '\''):
		to, ok = p.quoted(from)
	case n.Kind == yaml.ScalarNode && bytes.HasPrefix(p.old[from:], []byte(n.Value)):
		to, ok = from+len(n.Value), true
	}
	return from, to, ok
}

// bracket finds the end of a flow collection.
func (p *patcher) bracket(from int) (int, bool) {
	depth := 0
	for i := from; i < len(p.old); i++ {
		switch c := p.old[i]; {
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			if depth--; depth == 0 {
				return i + 1, true
			}
		case (c == '"' || c == '\'') && i > 0 && strings.IndexByte(" ,:[{", p.old[i-1]) >= 0:
			end, ok := p.quoted(i)
			if !ok {
				return 0, false
			}
			i = end - 1
		case c == '#' && i > 0 && p.old[i-1] == ' ':
			for i < len(p.old) && p.old[i] != '\n' {
				i++
			}
		}
	}
	return 0, false
}

// quoted finds the end of a quoted scalar.
func (p *patcher) quoted(from int) (int, bool) {
	quote := p.old[from]
	for i := from + 1; i < len(p.old); i++ {
		switch {
		case p.old[i] == '\\' && quote == '"':
			i++
		case p.old[i] == quote && quote == '\'' && i+1 < len(p.old) && p.old[i+1] == '\'':
			i++
		case p.old[i] == quote:
			return i + 1, true
		}
	}
	return 0, false
}

// text applies the replacements.
func (p *patcher) text() []byte {
	edits := slices.Clone(p.edits)
	slices.SortStableFunc(edits, func(a, b replacement) int { return a.from - b.from })
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(append(out, p.old[at:e.from]...), e.text...)
		at = e.to
	}
	return append(out, p.old[at:]...)
}
