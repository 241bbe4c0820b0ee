package avro

import (
	"fmt"
	"strings"
)

// A causeKind is why a joint refuses values, by itself and not because of its parts.
type causeKind uint8

const (
	none causeKind = iota
	typeMismatch
	nameMismatch
	sizeMismatch
	decimalMismatch
	symbolMissing
	fieldMissing
	ambiguousAlias
)

// A cause is a causeKind with the ordinal of the reader's field that it is about.
type cause struct {
	kind  causeKind
	field int32
}

// refuse notes that no value gets through; the first cause is kept.
func (j *joint) refuse(c cause) {
	if !j.refused {
		j.cause = c
	}
	j.refused, j.unmatched = true, true
}

// settleLeaf is what a joint says for itself once refusal is known.
func (j *joint) settleLeaf() {
	if j.refused {
		j.depends, j.lossy = false, false
	}
}

// why is the cause as one clause, with what was wrong with each branch that was tried.
func (j *joint) why() string { return j.clause() + j.tries() }

func (j *joint) clause() string {
	w, r := j.w, j.r
	switch j.cause.kind {
	case nameMismatch:
		return fmt.Sprintf("the %s is called %s by the writer and %s by the reader, and no alias joins them", r.Kind, clip(w.Name), clip(r.Name))
	case sizeMismatch:
		return fmt.Sprintf("the fixed has %d bytes as written and %d as read", w.Size, r.Size)
	case decimalMismatch:
		return fmt.Sprintf("%s and %s do not match: decimals need equal precision and scale", w.Spelling(), r.Spelling())
	case symbolMissing:
		return fmt.Sprintf("the reader's enum %s has no symbol %s and no default", clip(r.Name), list(j.missingSymbols()))
	case fieldMissing:
		return fmt.Sprintf("the reader's field %s is not written and has no default", clip(r.Fields[j.cause.field].Name))
	case ambiguousAlias:
		return fmt.Sprintf("the reader's field %s matches more than one written field by its name and aliases", clip(r.Fields[j.cause.field].Name))
	}
	if j.form == readerUnion {
		return fmt.Sprintf("no branch of %s takes %s", r.Spelling(), w.Spelling())
	}
	return fmt.Sprintf("%s cannot be read as %s", w.Spelling(), r.Spelling())
}

// tries tells, for each branch of the reader's union that could have matched, why it did not. A single one is followed by
// the trace instead.
func (j *joint) tries() string {
	if j.form != readerUnion || j.cause.kind != none || len(j.parts) < 2 {
		return ""
	}
	var told []string
	for _, p := range j.parts {
		told = append(told, fmt.Sprintf("%s: %s", j.r.Branches[p.r].Type.branchName(), p.joint.deepest()))
		if len(told) == 4 && len(j.parts) > 5 {
			told = append(told, fmt.Sprintf("%d more", len(j.parts)-4))
			break
		}
	}
	return " (" + strings.Join(told, "; ") + ")"
}

// deepest is the cause of a refusal where it arises, with the way there through fields and items.
func (j *joint) deepest() string {
	const most = 8 // steps worth reading
	way := ""
	for range most {
		if j.cause.kind != none || len(j.parts) == 0 {
			break
		}
		next := -1
		for i, p := range j.parts {
			if p.joint.unmatched {
				next = i
				break
			}
		}
		if next < 0 {
			break
		}
		switch p := j.parts[next]; {
		case j.form == fields:
			way += "." + clip(j.r.Fields[p.r].Name)
		case j.form == items && j.w.Kind == Array:
			way += "[]"
		case j.form == items:
			way += "{}"
		}
		j = j.parts[next].joint
	}
	if way == "" {
		return j.clause()
	}
	return "at " + strings.TrimPrefix(way, ".") + ", " + j.clause()
}

// list names a few things and counts the rest.
func list(names []string) string {
	const most = 5
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", clip(strings.Join(names[:most], ", ")), len(names)-most)
	}
	return clip(strings.Join(names, ", "))
}
