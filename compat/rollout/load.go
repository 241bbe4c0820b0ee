package rollout

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"go.yaml.in/yaml/v4"
)

// Bounds of what is read. A plan of ten thousand steps is about one megabyte.
const (
	maxPlanBytes = 32 << 20
	maxSteps     = 12_000
	maxProblems  = 50
)

// A Problem is one fault of the file: where it is and what is wrong with it.
type Problem struct {
	At      Pos
	Message string
}

// LoadError lists what is wrong with a plan file, in file order. Every line carries file:line:col.
type LoadError struct {
	File     string
	Problems []Problem
}

func (e *LoadError) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		if p.At == (Pos{}) {
			lines[i] = fmt.Sprintf("parse %s: %s", e.File, p.Message)
			continue
		}
		lines[i] = fmt.Sprintf("parse %s:%d:%d: %s", cmp.Or(p.At.File, e.File), p.At.Line, p.At.Col, p.Message)
	}
	return strings.Join(lines, "\n")
}

// Load reads a plan (or a lone repair document) from YAML or JSON. It is strict: unknown keys, words outside a
// vocabulary, and names that name nothing are errors with their place. file is used in messages only.
// An error is always a *LoadError.
func Load(file string, data []byte) (*Plan, error) {
	if len(data) > maxPlanBytes {
		return nil, &LoadError{file, []Problem{{Message: fmt.Sprintf("the plan has %d bytes; the limit is %d", len(data), maxPlanBytes)}}}
	}
	root, problem := parseTree(data)
	if problem != nil {
		return nil, &LoadError{file, []Problem{*problem}}
	}
	d := &decoder{}
	d.plainOnly(root)
	plan := &Plan{}
	if isRepairDocument(root) {
		plan.Version = 1
		plan.Repair = &Repair{At: posOf(root)}
		d.object(root, reflect.ValueOf(plan.Repair).Elem(), "the repair document")
		plan.Name = plan.Repair.Repair
	} else {
		d.object(root, reflect.ValueOf(plan).Elem(), "the plan")
		switch {
		case len(d.problems) > 0 || plan.Version == 1:
		case plan.Version == 0:
			d.fail(root, "the plan does not say version: 1")
		default:
			d.fail(root, "version is %d; this program reads version: 1", plan.Version)
		}
	}
	plan.File = file
	if len(d.problems) == 0 {
		plan.applyDefaults()
		d.problems = checkNames(plan)
	}
	if len(d.problems) > 0 {
		return nil, &LoadError{file, firstProblems(d.problems)}
	}
	return plan, nil
}

// firstProblems sorts by place and cuts a flood, saying how much was cut.
func firstProblems(problems []Problem) []Problem {
	sort.SliceStable(problems, func(i, j int) bool {
		a, b := problems[i].At, problems[j].At
		return a.before(b)
	})
	if len(problems) <= maxProblems {
		return problems
	}
	cut := len(problems) - maxProblems
	return append(problems[:maxProblems:maxProblems], Problem{At: problems[maxProblems].At, Message: fmt.Sprintf("and %d more problems", cut)})
}

// isRepairDocument tells the lone repair document: its repair key names the computation, where a plan has a block.
func isRepairDocument(root *yaml.Node) bool {
	if root == nil || root.Kind != yaml.MappingNode {
		return false
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		switch root.Content[i].Value {
		case "repair":
			return root.Content[i+1].Kind == yaml.ScalarNode
		case "version", "plan", "steps", "participants", "channels":
			return false
		}
	}
	return false
}

// parseTree gives the node tree of a YAML or JSON document. JSON goes through its own reader, since YAML refuses
// some of it (tabs) and accepts more (duplicate keys).
func parseTree(data []byte) (*yaml.Node, *Problem) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(data) {
		return nil, &Problem{Message: "the plan is not UTF-8 text"}
	}
	trimmed := bytes.TrimLeft(data, " \t\r\n")
	if len(trimmed) == 0 {
		return nil, &Problem{Message: "the plan is empty"}
	}
	if trimmed[0] == '{' {
		root, problem := parseJSON(data)
		if problem == nil || looksLikeJSON(trimmed) {
			return root, problem
		}
	}
	if i := bytes.IndexFunc(data, func(r rune) bool { return r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0x7f }); i >= 0 {
		at := (&jsonReader{data: data, line: 1, col: 1}).place(i) // the library does not say where
		return nil, &Problem{At: at, Message: fmt.Sprintf("not YAML: a control character (U+%04X)", data[i])}
	}
	var doc, second yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return nil, yamlProblem(err)
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
		return nil, &Problem{Message: "the plan is empty"}
	}
	if err := dec.Decode(&second); err == nil {
		return nil, &Problem{At: posOf(&second), Message: "a second document begins here; one file holds one plan"}
	} else if !errors.Is(err, io.EOF) {
		return nil, yamlProblem(err)
	}
	return doc.Content[0], nil
}

