package iceberg

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// supportedVersion is the newest format version whose specification is adopted.
const supportedVersion = 3

// Read reads one metadata document or plain schema. The error is a *position.Error that says where reading stopped and
// why; what a reader can go on with is in Problems.
func Read(source string, text []byte) (*Table, error) {
	plain, err := unzip(source, text)
	if err != nil {
		return nil, err
	}
	doc, err := position.Parse(source, plain)
	if err != nil {
		return nil, err
	}
	return read(doc)
}

func read(doc *position.Document) (*Table, error) {
	root := doc.Root()
	if !root.Is(position.Object) {
		return nil, fail(root, "table metadata or a schema is an object, this is %s", kindWord(root))
	}
	r := &tableReader{table: &Table{Source: doc.Source(), Document: doc}}
	switch IsTable(root) {
	case "schema":
		return r.plain(root)
	case "table":
		return r.metadata(root)
	case "view":
		return nil, fail(root, "this is the metadata of a view, not of a table: a view has no files and no field ids to evolve")
	case "function":
		return nil, fail(root, "this is the metadata of a function (UDF), not of a table")
	}
	return nil, fail(root, "neither table metadata (no format-version) nor a schema (no fields)")
}

// IsTable says what kind of Iceberg document an object is by its members: "table", "schema", "view", "function", or "".
func IsTable(root position.Value) string {
	has := func(key string) bool { _, ok := root.Member(key); return ok }
	switch {
	case has("view-uuid"), has("view-version-log"), has("current-version-id") && has("versions"), has("versions") && !has("last-column-id"):
		return "view"
	case has("function-uuid"), has("definitions"):
		return "function"
	case has("format-version"), has("table-uuid"), has("schemas") && has("current-schema-id"):
		return "table"
	case has("fields"):
		if kind, ok := root.Member("type"); !ok || kind.Is(position.String) && kind.Text() == "struct" {
			return "schema"
		}
	}
	return ""
}

// tableReader reads one metadata document member by member.
type tableReader struct {
	table *Table
	root  position.Value
	// read now, resolved when everything is known
	currentSchema, defaultSpec, defaultOrder int
	lastPartition                            int // 0: not stated
	hasCurrentSchema                         bool
	currentSnapshot                          int64
	present                                  map[string]position.Value
	lacking                                  map[string]bool // what has been told of parts that lack a member
}

func (r *tableReader) plain(root position.Value) (*Table, error) {
	s, err := readSchema(root, true)
	if err != nil {
		return nil, err
	}
	t := r.table
	t.Plain, t.Schemas, t.Current = true, []*Schema{s}, s
	if v, ok := root.Member("format-version"); ok { // not of the specification: lets a lone schema say where it stands
		if t.FormatVersion, err = readInt(v, "format-version"); err != nil {
			return nil, err
		}
	}
	checkTable(t)
	return t, nil
}

// known are the members of table metadata that this package or nobody here needs (statistics, encryption, logs).
var known = map[string]func(*tableReader, position.Value) error{
	"format-version":  func(r *tableReader, v position.Value) error { return r.version(v) },
	"table-uuid":      func(r *tableReader, v position.Value) error { return textOf(v, "table-uuid", &r.table.UUID) },
	"location":        func(r *tableReader, v position.Value) error { return textOf(v, "location", &r.table.Location) },
	"last-updated-ms": func(r *tableReader, v position.Value) error { return long(v, "last-updated-ms", &r.table.LastUpdated) },
	"last-column-id": func(r *tableReader, v position.Value) error {
		if err := integer(v, "last-column-id", &r.table.LastColumnID); err != nil {
			return err
		}
		if r.table.LastColumnID < 0 {
			return fail(v, "last-column-id is %d: ids are positive", r.table.LastColumnID)
		}
		return nil
	},
	"current-schema-id": func(r *tableReader, v position.Value) error {
		r.hasCurrentSchema = true
		return integer(v, "current-schema-id", &r.currentSchema)
	},
	"default-spec-id": func(r *tableReader, v position.Value) error { return integer(v, "default-spec-id", &r.defaultSpec) },
	"default-sort-order-id": func(r *tableReader, v position.Value) error {
		return integer(v, "default-sort-order-id", &r.defaultOrder)
	},
	"current-snapshot-id": func(r *tableReader, v position.Value) error {
		return long(v, "current-snapshot-id", &r.currentSnapshot)
	},
	"last-partition-id": func(r *tableReader, v position.Value) error {
		return integer(v, "last-partition-id", &r.lastPartition)
	},
	"last-sequence-number": func(_ *tableReader, v position.Value) error {
		_, err := readLong(v, "last-sequence-number")
		return err
	},
	"next-row-id":          func(r *tableReader, v position.Value) error { return long(v, "next-row-id", &r.table.NextRowID) },
	"schemas":              (*tableReader).schemas,
	"partition-specs":      (*tableReader).specs,
	"sort-orders":          (*tableReader).orders,
	"properties":           (*tableReader).properties,
	"snapshots":            (*tableReader).snapshots,
	"refs":                 (*tableReader).refs,
	"snapshot-log":         (*tableReader).log,
	"schema":               ignored, // version 1, read when schemas is absent
	"partition-spec":       ignored,
	"metadata-log":         ignored,
	"statistics":           ignored,
	"partition-statistics": ignored,
	"encryption-keys":      ignored,
	"row-lineage":          ignored,
}

