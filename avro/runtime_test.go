package avro

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat/growth"
)

// An answered row is a pair with what the real implementations said; see testdata/vectors/README.md.
type answered struct {
	ID             string
	Writer, Reader json.RawMessage
	Data           []struct {
		JSON json.RawMessage
		Hex  string
	}
	Answers map[string]struct {
		Check   string
		Why     string
		Writer  string
		Reader  string
		Read    []json.RawMessage
		Logical []json.RawMessage
	}
}

func answers(t testing.TB) []answered {
	files, err := filepath.Glob("../testdata/vectors/avro/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no vectors: %v", err)
	}
	var rows []answered
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<22)
		for lines.Scan() {
			var row answered
			if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			rows = append(rows, row)
		}
		f.Close()
	}
	return rows
}

// runtimeWaivers are rows on which a reading departs from what the runtime answered, each with the reason. A waiver that
// no longer departs fails the test.
var runtimeWaivers = map[string]string{
	"java falias/shifted-default/nested": swapped,
	"java falias/shifted-default/top":    swapped,
	"java falias/shifted-default/union":  swapped,
	"java falias/swapped-types/nested":   swapped,
	"java falias/swapped-types/top":      swapped,
	"java falias/swapped-types/union":    swapped,
	"avsc rare/name-equals-generated":    clashing,
	"avsc spell/record-04":               clashing,
}

const clashing = "avsc generates code in which the record's name clashes with a variable of its own"

const swapped = "the reader's aliases collide, so the schema is invalid; what Java makes of it follows from the order in which it renames"

// beyond are failures that lie in one datum and not in the pair of schemas: a value that the runtime's own types cannot
// hold, whatever the reader's schema says.
var beyond = []struct{ words, reason string }{
	{"potential precision loss", "avsc: a long beyond 2^53 has no JavaScript number"},
	{"OverflowError", "python: a date or time beyond the year 9999 has no datetime"},
	{"out of range", "python: likewise"},
	{"must be in", "python: a time of day beyond 24 hours"},
	{"unpack requires", "python: an empty decimal"},
	{"InvalidOperation", "python: a decimal beyond the context's digits"},
	{"Collection claims", "java 1.12.2 counts an array's bytes by the reader's type and fails when little else follows"},
	{"big-decimal", "twmb: the datum is no big-decimal"},
	{"overflows time.Duration", "twmb: a time of day beyond a Go duration"},
}

// TestRuntimesAnswer holds the readings against what each runtime answered: its checker's word, and that a datum which
// the runtime failed to read is never called readable.
func TestRuntimesAnswer(t *testing.T) {
	wrong := map[string][]string{}
	count := map[string]int{}
	stale := map[string]bool{}
	for key := range runtimeWaivers {
		stale[key] = true
	}
	for _, row := range answers(t) {
		w, err := Parse("writer.avsc", row.Writer, nil)
		if err != nil {
			continue
		}
		r, err := Parse("reader.avsc", row.Reader, nil)
		if err != nil {
			continue
		}
		readings, err := Resolve(w, r).Readings(Runtimes())
		if err != nil {
			t.Fatal(err)
		}
		for _, reading := range readings {
			answer, asked := row.Answers[reading.Runtime]
			if !asked {
				continue
			}
			count[reading.Runtime]++
			check := answer.Check
			if check == "throws" || check == "dies" {
				check = incompatible
			}
			problem := ""
			if reading.Check != check {
				problem = fmt.Sprintf("check %s, it answered %s (ours: %s; its: %s%s%s)", reading.Check, answer.Check, reading.Reason, answer.Why, answer.Writer, answer.Reader)
			} else if failed := fails(answer.Read); failed != "" && reading.Read != readFails {
				problem = fmt.Sprintf("read %s, it answered %s", reading.Read, failed)
			}
			if problem == "" {
				continue
			}
			key := reading.Runtime + " " + row.ID
			if runtimeWaivers[key] != "" {
				delete(stale, key)
				continue
			}
			wrong[reading.Runtime] = append(wrong[reading.Runtime], fmt.Sprintf("%s: %s", row.ID, problem))
		}
	}
	for key := range stale {
		t.Errorf("the waiver %q is stale", key)
	}
	for _, name := range Runtimes() {
		rows := wrong[name]
		sort.Strings(rows)
		t.Logf("%s: %d rows, %d depart", name, count[name], len(rows))
		if len(rows) > 0 {
			t.Errorf("%s departs on %d rows:\n%s", name, len(rows), strings.Join(rows[:min(len(rows), 25)], "\n"))
		}
	}
}

