package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"strings"

	"github.com/apache/iceberg-go"
	"github.com/apache/iceberg-go/catalog"
	"github.com/apache/iceberg-go/table"
)

// A column is what the generator knows of one top-level column.
type column struct {
	ID       int
	Name     string
	Required bool
	Type     any    // a word, or a nested type as JSON
	Doc      string `json:",omitempty"`
	Initial  any    `json:",omitempty"`
	Write    any    `json:",omitempty"`
}

// schemaJSON spells a schema as the specification does.
func schemaJSON(id int, columns []column, identifiers []int) json.RawMessage {
	fields := []map[string]any{}
	for _, c := range columns {
		f := map[string]any{"id": c.ID, "name": c.Name, "required": c.Required, "type": c.Type}
		if c.Doc != "" {
			f["doc"] = c.Doc
		}
		if c.Initial != nil {
			f["initial-default"] = c.Initial
		}
		if c.Write != nil {
			f["write-default"] = c.Write
		}
		fields = append(fields, f)
	}
	s := map[string]any{"type": "struct", "schema-id": id, "fields": fields}
	if len(identifiers) > 0 {
		s["identifier-field-ids"] = identifiers
	}
	text, _ := json.Marshal(s)
	return text
}

// A change is one row of the answers.
type change struct {
	Seed          int64           `json:"seed"`
	FormatVersion int             `json:"format_version"`
	Spec          json.RawMessage `json:"partition_spec"`
	Operation     string          `json:"operation"`
	Old           json.RawMessage `json:"old"`
	New           json.RawMessage `json:"new"` // what the operation means, made without iceberg-go
	Accepted      bool            `json:"accepted"`
	Error         string          `json:"error,omitempty"`
}

var primitives = []string{"boolean", "int", "long", "float", "double", "decimal(9, 2)", "decimal(18, 2)", "decimal(9, 4)", "date", "time", "timestamp",
	"timestamptz", "string", "uuid", "fixed[16]", "binary"}

var v3Primitives = []string{"timestamp_ns", "timestamptz_ns"}

