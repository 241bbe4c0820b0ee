package rollout

import (
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/compat/yamltext"
)

// Encode writes a plan as YAML that Load reads back to the same plan: one line for each channel, build and step.
// Comments are not kept; edits that keep them are made on the text (see Patch).
func (p *Plan) Encode() []byte {
	e := &encoder{}
	for _, f := range structFields(reflect.ValueOf(p).Elem()) {
		if isZero(f.value) || f.key == "policy" && p.Policy == (Policy{RollbackScope: "self", UnknownParticipants: "fail", Order: "after"}) {
			continue
		}
		if f.key == "steps" || f.keyed != "" || f.key == "transforms" || f.key == "approvals" || f.key == "waivers" || f.key == "promises" || f.key == "tested" {
			e.block(f)
			continue
		}
		e.b.WriteString(f.key + ": ")
		e.value(f)
		e.b.WriteByte('\n')
	}
	return []byte(e.b.String())
}

// stepLine writes one step as a flow mapping.
func stepLine(s *Step) string {
	e := &encoder{}
	e.object(reflect.ValueOf(s.written()).Elem())
	return e.b.String()
}

type encoder struct{ b strings.Builder }

// block writes a list or a keyed mapping with one element a line; participants get a line for each build.
func (e *encoder) block(f planField) {
	e.b.WriteString(f.key + ":\n")
	for i := range f.value.Len() {
		elem := f.value.Index(i)
		switch {
		case f.key == "participants":
			e.participant(elem)
			continue
		case f.keyed != "":
			e.b.WriteString("  " + plain(elem.FieldByName("Name").String()) + ": ")
		case f.key == "steps":
			e.b.WriteString("  - " + stepLine(elem.Addr().Interface().(*Step)) + "\n")
			continue
		default:
			e.b.WriteString("  - ")
		}
		e.object(elem)
		e.b.WriteByte('\n')
	}
}

func (e *encoder) participant(v reflect.Value) {
	e.b.WriteString("  " + plain(v.FieldByName("Name").String()) + ":\n")
	for _, f := range structFields(v) {
		switch {
		case f.unsaid():
		case f.key == "builds" && f.value.Len() > 0:
			e.b.WriteString("    builds:\n")
			for i := range f.value.Len() {
				build := f.value.Index(i)
				e.b.WriteString("      " + plain(build.FieldByName("Name").String()) + ": ")
				e.object(build)
				e.b.WriteByte('\n')
			}
		default:
			e.b.WriteString("    " + f.key + ": ")
			e.value(f)
			e.b.WriteByte('\n')
		}
	}
}

// object writes a struct as a flow mapping, or as its short form when nothing but that is set.
func (e *encoder) object(v reflect.Value) {
	fields := structFields(v)
	if len(fields) == 1 && fields[0].inline {
		e.value(fields[0])
		return
	}
	var set []planField
	for _, f := range fields {
		if !f.unsaid() {
			set = append(set, f)
		}
	}
	if len(set) == 1 && set[0].short {
		e.value(set[0])
		return
	}
	e.b.WriteString("{")
	for i, f := range set {
		if i > 0 {
			e.b.WriteString(",")
		}
		e.b.WriteString(" " + f.key + ": ")
		e.value(f)
	}
	if len(set) > 0 {
		e.b.WriteString(" ")
	}
	e.b.WriteString("}")
}

func (e *encoder) value(f planField) {
	v := f.value
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	switch {
	case f.keyed != "":
		e.b.WriteString("{ ")
		for i := range v.Len() {
			if i > 0 {
				e.b.WriteString(", ")
			}
			e.b.WriteString(plain(v.Index(i).FieldByName("Name").String()) + ": ")
			e.object(v.Index(i))
		}
		e.b.WriteString(" }")
	case v.Kind() == reflect.Slice:
		e.b.WriteString("[")
		for i := range v.Len() {
			if i > 0 {
				e.b.WriteString(", ")
			}
			e.single(v.Index(i))
		}
		e.b.WriteString("]")
	default:
		e.single(v)
	}
}

func (e *encoder) single(v reflect.Value) {
	switch x := v.Interface().(type) {
	case Ref:
		e.b.WriteString(plain(x.Name))
	case Span:
		e.b.WriteString(x.String())
	case Retention:
		e.b.WriteString(plain(x.Text))
	case Position:
		e.b.WriteString([...]string{"earliest", "earliest", "tail", "replay:" + x.Replay.String()}[x.Kind])
	default:
		switch v.Kind() {
		case reflect.Struct:
			e.object(v)
		case reflect.Bool:
			e.b.WriteString(strconv.FormatBool(v.Bool()))
		case reflect.Int:
			e.b.WriteString(strconv.FormatInt(v.Int(), 10))
		default:
			e.b.WriteString(plain(v.String()))
		}
	}
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./@>+-]*[A-Za-z_./@>+-][A-Za-z0-9_./@>+-]*$`)

// plain writes a string without quotes where YAML reads it back as the same string in a flow mapping.
func plain(s string) string {
	switch strings.ToLower(s) {
	case "true", "false", "yes", "no", "on", "off", "null", "~", "y", "n":
		return strconv.Quote(s)
	}
	if plainWord.MatchString(s) && !strings.HasPrefix(s, "-") && !strings.HasPrefix(s, ">") && !strings.HasPrefix(s, "@") && !strings.HasPrefix(s, ".") && !strings.HasPrefix(s, "+") {
		return s
	}
	return yamltext.Quoted(s)
}

// unsaid tells a field that a plan need not say: what must be said is written also where it is empty.
func (f planField) unsaid() bool { return !f.req && (isZero(f.value) || isDefault(f)) }

// isDefault tells a word that the reader puts in by itself when nothing is said.
func isDefault(f planField) bool {
	switch word := f.value.Interface().(type) {
	case Fleet:
		return word == Controlled
	case OnError:
		return word == Halt
	case ScopeWord, UnknownWord, OrderWord:
		return f.value.String() == f.value.Interface().(vocabulary).words()[0]
	}
	return false
}

// saysSo tells a list whose being empty says something: a build that uses no field of a channel, a channel that nobody reads.
func saysSo(v reflect.Value) bool {
	switch v.Interface().(type) {
	case []string, Inventory:
		return !v.IsNil()
	}
	return false
}

// isZero tells a field that says nothing: positions do not count.
func isZero(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer:
		return v.IsNil()
	case reflect.Slice:
		return v.Len() == 0 && !saysSo(v)
	case reflect.Struct:
		if r, ok := v.Interface().(Ref); ok {
			return r.Name == ""
		}
		if _, own := v.Addr().Interface().(parsed); own {
			return v.IsZero()
		}
		for _, f := range structFields(v) {
			if !isZero(f.value) {
				return false
			}
		}
		return true
	}
	return v.IsZero()
}