func fails(read []json.RawMessage) string {
rows:
	for _, v := range read {
		if !strings.HasPrefix(string(v), `"fails`) {
			continue
		}
		for _, b := range beyond {
			if strings.Contains(string(v), b.words) {
				continue rows
			}
		}
		return string(v)
	}
	return ""
}

// TestVectorsRuntimes holds the readings against the columns of the shared vectors.
func TestVectorsRuntimes(t *testing.T) {
	waived := map[string]string{
		"java default-self-recursive": "Java 1.13 answers the reader's parser with another error than 1.12; both reject",
	}
	for _, v := range vectors(t) {
		w, r := mustParse(t, "writer.avsc", v.Writer), mustParse(t, "reader.avsc", v.Reader)
		readings, err := Resolve(w, r).Readings(Runtimes())
		if err != nil {
			t.Fatal(err)
		}
		answered := map[string]string{"java": v.Expect.Java, "hamba": v.Expect.Hamba, "twmb": v.Expect.Twmb, "python": v.Expect.Python, "avsc": v.Expect.Avsc}
		for _, reading := range readings {
			want := word(answered[reading.Runtime])
			if reading.Check != want && waived[reading.Runtime+" "+v.ID] == "" {
				t.Errorf("%s: %s %s (%s), it answered %s", v.ID, reading.Runtime, reading.Check, reading.Reason, answered[reading.Runtime])
			}
			failed := false
			for _, s := range v.Samples {
				for _, column := range map[string][]string{"java": {"java_raw"}, "hamba": {"hamba"}, "twmb": {"twmb"}, "python": {"python"}, "avsc": {"avsc"}}[reading.Runtime] {
					if text, ok := s[column].(string); ok && strings.HasPrefix(text, "ERR") && !strings.Contains(text, "precision loss") {
						failed = true
					}
				}
			}
			if failed && reading.Read != readFails {
				t.Errorf("%s: %s reads %s, it failed on a sample: %v", v.ID, reading.Runtime, reading.Read, v.Samples)
			}
		}
	}
}

// word is the check that a column of the shared vectors stands for.
func word(column string) string {
	switch {
	case strings.HasPrefix(column, "parse error"), strings.HasPrefix(column, "reader rejected"), strings.HasPrefix(column, "writer rejected"):
		return rejects
	case strings.HasPrefix(column, "COMPATIBLE"), strings.HasPrefix(column, "ok"), column == "compatible":
		return compatible
	}
	return incompatible
}

// TestJavaDefaultsCost: a default that no branch takes is tried in every branch at every level, and each value once.
func TestJavaDefaultsCost(t *testing.T) {
	growth.Linear(t, 100, func(levels int) func() {
		deep := strings.Repeat(`{"f":`, levels) + "1" + strings.Repeat("}", levels)
		s := mustParse(t, "s.avsc", []byte(`[{"type":"record","name":"A","fields":[{"name":"f","type":["A",
		{"type":"record","name":"B","fields":[{"name":"f","type":["A","B"]}]}]}]},
		{"type":"record","name":"D","fields":[{"name":"g","type":["A","B"],"default":`+deep+`}]}]`))
		return func() {
			if why := javaRejects(s); !strings.HasPrefix(why, "invalid default for field g") {
				t.Errorf("Java says %q", why)
			}
		}
	})
}
