package meaning

import (
	"hash/maphash"
	"strings"
)

// maxSiblings bounds the look at a record's other fields, so that a record of thousands stays linear.
const maxSiblings = 512

// A Sibling is a field as the other fields of its record see it.
type Sibling struct {
	Name    string
	Doc     string
	Carrier Carrier
}

// A Family is the fields of one record, in order. It is made once for a record and shared by the statements of its fields.
type Family struct {
	fields     []Sibling
	companions []int  // places in fields of those that tell a unit or a currency by their own name
	tells      uint64 // what the companions say
	content    uint64 // what all fields say
}

// NewFamily is the family of a record's fields. Equal contents, of one run, promise equal fields.
func NewFamily(fields []Sibling, content uint64) *Family {
	f := &Family{fields: fields, content: content}
	for i := range fields[:min(len(fields), maxSiblings)] {
		s := &fields[i]
		if s.Carrier != String && s.Carrier != Enum || !maybeCompanion(s.Name) {
			continue
		}
		if _, _, ok := companionOf(s.Name); ok {
			f.companions = append(f.companions, i)
			f.tells = maphash.Comparable(familySeed, companionKey{f.tells, s.Name, s.Carrier})
		}
	}
	return f
}

// familySeed makes what families say comparable within one run.
var familySeed = maphash.MakeSeed()

type companionKey struct {
	before  uint64
	name    string
	carrier Carrier
}

// Fields are all fields of the family, in order; none of a family that is not known.
func (f *Family) Fields() []Sibling {
	if f == nil {
		return nil
	}
	return f.fields
}

// Content identifies what all fields say, 0 for a family that is not known. Equal contents of one run are equal families.
func (f *Family) Content() uint64 {
	if f == nil {
		return 0
	}
	return f.content ^ f.tells ^ uint64(len(f.fields))
}

// Around identifies what inference can make of the other fields of the record: statements that say the same and have equal
// Arounds have equal facts. Most fields look at nothing but the companions; a field that names another one, and a statistic of
// another one, may look at any.
func (s *Statement) Around() uint64 {
	switch {
	case s.Family == nil:
		return 0
	case s.NamesOthers():
		return s.Family.Content()
	}
	return s.Family.tells
}

// NamesOthers reports whether a statement may name another field of its record: in a declaration, a property, its doc or its own name.
func (s *Statement) NamesOthers() bool {
	return len(s.Properties) > 0 || s.Declared != nil || strings.IndexByte(s.Doc, '`') >= 0 || isStatistic(s.Field)
}

// siblings is the part of the record that is looked at.
func (w *work) siblings() []Sibling {
	all := w.s.Family.Fields()
	return all[:min(len(all), maxSiblings)]
}
