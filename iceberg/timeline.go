package iceberg

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/schemavet/schemavet/compat"
)

// A Timeline is a table's history as people ask for it: what each schema changed, which snapshots and refs use it, what a
// reader of each snapshot gets, and how long the snapshot is kept.
type Timeline struct {
	Table     *Table
	States    []State
	Snapshots []Use
	Refs      []RefUse
}

// A State is one schema of the history and what it changed against the one before.
type State struct {
	Version
	Current   bool
	Evolution Evolution // against the state before; legal for the first
	Changes   []Change
	Snapshots []int64 // those that name the schema
}

// A Change is one thing that a schema changed about a column.
type Change struct {
	Kind     string // added, dropped, renamed, promoted, retyped, required, optional, doc, default, moved, reordered, identifiers
	ID       int    // 0: of the schema as a whole
	Path     compat.Path
	From, To string
}

// String is the change in words.
func (c Change) String() string {
	what := fmt.Sprintf("%s %s (id %d)", c.Kind, c.Path, c.ID)
	if c.ID == 0 {
		what = c.Kind
	}
	switch {
	case c.Kind == "reordered":
		return what + ": " + c.To + " further forward"
	case c.Kind == "dropped":
		return what + " " + c.From
	case c.From == "":
		return what + " " + c.To
	case c.To == "":
		return what
	}
	return what + " from " + c.From + " to " + c.To
}

// A Use is what a snapshot is read with.
type Use struct {
	*Snapshot
	Current bool
	Refs    []string
	// TimeTravel is the schema that a reader of the snapshot by id, tag or time uses; nil when the metadata lost it.
	TimeTravel *Schema
	// Rollback is what changes for a reader when main is rolled back to the snapshot: its rows under the current schema.
	Rollback []string
	Keep     Retention
}

// A RefUse is what a branch or tag is read with.
type RefUse struct {
	*Ref
	Reads  *Schema // see Table.RefSchema
	Expiry time.Time
	Never  bool // the ref has no age limit
}

// Retention says how long a snapshot is kept.
type Retention struct {
	By     []string  // the refs that keep it, with their reason
	Never  bool      // nothing lets it expire
	Expire time.Time // from when on it may expire; the zero time when no ref keeps it at all
	Newest bool      // it is among the newest of a branch, which stay whatever their age: it waits for new commits, too
}

// MayExpire reports whether the snapshot may be gone at a time, new commits on its branch assumed.
func (r Retention) MayExpire(at time.Time) bool { return !r.Never && !r.Expire.After(at) }

// NewTimeline works out a table's timeline from its lineage. The newest metadata file says what is kept.
func NewTimeline(l *Lineage) *Timeline {
	t := &Timeline{Table: l.Last()}
	bySchema := map[int][]int64{}
	for _, s := range t.Table.Snapshots {
		if s.HasSchema {
			bySchema[s.SchemaID] = append(bySchema[s.SchemaID], s.ID)
		}
	}
	onRef := map[int64][]string{}
	for _, r := range t.Table.Refs {
		onRef[r.SnapshotID] = append(onRef[r.SnapshotID], r.Name)
	}
	for i, v := range l.Versions {
		s := State{Version: v, Current: i == len(l.Versions)-1, Evolution: Evolution{Legal: true}}
		if i > 0 {
			trace := Resolve(l.Pair(i-1, i))
			s.Evolution, s.Changes = EvolutionOf(trace), Changes(trace)
		}
		s.Snapshots = bySchema[v.Schema.ID]
		t.States = append(t.States, s)
	}
	keep := t.Table.retention()
	rollbacks := map[*Schema][]string{}
	for _, s := range t.Table.Snapshots {
		use := Use{Snapshot: s, Current: s == t.Table.Snapshot, Refs: onRef[s.ID], TimeTravel: t.Table.SchemaOf(s), Keep: keep[s]}
		if s := use.TimeTravel; s != nil {
			if _, ok := rollbacks[s]; !ok {
				rollbacks[s] = t.Table.rollback(s)
			}
			use.Rollback = rollbacks[s]
		}
		t.Snapshots = append(t.Snapshots, use)
	}
	for _, r := range t.Table.refs() {
		use := RefUse{Ref: r, Reads: t.Table.RefSchema(r)}
		use.Expiry, use.Never = t.Table.refExpiry(r)
		t.Refs = append(t.Refs, use)
	}
	return t
}

