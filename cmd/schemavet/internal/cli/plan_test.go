package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/compat/rollout"
)

const rollouts = "../../../../testdata/rollout"

// TestPlanScenarios checks every scenario of the order check through the command, with the real formats in place of the
// tables that its own tests use: the same verdict, the same rules.
func TestPlanScenarios(t *testing.T) {
	dirs, err := os.ReadDir(rollouts)
	if err != nil {
		t.Fatal(err)
	}
	id := regexp.MustCompile(`order(-[a-z]+)+:`)
	for _, d := range dirs {
		t.Run(d.Name(), func(t *testing.T) {
			dir, err := filepath.Abs(filepath.Join(rollouts, d.Name()))
			if err != nil {
				t.Fatal(err)
			}
			file, want := planOf(t, dir)
			out, _, code := runPlan(dir, "plan", "check", "-q", file)
			found := id.FindAllString(out, -1)
			slices.Sort(found)
			rules := strings.ReplaceAll(strings.Join(slices.Compact(found), " "), ":", "")
			verdict, expect, _ := strings.Cut(want, " order-")
			if expect != "" {
				expect = "order-" + expect
			}
			exits := map[string]int{"safe": 0, "unsafe": 1, "stuck": 1, "not verifiable": 3}
			if rules = strings.TrimSpace(rules); verdict == "not verifiable" {
				rules = ""
			}
			if code != exits[verdict] || rules != expect {
				t.Errorf("exit %d with %q, want %q (%d)\n%s", code, rules, want, exits[verdict], out)
			}
		})
	}
}

// planOf gives a scenario's plan file and what is expected of it.
func planOf(t *testing.T, dir string) (file, want string) {
	t.Helper()
	file = "plan.yaml"
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		file = "plan.json"
		if text, err = os.ReadFile(filepath.Join(dir, file)); err != nil {
			t.Fatal(err)
		}
	}
	if beside, err := os.ReadFile(filepath.Join(dir, "want")); err == nil {
		return file, strings.TrimSpace(string(beside))
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return file, strings.TrimPrefix(first, "# want: ")
}

// runPlan runs one command line in a folder.
func runPlan(dir string, args ...string) (stdout, stderr string, code int) {
	var out, errs bytes.Buffer
	code = Run(&Env{Args: args, Dir: dir, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Environ: os.Environ(),
		Now: func() time.Time { return time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC) }})
	return out.String(), errs.String(), code
}

// TestPlanFormats prints the scenarios in every format: no output is empty, machine formats are well formed.
func TestPlanFormats(t *testing.T) {
	for _, name := range []string{"s6-textbook-order", "a6-old-copy-left", "full-example", "repair-document"} {
		dir, err := filepath.Abs(filepath.Join(rollouts, name))
		if err != nil {
			t.Fatal(err)
		}
		file, _ := planOf(t, dir)
		for _, format := range planFormatNames() {
			out, errs, code := runPlan(dir, "plan", "check", "--format", format, file)
			if code != 1 || out == "" || errs != "" {
				t.Errorf("%s as %s: exit %d, %d bytes, stderr %q", name, format, code, len(out), errs)
			}
			if format == "svg" && (strings.Contains(out, "<script") || !strings.Contains(out, "<title") || !strings.Contains(out, "prefers-color-scheme")) {
				t.Errorf("%s: the chart has a script, no title or one scheme only", name)
			}
		}
	}
}

// TestStandIns: what stands in for a written value is harm, and whoever goes by position minds an order that names do not.
func TestStandIns(t *testing.T) {
	record := func(fields string) string { return `{"type":"record","name":"R","fields":[` + fields + `]}` }
	mode := func(symbols string) string {
		return record(`{"name":"a","type":"string"},{"name":"mode","type":{"type":"enum","name":"Mode","symbols":[` + symbols + `],"default":"UNKNOWN"}}`)
	}
	two, turned := record(`{"name":"a","type":"long"},{"name":"b","type":"long"}`), record(`{"name":"b","type":"long"},{"name":"a","type":"long"}`)
	for _, tt := range []struct{ name, format, old, fresh, read, want string }{
		{"symbol read as one that means unknown", "avro", mode(`"UNKNOWN","A"`), mode(`"UNKNOWN","A","B"`), "v: v1", "order-meaning-safe"},
		{"other order, by name", "avro", two, turned, "v: v1", ""},
		{"other order, by position", "avro", two, turned, "v: v1, binds: position", "order-read-safe"},
		{"appended, by position", "avro", record(`{"name":"a","type":"long"}`), two, "v: v1, binds: position", ""},
		{"other order of what is not used", "avro", two, turned, "v: v1, binds: position, uses: []", ""},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{"v1.avsc": tt.old, "v2.avsc": tt.fresh, "plan.yaml": `version: 1
channels: { c: { kind: log, format: ` + tt.format + `, retention: 7d, registered: [v1, v2], schemas: { v1: v1.avsc, v2: v2.avsc } } }
participants:
  w: { builds: { w1: { writes: { c: v1 } }, w2: { writes: { c: v2 } } } }
  r: { builds: { r1: { reads: { c: { ` + tt.read + ` } } } } }
steps: [ { id: go, do: deploy, participant: w, build: w2 } ]
`} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		out, errs, code := runPlan(dir, "plan", "check", "-q", "plan.yaml")
		if (code != 0) != (tt.want != "") || !strings.Contains(out, tt.want) {
			t.Errorf("%s: exit %d, want %q\n%s%s", tt.name, code, tt.want, out, errs)
		}
	}
}

