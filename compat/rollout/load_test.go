package rollout

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat/growth"
)

const plainHead = "version: 1\nchannels: { orders: { kind: log, schemas: { v1: a, v2: b } } }\nparticipants: { ledger: { builds: { c1: { reads: { orders: v1 } }, c2: { reads: { orders: v2 } } } } }\n"

// TestLoadErrors: what is wrong is said with its place and, where a name is near, with what was probably meant.
func TestLoadErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "parse plan.yaml: the plan is empty"},
		{"comment only", "# nothing\n", "the plan is empty"},
		{"not UTF-8", "version: 1\nplan: \xff", "not UTF-8"},
		{"not YAML", "version: 1\nsteps: [", "parse plan.yaml:"},
		{"list at the top", "- a\n", "the plan is a list; a mapping is needed"},
		{"no version", "plan: x\n", "does not say version: 1"},
		{"later version", "version: 2\n", "version is 2; this program reads version: 1"},
		{"unknown key", "version: 1\npartcipants: {}\n", `plan.yaml:2:1: the plan has no key "partcipants"; did you mean "participants"?`},
		{"unknown key in a step", plainHead + "steps:\n  - { id: a, do: wait, fro: 1h }\n", `plan.yaml:5:24: step has no key "fro"; did you mean`},
		{"key twice", "version: 1\nversion: 1\n", `"version" is given twice`},
		{"unknown action", plainHead + "steps: [ { id: a, do: deplyo } ]\n", `do is "deplyo"; it is one of`},
		{"unknown kind", "version: 1\nchannels: { a: { kind: topic } }\n", `plan.yaml:2:24: kind is "topic"`},
		{"unknown step", plainHead + "steps: [ { id: soak-1, do: wait, after: [soak-2] } ]\n", `no step is called "soak-2"; did you mean "soak-1"?`},
		{"unknown build", plainHead + "steps: [ { id: a, do: deploy, participant: ledger, build: c3 } ]\n", `participant ledger has no build "c3"`},
		{"unknown participant", plainHead + "steps: [ { id: a, do: deploy, participant: legder, build: c2 } ]\n", `no participant is called "legder"; did you mean "ledger"?`},
		{"unknown version", "version: 1\nchannels: { o: { kind: log, schemas: { v1: a } } }\nparticipants: { p: { builds: { b: { reads: { o: v2 } } } } }\n", `channel o has no version "v2"; did you mean "v1"?`},
		{"unknown channel", "version: 1\nparticipants: { p: { builds: { b: { reads: { orders: v2 } } } } }\n", `no channel is called "orders"`},
		{"unknown gate", plainHead + "steps: [ { id: a, do: verify, gate: ready } ]\n", `no gate is called "ready"`},
		{"no version said", "version: 1\nchannels: { o: { kind: log, schemas: { v1: a } } }\nparticipants: { p: { builds: { b: { reads: { o: {} } } } } }\n", "does not say which version"},
		{"step twice", plainHead + "steps: [ { id: a, do: wait }, { id: a, do: wait } ]\n", `the step id "a" is given twice`},
		{"step without id", plainHead + "steps: [ { do: wait } ]\n", `step lacks the key "id"`},
		{"deploy without build", plainHead + "steps: [ { id: a, do: deploy, participant: ledger } ]\n", `step a (deploy) lacks the key "build"`},
		{"bad time", plainHead + "steps: [ { id: a, do: wait, for: 2 days } ]\n", "no length of time"},
		{"endless time", plainHead + "steps: [ { id: a, do: wait, for: 999999999w } ]\n", "longer than a hundred years"},
		{"bad retention", "version: 1\nchannels: { a: { kind: log, retention: soon } }\n", "is no retention"},
		{"rollback of a wait", plainHead + "steps: [ { id: a, do: wait, rollback: { until: a } } ]\n", "has no way back"},
		{"alias", "version: 1\nplan: &x a\nowner: *x\n", "owner is an alias"},
		{"merge", "version: 1\npolicy: { <<: {} }\n", "merge"},
		{"second document", "version: 1\n---\nversion: 1\n", "a second document begins here"},
		{"scheduled without period", "version: 1\nparticipants: { p: { fleet: scheduled, builds: { b: {} } } }\n", "add every:"},
		{"json twice", `{"version":1,"version":1}`, "not JSON"},
		{"json cut off", `{"version":1`, "not JSON"},
		{"waiver of no rule", plainHead + "waivers: [ { rule: order-meening-safe, reason: r, by: b, until: 2027-01-31 } ]\n", `no rule is called "order-meening-safe"; did you mean "order-meaning-safe"?`},
		{"control character", "version: 1\nplan: \"é\x00\"\n", "plan.yaml:2:9: not YAML: a control character (U+0000)"},
		{"json, text behind", `{"version":1} x`, "plan.yaml:1:14: not JSON: text after the end"},
		{"json, another behind", `{"version":1} {}`, "not JSON: text after the end"},
		{"json, columns in characters", `{"plan":"ééé","plna":"x"}`, `plan.yaml:1:15: the plan has no key "plna"`},
		{"anchor without alias", "version: 1\nsteps: &s []\n", `plan.yaml:2:8: the anchor "s"`},
		{"tag", "version: 1\nplan: !!binary aGVsbG8=\n", `plan.yaml:2:7: the tag "!!binary"`},
		{"text turned round", plainHead + "steps: [ { id: \"a\\u2066b\", do: wait } ]\n", "id has a control character"},
		{"retention of no size", "version: 1\nchannels: { a: { kind: log, retention: \"size:\" } }\n", "is no retention"},
		{"json, unknown key", "{\n\t\"version\": 1,\n\t\"plna\": \"x\"\n}", `plan.yaml:3:2: the plan has no key "plna"; did you mean "plan"?`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Load("plan.yaml", []byte(tt.text))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}

