package iceberg

import (
	"strconv"
	"strings"
)

// The schemas of examples are written in one line a column, since JSON of whole tables hides what an example is about:
//
//	1 id! long                       required
//	2 cur string | doc "ISO code"    optional, with an attribute

// columns is the schema that the lines describe.
func columns(id int, lines ...string) string {
	fields := make([]string, len(lines))
	for i, line := range lines {
		parts := strings.Split(line, " | ")
		head := strings.SplitN(parts[0], " ", 3)
		name, required := strings.CutSuffix(head[1], "!")
		typ := head[2]
		if !strings.HasPrefix(typ, "{") {
			typ = strconv.Quote(typ)
		}
		field := `{"id": ` + head[0] + `, "name": ` + strconv.Quote(name) + `, "required": ` + strconv.FormatBool(required) + `, "type": ` + typ
		for _, attribute := range parts[1:] {
			key, value, _ := strings.Cut(attribute, " ")
			field += `, ` + strconv.Quote(key) + `: ` + value
		}
		fields[i] = field + "}"
	}
	return `{"type": "struct", "schema-id": ` + strconv.Itoa(id) + `, "fields": [` + strings.Join(fields, ", ") + `]}`
}

// metadata is a table of a format version whose last schema is the current one; extra is more members of the document.
func metadata(version int, extra string, schemas ...string) string {
	if extra != "" {
		extra = ", " + extra
	}
	return `{"format-version": ` + strconv.Itoa(version) + `, "current-schema-id": ` + strconv.Itoa(len(schemas)-1) +
		`, "schemas": [` + strings.Join(schemas, ", ") + `]` + extra + `}`
}

// partitionedBy is the member of a document whose only spec has one field.
func partitionedBy(source int, transform string) string {
	return `"default-spec-id": 0, "partition-specs": [{"spec-id": 0, "fields": [{"source-id": ` + strconv.Itoa(source) +
		`, "field-id": 1000, "name": "p", "transform": ` + strconv.Quote(transform) + `}]}]`
}
