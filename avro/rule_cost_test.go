package avro

import (
	"fmt"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/growth"
)

// wide is a record with n fields, each as the pattern says for its number.
func wide(t testing.TB, source string, n int, pattern string) *Schema {
	t.Helper()
	fields := make([]string, n)
	for i := range fields {
		fields[i] = strings.ReplaceAll(pattern, "#", fmt.Sprint(i))
	}
	return mustParse(t, source, []byte(`{"type":"record","name":"R","fields":[`+strings.Join(fields, ",")+`]}`))
}

// TestRuleCost holds the rules to a cost that does not grow with the square of the fields: all findings of ten thousand fields.
func TestRuleCost(t *testing.T) {
	for _, c := range []struct{ name, writer, reader string }{
		{"promoted", `{"name":"f#","type":"int"}`, `{"name":"f#","type":"long"}`},
		{"replaced", `{"name":"foo_bar_x#","type":"int"}`, `{"name":"baz_bar_x#","type":"int","default":0}`},
		{"recased", `{"name":"fooBar#","type":"int"}`, `{"name":"foo_bar#","type":"int","default":0}`},
		{"missing", `{"name":"foo_bar_x#","type":"int"}`, `{"name":"baz_bar_x#","type":"int"}`},
		{"symbols", `{"name":"f#","type":["null",{"type":"enum","name":"E#","symbols":["A","B"]}]}`, `{"name":"f#","type":["null",{"type":"enum","name":"E#","symbols":["A"]}]}`},
		{"branches", `{"name":"f#","type":["int","string"]}`, `{"name":"f#","type":["double","int"]}`},
		{"namespaces", `{"name":"f#","type":{"type":"fixed","name":"n.F#","size":2}}`, `{"name":"f#","type":{"type":"fixed","name":"m.F#","size":2}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			growth.Linear(t, 2_500, func(fields int) func() {
				w, r := wide(t, "writer.avsc", fields, c.writer), wide(t, "reader.avsc", fields, c.reader)
				trace := Resolve(w, r).Trace(false)
				return func() {
					found, held := compat.Pass{Trace: trace}.Run(Rules), 0
					for _, f := range found {
						if f.Sample != nil {
							held += len(f.Sample.Datum)
						}
					}
					if len(found) == 0 || held > compat.MostData+fields*100 {
						t.Errorf("%d findings hold %d bytes of data", len(found), held)
					}
				}
			})
		})
	}
}
