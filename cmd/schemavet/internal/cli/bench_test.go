package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// monorepo is a git repository of n subjects of 40 fields, each changed in the index, and the environment to use it with. It
// is the same every time.
func monorepo(tb testing.TB, n int) (dir string, environ []string) {
	tb.Helper()
	dir = tb.TempDir()
	environ = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a",
		"GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	git := func(args ...string) {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Env = dir, environ
		if out, err := cmd.CombinedOutput(); err != nil {
			tb.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	git("init", "-q", "-b", "main")
	for _, last := range []string{"", `,{"name":"added","type":["null","string"],"default":null}`} {
		for i := range n {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("r%d.avsc", i)), []byte(wide(i, last)), 0o644); err != nil {
				tb.Fatal(err)
			}
		}
		git("add", ".")
		if last == "" {
			git("commit", "-q", "-m", "first")
		}
	}
	return dir, environ
}

// wide is a record of 40 fields of several kinds with docs, about 8 kB.
func wide(n int, last string) string {
	types := []string{
		`"int"`, `"long"`, `"string"`, `["null","string"]`, `{"type":"array","items":"double"}`,
		`{"type":"record","name":"N%d","fields":[{"name":"a","type":"int"},{"name":"b","type":["null","long"],"default":null}]}`,
	}
	var b strings.Builder
	fmt.Fprintf(&b, `{"type":"record","name":"R%d","namespace":"org.example","fields":[`, n)
	for i := range 40 {
		if i > 0 {
			b.WriteString(",\n")
		}
		kind := strings.ReplaceAll(types[i%len(types)], "%d", fmt.Sprint(i))
		fmt.Fprintf(&b, `{"name":"field_%d","type":%s,"doc":"Documentation of some length about field %d of %d, as people write it."}`, i, kind, i, n)
	}
	b.WriteString(last + "]}\n")
	return b.String()
}

func checkStaged(tb testing.TB, dir string, environ []string, want string) {
	tb.Helper()
	var out, errs bytes.Buffer
	exit := Run(&Env{Args: []string{"check", "--staged", "--mode", "full", "-v"}, Stdout: &out, Stderr: &errs, Environ: environ, Dir: dir, Now: time.Now})
	if exit != exitOK || !strings.Contains(out.String(), want) {
		tb.Fatalf("exit code %d: %s%s", exit, out.String(), errs.String())
	}
}

// BenchmarkHook is the hook over a commit of 1,000 subjects, both directions, git included.
func BenchmarkHook(b *testing.B) {
	dir, environ := monorepo(b, 1000)
	for b.Loop() {
		checkStaged(b, dir, environ, "looked at 1000 subjects, 2000 pairs")
	}
}

// BenchmarkHookNothingChanged is what every commit pays that touches no schema.
func BenchmarkHookNothingChanged(b *testing.B) {
	dir, environ := monorepo(b, 1000)
	cmd := exec.Command("git", "commit", "-q", "-m", "second")
	cmd.Dir, cmd.Env = dir, environ
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	for b.Loop() {
		checkStaged(b, dir, environ, "looked at 0 of 1000 subjects")
	}
}

// table is the metadata of an Iceberg table of 300 columns, each schema of which changes one column of the last.
func table(schemas int) string {
	const columns = 300
	names, types := make([]string, columns), make([]string, columns)
	for i := range names {
		names[i], types[i] = fmt.Sprintf("column_%d", i), [...]string{"long", "int", "string", "timestamptz", "decimal(9, 2)"}[i%5]
	}
	texts := make([]string, schemas)
	for s := range texts {
		if at := s * 7 % columns; types[at] == "int" {
			types[at] = "long"
		} else {
			names[at] = fmt.Sprintf("renamed_%d", s)
		}
		fields := make([]string, columns)
		for i := range fields {
			fields[i] = fmt.Sprintf(`{"id": %d, "name": %q, "required": %v, "type": %q}`, i+1, names[i], i%3 == 0, types[i])
		}
		texts[s] = fmt.Sprintf(`{"type": "struct", "schema-id": %d, "fields": [%s]}`, s, strings.Join(fields, ", "))
	}
	return fmt.Sprintf(`{"format-version": 2, "table-uuid": "d20125c8-7284-442c-9aea-15fee620737c", "location": "s3://b/t", "last-updated-ms": 1,
"last-sequence-number": 1, "last-column-id": %d, "current-schema-id": %d, "default-spec-id": 0, "partition-specs": [{"spec-id": 0, "fields": []}],
"last-partition-id": 999, "default-sort-order-id": 0, "sort-orders": [{"order-id": 0, "fields": []}], "schemas": [%s]}`, columns, schemas-1, strings.Join(texts, ",\n"))
}

// BenchmarkTable is the check of a table with 500 schemas of 300 columns: every step of its history, and every schema
// against the current one, in one direction and in both. It reports the processor time as a multiple of one encoding/json pass
// over the same bytes, each with the collection of its own garbage. The aim is 3 at most.
func BenchmarkTable(b *testing.B) {
	dir, text := b.TempDir(), table(500)
	if err := os.WriteFile(filepath.Join(dir, "t.metadata.json"), []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
	for _, mode := range []string{"backward-transitive", "full-transitive"} {
		b.Run(mode, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			var ours, theirs time.Duration
			for b.Loop() {
				runtime.GC()
				at := cpu(b)
				var out, errs bytes.Buffer
				exit := Run(&Env{
					Args: []string{"check", "t.metadata.json", "-q", "--mode", mode}, Stdout: &out, Stderr: &errs, Dir: dir, Now: time.Now,
					Environ: append(os.Environ(), "GIT_CEILING_DIRECTORIES="+dir),
				})
				if exit == exitUsage || exit == exitFailure || out.Len() == 0 {
					b.Fatalf("exit code %d: %s", exit, errs.String())
				}
				runtime.GC()
				ours += cpu(b) - at
				at = cpu(b)
				var v any
				if err := json.Unmarshal([]byte(text), &v); err != nil {
					b.Fatal(err)
				}
				v = nil
				runtime.GC()
				theirs += cpu(b) - at
			}
			b.ReportMetric(float64(ours)/float64(theirs), "check/json")
		})
	}
}