// looksLikeJSON tells JSON from a YAML flow mapping, to choose whose error to show.
func looksLikeJSON(trimmed []byte) bool {
	rest := bytes.TrimLeft(trimmed[1:], " \t\r\n")
	return len(rest) == 0 || rest[0] == '"' || rest[0] == '}'
}

// yamlProblem takes the place out of the library's error where it has one.
func yamlProblem(err error) *Problem {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	if i := strings.IndexByte(message, '\n'); i >= 0 {
		message = message[:i]
	}
	var at Pos
	if n, _ := fmt.Sscanf(message, "line %d, column %d:", &at.Line, &at.Col); n == 2 {
		at.Col++
	} else if n, _ := fmt.Sscanf(message, "line %d:", &at.Line); n == 1 {
		at.Col = 1
	} else {
		at = Pos{Line: 1, Col: 1}
	}
	return &Problem{At: at, Message: "not YAML: " + message}
}

// parseJSON builds the same node tree from JSON, with positions.
func parseJSON(data []byte) (*yaml.Node, *Problem) {
	r := &jsonReader{data: data, dec: jsontext.NewDecoder(bytes.NewBuffer(data)), line: 1, col: 1}
	root, err := r.value()
	if err == nil {
		if _, more := r.dec.ReadToken(); !errors.Is(more, io.EOF) {
			err = errors.New("text after the end of the document")
		}
	}
	if err != nil {
		at := r.place(int(r.dec.InputOffset()))
		var syntax *jsontext.SyntacticError
		if errors.As(err, &syntax) {
			at = r.place(int(syntax.ByteOffset))
			err = syntax.Err
		}
		return nil, &Problem{At: at, Message: "not JSON: " + strings.TrimPrefix(err.Error(), "jsontext: ")}
	}
	return root, nil
}

// A jsonReader turns tokens into nodes. line and col, the place of the byte at upTo, follow the offset, which only grows:
// a plan on one line is read in one pass too.
type jsonReader struct {
	data            []byte
	dec             *jsontext.Decoder
	line, col, upTo int
}

// place turns a byte offset into line and column. Offsets are asked in rising order.
func (r *jsonReader) place(offset int) Pos {
	offset = min(offset, len(r.data))
	for ; r.upTo < offset; r.upTo++ {
		switch c := r.data[r.upTo]; {
		case c == '\n':
			r.line, r.col = r.line+1, 1
		case utf8.RuneStart(c):
			r.col++
		}
	}
	return Pos{Line: r.line, Col: r.col}
}

// next is the place where the coming token begins: after white space, commas and colons.
func (r *jsonReader) next() Pos {
	offset := int(r.dec.InputOffset())
	for offset < len(r.data) && strings.IndexByte(" \t\r\n,:", r.data[offset]) >= 0 {
		offset++
	}
	return r.place(offset)
}

func (r *jsonReader) value() (*yaml.Node, error) {
	at := r.next()
	token, err := r.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	node := &yaml.Node{Kind: yaml.ScalarNode, Line: at.Line, Column: at.Col, Value: token.String()}
	switch token.Kind() {
	case '{', '[':
		node.Kind, node.Value = yaml.MappingNode, ""
		if token.Kind() == '[' {
			node.Kind = yaml.SequenceNode
		}
		for r.dec.PeekKind() != '}' && r.dec.PeekKind() != ']' {
			kid, err := r.value()
			if err != nil {
				return nil, err
			}
			node.Content = append(node.Content, kid)
		}
		_, err = r.dec.ReadToken()
		return node, err
	case 'n':
		node.Tag = "!!null"
	case 't', 'f':
		node.Tag = "!!bool"
	case '"':
		node.Tag, node.Style = "!!str", yaml.DoubleQuotedStyle
	default:
		node.Tag = "!!int"
	}
	return node, nil
}
