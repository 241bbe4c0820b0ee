package rollout

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v4"
)

// A decoder fills plan values from a node tree and collects every fault instead of stopping at the first.
type decoder struct {
	problems []Problem
	shapes   map[reflect.Type][]planField
}

func (d *decoder) fail(n *yaml.Node, format string, args ...any) {
	d.problems = append(d.problems, Problem{posOf(n), fmt.Sprintf(format, args...)})
}

// plainOnly refuses what YAML has beyond plain values: an anchor stands for something further down, and a tag says that a
// value is not what it looks like.
func (d *decoder) plainOnly(n *yaml.Node) {
	if n == nil {
		return
	}
	if n.Anchor != "" {
		d.fail(n, "the anchor %q: anchors, aliases and merges are not part of a plan", n.Anchor)
	}
	if n.Style&yaml.TaggedStyle != 0 {
		d.fail(n, "the tag %q: tags are not part of a plan", n.Tag)
	}
	for _, kid := range n.Content {
		d.plainOnly(kid)
	}
}

func posOf(n *yaml.Node) Pos { return Pos{Line: n.Line, Col: n.Column} }

// A planField is one key of an object of the plan file: the struct field behind it and what its tags say.
type planField struct {
	key    string
	doc    string
	keyed  string // not empty: a mapping from names to elements of the slice; the word says what the names are
	req    bool
	short  bool // a scalar in place of the object sets this field alone
	inline bool // the object itself is the keyed mapping
	index  int  // in the struct
	value  reflect.Value
}

// structFields lists the keys of a struct, in declaration order.
func structFields(v reflect.Value) []planField {
	fields := shapeOf(v.Type())
	for i := range fields {
		fields[i] = fields[i].of(v)
	}
	return fields
}

// of is the field of one struct.
func (f planField) of(v reflect.Value) planField {
	f.value = v.Field(f.index)
	return f
}

// fields gives the keys of a type; what its tags say is looked up once, for a plan of thousands of steps asks for the same
// few.
func (d *decoder) fields(t reflect.Type) []planField {
	known, ok := d.shapes[t]
	if !ok {
		known = shapeOf(t)
		if d.shapes == nil {
			d.shapes = map[reflect.Type][]planField{}
		}
		d.shapes[t] = known
	}
	return known
}

func shapeOf(t reflect.Type) []planField {
	var fields []planField
	for i := range t.NumField() {
		tag := t.Field(i).Tag
		if key := tag.Get("plan"); key != "" {
			fields = append(fields, planField{key: key, doc: tag.Get("doc"), keyed: tag.Get("keyed"), req: tag.Get("req") != "",
				short: tag.Get("short") != "", inline: tag.Get("inline") != "", index: i})
		}
	}
	return fields
}

// object fills a struct from a mapping. what names the object in messages.
func (d *decoder) object(n *yaml.Node, v reflect.Value, what string) {
	fields := d.fields(v.Type())
	if len(fields) == 1 && fields[0].inline {
		d.keyed(n, fields[0].of(v))
		return
	}
	if n.Kind != yaml.MappingNode {
		for _, f := range fields {
			if f.short && n.Kind == yaml.ScalarNode {
				d.value(n, f.of(v), what)
				return
			}
		}
		d.fail(n, "%s is %s; a mapping is needed", what, kindName(n))
		return
	}
	seen := make(map[string]bool, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if !d.keyNode(key, seen) {
			continue
		}
		f, ok := fieldNamed(fields, key.Value)
		if !ok {
			names := make([]string, len(fields))
			for i, f := range fields {
				names[i] = f.key
			}
			d.fail(key, "%s has no key %q%s", what, key.Value, didYouMean(key.Value, names))
			continue
		}
		d.value(value, f.of(v), f.key)
	}
	for _, f := range fields {
		if f.req && !seen[f.key] {
			d.fail(n, "%s lacks the key %q", what, f.key)
		}
	}
}

func fieldNamed(fields []planField, key string) (planField, bool) {
	for _, f := range fields {
		if f.key == key {
			return f, true
		}
	}
	return planField{}, false
}

// keyNode accepts a scalar key once.
func (d *decoder) keyNode(key *yaml.Node, seen map[string]bool) bool {
	switch {
	case key.Kind != yaml.ScalarNode || key.Tag == "!!merge":
		d.fail(key, "a key is %s; anchors, aliases and merges are not part of a plan", kindName(key))
	case hasControl(key.Value, ""):
		d.fail(key, "the key %q has a control character", key.Value)
	case seen[key.Value]:
		d.fail(key, "the key %q is given twice", key.Value)
	default:
		seen[key.Value] = true
		return true
	}
	return false
}

// keyed fills a slice from a mapping; each element learns its name and place.
func (d *decoder) keyed(n *yaml.Node, f planField) {
	if n.Kind != yaml.MappingNode {
		d.fail(n, "%s is %s; a mapping from each %s is needed", f.key, kindName(n), f.keyed)
		return
	}
	seen := make(map[string]bool, len(n.Content)/2)
	all, filled := reflect.MakeSlice(f.value.Type(), len(n.Content)/2, len(n.Content)/2), 0
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if !d.keyNode(key, seen) {
			continue
		}
		if key.Value == "" || len(key.Value) > 200 {
			d.fail(key, "the name of a %s has %d characters; 1 to 200 are allowed", f.keyed, len(key.Value))
			continue
		}
		elem := all.Index(filled)
		filled++
		elem.FieldByName("Name").SetString(key.Value)
		elem.FieldByName("At").Set(reflect.ValueOf(posOf(key)))
		d.object(value, elem, f.keyed+" "+key.Value)
	}
	if filled > 0 {
		f.value.Set(all.Slice(0, filled))
	}
}

