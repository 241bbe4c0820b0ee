package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/compat"
)

const (
	writerText = `{"type": "record", "name": "Order", "fields": [
  {"name": "id", "type": "string"},
  {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["A", "B"]}}
]}`
	readerText = `{"type": "record", "name": "Order", "fields": [
  {"name": "id", "type": "string"},
  {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["A"]}},
  {"name": "vat\u001b[31m", "type": "long"},
  {"name": "größe, in %", "type": "long"}
]}`
)

// sampleRun is a run with findings of several levels and states, a skip and a failure.
func sampleRun(t *testing.T) *Run {
	t.Helper()
	avro := &gate.Avro{}
	version := func(source, text string) *gate.Version { return &gate.Version{Source: source, Content: []byte(text)} }
	accepted := &config.Config{}
	subjects := []*gate.Subject{
		{
			Name: "orders-value", Format: avro, Mode: gate.ParseMode("full"), Config: accepted,
			Base: version("s/a b.avsc@1234567", writerText), Current: version("s/a b.avsc", readerText),
		},
		{Name: "s/new.avsc", Format: avro, Mode: gate.ParseMode("backward"), Config: accepted, Current: version("s/new.avsc", `"string"`)},
		{Name: "s/gone.avsc", Format: avro, Mode: gate.ParseMode("backward"), Config: accepted, Base: version("s/gone.avsc@1234567", `"string"`)},
		{Name: "s/broken.avsc", Format: avro, Mode: gate.ParseMode("backward"), Config: accepted, Base: version("s/broken.avsc@1234567", `"int"`), Current: version("s/broken.avsc", "{\n  oops")},
		{Name: "s/base.avsc", Format: avro, Mode: gate.ParseMode("backward"), Config: accepted, Base: version("s/base.avsc@1234567", `{`), Current: version("s/base.avsc", `"int"`)},
	}
	result, err := gate.Run(subjects, gate.Options{As: []string{"java"}, Today: time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC), Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	result.Against, result.Subjects = "HEAD", 9
	for i, f := range result.Findings {
		if f.Rule.ID == "enum-symbol-missing" {
			result.Findings[i].State, f.Reason = compat.Accepted, "no C was ever written"
		}
	}
	return &Run{Result: result, Command: "check", Version: "v0.0.0-test", MinLevel: compat.Note}
}

func print(t *testing.T, name string, r *Run) string {
	t.Helper()
	format, ok := Find(name)
	if !ok {
		t.Fatalf("no format %s", name)
	}
	var b bytes.Buffer
	if err := format.Write(&b, r); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return b.String()
}

// TestFormatsAreDeterministic: the same run prints the same, and one made with many workers too.
func TestFormatsAreDeterministic(t *testing.T) {
	for _, f := range Formats {
		first := print(t, f.Name, sampleRun(t))
		if again := print(t, f.Name, sampleRun(t)); again != first {
			t.Errorf("%s differs from run to run", f.Name)
		}
		if first == "" {
			t.Errorf("%s prints nothing", f.Name)
		}
	}
}

// TestWorstFirst: in what people read, no finding stands below one of its subject that is less bad; in what is sent as one
// list, below none at all.
func TestWorstFirst(t *testing.T) {
	for name, head := range map[string]string{
		"text": `(?m)^(error|warning|note) [a-z-]+: `, "markdown": `<summary><b>(error|warning|note)</b>`, "html": `<h2>(error|warning|note) `,
		"github": `(?m)^::(error|warning|notice) file=`,
	} {
		order, last := map[string]int{"error": 0, "warning": 1, "note": 2, "notice": 2}, 0
		text := print(t, name, sampleRun(t))
		found := regexp.MustCompile(head).FindAllStringSubmatch(text, -1)
		if name == "text" {
			found = regexp.MustCompile(head).FindAllStringSubmatch(frames(text, "orders-value"), -1)
		}
		if len(found) < 2 {
			t.Fatalf("%s: %d findings in\n%s", name, len(found), text)
		}
		for _, level := range found {
			if order[level[1]] < last {
				t.Errorf("%s: %s stands below what is less bad:\n%s", name, level[1], text)
			}
			last = order[level[1]]
		}
	}
}

// frames are the frames of one subject in a text report.
func frames(text, subject string) string {
	var found []string
	for frame := range strings.SplitSeq(text, "\n\n") {
		if strings.Contains(frame, "   "+subject+"\n") {
			found = append(found, frame)
		}
	}
	return strings.Join(found, "\n\n")
}

// TestFormatsHideControls: no format lets a control character of a schema through as it is.
func TestFormatsHideControls(t *testing.T) {
	for _, f := range Formats {
		if text := print(t, f.Name, sampleRun(t)); strings.ContainsRune(text, 0x1b) {
			t.Errorf("%s prints an escape", f.Name)
		}
	}
}

func TestColorsAreOnlyColors(t *testing.T) {
	plain := print(t, "text", sampleRun(t))
	r := sampleRun(t)
	r.Color = true
	painted := print(t, "text", r)
	if painted == plain {
		t.Fatal("colour changes nothing")
	}
	if bare := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(painted, ""); bare != plain {
		t.Error("with colours off, the coloured text is another text")
	}
}

func TestLines(t *testing.T) {
	for line := range strings.Lines(print(t, "quiet", sampleRun(t))) {
		if !regexp.MustCompile(`^[^:]+(:\d+:\d+)?: (error|warning|note) [a-z-]+: .`).MatchString(line) {
			t.Errorf("not file:line:column: level rule: message: %q", line)
		}
	}
}

func TestJSONKeepsToItsSchema(t *testing.T) {
	text := print(t, "json", sampleRun(t))
	validate(t, text)
	order := []string{`"version"`, `"tool"`, `"run"`, `"command"`, `"mode"`, `"as"`, `"coverage"`, `"subjects"`, `"pairs"`, `"skipped"`, `"pairs"`, `"verdict"`, `"findings"`, `"rule"`, `"level"`, `"state"`, `"subject"`, `"path"`, `"message"`, `"writer"`, `"reader"`, `"sample"`, `"runtimes"`, `"recipe"`, `"fingerprint"`}
	rest := text
	for _, key := range order {
		_, after, ok := strings.Cut(rest, key+":")
		if !ok {
			t.Fatalf("%s does not come after the keys before it", key)
		}
		rest = after
	}
	validate(t, print(t, "json", &Run{Result: &gate.Result{As: []string{"spec"}}, Command: "diff"}))
}

func TestJUnitIsXML(t *testing.T) {
	text := print(t, "junit", sampleRun(t))
	decoder := xml.NewDecoder(strings.NewReader(text))
	cases := 0
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "testcase" {
			cases++
		}
	}
	if want := fmt.Sprintf(`tests="%d"`, cases); !strings.Contains(text, want) {
		t.Errorf("no %s although there are as many cases", want)
	}
}

