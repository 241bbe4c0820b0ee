package avro

import (
	"strings"
	"testing"
)

// edited is a schema with one piece of its text replaced.
func edited(schema, old, by string) string { return strings.Replace(schema, old, by, 1) }

// TestIdentities: what decides resolution is in one identity, all that a schema says in the other, also where definitions refer to
// each other in a cycle.
func TestIdentities(t *testing.T) {
	const plain = `{"type":"record","name":"R","fields":[{"name":"n","type":"int"},{"name":"e","type":["null",{"type":"array","items":{"type":"enum","name":"E","symbols":["A"]}}]}]}`
	const self = `{"type":"record","name":"R","fields":[{"name":"next","type":["null",{"type":"array","items":"R"}]},{"name":"n","type":"int"}]}`
	const two = `{"type":"record","name":"R","fields":[{"name":"s","type":{"type":"record","name":"S","fields":[{"name":"r","type":{"type":"map","values":["null","R"]}},{"name":"n","type":"int"}]}}]}`
	for _, c := range []struct {
		name, was, is  string
		resolves, says bool // alike
	}{
		{"layout", plain, ` {"fields":[{"name":"n","type":"int"},{"type":["null",{"items":{"type":"enum","name":"E","symbols":["A"]},"type":"array"}],"name":"e"}],"type":"record","name":"R"}`, true, true},
		{"a primitive spelled as an object", self, edited(self, `"type":"int"`, `"type":{"type":"int"}`), true, true},
		{"a field's doc", plain, edited(plain, `"name":"n",`, `"name":"n","doc":"a",`), true, false},
		{"an inner type's doc", plain, edited(plain, `"symbols":["A"]`, `"symbols":["A"],"doc":"a"`), true, false},
		{"an anonymous type's property", plain, edited(plain, `"type":"array",`, `"type":"array","unit":"s",`), true, false},
		{"a symbol", plain, edited(plain, `["A"]`, `["B"]`), false, false},
		{"a default", plain, edited(plain, `"type":"int"`, `"type":"int","default":1`), false, false},
		{"a field's doc beside recursion", self, edited(self, `"name":"n",`, `"name":"n","doc":"a",`), true, false},
		{"a doc on the recursive field", self, edited(self, `"name":"next",`, `"name":"next","doc":"a",`), true, false},
		{"a property inside recursion", self, edited(self, `"type":"array",`, `"type":"array","unit":"s",`), true, false},
		{"a type inside recursion", self, edited(self, `"array","items"`, `"map","values"`), false, false},
		{"a doc in a cycle of two", two, edited(two, `"name":"n",`, `"name":"n","doc":"a",`), true, false},
		{"a property in a cycle of two", two, edited(two, `"type":"map",`, `"type":"map","unit":"s",`), true, false},
		{"a type in a cycle of two", two, edited(two, `"type":"int"`, `"type":"long"`), false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			was, is := mustParse(t, "r.avsc", []byte(c.was)).Root.Type, mustParse(t, "r.avsc", []byte(c.is)).Root.Type
			if alike := was.id == is.id; alike != c.resolves {
				t.Errorf("resolve alike: %v", alike)
			}
			if alike := was.full == is.full; alike != c.says {
				t.Errorf("say the same: %v", alike)
			}
		})
	}
}

// TestFieldIdentities: a field of a recursive record says what the record says, not only its name.
func TestFieldIdentities(t *testing.T) {
	const self = `{"type":"record","name":"R","fields":[{"name":"next","type":["null","R"]},{"name":"n","type":"int"}]}`
	was, is := mustParse(t, "r.avsc", []byte(self)).Root.Type, mustParse(t, "r.avsc", []byte(edited(self, `"type":"int"`, `"type":"int","doc":"a"`))).Root.Type
	if was.Fields[0].full == is.Fields[0].full {
		t.Error("a field whose type changed is taken for the same")
	}
	if again := mustParse(t, "r.avsc", []byte(self)).Root.Type; was.Fields[0].full != again.Fields[0].full {
		t.Error("one field has two identities")
	}
}
