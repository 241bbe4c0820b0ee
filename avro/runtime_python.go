package avro

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// askPython models the avro package of PyPI, 1.12: its parser, avro.compatibility, and DatumReader, which matches types by
// their shallow form, converts by the writer's logical types, and keeps numbers as they were written.
func askPython(r *Resolution) compat.Reading {
	writer, reader := pythonNames(r.Writer), pythonNames(r.Reader)
	if why := pythonRejects(writer); why != "" {
		return rejected("python", "writer", why)
	}
	if why := pythonRejects(reader); why != "" {
		return rejected("python", "reader", why)
	}
	w, rd := writer.Root.Type, reader.Root.Type
	c := legacyChecker{memo: map[[2]*Type]bool{}, kind: func(w, r *Type) bool { return w.Error == r.Error && !w.Error },
		named: func(w, r *Type) bool {
			return w.ShortName() == r.ShortName() || slices.Contains(r.writtenAliases(), w.Name) || strings.Contains(text(r.At, "aliases"), w.Name)
		},
		source: func(w *Type, f *Field) (int32, bool) { return pythonSource(w, f), true }}
	reading := compat.Reading{Runtime: "python", Check: compatible}
	if !c.compatible(w, rd) {
		reading.Check, reading.Reason = incompatible, c.why
	}
	p := &pythonReader{}
	reading.Read = p.run(w, rd, p.visit).String()
	if reading.Reason == "" {
		reading.Reason = p.why
	}
	return reading
}

// pythonNames is a schema with names as the parser makes them: an empty namespace is the enclosing one for the type's own name.
func pythonNames(s *Schema) *Schema {
	if s.foreign || !slices.ContainsFunc(s.Types, emptied) {
		return s
	}
	p := newParser(s.Doc, nil)
	p.inherits = true
	return p.parse()
}

// emptied reports a type that states an empty namespace, and needs one.
func emptied(t *Type) bool {
	ns, ok := t.At.Member("namespace")
	return ok && ns.Kind() == position.String && ns.Text() == "" && !strings.Contains(text(t.At, "name"), ".")
}

// writtenAliases are a type's aliases as they stand in the text, without a namespace of their own.
func (t *Type) writtenAliases() []string {
	list, ok := t.At.Member("aliases")
	if !ok {
		return nil
	}
	var aliases []string
	for e := range list.Elements() {
		aliases = append(aliases, e.Text())
	}
	return aliases
}

func pythonSource(w *Type, f *Field) int32 {
	if direct := w.fieldIndex(f.Name); direct >= 0 {
		return direct
	}
	for _, a := range f.Aliases {
		if source := w.fieldIndex(a); source >= 0 {
			return source
		}
	}
	return unwritten
}

// pythonRejects says why the parser refuses a schema. Defaults are not looked at, nor are names of fields.
func pythonRejects(s *Schema) string {
	for i := range s.Faults {
		f := &s.Faults[i]
		switch f.Rule {
		case "avro-schema-invalid":
			if a := f.attribute(); a != "aliases" && (a != "namespace" || f.At.Kind() != position.Null) && (a != "size" || strings.Trim(f.At.Raw(), "0123456789") != "") {
				return f.Problem
			}
		case "avro-order-invalid":
			if f.At.Kind() != position.Null {
				return f.Problem
			}
		case "avro-type-nested", "avro-field-duplicate", "avro-union-nested", "avro-enum-symbol-duplicate",
			"avro-name-unresolved", "avro-name-outside", "avro-name-forward", "avro-name-duplicate", "avro-enum-default-invalid":
			return f.Problem
		case "avro-union-duplicate":
			if f.At.Kind() != position.Array { // two branches of one unnamed type; names are not compared
				return f.Problem
			}
		case "avro-name-invalid":
			name := f.At.Text()
			if s.isFieldName(f.At) && name != "" || f.attribute() == "symbols" && validName(shortName(name)) {
				continue
			}
			return f.Problem
		}
	}
	why := ""
	for _, t := range s.Types {
		t.eachSlot(func(sl *Slot) {
			if why == "" && sl.dressed() {
				why = "a reference may not be an object: " + clip(sl.At.Raw())
			}
		})
	}
	return why
}