// TestDisorder: a plan whose deploys or alters have no order among themselves says nothing about what runs at its end.
func TestDisorder(t *testing.T) {
	text := plainHead + "steps: [ { id: a, do: deploy, participant: ledger, build: c2 }, { id: b, do: deploy, participant: ledger, build: c1 } ]\n"
	plan, err := Load("plan.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var load *LoadError
	if _, err := Check(plan, Options{}); !errors.As(err, &load) || !strings.Contains(err.Error(), "in no order") {
		t.Errorf("error %v", err)
	}
}

// TestColumnsThatAreNot: a drop or alter of a column that the table does not have is a slip of the pen, not a safe step.
func TestColumnsThatAreNot(t *testing.T) {
	head := "version: 1\npolicy: { order: listed }\nchannels: { t: { kind: table, fields: [id, amt] } }\nparticipants: { q: { builds: { q1: { reads: { t: { uses: [id] } } } } } }\nsteps:\n"
	for _, tt := range []struct{ steps, want string }{
		{"  - { id: a, do: drop, channel: t, field: amtt }\n", `plan.yaml:6:5: step a is about the column amtt, and t has no such column; did you mean "amt"?`},
		{"  - { id: a, do: alter, channel: t, rename: { from: amount, to: x } }\n", "no such column"},
		{"  - { id: a, do: alter, channel: t, require: amtt }\n", "no such column"},
		{"  - { id: a, do: alter, channel: t, add: amt }\n", "has that column already"},
		{"  - { id: a, do: alter, channel: t, rename: { from: amt, to: x } }\n  - { id: b, do: alter, channel: t, require: amt }\n", "step b is about the column amt"},
		{"  - { id: a, do: drop, channel: t, field: amt, pointOfNoReturn: true }\n", ""},
		{"  - { id: a, do: alter, channel: t, add: x, require: x }\n  - { id: b, do: drop, channel: t, field: x, pointOfNoReturn: true }\n", ""},
	} {
		plan, err := Load("plan.yaml", []byte(head+tt.steps))
		if err != nil {
			t.Fatal(err)
		}
		_, err = Check(plan, Options{})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: error %v, want %q", tt.steps, err, tt.want)
		}
	}
}

