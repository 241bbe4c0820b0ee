package iceberg

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"

	"github.com/schemavet/schemavet/compat/position"
)

// unzip undoes gzip, which writers use for .gz.metadata.json and .metadata.json.gz; the bytes decide, not the name.
func unzip(source string, text []byte) ([]byte, error) {
	if !bytes.HasPrefix(text, []byte{0x1f, 0x8b}) {
		return text, nil
	}
	problem := func(err error) error {
		return &position.Error{Source: source, Problem: fmt.Sprintf("the gzip stream is broken: %v", err)}
	}
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, problem(err)
	}
	plain, err := io.ReadAll(io.LimitReader(z, position.MaxBytes+1))
	if err != nil {
		return nil, problem(err)
	}
	if len(plain) > position.MaxBytes {
		return nil, &position.Error{Source: source, Problem: fmt.Sprintf("the unzipped text is larger than the limit of %d bytes", position.MaxBytes)}
	}
	return plain, nil
}