func ignored(*tableReader, position.Value) error { return nil }

func (r *tableReader) metadata(root position.Value) (*Table, error) {
	r.root, r.present = root, map[string]position.Value{}
	r.defaultSpec, r.defaultOrder, r.currentSnapshot = -1, -1, -1
	for m := range root.Members() {
		read, ok := known[m.Key]
		switch {
		case !ok:
			r.table.Extra = append(r.table.Extra, m)
		case m.Value.Is(position.Null): // some writers put null for what is absent
		default:
			r.present[m.Key] = m.Value
			if err := read(r, m.Value); err != nil {
				return nil, err
			}
		}
	}
	for _, step := range []func() error{r.checkVersion, r.currentSchemaOf, r.legacySpec, r.bind} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	checkTable(r.table)
	return r.table, nil
}

func textOf(v position.Value, what string, to *string) error {
	if !v.Is(position.String) {
		return fail(v, "%s is a string, this is a %s", what, v.Kind())
	}
	*to = v.Text()
	return nil
}

// oneOf refuses what is none of the words, which Java reads in any case.
func oneOf(v position.Value, what string, words ...string) error {
	if !v.Is(position.String) || !slices.Contains(words, strings.ToLower(v.Text())) {
		return fail(v, "%s is %s, this is %s", what, strings.Join(words, " or "), shown(v))
	}
	return nil
}

func integer(v position.Value, what string, to *int) (err error) {
	*to, err = readInt(v, what)
	return err
}
func long(v position.Value, what string, to *int64) (err error) {
	*to, err = readLong(v, what)
	return err
}

func (r *tableReader) version(v position.Value) error {
	if err := integer(v, "format-version", &r.table.FormatVersion); err != nil {
		return err
	}
	if n := r.table.FormatVersion; n < 1 || n > supportedVersion+1 {
		return fail(v, "format-version %d is not known: versions 1 to %d are adopted", n, supportedVersion)
	}
	return nil
}

func (r *tableReader) checkVersion() error {
	if _, ok := r.present["format-version"]; !ok {
		return fail(r.root, "the metadata has no format-version")
	}
	return nil
}

func list(v position.Value, what string) error {
	if !v.Is(position.Array) {
		return fail(v, "%s is a list, this is a %s", what, v.Kind())
	}
	return nil
}

func (r *tableReader) schemas(v position.Value) error {
	if err := list(v, "schemas"); err != nil {
		return err
	}
	seen := map[int]bool{}
	for e := range v.Elements() {
		s, err := readSchema(e, false)
		if err != nil {
			return err
		}
		if seen[s.ID] {
			return fail(e, "schema-id %d stands twice in schemas", s.ID)
		}
		seen[s.ID] = true
		r.table.Schemas = append(r.table.Schemas, s)
	}
	return nil
}

// currentSchemaOf finds the schema that readers of the table use: by current-schema-id, or version 1's "schema".
func (r *tableReader) currentSchemaOf() error {
	t := r.table
	single, hasSingle := r.present["schema"]
	switch {
	case len(t.Schemas) == 0 && hasSingle && t.FormatVersion == 1:
		s, err := readSchema(single, false)
		if err != nil {
			return err
		}
		t.Schemas, t.Current = []*Schema{s}, s
		return nil
	case len(t.Schemas) == 0 && hasSingle:
		return fail(single, `the metadata has "schema" but no "schemas", which format version %d requires`, t.FormatVersion)
	case len(t.Schemas) == 0:
		return fail(r.root, "the metadata has no schemas")
	case r.hasCurrentSchema:
		if t.Current = t.Schema(r.currentSchema); t.Current == nil {
			return fail(r.present["current-schema-id"], "current-schema-id %d names no schema of the table", r.currentSchema)
		}
		return nil
	case t.FormatVersion == 1 && hasSingle:
		return r.singleAmong(single)
	case len(t.Schemas) == 1 && !t.isReal():
		t.Current = t.Schemas[0]
		return nil
	}
	return fail(r.root, "the metadata has schemas but no current-schema-id")
}

