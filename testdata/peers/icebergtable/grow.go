package main

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/iceberg-go"
	"github.com/apache/iceberg-go/table"
)

// A grown table is one row of the answers: what was appended under which schema, and what an unfiltered scan reads.
type grown struct {
	Seed     int64             `json:"seed"`
	Metadata json.RawMessage   `json:"metadata"`
	Appends  []appended        `json:"appends"`
	Scan     []json.RawMessage `json:"scan"`
	Error    string            `json:"error,omitempty"`
}

type appended struct {
	Schema int               `json:"schema"`
	Rows   []json.RawMessage `json:"rows"`
}

// dataTypes are those whose arrow JSON form goes both ways.
var dataTypes = []string{"boolean", "int", "long", "float", "double", "string", "date", "decimal(9, 2)"}

// grow makes a table, appends rows, evolves it, appends again, and scans.
func grow(seed int64) (*grown, error) {
	r := rand.New(rand.NewSource(seed))
	version := 2 + r.Intn(2)
	columns := []column{{ID: 1, Name: "id", Required: true, Type: "long"}}
	for i := range 2 + r.Intn(4) {
		columns = append(columns, column{ID: i + 2, Name: fmt.Sprintf("c%d", i), Type: dataTypes[r.Intn(len(dataTypes))]})
	}
	t, err := newTable(schemaJSON(0, columns, nil), version, nil)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(t.dir)
	g := &grown{Seed: seed}
	next := 1
	for step := range 3 {
		if step > 0 {
			if columns, err = t.step(r, columns, version); err != nil {
				return nil, fmt.Errorf("seed %d: %w", seed, err)
			}
		}
		a := appended{Schema: t.table.Schema().ID}
		for range 1 + r.Intn(3) {
			row := map[string]any{"id": next}
			next++
			for _, c := range columns[1:] {
				if r.Intn(4) > 0 || c.Required {
					row[c.Name] = drawValue(r, c.Type.(string))
				} else {
					row[c.Name] = nil
				}
			}
			text, _ := json.Marshal(row)
			a.Rows = append(a.Rows, text)
		}
		if err := t.append(a.Rows); err != nil {
			return nil, fmt.Errorf("seed %d: append: %w", seed, err)
		}
		g.Appends = append(g.Appends, a)
	}
	return g, t.into(g)
}

// into notes what a table is in the end: its metadata and what a scan returns, or why it does not.
func (t *real) into(g *grown) (err error) {
	if g.Metadata, err = t.metadata(); err != nil {
		return err
	}
	var failed error
	if g.Scan, failed = t.scan(); failed != nil {
		g.Error = firstLine(failed.Error())
	}
	return nil
}

// step draws a few legal changes and commits them.
func (t *real) step(r *rand.Rand, columns []column, version int) ([]column, error) {
	after := append([]column{}, columns...)
	i := 1 + r.Intn(len(after)-1)
	c := after[i]
	var apply func(*table.UpdateSchema)
	switch r.Intn(5) {
	case 0:
		typ := dataTypes[r.Intn(len(dataTypes))]
		name := fmt.Sprintf("n%d", t.table.Metadata().LastColumnID()+1)
		after = append(after, column{ID: t.table.Metadata().LastColumnID() + 1, Name: name, Type: typ})
		apply = func(u *table.UpdateSchema) { u.AddColumn([]string{name}, parsed(typ), "", false, nil) }
	case 1:
		if version < 3 {
			return t.step(r, columns, version)
		}
		name := fmt.Sprintf("d%d", t.table.Metadata().LastColumnID()+1)
		after = append(after, column{ID: t.table.Metadata().LastColumnID() + 1, Name: name, Type: "int", Required: r.Intn(2) == 0})
		required, value := after[len(after)-1].Required, int32(r.Intn(100))
		apply = func(u *table.UpdateSchema) {
			u.AddColumn([]string{name}, parsed("int"), "", required, iceberg.NewLiteral(value))
		}
	case 2:
		name := fmt.Sprintf("r%d", r.Intn(1000))
		after[i].Name = name
		apply = func(u *table.UpdateSchema) { u.RenameColumn([]string{c.Name}, name) }
	case 3:
		if len(after) < 3 {
			return t.step(r, columns, version)
		}
		after = append(append([]column{}, after[:i]...), after[i+1:]...)
		apply = func(u *table.UpdateSchema) { u.DeleteColumn([]string{c.Name}) }
	default:
		wide := map[string]string{"int": "long", "float": "double", "decimal(9, 2)": "decimal(18, 2)"}[c.Type.(string)]
		if wide == "" {
			return t.step(r, columns, version)
		}
		after[i].Type = wide
		apply = func(u *table.UpdateSchema) {
			u.UpdateColumn([]string{c.Name}, table.ColumnUpdate{FieldType: iceberg.Optional[iceberg.Type]{Valid: true, Val: parsed(wide)}})
		}
	}
	return after, t.change(apply)
}

