package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/unit"
)

const whole = `version: 1
extends: ../base.yaml
mode: full
fail-on: warning
as: [java, twmb]
rules: [+avro, -name]
levels: {avro-field-missing: note, tool: off}
accept: accepted.yaml
exclude: ["**/testdata/**"]
subjects:
  - files: [a/*.avsc, b/**/*.avsc]
    subject: orders-value
    references: common/*.avsc
    mode: forward-transitive
    format: avro
    history: files
  - files: /abs/x.avsc
    table: lake.orders
meanings:
  - path: Order.amount
    unit: USD/100
    sentinels: [0, -1]
    key: true
plans: [rollout/*.yaml, /abs/plan.json]
participants: fleet.yaml
`

// places leaves out where things are configured: TestParseSaysWhere looks at that.
var places = cmpopts.IgnoreTypes(Spot{})

func TestParse(t *testing.T) {
	c, extends, err := Parse("schemavet.yaml", "/repo/conf", []byte(whole))
	if err != nil {
		t.Fatal(err)
	}
	want := &Config{
		File: "schemavet.yaml", Mode: "full", FailOn: "warning", As: []string{"java", "twmb"}, Rules: []Change{{Word: "+avro"}, {Word: "-name"}},
		Levels: []Level{{Rule: "avro-field-missing", Level: compat.Note}, {Rule: "tool", Level: compat.Off}}, Accept: "/repo/conf/accepted.yaml",
		Exclude: []string{"/repo/conf/**/testdata/**"},
		Plans:   []string{"/repo/conf/rollout/*.yaml", "/abs/plan.json"}, Participants: "/repo/conf/fleet.yaml",
		Subjects: []Subject{
			{
				Files: []string{"/repo/conf/a/*.avsc", "/repo/conf/b/**/*.avsc"}, Name: "orders-value",
				References: []string{"/repo/conf/common/*.avsc"}, Mode: "forward-transitive", Format: "avro", History: "files",
			},
			{Files: []string{"/abs/x.avsc"}, Table: "lake.orders"},
		},
		Meanings: []Meaning{{
			Subject: "**", Path: "Order.amount", Unit: "USD/100", Sentinels: []string{"0", "-1"}, Key: true, File: "schemavet.yaml", Line: 20, Column: 5,
		}},
	}
	if diff := cmp.Diff(want, c, cmpopts.IgnoreUnexported(Config{}), places); diff != "" {
		t.Errorf("configuration (-want +got):\n%s", diff)
	}
	if first, second := c.Subjects[0].Row, c.Subjects[1].Row; first != (Spot{"schemavet.yaml", 11, 5}) || second != (Spot{"schemavet.yaml", 17, 5}) {
		t.Errorf("the rows stand at %v and %v", first, second)
	}
	if diff := cmp.Diff([]Extend{{"/repo/base.yaml", Spot{"schemavet.yaml", 2, 10}}}, extends); diff != "" {
		t.Errorf("extends (-want +got):\n%s", diff)
	}
	if again, _, err := Parse("schemavet.yaml", "/repo/conf", []byte(c.Text("/repo/conf"))); err != nil {
		t.Errorf("Text cannot be read back: %v\n%s", err, c.Text("/repo/conf"))
	} else if diff := cmp.Diff(c, again, cmpopts.IgnoreUnexported(Config{}), places, cmpopts.IgnoreFields(Meaning{}, "Line", "Column")); diff != "" {
		t.Errorf("Text reads back as something else (-want +got):\n%s", diff)
	}
}

func TestParseSaysWhere(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"unknown key", "version: 1\nsubjcts: []\n", `read c:2:1: the configuration has no key "subjcts"; did you mean "subjects"?`},
		{"unknown key of a row", "subjects:\n  - file: a\n", `read c:2:5: a subject has no key "file"; did you mean "files"?`},
		{"nothing near", "banana: 1\n", `read c:1:1: the configuration has no key "banana"; it knows version, extends,`},
		{"twice", "mode: full\nmode: full\n", `read c:2:1:`},
		{"wrong word", "mode: backwards\n", `read c:1:7: mode "backwards": did you mean "backward"?`},
		{"wrong kind", "subjects: 7\n", `read c:1:11: subjects is a list, not "7"`},
		{"version", "version: 2\n", `read c:1:10: version "2"; this schemavet reads version 1`},
		{"level", "levels: {avro: fatal}\n", `read c:1:16: level "fatal": expected one of error, warning, note, off`},
		{"glob", "exclude: ['[']\n", `is no valid glob`},
		{"glob of plans", "plans: ['[']\n", `is no valid glob`},
		{"participants are one file", "participants: [a, b]\n", `participants`},
		{"not yaml", "a: [1\n", `read c:2:`},
		{"two documents", "version: 1\n---\nversion: 1\n", `a second YAML document`},
		{"a text", "hello\n", `read c:1:1: the configuration is a mapping of version,`},
		{"no files", "subjects:\n  - subject: x\n", `read c:2:5: a subject needs files`},
		{"sign", "rules: [avro]\n", `write +avro to switch it on`},
		{"unit", "meanings:\n  - path: a\n    unit: zorkmids per\n", `read c:3:11: `},
		{"kind", "meanings:\n  - {path: a, kind: instnt}\n", `read c:2:21: kind "instnt": did you mean "instant"?`},
		{"field", "meanings:\n  - path: '['\n", `read c:2:11: path "[" is no valid glob`},
		{"control", "version: 1\nmode: a\x00\n", `read c:2:8: not readable as YAML: the control character U+0000`},
		{"encoding", "# \xff\n", `read c:1:3: not readable as YAML: the byte 0xff is no UTF-8`},
		{"null", "mode:\n", `mode is a text, not nothing`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := Parse("c", "/x", []byte(tt.text))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}

