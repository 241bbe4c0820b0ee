package iceberg

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/compat"
)

// Hazards are the rules of what a legal change hides, and of readers that are no Iceberg readers.
var Hazards = []*compat.Rule{
	boundElsewhere, boundRefused, boundsWidth, columnAdded, columnDropped, columnMoved, dateBounds, datePromoted, defaultDrift,
	defaultFillsHistory, dropReadd, engineDefaults, engineRefuses, equalityDeleteDropped, floatKeyWidened, identifierChanged,
	lenientLibrary, mappingLost, mappingRebound, nameUnmapped, namesSwapped, nullMeaningChanged, nestedWidened, olderReader, oldNameReused, oldSortUnbindable, oldSpecUnbindable,
	physicalType, renamed, RequiredToOptional, rollbackKeepsSchema, schemaSetBack, timestampRange, versionUpgraded,
}

// borneBefore is the last other column that had a field's name before the field came; nil without one.
func borneBefore(pair *Pair, y *Field) *Field {
	h, _, younger := pair.history()
	if pair.returned() {
		return nil
	}
	return h.bore(y.Path, y.ID, younger)
}

// namedBeside is the column of the older schema that has a name, in the struct of another column of it; nil without one.
func namedBeside(pair *Pair, o *Field, name string) *Field {
	path := compat.Path(name)
	if o.Parent != nil {
		path = o.Parent.Path.Field(name)
	}
	h, older, _ := pair.history()
	f := h.named(path, older)
	if f == nil {
		return nil
	}
	beside := func(f *Field) bool { // "a.b" and b inside of a have one path
		return f.Name == name && (f.Parent == nil && o.Parent == nil || f.Parent != nil && o.Parent != nil && f.Parent.ID == o.Parent.ID)
	}
	if f = pair.Older().Schema.Field(f.ID); f != nil && beside(f) {
		return f
	}
	if i := slices.IndexFunc(pair.Older().Schema.All, beside); i >= 0 {
		return pair.Older().Schema.All[i]
	}
	return nil
}

// takenOver is the column whose former name a reader's column now has, where that is neither a drop with an addition nor
// an exchange of names: an added column under the name of one that was renamed, or a column renamed to a name of old.
func takenOver(pair *Pair, s *compat.Site, y *Field) *Field {
	if y.role() != Struct {
		return nil
	}
	o := fieldOf(s.Writer)
	if o != nil && o.Path == y.Path {
		return nil
	}
	was := borneBefore(pair, y)
	if was == nil {
		return nil
	}
	if now := pair.Reader.Schema.Field(was.ID); now == nil && o == nil || now != nil && now.Path == y.Path {
		return nil
	}
	if o != nil { // crossing renames are namesSwapped's
		if other := namedBeside(pair, o, y.Name); other != nil && pair.Reader.Schema.Field(other.ID) != nil {
			return nil
		}
	}
	return was
}

// formerOwner is the column that had a reader's column's name before, by whatever way the name changed hands.
func formerOwner(pair *Pair, s *compat.Site, y *Field) *Field {
	if o := fieldOf(s.Writer); y.role() != Struct || o != nil && o.Path == y.Path {
		return nil
	}
	return borneBefore(pair, y)
}

// overtaken names the columns of a struct, the schema itself included, that stand before a sibling that they stood behind.
func overtaken(s *compat.Site) []string {
	if len(s.Kids) < 2 || s.Writer == nil || s.Reader == nil {
		return nil
	}
	if f := fieldOf(s.Reader); f != nil && f.Type.Kind != Struct {
		return nil
	}
	var moved []string
	lowest := int(^uint(0) >> 1)
	for i := len(s.Kids) - 1; i >= 0; i-- {
		w, f := fieldOf(s.Kids[i].Writer), fieldOf(s.Kids[i].Reader)
		if w == nil || f == nil {
			continue
		}
		if w.Ordinal > lowest {
			moved = append(moved, f.Name)
		}
		lowest = min(lowest, w.Ordinal)
	}
	slices.Reverse(moved)
	return moved
}

// followers counts the columns that stand after an added one in its struct.
func followers(pair *Pair, y *Field) int {
	family := pair.Reader.Schema.Fields
	if y.Parent != nil {
		family = y.Parent.Type.Fields
	}
	return len(family) - y.Ordinal - 1
}

func identifiersLess(a, b *Schema) []string {
	var names []string
	for _, i := range a.Identifiers {
		if b.IsIdentifier(i.ID) {
			continue
		}
		name := fmt.Sprintf("field id %d", i.ID)
		if f := a.Field(i.ID); f != nil {
			name = string(f.Path)
		}
		names = append(names, name)
	}
	return names
}

func changeOfSet(gone, come []string) string {
	var parts []string
	if len(gone) > 0 {
		parts = append(parts, "without "+joined(gone)+" rows that differ there become one")
	}
	if len(come) > 0 {
		parts = append(parts, "with "+joined(come)+" one row may become several")
	}
	return strings.Join(parts, "; ")
}