// Changes lists what a trace that goes forward in time changes, column by column.
func Changes(t *compat.Trace) []Change {
	pair := PairOf(t)
	var all []Change
	t.Walk(func(s *compat.Site) {
		o, y := fieldOf(s.Writer), fieldOf(s.Reader)
		if names := overtaken(s); len(names) > 0 {
			change := Change{Kind: "reordered", Path: s.Path, To: few(names)}
			if y != nil {
				change.ID = y.ID
			}
			all = append(all, change)
		}
		switch {
		case o == nil && y == nil && s == t.Root:
			from, to := identifiersLess(pair.Writer.Schema, &Schema{}), identifiersLess(pair.Reader.Schema, &Schema{})
			if !slices.Equal(from, to) {
				all = append(all, Change{Kind: "identifiers", From: cmp.Or(joined(from), "none"), To: cmp.Or(joined(to), "none")})
			}
		case o == nil && y == nil:
		case o == nil && s.How == byParentDefault: // told with the struct around it
		case o == nil && pair.Writer.Schema.Field(y.ID) != nil:
			all = append(all, Change{"moved", y.ID, y.Path, string(pair.Writer.Schema.Field(y.ID).Path), string(y.Path)})
		case o == nil:
			all = append(all, Change{Kind: "added", ID: y.ID, Path: y.Path, To: typeOf(y)})
		case y == nil && pair.Reader.Schema.Field(o.ID) == nil:
			all = append(all, Change{Kind: "dropped", ID: o.ID, Path: o.Path, From: typeOf(o)})
		case y != nil:
			all = append(all, changesOf(o, y, versionOfPair(pair))...)
		}
	})
	return all
}

func versionOfPair(p *Pair) int { return max(p.Writer.version(), p.Reader.version()) }

func typeOf(f *Field) string {
	if f.Required {
		return "required " + f.Type.String()
	}
	return f.Type.String()
}

func changesOf(o, y *Field, version int) []Change {
	var all []Change
	add := func(kind, from, to string) { all = append(all, Change{kind, y.ID, y.Path, from, to}) }
	if o.Name != y.Name && y.role() == Struct {
		add("renamed", o.Name, y.Name)
	}
	switch retyped(o, y, version) {
	case sameType:
	case promotion:
		add("promoted", o.Type.String(), y.Type.String())
	default:
		add("retyped", o.Type.String(), y.Type.String())
	}
	if o.Required != y.Required {
		add(map[bool]string{true: "required", false: "optional"}[y.Required], "", "")
	}
	if o.Doc != y.Doc {
		add("doc", strconv.Quote(clip(o.Doc)), strconv.Quote(clip(y.Doc)))
	}
	if !sameDefault(o.Initial, y.Initial) || !sameDefault(o.Write, y.Write) {
		add("default", jsonOf(o.Initial)+"/"+jsonOf(o.Write), jsonOf(y.Initial)+"/"+jsonOf(y.Write))
	}
	return all
}

// rollback tells what rows of a schema look like under the current one.
func (t *Table) rollback(s *Schema) []string {
	if s == t.Current {
		return nil
	}
	trace := Resolve(&Pair{Writer: View{s, t}, Reader: View{t.Current, t}})
	var all []string
	trace.Walk(func(site *compat.Site) {
		w, r := fieldOf(site.Writer), fieldOf(site.Reader)
		switch {
		case site.Does == compat.Refuse:
			all = append(all, fmt.Sprintf("%s fails: %s", site.Path, site.Cause))
		case site.Does == compat.Depends:
			all = append(all, fmt.Sprintf("%s fails where %s", site.Path, site.When))
		case site.Does == compat.Skip && w.role() == Struct:
			all = append(all, fmt.Sprintf("%s (id %d) is not seen", site.Path, w.ID))
		case site.Does == compat.Fill && site.How != byParentDefault:
			all = append(all, fmt.Sprintf("%s (id %d) reads %s", site.Path, r.ID, filled(site, r)))
		case site.Does == compat.Promote:
			all = append(all, fmt.Sprintf("%s reads as %s", site.Path, r.Type))
		case w != nil && r != nil && w.Name != r.Name && r.role() == Struct:
			all = append(all, fmt.Sprintf("%s is called %s", w.Path, r.Path))
		}
	})
	if len(all) > maxDifferences {
		more := len(all) - maxDifferences
		all = append(all[:maxDifferences:maxDifferences], fmt.Sprintf("and %d more columns", more))
	}
	return all
}

