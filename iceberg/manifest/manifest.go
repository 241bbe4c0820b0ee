// Package manifest reads the manifest lists and manifests of Iceberg tables (specification, Manifests): which files a
// snapshot has, and what each file says about its columns. It is apart from package iceberg so that only commands that ask
// for files link an Avro container reader; iceberg-go's root would add more to every start of the program than all the
// rest of it together.
package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/twmb/avro/ocf"
)

// A File is one entry of a manifest list.
type File struct {
	Path    string
	SpecID  int
	Deletes bool // the manifest tracks delete files
}

// A DataFile is one live data or delete file of a manifest.
type DataFile struct {
	Path        string
	Content     int // 0 data, 1 position deletes, 2 equality deletes
	Records     int64
	EqualityIDs []int
	Values      map[int]int64 // by field id; nil: not counted
	Nulls       map[int]int64
	Lower       map[int][]byte
	Upper       map[int][]byte
}

// The contents of files.
const (
	Data            = 0
	PositionDeletes = 1
	EqualityDeletes = 2
)

// deleted is the status of an entry whose file left the table with this snapshot.
const deleted = 2

// ReadList reads a manifest list.
func ReadList(name string, text []byte) ([]File, error) {
	var files []File
	err := records(name, text, func(r record) error {
		path := r.text("manifest_path")
		if path == "" {
			return errors.New("an entry without manifest_path: this is no manifest list")
		}
		files = append(files, File{Path: path, SpecID: int(r.number("partition_spec_id")), Deletes: r.number("content") == 1})
		return nil
	})
	return files, err
}

// Read reads the live files of a manifest.
func Read(name string, text []byte) ([]DataFile, error) {
	var files []DataFile
	err := records(name, text, func(r record) error {
		file, ok := r["data_file"].(map[string]any)
		if !ok {
			return errors.New("an entry without data_file: this is no manifest")
		}
		if r.number("status") == deleted {
			return nil
		}
		f := record(file)
		d := DataFile{Path: f.text("file_path"), Content: int(f.number("content")), Records: f.number("record_count"),
			Values: f.counts("value_counts"), Nulls: f.counts("null_value_counts"), Lower: f.bounds("lower_bounds"), Upper: f.bounds("upper_bounds")}
		for _, id := range list(f["equality_ids"]) {
			if n, ok := integer(id); ok {
				d.EqualityIDs = append(d.EqualityIDs, int(n))
			}
		}
		files = append(files, d)
		return nil
	})
	return files, err
}

// records visits every record of a container file. Blocks are bounded by the reader.
func records(name string, text []byte, visit func(record) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("read %s: the container file cannot be decoded: %v", name, r)
		}
	}()
	reader, err := ocf.NewReader(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	defer reader.Close()
	for {
		var v any
		if err := reader.Decode(&v); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		r, ok := v.(map[string]any)
		if !ok {
			return fmt.Errorf("read %s: the container file holds no records", name)
		}
		if err := visit(r); err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
	}
}

// record is a decoded Avro record. Versions of the format add and drop fields, so what is absent is zero.
type record map[string]any

func (r record) text(key string) string {
	s, _ := plain(r[key]).(string)
	return s
}

func (r record) number(key string) int64 {
	n, _ := integer(r[key])
	return n
}

// counts reads a map of numbers by field id: a map with text keys, or the list of key_value records that Iceberg writes.
func (r record) counts(key string) map[int]int64 {
	var counts map[int]int64
	pairs(r[key], func(id int, value any) {
		if n, ok := integer(value); ok {
			if counts == nil {
				counts = map[int]int64{}
			}
			counts[id] = n
		}
	})
	return counts
}

func (r record) bounds(key string) map[int][]byte {
	var bounds map[int][]byte
	pairs(r[key], func(id int, value any) {
		if b, ok := plain(value).([]byte); ok {
			if bounds == nil {
				bounds = map[int][]byte{}
			}
			bounds[id] = b
		}
	})
	return bounds
}

func pairs(v any, visit func(id int, value any)) {
	if m, ok := plain(v).(map[string]any); ok {
		for key, value := range m {
			if id, err := strconv.Atoi(key); err == nil {
				visit(id, value)
			}
		}
		return
	}
	for _, e := range list(v) {
		pair, ok := e.(map[string]any)
		if id, isID := integer(pair["key"]); ok && isID {
			visit(int(id), pair["value"])
		}
	}
}

func list(v any) []any {
	l, _ := plain(v).([]any)
	return l
}

// plain takes the value out of a union that the decoder tags with its branch.
func plain(v any) any {
	if m, ok := v.(map[string]any); ok && len(m) == 1 {
		for key, value := range m {
			switch key {
			case "string", "int", "long", "bytes", "array", "map", "boolean", "float", "double":
				return value
			}
		}
	}
	return v
}

func integer(v any) (int64, bool) {
	switch n := plain(v).(type) {
	case int32:
		return int64(n), true
	case int64:
		return n, true
	case int:
		return int64(n), true
	}
	return 0, false
}