// isFieldName reports whether a value of the text is the name of a field.
func (s *Schema) isFieldName(name position.Value) bool {
	object, ok := name.Parent()
	if !ok {
		return false
	}
	list, ok := object.Parent()
	if !ok || !list.Is(position.Array) {
		return false
	}
	record, ok := list.Parent()
	if !ok {
		return false
	}
	fields, ok := record.Member("fields")
	return ok && fields == list
}

// pythonReader is DatumReader.read_data.
type pythonReader struct{ walk }

func (p *pythonReader) visit(w, r *Type) {
	if !pythonMatches(w, r) {
		p.meets(doesNotCome, "its reader does not match "+w.Spelling()+" with "+r.Spelling())
		return
	}
	switch {
	case w.Kind == Union && r.Kind == Union:
		for i := range w.Branches {
			p.reach(w.Branches[i].Type, r)
		}
	case r.Kind == Union:
		for i := range r.Branches {
			if pythonMatches(w, r.Branches[i].Type) {
				p.reach(w, r.Branches[i].Type)
				return
			}
		}
	case w.Kind == Array, w.Kind == Map:
		p.reach(w.Items.Type, r.Items.Type)
	case w.Kind == Enum && len((&joint{w: w, r: r}).missingSymbols()) > 0:
		p.meets(doesNotCome, "its reader takes no notice of the enum's default")
	case w.Kind == Record:
		p.records(w, r)
	}
}

// records reads fields by name; aliases do not count when data is read.
func (p *pythonReader) records(w, r *Type) {
	for _, f := range r.Fields {
		source := w.fieldIndex(f.Name)
		switch {
		case source >= 0:
			p.reach(w.Fields[source].Type, f.Type)
		case !f.HasDefault():
			p.meets(doesNotCome, "the field "+clip(f.Name)+" is not written and has no default")
		default:
			o := fills{}.python(f.Default, f.Type)
			if o == comesThrough && pythonSource(w, f) >= 0 {
				o = comesChanged // the alias is ignored: the default stands where a value was written
			}
			p.meets(o, "the default of "+clip(f.Name)+" is what its reader makes of it")
		}
	}
}

// pythonMatches is Schema.match, which looks one level deep.
func pythonMatches(w, r *Type) bool {
	switch {
	case r.Kind == Union:
		if w.Kind == Union {
			return true
		}
		for i := range r.Branches {
			if pythonMatches(w, r.Branches[i].Type) {
				return true
			}
		}
		return false
	case w.Kind != r.Kind:
		return w.Kind != Bytes && w.Kind != String && promotion(w.Kind, r.Kind) != impossible
	case w.Kind == Array, w.Kind == Map:
		return w.Items.Type.Kind == r.Items.Type.Kind && w.Items.Type.Error == r.Items.Type.Error
	case w.Kind.Named():
		return w.Name == r.Name && w.Size == r.Size && w.Error == r.Error
	}
	return true
}

// python is _read_default_value: a union's default is that of its first branch, a float's must have a point, bytes are
// the text in UTF-8.
func (m fills) python(v position.Value, t *Type) outcome {
	k := v.Kind()
	switch t.Kind {
	case Null:
		return fillIf(k == position.Null)
	case Boolean:
		return fillChanged(k != position.True && k != position.False)
	case Int, Long:
		if k == position.True || k == position.False {
			return comesChanged
		}
		return fillIf(k == position.Number && !strings.ContainsAny(v.Text(), ".eE"))
	case Float, Double:
		return fillIf(k == position.Number && strings.ContainsAny(v.Text(), ".eE"))
	case Bytes, Fixed:
		if k != position.String {
			return doesNotCome
		}
		return fillChanged(strings.ContainsFunc(v.Text(), func(r rune) bool { return r > 0x7f }))
	case Enum, String:
		return fillIf(k == position.String)
	case Union:
		if len(t.Branches) == 0 {
			return doesNotCome
		}
		return m.python(v, t.Branches[0].Type)
	case Array:
		if k == position.String || k == position.Object {
			return fillIf(v.Len() == 0 && v.Text() == "") // Python walks characters and keys too
		}
	}
	if k != position.Array && t.Kind == Array || k != position.Object && t.Kind != Array {
		return doesNotCome
	}
	if t.Kind == Record {
		return m.record(v, t, m.python)
	}
	return m.inside(v, t.Items.Type, m.python)
}

func fillIf(ok bool) outcome {
	if ok {
		return comesThrough
	}
	return doesNotCome
}

func fillChanged(changed bool) outcome {
	if changed {
		return comesChanged
	}
	return comesThrough
}
