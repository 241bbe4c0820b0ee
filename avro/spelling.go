package avro

import (
	"fmt"
	"strings"
)

// Spelling is the type in the specification's words, short enough for a message: long, decimal(9,2), ["null","long"],
// array<Item>, Order.
func (t *Type) Spelling() string {
	switch {
	case t.Logical.Name == "decimal":
		return fmt.Sprintf("decimal(%d,%d)", t.Logical.Precision, t.Logical.Scale)
	case t.Logical.Name != "":
		return t.Logical.Name
	case t.Kind == Array || t.Kind == Map:
		return t.Kind.String() + "<" + t.Items.Type.brief() + ">"
	case t.Kind == Fixed:
		return fmt.Sprintf("%s(%d)", clip(t.Name), t.Size)
	case t.Kind.Named():
		return clip(t.Name)
	case t.Kind == Union:
		return t.unionSpelling()
	}
	return t.Kind.String()
}

// brief is the spelling of a type inside another, where unions and containers would only be noise.
func (t *Type) brief() string {
	if t.Kind == Array || t.Kind == Map {
		return t.Kind.String()
	}
	return t.Spelling()
}

func (t *Type) unionSpelling() string {
	const most = 6
	var b strings.Builder
	b.WriteByte('[')
	for i := range t.Branches {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == most {
			fmt.Fprintf(&b, "… %d more", len(t.Branches)-most)
			break
		}
		b.WriteString(t.Branches[i].Type.brief())
	}
	b.WriteByte(']')
	return b.String()
}
