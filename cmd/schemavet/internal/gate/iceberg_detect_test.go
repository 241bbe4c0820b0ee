package gate

import "testing"

// TestDetectIceberg: content tells, whatever a file is called; Avro's own words are left to Avro.
func TestDetectIceberg(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          bool
	}{
		{"v1.metadata.json", "", true},
		{"x@611ac37", "\x1f\x8b\x08", true},
		{"x.json", `{"format-version": 2}`, true},
		{"x.json", `{"type": "struct", "fields": [{"id": 1, "name": "a", "required": true, "type": "int"}]}`, true},
		{"x.json", `{"type": "struct", "fields": [{"name": "a", "required": true, "type": "int"}]}`, true},
		{"x.json", `{"type": "record", "name": "struct", "fields": [{"name": "a", "type": "int"}]}`, false},
		{"x.json", `{"type": "struct", "fields": [{"field": "a", "optional": true, "type": "int32"}]}`, false},
		{"x.avsc", `"string"`, false},
	} {
		if got := (&Iceberg{}).Detect(c.name, []byte(c.content)); got != c.want {
			t.Errorf("%s %q: %v", c.name, c.content, got)
		}
	}
}