// maxDifferences bounds what is told of one rollback.
const maxDifferences = 100

// refs are the table's branches and tags; a table without refs has its main branch at the current snapshot.
func (t *Table) refs() []*Ref {
	if t.Snapshot == nil || slices.ContainsFunc(t.Refs, func(r *Ref) bool { return r.Name == "main" }) {
		return t.Refs
	}
	return append([]*Ref{{Name: "main", SnapshotID: t.Snapshot.ID}}, t.Refs...)
}

// The table properties of snapshot retention and their defaults (specification, Snapshot Retention Policy; Iceberg
// documentation, table properties).
const (
	gcEnabled      = "gc.enabled"
	maxSnapshotAge = "history.expire.max-snapshot-age-ms"
	minSnapshots   = "history.expire.min-snapshots-to-keep"
	maxRefAge      = "history.expire.max-ref-age-ms"

	defaultMaxSnapshotAge = 5 * 24 * 60 * 60 * 1000
)

// age reads a property in milliseconds; value is used when it is absent or no number.
func (t *Table) age(own int64, key string, value int64) int64 {
	if own > 0 {
		return own
	}
	if n, err := strconv.ParseInt(t.Property(key), 10, 64); err == nil && n > 0 {
		return n
	}
	return value
}

// refExpiry is when a ref is too old. Main has no end; others end by their own limit or the table's.
func (t *Table) refExpiry(r *Ref) (at time.Time, never bool) {
	s := t.SnapshotByID(r.SnapshotID)
	limit := t.age(r.MaxRefAge, maxRefAge, 0)
	if r.Name == "main" || s == nil || limit == 0 {
		return time.Time{}, true
	}
	return after(s.Timestamp, limit), false
}

// after is a time some milliseconds after another one; limits near the end of 64 bits mean no end in practice.
func after(timestamp, age int64) time.Time {
	sum := timestamp + age
	if sum < timestamp {
		sum = 1<<63 - 1
	}
	return time.UnixMilli(sum).UTC()
}

// maxHolders bounds how many refs are named as keeping one snapshot.
const maxHolders = 20

// retention works out how long each snapshot is kept: by tags and heads for as long as the ref lives, by branches as an
// ancestor until it is too old and enough younger ones follow.
func (t *Table) retention() map[*Snapshot]Retention {
	keep := map[*Snapshot]Retention{}
	hold := func(s *Snapshot, by string, until time.Time, never, newest bool) {
		r := keep[s]
		if len(r.By) < maxHolders {
			r.By = append(r.By, by)
		}
		r.Never, r.Newest = r.Never || never, r.Newest || newest
		if until.After(r.Expire) {
			r.Expire = until
		}
		keep[s] = r
	}
	for _, ref := range t.refs() {
		refEnd, forever := t.refExpiry(ref)
		s := t.SnapshotByID(ref.SnapshotID)
		if ref.Tag {
			if s != nil {
				hold(s, "tag "+ref.Name, refEnd, forever, false)
			}
			continue
		}
		limit := t.age(ref.MaxSnapAge, maxSnapshotAge, defaultMaxSnapshotAge)
		seen := map[*Snapshot]bool{}
		for ; s != nil && !seen[s]; s = t.SnapshotByID(s.Parent) {
			by := "branch " + ref.Name
			n := t.MinSnapshots(ref)
			newest := len(seen) == 0 || int64(len(seen)) < n
			switch {
			case len(seen) == 0:
				by += " (its head)"
			case newest:
				by += fmt.Sprintf(" (one of its newest %d, which stay whatever their age)", n)
			}
			seen[s] = true
			end := after(s.Timestamp, limit)
			if !forever && refEnd.Before(end) {
				end = refEnd
			}
			hold(s, by, end, false, newest)
		}
	}
	return keep
}

// KeepsGarbage reports whether the table forbids to expire snapshots. Iceberg's Java library heeds that; other programs may not.
func (t *Table) KeepsGarbage() bool { return strings.EqualFold(t.Property(gcEnabled), "false") }

// MinSnapshots is how many snapshots of a branch are kept whatever their age.
func (t *Table) MinSnapshots(r *Ref) int64 { return t.age(r.MinSnapshots, minSnapshots, 1) }
