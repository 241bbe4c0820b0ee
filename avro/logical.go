package avro

import (
	"math/big"
	"strconv"

	"github.com/schemavet/schemavet/compat/position"
)

// attributes reads what an object says beyond its kind's own attributes: the logical type, the doc, custom properties.
func (p *parser) attributes(t *Type, v position.Value) {
	var logical position.Value
	for m := range v.Members() {
		switch {
		case m.Key == "type", m.Key == "doc", t.defines(m.Key):
		case m.Key == "logicalType":
			logical = m.Value
		default:
			t.Properties = append(t.Properties, Property{m.Key, m.Value})
		}
	}
	if t.Doc == "" {
		t.Doc = text(v, "doc")
	}
	if !logical.IsZero() {
		p.logical(t, v, logical)
	}
}

// defines reports whether the specification gives the attribute a meaning on types of t's kind.
func (t *Type) defines(attribute string) bool {
	switch attribute {
	case "name", "namespace", "aliases":
		return t.Kind.Named()
	case "fields":
		return t.Kind == Record
	case "symbols", "default":
		return t.Kind == Enum
	case "items":
		return t.Kind == Array
	case "values":
		return t.Kind == Map
	case "size":
		return t.Kind == Fixed
	}
	return false
}

// logical takes a logical type that is valid where it stands (Avro 1.12, Logical Types). An unknown or invalid one is
// ignored by every implementation of the specification: the underlying type is read instead. It stays as a property.
func (p *parser) logical(t *Type, v, name position.Value) {
	problem := ""
	switch word := name.Text(); {
	case name.Kind() != position.String:
		problem = "a logical type is a string"
	case word == "decimal":
		problem = p.decimal(t, v)
	case carriers[word] == nil:
		p.remark("avro-logical-unknown", name, "the specification has no logical type %s; readers see a plain %s", quote(word), t.Kind)
		t.Properties = append(t.Properties, Property{"logicalType", name})
		return
	default:
		problem = misfit(t, carriers[word])
		if problem == "" {
			t.Logical.Name = word
		}
	}
	if problem != "" {
		p.remark("avro-logical-invalid", name, "\"logicalType\": %s does not hold here (%s), so readers see a plain %s", clip(name.Raw()), problem, t.Kind)
		t.Properties = append(t.Properties, Property{"logicalType", name})
		return
	}
}

// A carrier is an underlying type that a logical type may stand on; size 0 is any size.
type carrier struct {
	kind Kind
	size int
}

// carriers has the underlying types of every logical type but decimal, which has parameters.
var carriers = map[string][]carrier{
	"big-decimal":            {{Bytes, 0}},
	"uuid":                   {{String, 0}, {Fixed, 16}},
	"date":                   {{Int, 0}},
	"time-millis":            {{Int, 0}},
	"time-micros":            {{Long, 0}},
	"timestamp-millis":       {{Long, 0}},
	"timestamp-micros":       {{Long, 0}},
	"timestamp-nanos":        {{Long, 0}},
	"local-timestamp-millis": {{Long, 0}},
	"local-timestamp-micros": {{Long, 0}},
	"local-timestamp-nanos":  {{Long, 0}},
	"duration":               {{Fixed, 12}},
}

func misfit(t *Type, allowed []carrier) string {
	problem := "it annotates"
	for i, c := range allowed {
		if t.Kind == c.kind && (c.size == 0 || t.Size == c.size) {
			return ""
		}
		if i > 0 {
			problem += " or"
		}
		problem += " " + article(c.kind.String())
		if c.size > 0 {
			problem += " of " + strconv.Itoa(c.size) + " bytes"
		}
	}
	return problem
}

func (p *parser) decimal(t *Type, v position.Value) (problem string) {
	if t.Kind != Bytes && t.Kind != Fixed {
		return "it annotates a bytes or a fixed"
	}
	precision, ok := whole(v, "precision", -1)
	if !ok || precision < 1 {
		return "\"precision\" must be a whole number above 0"
	}
	scale, ok := whole(v, "scale", 0)
	if !ok || scale < 0 || scale > precision {
		return "\"scale\" must be a whole number from 0 to the precision"
	}
	if most := fixedDigits(t.Size); t.Kind == Fixed && precision > most {
		return "a fixed of " + strconv.Itoa(t.Size) + " bytes holds at most " + strconv.Itoa(most) + " digits"
	}
	t.Logical = Logical{"decimal", precision, scale}
	kept := t.Properties[:0]
	for _, property := range t.Properties {
		if property.Name != "precision" && property.Name != "scale" {
			kept = append(kept, property)
		}
	}
	t.Properties = kept
	return ""
}

// whole is an attribute's value when it is a whole number that fits an int32, absent when the object does not have it.
func whole(v position.Value, key string, absent int) (n int, ok bool) {
	m, found := v.Member(key)
	if !found {
		return absent, true
	}
	parsed, err := strconv.ParseInt(m.Text(), 10, 32)
	return int(parsed), err == nil && m.Kind() == position.Number
}

// fixedDigits is floor(log10(2^(8·size−1) − 1)): the decimal digits that a two's complement number of that many bytes
// always holds.
func fixedDigits(size int) int {
	switch {
	case size <= 0:
		return 0
	case size > 1<<10: // precise enough far beyond any precision: log10(2) rounded down
		return int(float64(8*size-1) * 0.30102999566)
	}
	most := new(big.Int).Lsh(big.NewInt(1), uint(8*size-1))
	return len(most.Sub(most, big.NewInt(1)).String()) - 1
}
