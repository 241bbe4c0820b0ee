package avro

import (
	"math/bits"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/position"
)

// nodes makes the sides of sites, and what they say for the facts to be inferred from.
type nodes struct {
	families map[*Type]*meaning.Family // by record
}

// field is the node of a record's field.
func (n *nodes) field(owner *Type, f *Field) *compat.Node {
	node := n.slot(&f.Slot)
	node.Name = f.Name
	node.At = f.Decl.Place()
	node.Origin = f
	says := &node.Says
	says.Field, says.Doc = f.Name, f.Doc
	for _, p := range f.Properties {
		if p.Name == "logicalType" {
			says.Misplaced = p.Value.Text()
		}
		says.Properties = append(says.Properties, meaning.Property{Name: p.Name, JSON: p.Value.Raw(), Where: meaning.OnField})
	}
	if f.HasDefault() {
		node.Default = &compat.Value{JSON: f.Default.Raw(), At: f.Default.Place()}
		says.HasDefault, says.Default = true, f.Default.Raw()
	}
	says.Family = n.of(owner)
	node.Key = f.full.a ^ bits.RotateLeft64(says.Around(), 17)
	return node
}

// slot is the node of the root, of an array's items, of a map's values.
func (n *nodes) slot(s *Slot) *compat.Node {
	node := &compat.Node{Type: s.Type.Spelling(), Nullable: s.Type.Nullable(), At: place(s), Origin: s, Key: s.Type.full.a}
	node.Says.Nullable = node.Nullable
	describe(&node.Says, s.Type)
	return node
}

// inner is the node of a slot whose meaning its field has already told: the field speaks for the items of its arrays.
func (n *nodes) inner(s *Slot) *compat.Node {
	node := n.slot(s)
	node.Says = meaning.Statement{}
	return node
}

// branch is the node of one branch of a union that has several. It speaks under the name and doc of the union's field.
func (n *nodes) branch(s *Slot, union *compat.Node) *compat.Node {
	node := n.slot(s)
	if union != nil {
		node.Name = union.Name
		node.Says.Field, node.Says.Doc = union.Says.Field, union.Says.Doc
		node.Says.Family = union.Says.Family
		for _, p := range union.Says.Properties {
			if p.Where == meaning.OnField {
				node.Says.Properties = append(node.Says.Properties, p)
			}
		}
		node.Key ^= bits.RotateLeft64(union.Key, 29) ^ bits.RotateLeft64(node.Says.Around(), 17)
	}
	return node
}

func place(s *Slot) position.Place {
	if s.At.IsZero() {
		return position.Place{}
	}
	return s.At.Place()
}

// describe fills in what a type says: its branch that is not null, and the innermost elements of arrays and maps.
func describe(says *meaning.Statement, t *Type) {
	where := meaning.OnType
	if t.Kind == Union {
		for i := range t.Branches {
			says.Branches = append(says.Branches, t.Branches[i].Type.Spelling())
		}
		if t = t.Bare(); t == nil {
			return
		}
		where = meaning.OnBranch
	}
	says.Carrier = carrierOf(t)
	for depth := 0; ; depth++ {
		for _, p := range t.Properties {
			says.Properties = append(says.Properties, meaning.Property{Name: p.Name, JSON: p.Value.Raw(), Where: where})
		}
		if t.Kind != Array && t.Kind != Map {
			break
		}
		if t = t.Items.Type.Bare(); t == nil {
			return
		}
	}
	if says.Carrier == meaning.Array || says.Carrier == meaning.Map {
		says.Element = carrierOf(t)
	}
	if t.Kind.Named() {
		says.TypeName = t.Name
	}
	says.TypeDoc = t.Doc
	says.Logical = meaning.Logical{Name: t.Logical.Name, Precision: t.Logical.Precision, Scale: t.Logical.Scale}
	says.Symbols, says.SymbolDefault = t.Symbols, t.Fallback
}

var carriersOf = [...]meaning.Carrier{Null: meaning.NoCarrier, Boolean: meaning.Bool, Int: meaning.Int, Long: meaning.Long,
	Float: meaning.Float, Double: meaning.Double, Bytes: meaning.Bytes, String: meaning.String, Record: meaning.Record,
	Enum: meaning.Enum, Array: meaning.Array, Map: meaning.Map, Union: meaning.NoCarrier, Fixed: meaning.Fixed}

func carrierOf(t *Type) meaning.Carrier {
	if t.Logical.Name == "decimal" || t.Logical.Name == "big-decimal" {
		return meaning.Decimal
	}
	if t.Kind == Union {
		if t = t.Bare(); t == nil {
			return meaning.NoCarrier
		}
	}
	return carriersOf[t.Kind]
}

func (n *nodes) of(record *Type) *meaning.Family {
	if known, ok := n.families[record]; ok {
		return known
	}
	siblings := make([]meaning.Sibling, len(record.Fields))
	for i, f := range record.Fields {
		siblings[i] = meaning.Sibling{Name: f.Name, Doc: f.Doc, Carrier: carrierOf(f.Type)}
	}
	if n.families == nil {
		n.families = map[*Type]*meaning.Family{}
	}
	family := meaning.NewFamily(siblings, record.full.a)
	n.families[record] = family
	return family
}