func write(t *testing.T, folder, name, text string) string {
	t.Helper()
	file := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestExtends(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "base.yaml", "mode: full\nfail-on: note\nlevels: {a-x: note}\nsubjects: [{files: s/*.avsc, subject: base}]\n")
	file := write(t, folder, "sub/schemavet.yaml", "extends: ../base.yaml\nmode: forward\nlevels: {a-x: error}\nsubjects: [{files: '*.avsc', subject: own}]\n")
	c, err := Read(nil, file)
	if err != nil {
		t.Fatal(err)
	}
	if c.Mode != "forward" || c.FailOn != "note" {
		t.Errorf("mode %q, fail-on %q; what stands in the file itself wins, the rest is taken over", c.Mode, c.FailOn)
	}
	if got := c.Levels[len(c.Levels)-1]; got.Level != compat.Error {
		t.Errorf("last level %v; the file's own one counts last", got)
	}
	if row := c.Row(filepath.ToSlash(filepath.Join(folder, "s/x.avsc"))); row == nil || row.Name != "base" {
		t.Errorf("row for s/x.avsc: %+v; globs of the base are relative to the base", row)
	}
}

func TestExtendsInCircles(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "a.yaml", "extends: b.yaml\n")
	write(t, folder, "b.yaml", "extends: [a.yaml]\n")
	if _, err := Read(nil, filepath.Join(folder, "a.yaml")); err == nil || !strings.Contains(err.Error(), "extends itself") {
		t.Errorf("error %v, want one about a circle", err)
	}
	write(t, folder, "c.yaml", "extends: missing.yaml\n")
	if _, err := Read(nil, filepath.Join(folder, "c.yaml")); err == nil || !strings.Contains(err.Error(), "missing.yaml: no such file") {
		t.Errorf("error %v, want one that names the missing file", err)
	}
}

func TestFinderTakesTheNearest(t *testing.T) {
	top := t.TempDir()
	write(t, top, "schemavet.yaml", "mode: full\n")
	write(t, top, "a/b/schemavet.yaml", "mode: forward\n")
	write(t, top, "a/schemavet.accept.yaml", "[]\n")
	write(t, top, ".git", "gitdir: elsewhere\n")
	f := &Finder{}
	for folder, want := range map[string]string{"": "full", "a": "full", "a/b": "forward", "a/b/c/d": "forward"} {
		c, err := f.For(filepath.Join(top, folder))
		if err != nil || c.Mode != want {
			t.Errorf("in %q: mode %v, %v; want %q", folder, c, err, want)
		}
	}
	if c, _ := f.For(filepath.Join(top, "a")); !strings.HasSuffix(c.Accept, "/a/schemavet.accept.yaml") {
		t.Errorf("accept file %q; one in the folder counts without being named", c.Accept)
	}
}

const accepted = `# why we live with these
- rule: unit-scale-changed
  subject: orders-value
  at: Order.amount
  change: {from: "unit=cent", to: "unit=dollar"}
  reason: dashboards moved
  until: 2027-01-31

# the next one
- {rule: avro-field-missing, subject: s, at: R.x, reason: no data}
`

func TestAccepts(t *testing.T) {
	a, err := ParseAccepts("a", []byte(accepted))
	if err != nil {
		t.Fatal(err)
	}
	row := a.Rows[0]
	f := &compat.Finding{Rule: &compat.Rule{ID: "unit-scale-changed"}, Subject: "orders-value", Path: "Order.amount", From: "unit=cent", To: "unit=dollar"}
	if !row.Covers(f) {
		t.Errorf("%+v does not cover its finding", row)
	}
	f.To = "unit=euro"
	if row.Covers(f) {
		t.Errorf("%+v covers the next transition", row)
	}
	day := func(s string) time.Time { d, _ := time.Parse(time.DateOnly, s); return d.Add(23 * time.Hour) }
	if row.Expired(day("2027-01-31")) || !row.Expired(day("2027-02-01")) {
		t.Errorf("until is the last day that counts")
	}
}

func TestAcceptsSayWhere(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"- rule: a-b\n  subject: s\n", "read a:1:3: an accept row needs reason"},
		{"- rule: a-b\n  subject: s\n  reason: '  '\n", "needs reason"},
		{"- rule: a-b\n  subject: s\n  reason: r\n  until: tomorrow\n", `read a:4:10: until "tomorrow" is no date`},
		{"- rule: a-b\n  subject: s\n  reason: r\n  untill: 2027-01-01\n", `did you mean "until"?`},
		{"rule: a\n", "the accept file is a list"},
		{"- 7\n", "an accept row is a mapping"},
	} {
		if _, err := ParseAccepts("a", []byte(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want one with %q", tt.text, err, tt.want)
		}
	}
}