// TestCircle: steps that wait for each other make the plan stuck, with the circle as the reason, in every drawing.
func TestCircle(t *testing.T) {
	text := plainHead + "steps: [ { id: a, do: wait, after: [b] }, { id: b, do: wait, after: [c] }, { id: c, do: wait, after: [a] }, { id: d, do: wait } ]\n"
	report := checkText(t, text, Options{})
	if report.Verdict != Stuck || report.Verdict.ExitCode() != 1 {
		t.Fatalf("verdict %s", report.Verdict)
	}
	var b bytes.Buffer
	for name, write := range map[string]func() error{
		"text": func() error { return report.WriteText(&b) }, "svg": func() error { return report.WriteSVG(&b) }, "dot": func() error { return report.WriteDOT(&b) },
		"mermaid": func() error { return report.WriteMermaid(&b) }, "json": func() error { return report.WriteJSON(&b) }, "show": func() error { return report.WriteShow(&b) },
		"trace": func() error { return report.WriteTrace(&b) }, "lines": func() error { return report.WriteLines(&b) },
	} {
		b.Reset()
		if err := write(); err != nil || name != "trace" && b.Len() == 0 {
			t.Errorf("%s: %d bytes, %v", name, b.Len(), err)
		}
	}
	report.WriteText(&b)
	if !strings.Contains(b.String(), "a waits for b waits for c waits for a") && !strings.Contains(b.String(), "b waits for c waits for a waits for b") && !strings.Contains(b.String(), "c waits for a waits for b waits for c") {
		t.Errorf("the circle is not told:\n%s", b.String())
	}
}

// TestNobodyIsNeverGreen: a plan without participants is not verifiable.
func TestNobodyIsNeverGreen(t *testing.T) {
	for _, text := range []string{"version: 1\n", "version: 1\nsteps: [ { id: a, do: wait } ]\n", "version: 1\nchannels: { a: { kind: log } }\n", `{"version": 1}`} {
		if report := checkText(t, text, Options{}); report.Verdict != NotVerifiable || report.Verdict.ExitCode() != 3 {
			t.Errorf("%q is %s", text, report.Verdict)
		}
	}
}

// chainPlan writes a plan of n steps in a row.
func chainPlan(n int) []byte {
	var b bytes.Buffer
	b.WriteString(plainHead + "steps:\n")
	for i := range n {
		fmt.Fprintf(&b, "  - { id: step-%d, do: wait, for: 1h", i)
		if i > 0 {
			fmt.Fprintf(&b, ", after: [step-%d]", i-1)
		}
		b.WriteString(" }\n")
	}
	return b.Bytes()
}

// TestLargePlans: ten thousand steps and ten megabytes are read and checked; more is refused with a
// clear message.
func TestLargePlans(t *testing.T) {
	growth.Linear(t, 1_000, func(n int) func() { // who comes before whom is a square of bits, which shows at ten thousand
		return func() { checkText(t, string(chainPlan(n)), Options{}) }
	})
	if report := checkText(t, string(chainPlan(10_000)), Options{}); report.Verdict != Safe {
		t.Errorf("verdict %s", report.Verdict)
	}
	big := append(chainPlan(3_000), bytes.Repeat([]byte("# "+strings.Repeat("x", 97)+"\n"), 100_000)...)
	if report := checkText(t, string(big), Options{}); report.Verdict != Safe {
		t.Errorf("10 MB: verdict %s", report.Verdict)
	}
	if _, err := Load("plan.yaml", chainPlan(maxSteps+1)); err == nil || !strings.Contains(err.Error(), "the limit is") {
		t.Errorf("too many steps: %v", err)
	}
	if _, err := Load("plan.yaml", make([]byte, maxPlanBytes+1)); err == nil || !strings.Contains(err.Error(), "the limit is") {
		t.Errorf("too many bytes: %v", err)
	}
	line := append(append([]byte(`{"version":1,"owner":"`), bytes.Repeat([]byte("x"), 400)...), `","steps":[`...)
	for i := range 10_000 {
		line = fmt.Appendf(line, `{"id":"step-%d","do":"wait","owner":"%0900d"},`, i, i)
	}
	line = append(bytes.TrimSuffix(line, []byte(",")), "]}"...)
	if _, err := Load("plan.json", line); err != nil {
		t.Errorf("10 MB on one line: %v", err)
	}
	var dangling bytes.Buffer
	dangling.WriteString(plainHead + "steps:\n")
	for i := range 10_000 {
		fmt.Fprintf(&dangling, "  - { id: step-%d, do: wait, after: [stpe-%d] }\n", i, i)
	}
	if _, err := Load("plan.yaml", dangling.Bytes()); err == nil || !strings.Contains(err.Error(), "more problems") {
		t.Errorf("ten thousand dangling names: %v", err)
	}
}

