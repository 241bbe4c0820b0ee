package iceberg

import (
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

// nodesOf makes the nodes of all fields of a view, once per schema.
func nodesOf(v View) *nodes {
	s := v.Schema
	s.nodesOnce.Do(func() { s.nodes = makeNodes(v) })
	return s.nodes
}

// nodes are the vocabulary's view of a schema: one node per field, by the field's place in All.
type nodes struct {
	root   compat.Node
	fields []compat.Node
}

func (n *nodes) of(f *Field) *compat.Node { return &n.fields[f.index] }

func makeNodes(v View) *nodes {
	s := v.Schema
	n := &nodes{root: compat.Node{Type: "struct", At: s.At, Origin: s}, fields: make([]compat.Node, len(s.All))}
	declared := declaredOn(v.Table)
	top := familyOf(s.Fields)
	var under map[*Field]*meaning.Family
	for i, f := range s.All {
		around := top
		if f.Parent != nil {
			var ok bool
			if around, ok = under[f.Parent]; !ok {
				if under == nil {
					under = map[*Field]*meaning.Family{}
				}
				around = familyOf(f.Parent.Type.Fields)
				under[f.Parent] = around
			}
		}
		fill(&n.fields[i], f, around, declared[f.ID])
	}
	return n
}

// familyOf is the fields of one struct as their nodes tell of them.
func familyOf(fields []*Field) *meaning.Family {
	siblings, content := make([]meaning.Sibling, len(fields)), uint64(0)
	for i, f := range fields {
		siblings[i] = meaning.Sibling{Name: f.Name, Doc: f.Doc, Carrier: carriers[f.Type.Kind]}
		content = mix(content, f.content)
	}
	return meaning.NewFamily(siblings, content)
}

func fill(n *compat.Node, f *Field, around *meaning.Family, declared []meaning.Property) {
	n.Name, n.Type, n.Nullable, n.At, n.Origin = f.Name, f.Type.String(), !f.Required, f.At, f
	if f.Initial != nil {
		n.Default = &compat.Value{JSON: oneLine(f.Initial.Value), At: f.Initial.Value.Place()}
	}
	n.Says = meaning.Statement{Field: f.Name, Doc: f.Doc, Carrier: carriers[f.Type.Kind], Logical: logical(f.Type),
		Properties: properties(f, declared), Nullable: !f.Required, Family: around}
	if f.Type.Kind == List || f.Type.Kind == Map { // what kind of time or decimal it is, the element's own node says
		n.Says.Element = carriers[innermost(f.Type).Kind]
	}
	if d := f.Initial; d != nil {
		n.Says.HasDefault, n.Says.Default = true, oneLine(d.Value)
	}
	n.Key = mix(f.content, n.Says.Around())
	for _, p := range declared {
		n.Key = mix(n.Key, text(p.Name+"="+p.JSON))
	}
}

// converted is a writer's column as it is after its values have been turned into the reader's type. A date that becomes a
// timestamp is no count that is taken for another one: the reader makes midnight of the day.
func converted(n *compat.Node, to *Type) *compat.Node {
	c := *n
	c.Says.Carrier, c.Says.Logical = carriers[to.Kind], logical(to)
	c.Key = mix(n.Key, text(to.String()))
	return &c
}

func innermost(t *Type) *Type {
	for t.Kind == List || t.Kind == Map {
		t = t.Fields[len(t.Fields)-1].Type
	}
	return t
}

var carriers = [...]meaning.Carrier{Struct: meaning.Record, List: meaning.Array, Map: meaning.Map, Boolean: meaning.Bool, Int: meaning.Int,
	Long: meaning.Long, Float: meaning.Float, Double: meaning.Double, Decimal: meaning.Decimal, Date: meaning.Date, Time: meaning.Time,
	Timestamp: meaning.Timestamp, Timestamptz: meaning.Timestamp, TimestampNs: meaning.Timestamp, TimestamptzNs: meaning.Timestamp,
	String: meaning.String, UUID: meaning.UUID, Fixed: meaning.Fixed, Binary: meaning.Bytes, Geography: 0}

func logical(t *Type) meaning.Logical {
	switch t.Kind {
	case Date:
		return meaning.Logical{Name: "date"}
	case Time:
		return meaning.Logical{Name: "time-micros"}
	case Timestamp:
		return meaning.Logical{Name: "local-timestamp-micros"}
	case Timestamptz:
		return meaning.Logical{Name: "timestamp-micros"}
	case TimestampNs:
		return meaning.Logical{Name: "local-timestamp-nanos"}
	case TimestamptzNs:
		return meaning.Logical{Name: "timestamp-nanos"}
	case UUID:
		return meaning.Logical{Name: "uuid"}
	case Decimal:
		return meaning.Logical{Name: "decimal", Precision: t.Precision, Scale: t.Scale}
	}
	return meaning.Logical{}
}

// properties are a field's unknown attributes and what table properties say about its id.
func properties(f *Field, declared []meaning.Property) []meaning.Property {
	if len(f.Extra) == 0 {
		return declared
	}
	all := make([]meaning.Property, 0, len(f.Extra)+len(declared))
	for _, m := range f.Extra {
		all = append(all, meaning.Property{Name: m.Key, JSON: oneLine(m.Value), Where: meaning.OnField})
	}
	return append(all, declared...)
}

// fieldProperty is the prefix of table properties that declare something about a column by its id, since table schemas
// have no room for custom attributes: schemavet.field.7.unit = ms.
const fieldProperty = "schemavet.field."

// declaration takes the key of a table property apart: which column it is about, and what it declares.
func declaration(key string) (id int, name string, ok bool) {
	rest, ok := strings.CutPrefix(key, fieldProperty)
	number, name, dotted := strings.Cut(rest, ".")
	id, err := strconv.Atoi(number)
	return id, name, ok && dotted && name != "" && err == nil
}

func declaredOn(t *Table) map[int][]meaning.Property {
	if t == nil {
		return nil
	}
	var all map[int][]meaning.Property
	for _, p := range t.Properties {
		id, name, ok := declaration(p.Key)
		if !ok {
			continue
		}
		if all == nil {
			all = map[int][]meaning.Property{}
		}
		all[id] = append(all[id], meaning.Property{Name: name, JSON: quoted(p.Value), Where: meaning.OnTable})
	}
	return all
}

// checkDeclarations finds properties that are meant as declarations and are about no column.
func checkDeclarations(t *Table) {
	var ids map[int]bool // of all schemas
	for _, p := range t.Properties {
		if !strings.HasPrefix(p.Key, "schemavet.") {
			continue
		}
		id, _, ok := declaration(p.Key)
		if !ok {
			t.problem(declarationIdle, "", p.At, 0, "the property %s declares nothing: schemavet.field.ID.unit does, with the field id of a column", clip(p.Key))
			continue
		}
		if ids == nil {
			ids = map[int]bool{}
			for _, s := range t.Schemas {
				for _, f := range s.All {
					ids[f.ID] = true
				}
			}
		}
		if !ids[id] {
			t.problem(declarationIdle, "", p.At, id, "the property %s is about field id %d, which no schema of the table has", clip(p.Key), id)
		}
	}
}