func TestPruneKeepsTheRest(t *testing.T) {
	a, err := ParseAccepts("a", []byte(accepted))
	if err != nil {
		t.Fatal(err)
	}
	got, ok := Prune(accepted, a, func(r *Row) bool { return r.Rule != "unit-scale-changed" })
	want := "# why we live with these\n\n# the next one\n- {rule: avro-field-missing, subject: s, at: R.x, reason: no data}\n"
	if !ok || got != want {
		t.Errorf("pruned:\n%s\nwant:\n%s", got, want)
	}
}

// TestAddIsReadBack: whatever texts a row holds, the accept file reads back as written, and pruning it brings the old text
// back.
func TestAddIsReadBack(t *testing.T) {
	text := rapid.StringOf(rapid.Rune().Filter(func(r rune) bool { return r != '\r' })).Filter(func(s string) bool { return strings.TrimSpace(s) == s })
	rapid.Check(t, func(t *rapid.T) {
		row := Row{
			Rule: "a-" + rapid.StringMatching(`[a-z]{1,8}`).Draw(t, "rule"), Subject: "s" + text.Draw(t, "subject"),
			At: text.Draw(t, "at"), From: text.Draw(t, "from"), To: text.Draw(t, "to"), Reason: "r" + text.Draw(t, "reason"), By: text.Draw(t, "by"),
			Until: rapid.SampledFrom([]string{"", "2027-01-31"}).Draw(t, "until"),
		}
		if row.From == "" || row.To == "" {
			row.From, row.To = "", ""
		}
		added := Add(accepted, []Row{row})
		a, err := ParseAccepts("a", []byte(added))
		if err != nil {
			t.Fatalf("cannot be read back: %v\n%s", err, added)
		}
		got := a.Rows[len(a.Rows)-1]
		got.Line, got.Column = 0, 0
		if diff := cmp.Diff(row, got); diff != "" {
			t.Fatalf("(-want +got):\n%s\n%s", diff, added)
		}
		if pruned, ok := Prune(added, a, func(r *Row) bool { return r.Line != a.Rows[len(a.Rows)-1].Line }); !ok || pruned != accepted {
			t.Fatalf("pruned:\n%s", pruned)
		}
	})
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte("a: &a [*a]\n"))
	f.Add([]byte("subjects: &s\n  - files: x\nmeanings: *s\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, _, err := Parse("c", "/x", text)
		if err != nil {
			return
		}
		if _, _, err := Parse("c", "/x", []byte(c.Text("/x"))); err != nil {
			t.Fatalf("shown as what cannot be read: %v\n%s", err, c.Text("/x"))
		}
	})
}

func FuzzAccept(f *testing.F) {
	f.Add([]byte(accepted))
	f.Add([]byte("- &a {rule: x, subject: s, reason: r}\n- *a\n"))
	f.Add([]byte("-\n  rule: x\n  subject: s\n  reason: r\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := ParseAccepts("a", text)
		if err != nil {
			return
		}
		if pruned, ok := Prune(string(text), a, func(*Row) bool { return true }); ok && pruned != string(text) {
			t.Fatalf("pruning nothing changed the file:\n%q", pruned)
		}
		Prune(string(text), a, func(*Row) bool { return false })
	})
}

// TestKinds: the words for kinds are those that package unit knows.
func TestKinds(t *testing.T) {
	for _, kind := range Kinds {
		if _, ok := unit.ParseKind(kind); !ok {
			t.Errorf("unit knows no kind %s", kind)
		}
	}
	if problems := (&meaning.Declaration{Kind: "?"}).Check(); len(problems) != 1 || !strings.HasSuffix(problems[0], strings.Join(Kinds, ", ")) {
		t.Errorf("package meaning names other kinds: %v", problems)
	}
}

// TestSchemaKnowsTheKeys: the JSON Schema and the decoder speak of the same keys.
func TestSchemaKnowsTheKeys(t *testing.T) {
	d := &decoder{}
	var extends []Extend
	c := &Config{extended: map[string]bool{}}
	for _, k := range d.keys(c, "", &extends) {
		if !strings.Contains(Schema, `"`+k.name+`": {`) {
			t.Errorf("the JSON Schema has no %q", k.name)
		}
	}
	for _, text := range []string{"subjects: [{zzzzzzzzzzzzzzzz: 1}]", "meanings: [{zzzzzzzzzzzzzzzz: 1}]"} {
		_, _, err := Parse("c", "", []byte(text))
		_, list, _ := strings.Cut(err.Error(), "it knows ")
		list, _, _ = strings.Cut(list, "\n")
		for name := range strings.SplitSeq(list, ", ") {
			if !strings.Contains(Schema, `"`+name+`": {`) {
				t.Errorf("the JSON Schema has no %q", name)
			}
		}
	}
}