func writeOf(f *Field) *Default {
	if f == nil {
		return nil
	}
	return f.Write
}

// boundsBytes is the length of a bound in manifests, 0 where it varies.
func boundsBytes(t *Type) int {
	switch t.Kind {
	case Int, Float, Date:
		return 4
	case Long, Double, Time, Timestamp, Timestamptz, TimestampNs, TimestamptzNs:
		return 8
	}
	return 0
}

// partitionToo tells that partition summaries have the same width problem where the column is stored as it is.
func partitionToo(pair *Pair, y *Field) string {
	for _, s := range specsOf(pair) {
		if b := binds(s.Fields, y.ID); b != nil {
			return fmt.Sprintf("; partition spec %d derives %s from it, and its summaries are read the same way", s.ID, strconv.Quote(b.Name))
		}
	}
	return ""
}

// hourPossible tells of the finer partitions that the promotion allows.
func hourPossible(pair *Pair, y *Field) string {
	for _, s := range specsOf(pair) {
		if b := binds(s.Fields, y.ID); b != nil {
			return fmt.Sprintf("; partition spec %d keeps %s, and hour becomes possible, which puts all old rows into hour 0", s.ID, b.Transform)
		}
	}
	return ""
}

// decimalStore is how Parquet files hold a decimal (specification, appendix A).
func decimalStore(t *Type) string {
	switch {
	case t.Precision <= 9:
		return "int32"
	case t.Precision <= 18:
		return "int64"
	}
	return "fixed"
}

// equalityDeletes says, as a clause, why a dropped column may still be needed by equality deletes; "" when it is not.
func equalityDeletes(t *Table, o *Field) string {
	found := ""
	eachInside(o, func(part *Field) {
		if slices.Contains(t.EqualityIDs, part.ID) {
			found = "equality deletes compare it"
		}
	})
	if found != "" || t.DeletesRead {
		return found
	}
	if n := t.EqualityDeletes(); n > 0 {
		return fmt.Sprintf("the table has %d equality deletes; only its manifests say which columns they compare", n)
	}
	return ""
}

// EqualityDeletes is how many equality deletes the current snapshot's summary counts, 0 when it counts none.
func (t *Table) EqualityDeletes() int64 {
	if t.Snapshot == nil {
		return 0
	}
	for _, p := range t.Snapshot.Summary {
		if n, err := strconv.ParseInt(p.Value, 10, 64); p.Key == "total-equality-deletes" && err == nil && n > 0 {
			return n
		}
	}
	return 0
}

// upgraded tells from which to which format version a pair goes. Inside one metadata file only snapshots without row ids
// show that the table was once of version 2.
func upgraded(pair *Pair) (from, to int, how string) {
	if pair.Writer.Table == nil || pair.Reader.Table == nil {
		return 0, 0, ""
	}
	from, to = pair.Writer.Table.FormatVersion, pair.Reader.Table.FormatVersion
	if from == 0 || pair.Writer.Table != pair.Reader.Table || to < 3 {
		return from, to, ""
	}
	t := pair.Reader.Table
	older, younger := false, false
	for _, s := range t.Snapshots {
		if s.HasRowIDs {
			younger = true
		} else {
			older = true
		}
	}
	if older && younger {
		return 2, to, " (snapshots from before have no row ids)"
	}
	return from, to, ""
}

// rolledBack reports whether the current snapshot is one that a later commit was made on: a child of it that is no
// branch's or tag's, or one that was current in the snapshot log before.
func (t *Table) rolledBack() bool {
	if t.Snapshot == nil {
		return false
	}
	elsewhere := t.onRefs()
	for _, s := range t.Snapshots {
		if s.Parent == t.Snapshot.ID && s != t.Snapshot && !elsewhere[s] {
			return true
		}
	}
	for i, e := range t.Log {
		if e.SnapshotID == t.Snapshot.ID && i+1 < len(t.Log) {
			for _, later := range t.Log[i+1:] {
				if later.SnapshotID != e.SnapshotID {
					return true
				}
			}
		}
	}
	return false
}

// onRefs are the snapshots that belong to a branch or tag other than main.
func (t *Table) onRefs() map[*Snapshot]bool {
	on := map[*Snapshot]bool{}
	for _, r := range t.Refs {
		if r.Name == "main" {
			continue
		}
		for s := t.SnapshotByID(r.SnapshotID); s != nil && !on[s]; s = t.SnapshotByID(s.Parent) {
			on[s] = true
		}
	}
	return on
}

// sameIn is the schema of a table that a schema of another reading of the same table is.
func sameIn(t *Table, s *Schema) *Schema {
	for _, other := range t.Schemas {
		if other == s || other.ID == s.ID && other.sameText(s) {
			return other
		}
	}
	return nil
}