// singleAmong reads version 1 metadata that has schemas, a schema and no current-schema-id: readers of version 1 use schema.
func (r *tableReader) singleAmong(single position.Value) error {
	s, err := readSchema(single, false)
	if err != nil {
		return err
	}
	for _, other := range r.table.Schemas {
		if other.sameText(s) {
			r.table.Current = other
			return nil
		}
	}
	s.ID = -1 // it has no place in the list
	r.table.Schemas, r.table.Current = append(r.table.Schemas, s), s
	return nil
}

// isReal reports whether the document is the metadata of a table that exists somewhere, not just schemas put together to
// ask about their evolution.
func (t *Table) isReal() bool { return !t.Plain && t.Location != "" && t.UUID != "" }

func (r *tableReader) properties(v position.Value) error {
	if !v.Is(position.Object) {
		return fail(v, "properties is an object, this is %s", kindWord(v))
	}
	for m := range v.Members() {
		if m.Value.Is(position.Null) {
			continue
		}
		r.table.Properties = append(r.table.Properties, Property{m.Key, scalar(m.Value), m.Value.Place()})
	}
	return nil
}

// scalar is a value's text; other kinds than strings keep their JSON.
func scalar(v position.Value) string {
	if v.Is(position.String) {
		return v.Text()
	}
	return v.Raw()
}

// bind resolves the ids that name specs, orders, snapshots, and reads the name mapping.
func (r *tableReader) bind() error {
	t := r.table
	for _, s := range t.Specs {
		if s.ID == r.defaultSpec || len(t.Specs) == 1 && r.defaultSpec < 0 {
			t.DefaultSpec = s
		}
	}
	if r.defaultSpec >= 0 && t.DefaultSpec == nil && len(t.Specs) > 0 {
		return fail(r.present["default-spec-id"], "default-spec-id %d names no partition spec of the table", r.defaultSpec)
	}
	for _, o := range t.Orders {
		if o.ID == r.defaultOrder || len(t.Orders) == 1 && r.defaultOrder < 0 {
			t.DefaultOrder = o
		}
	}
	if r.defaultOrder > 0 && t.DefaultOrder == nil && len(t.Orders) > 0 {
		return fail(r.present["default-sort-order-id"], "default-sort-order-id %d names no sort order of the table", r.defaultOrder)
	}
	if t.Snapshot = t.SnapshotByID(r.currentSnapshot); t.Snapshot == nil && r.currentSnapshot > 0 {
		t.problem(snapshotMissing, "", r.present["current-snapshot-id"].Place(), 0,
			"current-snapshot-id %d names no snapshot of the table: engines refuse to open it", r.currentSnapshot)
	}
	r.incomplete()
	r.invalid()
	return r.nameMapping()
}

func (r *tableReader) nameMapping() error {
	for _, p := range r.table.Properties {
		if p.Key != mappingProperty {
			continue
		}
		mapping, err := readMapping(p)
		if err != nil {
			r.table.problem(mappingInvalid, "", p.At, 0, "%s", err)
			return nil
		}
		r.table.Mapping = mapping
	}
	return nil
}

// incomplete notes what the specification requires of table metadata and is absent; Java and others refuse such a file.
func (r *tableReader) incomplete() {
	t := r.table
	required := []string{"location", "last-updated-ms", "last-column-id"}
	if t.FormatVersion >= 2 {
		required = append(required, "table-uuid", "last-sequence-number", "partition-specs", "default-spec-id", "last-partition-id", "sort-orders",
			"default-sort-order-id")
	} else if _, ok := r.present["partition-specs"]; !ok {
		required = append(required, "partition-spec")
	}
	if t.FormatVersion >= 3 {
		required = append(required, "next-row-id")
	}
	var missing []string
	for _, key := range required {
		if v, ok := r.present[key]; !ok || v.Is(position.Array) && v.Len() == 0 && key != "partition-spec" { // no fields there: unpartitioned
			missing = append(missing, key)
		}
	}
	if len(missing) > 1 && !t.isReal() { // schemas put together to ask about their evolution
		return
	}
	for _, key := range missing {
		t.problem(metadataIncomplete, "", r.root.Place(), 0, "format version %d requires %q and the metadata has none: engines refuse to open the table",
			t.FormatVersion, key)
	}
}

// quoted is a string as JSON.
func quoted(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return strconv.Quote(s) // a string always has a JSON form
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (t *Table) problem(rule *compat.Rule, path compat.Path, at position.Place, id int, format string, args ...any) {
	t.Problems = append(t.Problems, &Problem{Rule: rule, Path: path, At: at, Message: fmt.Sprintf(format, args...), id: id})
}