func TestSARIF(t *testing.T) {
	var log sarifLog
	if err := json.Unmarshal([]byte(print(t, "sarif", sampleRun(t))), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	seen := map[string]bool{}
	for _, result := range run.Results {
		rule := run.Tool.Driver.Rules[result.RuleIndex]
		if rule.ID != result.RuleID || rule.Name == rule.ID {
			t.Errorf("rule %d is %s (%s), the result says %s", result.RuleIndex, rule.ID, rule.Name, result.RuleID)
		}
		if uri := result.Locations[0].Physical.Artifact.URI; strings.ContainsAny(uri, " \\@") {
			t.Errorf("%q is no relative URI of a file in the working tree", uri)
		}
		if result.RuleID == "enum-symbol-missing" {
			t.Error("an accepted finding is in the file, where nobody sees that it is accepted")
		}
		seen[result.RuleID] = true
	}
	if !seen["avro-field-missing"] || !seen["avro-schema-invalid"] {
		t.Errorf("results of %v only", seen)
	}
}

func TestGitHub(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(print(t, "github", sampleRun(t))), "\n")
	if !strings.HasPrefix(lines[0], "::error file=s/a b.avsc,line=") {
		t.Errorf("first line %q; errors come first", lines[0])
	}
	for _, line := range lines {
		if !regexp.MustCompile(`^::(error|warning|notice) file=[^,:]+(,line=\d+,col=\d+)?,title=[a-z-]+::.`).MatchString(line) {
			t.Errorf("no workflow command: %q", line)
		}
	}
}

func TestGitLab(t *testing.T) {
	var rows []gitlabRow
	if err := json.Unmarshal([]byte(print(t, "gitlab", sampleRun(t))), &rows); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, row := range rows {
		if row.Description == "" || row.CheckName == "" || row.Severity == "" || row.Location.Path == "" || row.Location.Lines.Begin < 1 {
			t.Errorf("a field is missing: %+v", row)
		}
		if seen[row.Fingerprint] {
			t.Errorf("fingerprint %s stands twice", row.Fingerprint)
		}
		seen[row.Fingerprint] = true
	}
	if len(rows) == 0 {
		t.Error("no rows")
	}
}

