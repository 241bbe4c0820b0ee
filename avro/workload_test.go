package avro

import (
	"fmt"
	"strings"
)

// The workloads of the speed page: deterministic, so that figures can be compared between runs and tools.

// subjectPair is one subject of W2: an old and a new schema of about 40 documented fields.
func subjectPair(i int) (old, new []byte) {
	var a, b strings.Builder
	head := fmt.Sprintf(`{"type":"record","name":"Subject%d","namespace":"com.example.orders","doc":"Everything that is known about one order line of shop %d, written once when it is placed.","fields":[`, i, i)
	a.WriteString(head)
	b.WriteString(head)
	for f := range 40 {
		sep := ","
		if f == 0 {
			sep = ""
		}
		field := fmt.Sprintf(`%s{"name":"field_%d_of_line","type":%s,"doc":"What the shop knows about aspect %d of the line at the time of writing; empty when nobody asked for it."}`, sep, f, fieldTypes[f%len(fieldTypes)](i, f), f)
		a.WriteString(field)
		switch {
		case f == 11 && i%3 == 0:
			field = strings.Replace(field, `"int"`, `"long"`, 1)
		case f == 17 && i%5 == 0:
			continue
		}
		b.WriteString(field)
	}
	a.WriteString("]}")
	b.WriteString(`,{"name":"added","type":["null","string"],"default":null}]}`)
	return []byte(a.String()), []byte(b.String())
}

var fieldTypes = []func(i, f int) string{
	func(i, f int) string { return `"int"` },
	func(i, f int) string { return `["null","string"],"default":null` },
	func(i, f int) string { return `{"type":"long","logicalType":"timestamp-millis"}` },
	func(i, f int) string { return `{"type":"array","items":"string"}` },
	func(i, f int) string {
		return fmt.Sprintf(`{"type":"record","name":"Part_%d","fields":[{"name":"code","type":"string"},{"name":"count","type":"int","default":0}]}`, f)
	},
	func(i, f int) string {
		return fmt.Sprintf(`{"type":"enum","name":"State_%d","symbols":["NEW","OPEN","DONE"],"default":"NEW"}`, f)
	},
}

// historyVersion is version v of W3: 300 fields, flat or in 30 nested records of 10. Every version adds a defaulted field
// somewhere, drops another and changes one default, so that all pairs are readable both ways and nobody can stop early.
func historyVersion(v int, nested bool) []byte {
	var b strings.Builder
	b.WriteString(`{"type":"record","name":"Wide","fields":[`)
	for f := range 300 {
		if nested && f%10 == 0 {
			if f > 0 {
				b.WriteString(`{"name":"end","type":"boolean"}]}},`)
			}
			fmt.Fprintf(&b, `{"name":"group_%d","type":{"type":"record","name":"Group%d","fields":[`, f/10, f/10)
		}
		if (f+v)%200 == 0 {
			continue
		}
		typ, def := `"long"`, "0"
		switch {
		case f == v:
			def = "7"
		case f%4 == 1:
			typ, def = `["null","string"]`, "null"
		}
		fmt.Fprintf(&b, `{"name":"field_%d","type":%s,"default":%s,"doc":"aspect %d"},`, f, typ, def, f)
	}
	if nested {
		b.WriteString(`{"name":"end","type":"boolean"}]}},`)
	}
	b.WriteString(`{"name":"end","type":"boolean"}]}`)
	return []byte(b.String())
}

// hurting are the shapes of W4 that hurt recursive, quadratic or forgetful resolvers; scale 1 is the measured size.
func hurting(scale int) map[string][]byte {
	shapes := map[string][]byte{}
	n := 64 * scale
	var b strings.Builder
	b.WriteString(`{"type":"record","name":"M0","fields":[`)
	for i := range n { // every record refers to every other one; each is declared where it is first used
		if i > 0 {
			fmt.Fprintf(&b, `{"name":"f%d","type":["null",{"type":"record","name":"M%d","fields":[`, i, i)
		}
		for j := 0; j <= i; j++ {
			fmt.Fprintf(&b, `{"name":"r%d","type":["null","M%d"]},`, j, j)
		}
	}
	b.WriteString(`{"name":"end","type":"int"}`)
	for range n - 1 {
		b.WriteString(`]}]}`)
	}
	b.WriteString("]}")
	shapes["mutual"] = []byte(b.String())

	b.Reset()
	b.WriteByte('[')
	for i := range 50 * scale {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"type":"record","name":"U%d","fields":[{"name":"v","type":"int"},{"name":"w","type":["null","string"]}]}`, i)
	}
	b.WriteByte(']')
	shapes["union"] = []byte(b.String())

	b.Reset()
	b.WriteString(`{"type":"record","name":"Flat","fields":[`)
	for i := range 5000 * scale {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"f%d","type":"int","default":0}`, i)
	}
	b.WriteString("]}")
	shapes["wide"] = []byte(b.String())

	depth := 1000 * scale
	var deep strings.Builder
	for i := range depth {
		fmt.Fprintf(&deep, `{"type":"record","name":"D%d","fields":[{"name":"x","type":`, i)
	}
	deep.WriteString(`"int"`)
	deep.WriteString(strings.Repeat("}]}", depth))
	shapes["deep"] = []byte(deep.String())

	typ := `"int"`
	for i := range 30 * scale {
		second := fmt.Sprintf(`"T%d"`, i-1)
		if i == 0 {
			second = `"int"`
		}
		typ = fmt.Sprintf(`{"type":"record","name":"T%d","fields":[{"name":"a","type":%s},{"name":"b","type":%s}]}`, i, typ, second)
	}
	shapes["twice"] = []byte(typ)
	return shapes
}

// turned is a reader for one of the shapes: the innermost int has become a long, and the wide record is reversed.
func turned(name string, text []byte) []byte {
	s := string(text)
	if name == "wide" {
		inner := s[strings.Index(s, "[")+1 : len(s)-2]
		parts := strings.Split(inner, "},{")
		for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
			parts[i], parts[j] = parts[j], parts[i]
		}
		for i := range parts {
			parts[i] = "{" + strings.Trim(parts[i], "{}") + "}"
		}
		return []byte(s[:strings.Index(s, "[")+1] + strings.Join(parts, ",") + "]}")
	}
	return []byte(strings.Replace(s, `"int"`, `"long"`, 1))
}
