package main

import (
	"encoding/json"
	"os"
	"strings"

	icebergio "github.com/apache/iceberg-go/io"
	"github.com/apache/iceberg-go/table"
)

// A forcedChange is a change that another library might have committed: rows are written under the old schema, the new one
// is put into the metadata by hand, and the table is scanned with it.
type forcedChange struct {
	Name          string            `json:"name"`
	FormatVersion int               `json:"format_version"`
	Old           json.RawMessage   `json:"old"`
	Between       json.RawMessage   `json:"between,omitempty"` // a schema that stood between the two
	New           json.RawMessage   `json:"new"`
	Rows          []json.RawMessage `json:"rows"`
	Scan          []json.RawMessage `json:"scan"`
	Error         string            `json:"error,omitempty"`
}

type forcedCase struct {
	name    string
	version int
	old     []column
	between []column
	new     []column
	rows    []string
}

func one(c column) []column { return []column{{ID: 1, Name: "id", Required: true, Type: "long"}, c} }

func retype(name, from, to string, version int, rows ...string) forcedCase {
	return forcedCase{name: name, version: version, old: one(column{ID: 2, Name: "c", Type: from}), new: one(column{ID: 2, Name: "c", Type: to}), rows: rows}
}

// cases are the rules' examples as real tables.
var cases = []forcedCase{
	retype("int to long", "int", "long", 2, `{"id": 1, "c": 34}`, `{"id": 2, "c": null}`),
	retype("float to double", "float", "double", 2, `{"id": 1, "c": 0.1}`),
	retype("decimal widened", "decimal(9, 2)", "decimal(18, 2)", 2, `{"id": 1, "c": "1.11"}`),
	retype("decimal rescaled", "decimal(9, 2)", "decimal(18, 4)", 2, `{"id": 1, "c": "1.11"}`),
	retype("int to string", "int", "string", 2, `{"id": 1, "c": 34}`),
	retype("long to int", "long", "int", 2, `{"id": 1, "c": 3000000000}`),
	retype("double to float", "double", "float", 2, `{"id": 1, "c": 0.1}`),
	retype("string to binary", "string", "binary", 2, `{"id": 1, "c": "a"}`),
	retype("date to timestamp", "date", "timestamp", 3, `{"id": 1, "c": "2024-10-04"}`),
	retype("date to timestamptz", "date", "timestamptz", 3, `{"id": 1, "c": "2024-10-04"}`),
	{name: "optional to required", version: 2, old: one(column{ID: 2, Name: "c", Type: "int"}), new: one(column{ID: 2, Name: "c", Type: "int", Required: true}), rows: []string{`{"id": 1, "c": null}`}},
	{name: "required to optional", version: 2, old: one(column{ID: 2, Name: "c", Type: "int", Required: true}), new: one(column{ID: 2, Name: "c", Type: "int"}), rows: []string{`{"id": 1, "c": 3}`}},
	{name: "required added", version: 2, old: one(column{ID: 2, Name: "a", Type: "int"}), new: append(one(column{ID: 2, Name: "a", Type: "int"}), column{ID: 3, Name: "c", Type: "int", Required: true}), rows: []string{`{"id": 1, "a": 3}`}},
	{name: "optional added", version: 2, old: one(column{ID: 2, Name: "a", Type: "int"}), new: append(one(column{ID: 2, Name: "a", Type: "int"}), column{ID: 3, Name: "c", Type: "int"}), rows: []string{`{"id": 1, "a": 3}`}},
	{name: "required added with defaults", version: 3, old: one(column{ID: 2, Name: "a", Type: "int"}), new: append(one(column{ID: 2, Name: "a", Type: "int"}), column{ID: 3, Name: "cur", Type: "string", Required: true, Initial: "EUR", Write: "EUR"}), rows: []string{`{"id": 1, "a": 3}`}},
	{name: "initial-default set later", version: 3, old: one(column{ID: 2, Name: "cur", Type: "string"}), new: one(column{ID: 2, Name: "cur", Type: "string", Initial: "EUR", Write: "EUR"}), rows: []string{`{"id": 1, "cur": null}`}},
	{name: "id reused", version: 2, old: one(column{ID: 2, Name: "b", Type: "string"}), between: []column{{ID: 1, Name: "id", Required: true, Type: "long"}}, new: one(column{ID: 2, Name: "c", Type: "string"}), rows: []string{`{"id": 1, "b": "a"}`}},
	{name: "dropped and added again", version: 2, old: one(column{ID: 2, Name: "x", Type: "string"}), new: one(column{ID: 3, Name: "x", Type: "string"}), rows: []string{`{"id": 1, "x": "a"}`}},
	{name: "names swapped", version: 2, old: append(one(column{ID: 2, Name: "a", Type: "string"}), column{ID: 3, Name: "b", Type: "string"}), new: append(one(column{ID: 2, Name: "b", Type: "string"}), column{ID: 3, Name: "a", Type: "string"}), rows: []string{`{"id": 1, "a": "x", "b": "y"}`}},
	{name: "reordered", version: 2, old: append(one(column{ID: 2, Name: "a", Type: "string"}), column{ID: 3, Name: "b", Type: "int"}), new: []column{{ID: 3, Name: "b", Type: "int"}, {ID: 1, Name: "id", Required: true, Type: "long"}, {ID: 2, Name: "a", Type: "string"}}, rows: []string{`{"id": 1, "a": "x", "b": 4}`}},
	{name: "dropped", version: 2, old: one(column{ID: 2, Name: "a", Type: "string"}), new: []column{{ID: 1, Name: "id", Required: true, Type: "long"}}, rows: []string{`{"id": 1, "a": "x"}`}},
}

func force(c *forcedCase) (*forcedChange, error) {
	f := &forcedChange{Name: c.name, FormatVersion: c.version, Old: schemaJSON(0, c.old, nil), New: schemaJSON(2, c.new, nil)}
	if c.between != nil {
		f.Between = schemaJSON(1, c.between, nil)
	}
	t, err := newTable(f.Old, c.version, nil)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(t.dir)
	for _, row := range c.rows {
		f.Rows = append(f.Rows, json.RawMessage(row))
	}
	if err := t.append(f.Rows); err != nil {
		return nil, err
	}
	if err := t.put(f); err != nil {
		f.Error = firstLine(err.Error())
		return f, nil
	}
	func() {
		defer func() {
			if r := recover(); r != nil {
				f.Error = "panic"
			}
		}()
		if f.Scan, err = t.scan(); err != nil {
			f.Error = firstLine(err.Error())
		}
	}()
	return f, nil
}

// put makes a schema the current one by writing the metadata anew.
func (t *real) put(f *forcedChange) error {
	path := strings.TrimPrefix(t.table.MetadataLocation(), "file://")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var m map[string]any
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	if err := decoder.Decode(&m); err != nil {
		return err
	}
	m["schemas"] = append(m["schemas"].([]any), f.New)
	m["current-schema-id"], m["last-column-id"] = 2, 10
	if text, err = json.Marshal(m); err != nil {
		return err
	}
	forced := path + ".forced.metadata.json"
	if err := os.WriteFile(forced, text, 0o644); err != nil {
		return err
	}
	t.table, err = table.NewFromLocation(t.ctx, ident, "file://"+forced, icebergio.LoadFSFunc(nil, "file://"+forced), nil)
	return err
}