// TestPlanNotRead: a plan that cannot be read is wrong use; a schema that a plan names and that is not there leaves it not
// verifiable.
func TestPlanNotRead(t *testing.T) {
	dir := t.TempDir()
	plan := "version: 1\nchannels: { c: { kind: log, format: avro, schemas: { v1: no.avsc } } }\nparticipants: { w: { builds: { w1: { writes: { c: v1 } } } }, r: { builds: { r1: { reads: { c: v1 } } } } }\n"
	if err := os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte(plan), 0o644); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]int{"missing.yaml": 2, ".": 2, "plan.yaml": 3} {
		for _, command := range []string{"check", "show"} {
			if _, errs, code := runPlan(dir, "plan", command, file); code != want {
				t.Errorf("plan %s %s: exit %d, want %d: %s", command, file, code, want, errs)
			}
		}
	}
}

// TestMakeEmptiesTheDeadLetters: old records that come back from a dlq are a step more, no reason for a new channel.
func TestMakeEmptiesTheDeadLetters(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"v1.avsc": `{"type":"record","name":"R","fields":[{"name":"a","type":"string"}]}`,
		"v2.avsc": `{"type":"record","name":"R","fields":[{"name":"a","type":"string"},{"name":"tariff","type":"long"}]}`,
		"fleet.yaml": `version: 1
channels:
  rides: { kind: log, format: avro, retention: 7d, lag: 1h, schemas: { v1: v1.avsc, v2: v2.avsc } }
  dead: { kind: dlq, of: rides, retention: 30d, lag: 1h }
participants:
  metering: { builds: { m1: { writes: { rides: v1 } }, m2: { writes: { rides: v2 } } } }
  billing: { onError: dlq, builds: { b1: { reads: { rides: v1 } }, b2: { reads: { rides: v2 } } } }
`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, errs, code := runPlan(dir, "plan", "make", "--from", "v1", "--to", "v2", "--participants", "fleet.yaml")
	if code != 0 || !strings.Contains(out, "id: expire-dead-v1") || strings.Contains(out, "new channel") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

// TestMisspeltFields: a name with a slip in it would be looked past, so the plan is not verifiable, with the name that was
// meant; a slip in a flag is wrong use.
func TestMisspeltFields(t *testing.T) {
	dir := t.TempDir()
	head := "version: 1\nchannels: { c: { kind: log, format: avro, schemas: { v1: v1.avsc } } }\nparticipants: { w: { builds: { w1: { writes: { c: v1 } MEANS } } }, r: { builds: { r1: { reads: { c: { v: v1 USES } } } } } }\n"
	if err := os.WriteFile(filepath.Join(dir, "v1.avsc"), []byte(`{"type":"record","name":"R","fields":[{"name":"fare","type":"long"}]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ means, uses, rest, want string }{
		{"", "", "", ""}, {"", ", uses: [fare]", "meanings: { c: { fare: { unit: EUR } } }", ""},
		{"", ", uses: [faer]", "", `has no such field; did you mean "fare"?`},
		{"", "", "meanings: { c: { faer: { unit: EUR } } }", `meanings speak of faer, and c has no such field; did you mean "fare"?`},
		{"", "", "meanings: { c.v1: { faer: { unit: EUR } } }", "v1 of c has no such field"},
		{", meanings: { c: { faer: { unit: EUR } } }", "", "", "w/w1 says what it means by faer"},
	} {
		text := strings.NewReplacer("MEANS", tt.means, "USES", tt.uses).Replace(head) + tt.rest + "\n"
		if err := os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		out, errs, code := runPlan(dir, "plan", "check", "plan.yaml")
		if code != 0 && tt.want == "" || tt.want != "" && (code != 3 || !strings.Contains(out, tt.want)) {
			t.Errorf("%+v: exit %d\n%s%s", tt, code, out, errs)
		}
	}
	for _, flags := range [][]string{{"--from", "v1", "--to", "v2"}, {"--from", "v1", "--to", "v1", "--channel", "d"}} {
		if _, errs, code := runPlan(dir, append([]string{"plan", "make", "--participants", "plan.yaml"}, flags...)...); code != 2 {
			t.Errorf("%v: exit %d, %s", flags, code, errs)
		}
	}
}

// TestBridgeRecord writes the record between two, or says why it cannot.
func TestBridgeRecord(t *testing.T) {
	for _, tt := range []struct{ name, old, fresh, want, err string }{
		{"adds", `{"type":"record","name":"R","fields":[{"name":"a","type":"long"}]}`, `{"type":"record","name":"R","fields":[{"name":"b","type":"long","unit":"cent"}]}`,
			`"b"`, ""},
		{"union keeps one null", `{"type":"record","name":"R","fields":[]}`, `{"type":"record","name":"R","fields":[{"name":"b","type":["long","null"],"default":3}]}`,
			`"default": null`, ""},
		{"same name, other type", `{"type":"record","name":"R","fields":[{"name":"a","type":"long"}]}`, `{"type":"record","name":"R","fields":[{"name":"a","type":"string"}]}`, "", "two types"},
		{"same name, other unit", `{"type":"record","name":"R","fields":[{"name":"a","type":"long"}]}`, `{"type":"record","name":"R","fields":[{"name":"a","type":"long","unit":"cent"}]}`, "", "two meanings"},
		{"nothing new", `{"type":"record","name":"R","fields":[{"name":"a","type":"long"}]}`, `{"type":"record","name":"R","fields":[]}`, "", "adds no field"},
		{"no record", `"string"`, `"long"`, "", "is no record"},
	} {
		got, err := bridgeRecord([]byte(tt.old), []byte(tt.fresh))
		switch {
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
			t.Errorf("%s: error %v, want one with %q", tt.name, err, tt.err)
		case tt.err == "" && (err != nil || !strings.Contains(string(got), tt.want)):
			t.Errorf("%s: %s, %v", tt.name, got, err)
		}
	}
}

// TestSchemaPlanIsJSON holds the printed JSON Schema to its own word for JSON.
func TestSchemaPlanIsJSON(t *testing.T) {
	out, _, code := runPlan(".", "schema", "plan")
	if code != 0 || !strings.HasPrefix(out, "{") || out != string(rollout.JSONSchema()) {
		t.Errorf("exit %d, %d bytes", code, len(out))
	}
}

// TestFieldsAreReadOnce: a plan of many drops and many builds asks for the fields of a version again and again.
func TestFieldsAreReadOnce(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "v1.avsc")
	if err := os.WriteFile(file, []byte(`{"type":"record","name":"R","fields":[{"name":"a","type":"long"}]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	e := &Env{Dir: dir}
	o := newPlanOracle(e, loader(e), gate.Request{}, gate.Options{}, "plan.yaml")
	c := &rollout.Channel{Name: "c", Format: "avro", Schemas: []rollout.Version{{Name: "v1", Path: "v1.avsc"}}}
	first := o.Fields(c, "v1")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if again := o.Fields(c, "v1"); !slices.Equal(first, []string{"a"}) || !slices.Equal(again, first) {
		t.Errorf("%q, and then %q", first, again)
	}
}

// TestPlansOfOddNames: what a schema calls its columns is no command to a terminal, and none to a CI runner in what people read, however a plan is printed.
func TestPlansOfOddNames(t *testing.T) {
	dir := t.TempDir()
	column := func(id int, name string) string {
		return fmt.Sprintf(`{"id": %d, "name": %q, "required": true, "type": "long"}`, id, name)
	}
	for name, text := range map[string]string{
		"v1.json": `{"type": "struct", "fields": [` + column(1, "a") + `]}`,
		"v2.json": `{"type": "struct", "fields": [` + column(1, "a") + `, ` + strings.Replace(column(2, "q ##[error]x"), "q ", `q\u001b[31m `, 1) + `]}`,
		"plan.yaml": `version: 1
channels: { c: { kind: table, format: iceberg, schemas: { v1: v1.json, v2: v2.json }, observed: [] } }
participants:
  w: { builds: { w1: { writes: { c: v1 } } } }
  r: { builds: { r1: { reads: { c: { v: v1 } } }, r2: { reads: { c: { v: v2 } } } } }
steps: [ { id: go, do: deploy, participant: r, build: r2 } ]
`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	commands := [][]string{{"plan", "show", "plan.yaml"}, {"plan", "check", "--trace", "plan.yaml"}, {"plan", "check", "-q", "plan.yaml"}}
	for _, format := range planFormatNames() {
		commands = append(commands, []string{"plan", "check", "--format", format, "plan.yaml"})
	}
	for _, words := range commands {
		out, errs, code := runPlan(dir, words...)
		if code != 1 || errs != "" {
			t.Errorf("%q: exit %d, %s", words, code, errs)
		}
		if strings.Contains(out, "\x1b") || !slices.Contains(words, "json") && strings.Contains(out, "##[") {
			t.Errorf("%q prints it: %q", words, out)
		}
	}
}
