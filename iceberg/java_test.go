package iceberg

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat"
)

// asked is one question to iceberg-java 1.12.0: does it open the table, and where there are operations, does it make them.
type asked struct {
	Name       string          `json:"name"`
	Metadata   json.RawMessage `json:"metadata"` // a text where it is no JSON
	Operations json.RawMessage `json:"operations"`
	New        json.RawMessage `json:"new"` // the schema that the operations give
	Last       int             `json:"last"`
	Refused    string          `json:"refused"` // its words, "" when it does
}

// forgiven are the rules of what iceberg-java opens all the same, since the specification or other engines do not.
var forgiven = []string{
	"iceberg-default-invalid", "iceberg-default-needs-version", "iceberg-field-id-above-last", "iceberg-field-id-invalid", "iceberg-field-id-reserved",
	"iceberg-name-empty", "iceberg-name-mapping-invalid", "iceberg-schema-expired", "iceberg-type-needs-version", "iceberg-type-parameter",
}

// rulings are the tables that one of the two takes and the other does not, by what their names begin with.
var rulings = []struct{ names, why string }{
	// it takes them
	{"type-LONG type-Timestamptz type-Decimal(9,2) type-FIXED[16] type-GEOMETRY(srid:4326)", "types are words in lower case; PyIceberg refuses others"},
	{"spec-v2-bucket[-1]-2 oldspec-bucket[-1]-2 order-bucket[-1]-2 spec-v2-bucket-2 oldspec-bucket-2 order-bucket-2 spec-v2-bucket[x]-2 oldspec-bucket[x]-2 order-bucket[x]-2 " +
		"spec-v2-bucket[16]]-2 oldspec-bucket[16]]-2 order-bucket[16]]-2 spec-v2-bucket[-16-]-2 spec-v2-bucket[ oldspec-bucket[ order-bucket[", "a misspelt bucket is an unknown transform to it, with which nothing can be written"},
	{"spec-v2--2 oldspec--2 order--2", "an empty transform is an unknown one to it"},
	{"spec-default-missing order-default-missing", "it fails at the first use"},
	{"v0 lcid-neg dupkey trail", "it does not look"},
	// we take them
	{"type-decimal(9,-2)", "the specification's JSON form of decimals knows negative scales"},
	{"type-geometry() type-geography(,", "an empty reference system is none, so the default counts"},
	{"default-doubleint default-struct-empty default-list default-map", "the specification has these defaults; engines.json says that iceberg-java fails"},
	{"spec-multi-v3 spec-multi-one-v3", "version 3 has transforms of several columns"},
	{"srcorder-struct-void", "void of anything"},
	{"snap-seq-future snap-v3-row-noadded", "numbers of rows and changes, which no schema depends on"},
	{"null-properties null-snapshots", "null is as good as absent"},
	{"without1-", "optional in version 1"},
	{"bom", "a byte order mark is no text"},
}

// TestOpensWhatIcebergJavaOpens: a table that iceberg-java does not open is not passed over in silence, and one that it
// opens has no error, but for what is ruled on.
func TestOpensWhatIcebergJavaOpens(t *testing.T) {
	rows := recorded[asked](t, "opened.jsonl")
	used, needed := make([]int, len(rulings)), map[string]bool{}
	for _, row := range rows {
		text := []byte(row.Metadata)
		var plain string
		if json.Unmarshal(text, &plain) == nil {
			text = []byte(plain)
		}
		found := "cannot be read"
		if table, err := Read(row.Name, text); err == nil {
			ids := opened(table)
			if row.Refused == "" {
				ids = slices.DeleteFunc(ids, func(id string) bool {
					needed[id] = true
					return slices.Contains(forgiven, id)
				})
			}
			found = strings.Join(ids, " ")
		}
		if (found == "") == (row.Refused == "") {
			continue
		}
		ruled := false
		for i, r := range rulings {
			if slices.ContainsFunc(strings.Fields(r.names), func(name string) bool { return strings.HasPrefix(row.Name, name) }) {
				used[i]++
				ruled = true
			}
		}
		if !ruled {
			t.Errorf("%s: iceberg-java says %q, we say %q", row.Name, row.Refused, found)
		}
	}
	for i, r := range rulings {
		if used[i] == 0 {
			t.Errorf("stale: %s", r.names)
		}
	}
	for _, id := range forgiven {
		if !needed[id] {
			t.Errorf("stale: %s", id)
		}
	}
	t.Logf("%d tables", len(rows))
}

// opened are the rules that speak against opening a table.
func opened(table *Table) []string {
	var ids []string
	for _, p := range table.Faults(table.Current) {
		if p.Rule.Level == compat.Error || p.Rule == metadataLoose {
			ids = append(ids, p.Rule.ID)
		}
	}
	return ids
}

// TestChangesAsIcebergJavaDoes: what iceberg-java changes is legal, and leaves a table without errors; what it refuses is
// illegal, or leaves a table that it cannot open.
func TestChangesAsIcebergJavaDoes(t *testing.T) {
	rows := recorded[asked](t, "updated.jsonl")
	promotions := 0
	for _, row := range rows {
		var doc map[string]json.RawMessage
		if err := json.Unmarshal(row.Metadata, &doc); err != nil {
			t.Fatal(err)
		}
		schemas := strings.TrimSuffix(string(doc["schemas"]), "]") + "," + string(row.New) + "]"
		doc["schemas"], doc["current-schema-id"], doc["last-column-id"] = json.RawMessage(schemas), json.RawMessage("1"), mustJSON(t, row.Last)
		delete(doc, "schema") // version 1's form of the current one
		table, err := Read(row.Name, mustJSON(t, doc))
		if err != nil {
			t.Fatal(err)
		}
		l, err := NewLineage([]*Table{table})
		if err != nil {
			t.Fatal(err)
		}
		trace := Resolve(l.Pair(0, 1))
		broken := append(idsOf(EvolutionOf(trace).Breaks), opened(table)...)
		switch {
		case (len(broken) == 0) == (row.Refused == ""):
		case len(broken) == 0 && strings.Contains(row.Refused, "Cannot change column type") && table.FormatVersion == 3 && promoted3(trace):
			promotions++
		default:
			t.Errorf("%s: iceberg-java says %q, we say %v: %s", row.Name, row.Refused, broken, row.Operations)
		}
	}
	if promotions == 0 {
		t.Error("no promotion of version 3 was asked for, or iceberg-java makes them now: engines.json says that it does not")
	}
	t.Logf("%d changes, %d promotions of version 3", len(rows), promotions)
}

// promoted3 reports whether a trace has one of the promotions that version 3 brought.
func promoted3(t *compat.Trace) bool {
	found := false
	t.Walk(func(s *compat.Site) {
		o, y := fieldOf(s.Writer), fieldOf(s.Reader)
		if o != nil && y != nil && !o.Type.Same(y.Type) {
			ok, _ := promotes(o.Type, y.Type, 3)
			before, _ := promotes(o.Type, y.Type, 2)
			found = found || ok && !before
		}
	})
	return found
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