// TestMarkupIsClosed: the formats of tags are well formed, whatever the schemas hold.
func TestMarkupIsClosed(t *testing.T) {
	for _, name := range []string{"checkstyle", "html"} {
		decoder := xml.NewDecoder(strings.NewReader(print(t, name, sampleRun(t))))
		decoder.Strict = name != "html"
		decoder.AutoClose = xml.HTMLAutoClose
		for {
			if _, err := decoder.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
		}
	}
}

func TestMarkdownIsNoMarkup(t *testing.T) {
	for text, want := range map[string]string{
		"a *b* <script>": `a \*b\* &lt;script&gt;`, "x | y": `x \| y`, "@all #1": `\@all \#1`,
	} {
		if got := plainMarkdown(text); got != want {
			t.Errorf("plainMarkdown(%q) = %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"a": "`a`", "a`b": "`` a`b ``", "``": "``` `` ```"} {
		if got := code(text); got != want {
			t.Errorf("code(%q) = %q, want %q", text, got, want)
		}
	}
}

// validate holds a document against the JSON Schema, as far as that schema goes: type, const, enum, required, properties,
// additionalProperties, items, minimum, pattern, $ref.
func validate(t *testing.T, text string) {
	t.Helper()
	var schema, document any
	if err := json.Unmarshal([]byte(Schema), &schema); err != nil {
		t.Fatalf("the JSON Schema is no JSON: %v", err)
	}
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatalf("the report is no JSON: %v", err)
	}
	v := validator{t, schema.(map[string]any)}
	v.check("", v.root, document)
}

type validator struct {
	t    *testing.T
	root map[string]any
}

func (v validator) check(at string, schema map[string]any, value any) {
	v.t.Helper()
	for keyword, want := range schema {
		ok := true
		switch keyword {
		case "$ref":
			v.check(at, v.root["$defs"].(map[string]any)[strings.TrimPrefix(want.(string), "#/$defs/")].(map[string]any), value)
		case "const":
			ok = value == want
		case "enum":
			ok = slices.Contains(want.([]any), value)
		case "type":
			ok = isType(want, value)
		case "minimum":
			n, is := value.(float64)
			ok = !is || n >= want.(float64)
		case "pattern":
			s, is := value.(string)
			ok = !is || regexp.MustCompile(want.(string)).MatchString(s)
		case "required":
			object, is := value.(map[string]any)
			for _, key := range want.([]any) {
				if _, there := object[key.(string)]; is && !there {
					v.t.Errorf("%s has no %s", at, key)
				}
			}
		case "properties", "additionalProperties":
			object, _ := value.(map[string]any)
			for key, member := range object {
				properties, _ := schema["properties"].(map[string]any)
				if s, known := properties[key].(map[string]any); keyword == "properties" && known {
					v.check(at+"/"+key, s, member)
				} else if s, open := want.(map[string]any); keyword == "additionalProperties" && open && !known {
					v.check(at+"/"+key, s, member)
				}
			}
			if keyword == "properties" && schema["additionalProperties"] == nil {
				for key := range object {
					if _, known := want.(map[string]any)[key]; !known {
						v.t.Errorf("%s has the key %s, which the JSON Schema does not speak of", at, key)
					}
				}
			}
		case "items":
			list, _ := value.([]any)
			for i, item := range list {
				v.check(fmt.Sprintf("%s/%d", at, i), want.(map[string]any), item)
			}
		case "$schema", "$id", "$defs", "title", "description":
		default:
			v.t.Fatalf("the validator does not know %s", keyword)
		}
		if !ok {
			v.t.Errorf("%s: %v is not %s %v", at, value, keyword, want)
		}
	}
}

func isType(want, value any) bool {
	if list, ok := want.([]any); ok {
		return slices.ContainsFunc(list, func(one any) bool { return isType(one, value) })
	}
	switch value := value.(type) {
	case nil:
		return want == "null"
	case string:
		return want == "string"
	case float64:
		return want == "number" || want == "integer" && value == math.Trunc(value)
	case []any:
		return want == "array"
	case map[string]any:
		return want == "object"
	}
	return want == "boolean"
}
