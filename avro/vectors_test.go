package avro

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/schemavet/schemavet/compat"
)

// shared is a file of the facts that live beside the project; tests skip where they do not lie.
func shared(t testing.TB, name string) string {
	path := filepath.Join("..", "..", "shared", name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("skipped: %s is not here", name)
	}
	return path
}

type vector struct {
	ID     string
	Writer json.RawMessage
	Reader json.RawMessage
	Expect struct {
		Spec, Java, Hamba, Twmb, Python, Avsc string
		Hazards                               []string
		Silent                                bool `json:"silent_change"`
		Depends                               bool `json:"data_dependent"`
	}
	Why     string
	Samples []map[string]any
}

func vectors(t testing.TB) []vector {
	f, err := os.Open(shared(t, "vectors/avro.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []vector
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, v)
	}
	return rows
}

func mustParse(t testing.TB, source string, text []byte) *Schema {
	t.Helper()
	s, err := Parse(source, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestVectorsSpecification(t *testing.T) {
	for _, v := range vectors(t) {
		r := Resolve(mustParse(t, "writer.avsc", v.Writer), mustParse(t, "reader.avsc", v.Reader))
		r.Trace(true)
		got := r.Verdict()
		readable := got == compat.Same || got == compat.Changed
		if readable != (v.Expect.Spec == "ok") || v.Expect.Depends && got != compat.DependsOnData {
			t.Errorf("%s: %v, want %s (data dependent: %v); %s", v.ID, got, v.Expect.Spec, v.Expect.Depends, v.Why)
		}
	}
}
