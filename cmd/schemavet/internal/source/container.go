package source

import (
	"bytes"
	"fmt"

	"github.com/hamba/avro/v2"
)

// maxHeader bounds what is read of a container file to find its schema.
const maxHeader = 64 << 20

// IsContainer reports whether content is an Avro object container file (Avro 1.12, Object Container Files: "Obj" and 1).
func IsContainer(content []byte) bool { return bytes.HasPrefix(content, []byte("Obj\x01")) }

// headerSchema is the layout of a container file's header (Avro 1.12, Object Container Files).
const headerSchema = `{"type": "record", "name": "org.apache.avro.file.Header", "fields": [
	{"name": "magic", "type": {"type": "fixed", "name": "Magic", "size": 4}},
	{"name": "meta", "type": {"type": "map", "values": "bytes"}},
	{"name": "sync", "type": {"type": "fixed", "name": "Sync", "size": 16}}]}`

// containerSchema is the text of the writer's schema in a container file's header. The library's container reader is not
// asked: it parses the schema with rules that are not ours and refuses or dies on some valid ones (and links every codec).
func containerSchema(name string, content []byte) (text []byte, err error) {
	defer func() {
		if recover() != nil { // hamba has panicked on hostile input before
			text, err = nil, fmt.Errorf("read %s: the container file's header cannot be read", name)
		}
	}()
	layout, err := avro.Parse(headerSchema)
	if err != nil {
		return nil, err
	}
	var header struct {
		Meta map[string][]byte `avro:"meta"`
	}
	limits := avro.Config{MaxByteSliceSize: maxHeader, MaxSliceAllocSize: maxHeader}.Freeze()
	if err := limits.NewDecoder(layout, bytes.NewReader(content)).Decode(&header); err != nil {
		return nil, fmt.Errorf("read %s: the container file's header cannot be read: %w", name, err)
	}
	schema, ok := header.Meta["avro.schema"]
	if !ok {
		return nil, fmt.Errorf("read %s: the container file's header holds no avro.schema", name)
	}
	return schema, nil
}