// value fills one field from its node, by the field's type.
func (d *decoder) value(n *yaml.Node, f planField, what string) {
	if f.keyed != "" {
		d.keyed(n, f)
		return
	}
	v := f.value
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	if v.Kind() == reflect.Slice {
		d.list(n, f, v, what)
		return
	}
	d.single(n, v, what)
}

// list fills a slice from a sequence; a scalar stands for a list of one.
func (d *decoder) list(n *yaml.Node, f planField, v reflect.Value, what string) {
	elemType := v.Type().Elem()
	isObject := elemType.Kind() == reflect.Struct && elemType != reflect.TypeFor[Ref]()
	nodes := n.Content
	switch {
	case n.Kind == yaml.SequenceNode:
	case n.Kind == yaml.ScalarNode && !isObject && n.Tag != "!!null", n.Kind == yaml.MappingNode && isObject:
		nodes = []*yaml.Node{n}
	default:
		d.fail(n, "%s is %s; a list is needed", what, kindName(n))
		return
	}
	if f.key == "steps" && len(nodes) > maxSteps {
		d.fail(nodes[maxSteps], "the plan has %d steps; the limit is %d", len(nodes), maxSteps)
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), len(nodes), len(nodes)))
	for i, node := range nodes {
		d.single(node, v.Index(i), strings.TrimSuffix(what, "s"))
	}
}

// single fills a value that is no list.
func (d *decoder) single(n *yaml.Node, v reflect.Value, what string) {
	if v.Kind() == reflect.Struct && v.Type() != reflect.TypeFor[Ref]() {
		if at := v.FieldByName("At"); at.IsValid() {
			at.Set(reflect.ValueOf(posOf(n)))
		}
		if _, own := v.Addr().Interface().(parsed); !own {
			d.object(n, v, what)
			return
		}
	}
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		d.fail(n, "%s is %s; a plain value is needed", what, kindName(n))
		return
	}
	d.scalar(n, v, what)
}

func (d *decoder) scalar(n *yaml.Node, v reflect.Value, what string) {
	text := n.Value
	if hasControl(text, "\n\t") {
		d.fail(n, "%s has a control character", what)
		return
	}
	switch own := v.Addr().Interface().(type) {
	case parsed:
		if err := own.parse(text); err != nil {
			d.fail(n, "%s: %s", what, err)
		}
		return
	case *Ref:
		if hasControl(text, "") || len(text) > 500 {
			d.fail(n, "%s is no name: it has control characters or more than 500 characters", what)
			return
		}
		*own = Ref{text, posOf(n)}
		return
	}
	if words, ok := v.Interface().(vocabulary); ok {
		if !contains(words.words(), text) {
			d.fail(n, "%s is %q; it is one of %s%s", what, text, strings.Join(words.words(), ", "), didYouMean(text, words.words()))
			return
		}
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Bool:
		if text != "true" && text != "false" {
			d.fail(n, "%s is %q; it is true or false", what, text)
		}
		v.SetBool(text == "true")
	case reflect.Int:
		number, err := strconv.Atoi(text)
		if err != nil || number < 0 || number > 1_000_000 {
			d.fail(n, "%s is %q; a whole number is needed", what, text)
		}
		v.SetInt(int64(number))
	default:
		d.fail(n, "%s cannot be read", what)
	}
}

// hasControl finds characters that would move a terminal's cursor, turn the direction of the text, or break a drawing, but
// for those allowed.
func hasControl(text, allowed string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return (unicode.IsControl(r) || unicode.Is(misleading, r)) && !strings.ContainsRune(allowed, r)
	})
}

// misleading are the characters that nobody sees and that change what others look like: marks, embeddings and isolates of
// direction, line and paragraph separators, spaces without width.
var misleading = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x061c, Hi: 0x061c, Stride: 1}, {Lo: 0x200b, Hi: 0x200b, Stride: 1}, {Lo: 0x200e, Hi: 0x200f, Stride: 1},
	{Lo: 0x2028, Hi: 0x202e, Stride: 1}, {Lo: 0x2060, Hi: 0x2069, Stride: 1}, {Lo: 0xfeff, Hi: 0xfeff, Stride: 1},
}}

func kindName(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.AliasNode:
		return "an alias"
	case n.Tag == "!!null":
		return "empty"
	}
	return fmt.Sprintf("%q", n.Value)
}

func contains(words []string, word string) bool {
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}

// didYouMean gives ", did you mean …?" when one name is near enough: at most a third of the letters differ.
func didYouMean(word string, names []string) string {
	best, bestAt := "", 1+(len(word)+1)/3
	if len(word) > 100 {
		return ""
	}
	for _, name := range names {
		if dist := editDistance(word, name, bestAt); dist < bestAt {
			best, bestAt = name, dist
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// editDistance counts insertions, deletions, replacements and swaps of neighbours; it may stop at limit.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	a, b = strings.ToLower(a), strings.ToLower(b)
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