// TestWords reads and writes the values with a grammar of their own.
func TestWords(t *testing.T) {
	for text, want := range map[string]string{"90s": "1m30s", "48h": "2d", "1d12h": "1d12h", "2w": "14d", "0s": "0s", "5m": "5m"} {
		if s, err := ParseSpan(text); err != nil || s.String() != want {
			t.Errorf("%s is %s, %v; want %s", text, s, err, want)
		}
	}
	for _, text := range []string{"", "h", "1", "1h1d", "1y", "-1h", "1.5h", "1h 2m", "9999999999s"} {
		if s, err := ParseSpan(text); err == nil {
			t.Errorf("%q is read as %s", text, s)
		}
	}
}

// TestJSONSchema: the schema is JSON, names every key of a plan once, and knows the repair document's keys.
func TestJSONSchema(t *testing.T) {
	var doc struct {
		AnyOf []struct {
			Properties map[string]any
			Required   []string
		}
		Defs map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal(JSONSchema(), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.AnyOf) != 2 {
		t.Fatalf("%d kinds of documents", len(doc.AnyOf))
	}
	for _, f := range structFields(reflect.ValueOf(&Plan{}).Elem()) {
		if doc.AnyOf[0].Properties[f.key] == nil {
			t.Errorf("the schema lacks %s", f.key)
		}
	}
	for _, key := range []string{"repair", "interval", "inputVersion", "outputVersion", "publicationGate", "liveWrites"} {
		if doc.AnyOf[1].Properties[key] == nil {
			t.Errorf("the repair document lacks %s", key)
		}
	}
}

// FuzzPlan: whatever the text, reading and checking it ends, says something, and what is read is written back as the
// same plan.
func FuzzPlan(f *testing.F) {
	dirs, err := os.ReadDir(scenarios)
	if err != nil {
		f.Fatal(err)
	}
	for i, d := range dirs {
		if i%6 == 0 {
			if text, err := os.ReadFile(filepath.Join(scenarios, d.Name(), "plan.yaml")); err == nil {
				f.Add(text)
			}
		}
	}
	f.Add([]byte(`{"repair":"x","interval":["2026-10-01","2026-10-03"],"liveWrites":"later"}`))
	f.Add([]byte("version: 1\nchannels: { 0000: { kind: table } }\nwaivers: []\n"))
	for _, r := range Rules {
		f.Add([]byte(r.Broken))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		plan, err := Load("plan.yaml", text)
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without a word")
			}
			return
		}
		if len(plan.Steps) > 12 {
			return
		}
		report, err := Check(plan, Options{})
		if err != nil {
			return
		}
		var b bytes.Buffer
		for _, write := range []func() error{func() error { return report.WriteText(&b) }, func() error { return report.WriteTrace(&b) }, func() error { return report.WriteSVG(&b) },
			func() error { return report.WriteDOT(&b) }, func() error { return report.WriteMermaid(&b) }, func() error { return report.WriteJSON(&b) }, func() error { return report.WriteShow(&b) }} {
			if err := write(); err != nil {
				t.Error(err)
			}
		}
		if len(plan.Participants) == 0 && report.Verdict == Safe {
			t.Error("a plan without participants is green")
		}
		again, err := Load("plan.yaml", plan.Encode())
		if err != nil {
			t.Fatalf("what was written is not read: %v\n%s", err, plan.Encode())
		}
		second, err := Check(again, Options{})
		if err != nil || second.Verdict != report.Verdict {
			t.Errorf("%s, and %v after writing (%v)\n%s", report.Verdict, second, err, plan.Encode())
		}
	})
}