func drawValue(r *rand.Rand, typ string) any {
	switch {
	case typ == "boolean":
		return r.Intn(2) == 0
	case typ == "int":
		return r.Int31() - 1<<30
	case typ == "long":
		return r.Int63n(1<<53) - 1<<52 // arrow's JSON reader goes through doubles
	case typ == "float":
		return float32(r.Intn(1000)) / 10
	case typ == "double":
		return float64(r.Intn(1000)) / 10
	case typ == "date":
		return fmt.Sprintf("20%02d-%02d-%02d", r.Intn(30), 1+r.Intn(12), 1+r.Intn(28))
	case strings.HasPrefix(typ, "decimal"):
		return fmt.Sprintf("%d.%02d", r.Intn(10000), r.Intn(100))
	}
	return fmt.Sprintf("text %d", r.Intn(100))
}

func (t *real) append(rows []json.RawMessage) error {
	schema, err := table.SchemaToArrowSchema(t.table.Schema(), nil, true, false)
	if err != nil {
		return err
	}
	var text strings.Builder
	text.WriteByte('[')
	for i, row := range rows {
		if i > 0 {
			text.WriteByte(',')
		}
		text.Write(row)
	}
	text.WriteByte(']')
	batch, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, strings.NewReader(text.String()))
	if err != nil {
		return err
	}
	rdr, err := array.NewRecordReader(schema, []arrow.RecordBatch{batch})
	if err != nil {
		return err
	}
	t.table, err = t.table.Append(t.ctx, rdr, nil)
	return err
}

func (t *real) metadata() (json.RawMessage, error) {
	path := strings.TrimPrefix(t.table.MetadataLocation(), "file://")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return json.RawMessage(strings.ReplaceAll(string(text), t.dir, "/table")), nil
}

// scan reads all rows without a filter, each as JSON by column name.
func (t *real) scan() ([]json.RawMessage, error) {
	tbl, err := t.table.Scan().ToArrowTable(t.ctx)
	if err != nil {
		return nil, err
	}
	var rows []json.RawMessage
	reader := array.NewTableReader(tbl, 0)
	for reader.Next() {
		text, err := reader.RecordBatch().MarshalJSON()
		if err != nil {
			return nil, err
		}
		var some []json.RawMessage
		if err := json.Unmarshal(text, &some); err != nil {
			return nil, err
		}
		rows = append(rows, some...)
	}
	return rows, reader.Err()
}

// sample leaves the metadata folder of a small table in dir: a promotion, a rename, a drop, nulls and bounds.
func sample(dir string) error {
	t, err := newTableIn(dir, schemaJSON(0, []column{{ID: 1, Name: "id", Required: true, Type: "long"}, {ID: 2, Name: "n", Type: "int"}, {ID: 3, Name: "note", Type: "string"}}, nil), 2, nil)
	if err != nil {
		return err
	}
	steps := []func() error{
		func() error {
			return t.append([]json.RawMessage{json.RawMessage(`{"id": 1, "n": 34, "note": "a"}`), json.RawMessage(`{"id": 2, "n": null, "note": "b"}`)})
		},
		func() error {
			return t.change(func(u *table.UpdateSchema) {
				u.UpdateColumn([]string{"n"}, table.ColumnUpdate{FieldType: iceberg.Optional[iceberg.Type]{Valid: true, Val: parsed("long")}})
			})
		},
		func() error {
			return t.append([]json.RawMessage{json.RawMessage(`{"id": 3, "n": 5000000000, "note": null}`)})
		},
		func() error { return t.change(func(u *table.UpdateSchema) { u.DeleteColumn([]string{"note"}) }) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