// evolve draws a schema and one change, and asks UpdateSchema about it.
func evolve(seed int64) (*change, error) {
	r := rand.New(rand.NewSource(seed))
	c := &change{Seed: seed, FormatVersion: 2 + r.Intn(2)}
	types := primitives
	if c.FormatVersion == 3 {
		types = append(append([]string{}, primitives...), v3Primitives...)
	}
	columns := []column{{ID: 1, Name: "id", Required: true, Type: "long"}}
	for i := range 2 + r.Intn(4) {
		columns = append(columns, column{ID: i + 2, Name: fmt.Sprintf("c%d", i), Required: r.Intn(3) == 0, Type: types[r.Intn(len(types))]})
	}
	identifiers := []int(nil)
	if r.Intn(4) == 0 {
		identifiers = []int{1}
	}
	var spec *iceberg.PartitionSpec
	if r.Intn(3) == 0 {
		spec = drawSpec(r, columns)
	}
	c.Old = schemaJSON(0, columns, identifiers)
	op := drawOperation(r, columns, identifiers, types)
	c.Operation = op.name
	c.New = schemaJSON(1, op.columns, op.identifiers)
	t, err := newTable(c.Old, c.FormatVersion, spec)
	if err != nil {
		return nil, fmt.Errorf("seed %d: make a table: %w", seed, err)
	}
	defer os.RemoveAll(t.dir)
	if spec != nil {
		if c.Spec, err = json.Marshal(t.table.Spec()); err != nil {
			return nil, err
		}
	}
	err = t.change(op.apply)
	c.Accepted = err == nil
	if err != nil {
		c.Error = firstLine(err.Error())
	}
	return c, nil
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

func drawSpec(r *rand.Rand, columns []column) *iceberg.PartitionSpec {
	for _, i := range r.Perm(len(columns)) {
		c := columns[i]
		var transform iceberg.Transform
		switch c.Type {
		case "date", "timestamp", "timestamptz":
			transform = iceberg.DayTransform{}
		case "int", "long", "string", "uuid", "decimal(9, 2)":
			transform = iceberg.BucketTransform{NumBuckets: 16}
		default:
			continue
		}
		if r.Intn(3) == 0 {
			transform = iceberg.IdentityTransform{}
		}
		spec := iceberg.NewPartitionSpec(iceberg.PartitionField{SourceIDs: []int{c.ID}, FieldID: 1000, Name: c.Name + "_part", Transform: transform})
		return &spec
	}
	return nil
}

// An operation is a change twice: what it means, and how iceberg-go is asked for it.
type operation struct {
	name        string
	columns     []column
	identifiers []int
	apply       func(*table.UpdateSchema)
}

func drawOperation(r *rand.Rand, columns []column, identifiers []int, types []string) operation {
	after := append([]column{}, columns...)
	op := operation{columns: after, identifiers: identifiers}
	i := 1 + r.Intn(len(columns)-1)
	c := columns[i]
	path := func() []string { return []string{c.Name} }
	switch r.Intn(8) {
	case 0:
		typ := types[r.Intn(len(types))]
		op.name = "add optional " + typ
		op.columns = append(after, column{ID: len(columns) + 1, Name: "added", Type: typ})
		op.apply = func(u *table.UpdateSchema) { u.AddColumn([]string{"added"}, parsed(typ), "", false, nil) }
	case 1:
		typ := types[r.Intn(len(types))]
		op.name = "add required " + typ
		op.columns = append(after, column{ID: len(columns) + 1, Name: "added", Required: true, Type: typ})
		op.apply = func(u *table.UpdateSchema) { u.AddColumn([]string{"added"}, parsed(typ), "", true, nil) }
	case 2:
		op.name = "drop"
		if r.Intn(5) == 0 {
			i, c = 0, columns[0]
		}
		op.columns = append(append([]column{}, columns[:i]...), columns[i+1:]...)
		op.apply = func(u *table.UpdateSchema) { u.DeleteColumn(path()) }
	case 3:
		op.name = "rename"
		after[i].Name = "renamed"
		op.apply = func(u *table.UpdateSchema) { u.RenameColumn(path(), "renamed") }
	case 4:
		op.name = "require"
		after[i].Required = true
		op.apply = func(u *table.UpdateSchema) {
			u.UpdateColumn(path(), table.ColumnUpdate{Required: iceberg.Optional[bool]{Valid: true, Val: true}})
		}
	case 5:
		op.name = "make optional"
		if r.Intn(4) == 0 {
			i, c = 0, columns[0]
		}
		after[i].Required = false
		op.apply = func(u *table.UpdateSchema) {
			u.UpdateColumn(path(), table.ColumnUpdate{Required: iceberg.Optional[bool]{Valid: true, Val: false}})
		}
	default:
		typ := types[r.Intn(len(types))]
		if near := promotions[fmt.Sprint(c.Type)]; near != nil && r.Intn(2) == 0 {
			typ = near[r.Intn(len(near))]
		}
		op.name = fmt.Sprintf("%s to %s", c.Type, typ)
		after[i].Type = typ
		op.apply = func(u *table.UpdateSchema) {
			u.UpdateColumn(path(), table.ColumnUpdate{FieldType: iceberg.Optional[iceberg.Type]{Valid: true, Val: parsed(typ)}})
		}
	}
	return op
}

// promotions makes the interesting pairs of types likely.
var promotions = map[string][]string{
	"int": {"long"}, "float": {"double"}, "decimal(9, 2)": {"decimal(18, 2)", "decimal(9, 4)"}, "date": {"timestamp", "timestamptz"},
	"string": {"binary"}, "binary": {"string"}, "fixed[16]": {"uuid"}, "long": {"int"}, "double": {"float"}, "timestamp": {"timestamptz"},
}

// parsed is a type by its spelling.
func parsed(typ string) iceberg.Type {
	s := iceberg.NewSchema(0)
	text := `{"type":"struct","schema-id":0,"fields":[{"id":1,"name":"a","required":false,"type":` + quote(typ) + `}]}`
	if err := json.Unmarshal([]byte(text), s); err != nil {
		panic(err)
	}
	return s.Field(0).Type
}

func quote(typ string) string {
	text, _ := json.Marshal(typ)
	return string(text)
}

// real is a table in a temporary folder, in a catalog of its own.
type real struct {
	dir   string
	ctx   context.Context
	table *table.Table
}

var ident = table.Identifier{"db", "t"}

func newTable(schema json.RawMessage, version int, spec *iceberg.PartitionSpec) (*real, error) {
	dir, err := os.MkdirTemp("", "icebergtable")
	if err != nil {
		return nil, err
	}
	return newTableIn(dir, schema, version, spec)
}

func newTableIn(dir string, schema json.RawMessage, version int, spec *iceberg.PartitionSpec) (*real, error) {
	ctx := context.Background()
	cat, err := catalog.Load(ctx, "local", iceberg.Properties{"type": "sql", "uri": "file:" + dir + "/catalog.db", "sql.dialect": "sqlite",
		"sql.driver": "sqlite", "init_catalog_tables": "true", "warehouse": "file://" + dir})
	if err != nil {
		return nil, err
	}
	if err := cat.CreateNamespace(ctx, table.Identifier{"db"}, nil); err != nil {
		return nil, err
	}
	s := iceberg.NewSchema(0)
	if err := json.Unmarshal(schema, s); err != nil {
		return nil, err
	}
	opts := []catalog.CreateTableOpt{catalog.WithProperties(iceberg.Properties{"format-version": fmt.Sprint(version)})}
	if spec != nil {
		opts = append(opts, catalog.WithPartitionSpec(spec))
	}
	t, err := cat.CreateTable(ctx, ident, s, opts...)
	if err != nil {
		return nil, err
	}
	return &real{dir, ctx, t}, nil
}

// change commits one change of the schema.
func (t *real) change(apply func(*table.UpdateSchema)) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	tx := t.table.NewTransaction()
	u := tx.UpdateSchema(true, false)
	apply(u)
	if err := u.Commit(); err != nil {
		return err
	}
	t.table, err = tx.Commit(t.ctx)
	return err
}
