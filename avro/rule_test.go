package avro

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	twmb "github.com/twmb/avro"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

var updateRules = flag.Bool("update", false, "rewrite the want files of testdata/rules and its page of all rules")

const rulesDir = "../testdata/rules"

// findingsOf is all that the rules say about a pair: about each schema by itself, then about the two together.
func findingsOf(t testing.TB, w, r *Schema) []*compat.Finding {
	t.Helper()
	var all []*compat.Finding
	for _, s := range []*Schema{w, r} {
		if s != nil {
			all = append(all, Findings("s", s)...)
		}
	}
	if w != nil && r != nil {
		all = append(all, compat.Pass{Subject: "s", Trace: Resolve(w, r).Trace(false)}.Run(Rules)...)
	}
	slices.SortStableFunc(all, func(a, b *compat.Finding) int {
		return cmp.Or(cmp.Compare(a.At().Source(), b.At().Source()), a.Compare(b))
	})
	return all
}

func exampleSchemas(t testing.TB, rule *compat.Rule, fixed bool) (w, r *Schema) {
	t.Helper()
	writer, reader := rule.Example.Writer, rule.Example.Reader
	if fixed {
		switch rule.Example.FixedIs {
		case "reader":
			reader = rule.Example.Fixed
		case "writer":
			writer = rule.Example.Fixed
		default:
			t.Fatalf("%s: FixedIs is %q", rule.ID, rule.Example.FixedIs)
		}
	}
	if writer != "" {
		w = mustParse(t, "writer.avsc", []byte(writer))
	}
	return w, mustParse(t, "reader.avsc", []byte(reader))
}

// wantLines are findings as an archive states them: place, rule, level, pointer, path.
func wantLines(findings []*compat.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		at := f.At()
		fmt.Fprintf(&b, "%s %s %s %s %s\n", at, f.Rule.ID, f.Level, cmp.Or(at.Pointer(), "/"), cmp.Or(string(f.Path), "-"))
	}
	return b.String()
}

// ofOneSchema are the rules that explain what the parser finds.
func ofOneSchema(rule *compat.Rule) bool { return rule.Check == nil }

func TestRuleExampleFires(t *testing.T) {
	for _, rule := range Rules {
		w, r := exampleSchemas(t, rule, false)
		var got []string
		for _, f := range findingsOf(t, w, r) {
			if f.Rule == rule && f.Path == rule.Example.Path {
				got = append(got, f.Message)
			} else if !company[rule.ID][f.Rule.ID] {
				t.Errorf("%s: its example also gives %s %s: %s", rule.ID, f.Rule.ID, f.Path, f.Message)
			}
		}
		if len(got) == 0 || len(got) > 1 && !company[rule.ID][rule.ID] {
			t.Errorf("%s: its example fires %d times at %q: %q", rule.ID, len(got), rule.Example.Path, got)
		}
		w, r = exampleSchemas(t, rule, true)
		for _, f := range findingsOf(t, w, r) {
			if f.Rule == rule && !company[rule.ID][rule.ID] || f.Level > compat.Note && !company[rule.ID][f.Rule.ID] {
				t.Errorf("%s: the fixed example gives %s: %s", rule.ID, f.Rule.ID, f.Message)
			}
		}
	}
}

// company are the findings that an example gives beside its own, each for a reason.
var company = map[string]map[string]bool{
	"avro-default-truncated": {"avro-default-branch": true},    // the default is of a later branch, which is what makes Java cut it
	"avro-logical-misplaced": {"avro-logical-misplaced": true}, // each side says it of itself, then the pair
	"avro-logical-unknown":   {"avro-logical-unknown": true},   // likewise
	"avro-logical-invalid":   {"avro-logical-invalid": true},   // likewise
	"name-alias-lost":        {"name-namespace-moved": true},   // the move is what loses the alias
}

func TestRuleExampleIsTrue(t *testing.T) {
	for _, rule := range Rules {
		if ofOneSchema(rule) {
			continue
		}
		w, r := exampleSchemas(t, rule, false)
		v, err := newOfJSON().value(jsonValue(t, rule.Example.Written), w.Root.Type)
		if err != nil {
			t.Errorf("%s: the written example is no datum of the writer: %v", rule.ID, err)
			continue
		}
		data, err := v.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Resolve(w, r).Decode(data)
		read, twmbErr := readByTwmb(rule.Example.Writer, rule.Example.Reader, data)
		switch want := rule.Example.Read; {
		case want == "" && err == nil:
			t.Errorf("%s: the example should fail, and reads %s", rule.ID, got.JSON())
		case want == "" && twmbErr == nil:
			t.Errorf("%s: the example should fail, and twmb reads %v", rule.ID, read)
		case want != "" && err != nil:
			t.Errorf("%s: the example should read %s: %v", rule.ID, want, err)
		case want != "" && !readElsewhere[rule.ID] && got.JSON() != want:
			t.Errorf("%s: the example reads %s, want %s", rule.ID, got.JSON(), want)
		case want != "" && (twmbErr != nil) != refusedByTwmb[rule.ID]:
			t.Errorf("%s: the example should read %s, twmb: %v", rule.ID, want, twmbErr)
		}
	}
}

// readElsewhere are the rules whose example shows what a runtime reads that is not linked here.
var readElsewhere = map[string]bool{"name-alias-lost": true}

// refusedByTwmb are the examples that twmb refuses although the specification reads them.
var refusedByTwmb = map[string]bool{"avro-logical-invalid": true}

// readByTwmb decodes a datum under a pair with another implementation.
func readByTwmb(writer, reader string, data []byte) (v any, err error) {
	w, err := twmb.Parse(writer)
	if err != nil {
		return nil, err
	}
	r, err := twmb.Parse(reader)
	if err != nil {
		return nil, err
	}
	resolved, err := twmb.Resolve(w, r)
	if err != nil {
		return nil, err
	}
	_, err = resolved.Decode(data, &v)
	return v, err
}

func jsonValue(t testing.TB, text string) position.Value {
	t.Helper()
	doc, err := position.Parse("value.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc.Root()
}

func TestRuleArchives(t *testing.T) {
	for _, rule := range Rules {
		files, err := filepath.Glob(filepath.Join(rulesDir, rule.ID, "*.txtar"))
		if err != nil {
			t.Fatal(err)
		}
		fires, silent := false, false
		for _, file := range files {
			if strings.Contains(runArchive(t, file), " "+rule.ID+" ") {
				fires = true
			} else {
				silent = true
			}
		}
		if !fires || !silent {
			t.Errorf("%s: of %d archives one must fire (%v) and one be silent (%v)", rule.ID, len(files), fires, silent)
		}
	}
}

// runArchive holds one archive against the rules and returns the findings.
func runArchive(t *testing.T, file string) string {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var w, r *Schema
	want := -1
	for i, f := range a.Files {
		switch f.Name {
		case "writer.avsc":
			w = mustParse(t, f.Name, f.Data)
		case "reader.avsc":
			r = mustParse(t, f.Name, f.Data)
		case "want":
			want = i
		default:
			t.Errorf("%s: what is %s?", file, f.Name)
		}
	}
	if r == nil || want < 0 && !*updateRules {
		t.Fatalf("%s: reader.avsc and want are needed", file)
	}
	all := findingsOf(t, w, r)
	for _, f := range all {
		checkFinding(t, f)
	}
	got := wantLines(all)
	if *updateRules {
		if want < 0 {
			a.Files = append(a.Files, txtar.File{Name: "want"})
			want = len(a.Files) - 1
		}
		a.Files[want].Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if diff := gocmp.Diff(string(a.Files[want].Data), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
	return got
}

// TestRuleFingerprints holds the identity of findings against another layout of the same schemas.
func TestRuleFingerprints(t *testing.T) {
	for _, rule := range Rules {
		w, r := exampleSchemas(t, rule, false)
		spread := func(s *Schema) *Schema {
			if s == nil {
				return nil
			}
			text := strings.NewReplacer(`":`, "\" :\n\t", `,"`, ",\n  \"").Replace(s.Doc.Text())
			return mustParse(t, "elsewhere.avsc", []byte("\n\n  "+text+"\n"))
		}
		identities := func(findings []*compat.Finding) (all []string) {
			for _, f := range findings {
				all = append(all, f.Fingerprint()+fmt.Sprintf(" %s from %q to %q", f.Rule.ID, f.From, f.To))
			}
			slices.Sort(all)
			return all
		}
		if diff := gocmp.Diff(identities(findingsOf(t, w, r)), identities(findingsOf(t, spread(w), spread(r)))); diff != "" {
			t.Errorf("%s (-layout +another):\n%s", rule.ID, diff)
		}
	}
}

// checkFinding checks what every finding must have.
func checkFinding(t testing.TB, f *compat.Finding) {
	t.Helper()
	if f.Message == "" || strings.HasSuffix(f.Message, ".") || strings.ContainsAny(f.Message, "\n\t") || len(f.Message) > 900 {
		t.Errorf("%s: message %q", f.Rule.ID, f.Message)
	}
	for _, step := range f.Recipe {
		if strings.Contains(step, "{{") {
			t.Errorf("%s: a placeholder is left in %q", f.Rule.ID, step)
		}
	}
	if f.Level == compat.Error && (f.Sample == nil || f.Sample.Written == "" || f.Sample.Read == "") {
		t.Errorf("%s: an error without a sample: %s", f.Rule.ID, f.Message)
	}
	if f.At().IsZero() {
		t.Errorf("%s: no place: %s", f.Rule.ID, f.Message)
	}
	if !slices.Contains(Rules, f.Rule) {
		t.Errorf("%s is no rule", f.Rule.ID)
	}
}

var idForm = regexp.MustCompile(`^(avro|enum|name)(-[a-z]+)+$`)

// retiredIDs were rules once, with the version that dropped them; they are never used again.
var retiredIDs = map[string]string{}

func TestRuleRegistry(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules {
		if !idForm.MatchString(r.ID) || seen[r.ID] || retiredIDs[r.ID] != "" {
			t.Errorf("%s: an id is words in kebab case behind a family, stands once and is not retired", r.ID)
		}
		seen[r.ID] = true
		if r.Title == "" || strings.ToUpper(r.Title[:1]) != r.Title[:1] || strings.HasSuffix(r.Title, ".") || strings.Contains(r.Title, "\n") {
			t.Errorf("%s: title %q", r.ID, r.Title)
		}
		if !strings.HasSuffix(r.Why, ".") || !strings.HasPrefix(r.Spec, "Avro 1.12, ") || r.Since == "" || len(r.Recipe) == 0 || r.Level == compat.Off {
			t.Errorf("%s: why, specification, version, recipe and level are needed", r.ID)
		}
		if e := r.Example; e.Format != "avro" || e.Reader == "" || e.Fixed == "" || ofOneSchema(r) != (e.Written == "") || ofOneSchema(r) != (e.Writer == "") {
			t.Errorf("%s: the example is not whole", r.ID)
		}
	}
	if !slices.IsSortedFunc(Rules, func(a, b *compat.Rule) int { return cmp.Compare(a.ID, b.ID) }) {
		t.Error("the rules do not stand in the order of their ids")
	}
}

// mirrorWaivers say why no other rule sees the same change from the other side.
var mirrorWaivers = map[string]string{
	"avro-type-mismatch":          "a mismatch refuses both ways; a widening is avro-promotion one way and a mismatch the other",
	"avro-promotion":              "the other way round it is a mismatch",
	"avro-decimal-mismatch":       "equal both ways",
	"avro-fixed-size":             "equal both ways",
	"avro-name-mismatch":          "equal both ways but for aliases, which only a reader has",
	"avro-null-refused":           "a null that the writer cannot write is nothing to read",
	"avro-union-branch-missing":   "a branch that the writer lacks is nothing to read",
	"avro-union-branch-choice":    "about the reader's union alone",
	"avro-union-branch-collapsed": "about the writer's union alone",
	"avro-default-truncated":      "about what the reader fills in alone",
	"avro-alias-collision":        "only a reader's aliases count",
	"avro-order-changed":          "equal both ways",
	"avro-logical-invalid":        "equal both ways",
	"avro-logical-misplaced":      "equal both ways",
	"avro-logical-unknown":        "equal both ways",
	"enum-default-mixed-up":       "both directions of the mix-up are this rule",
	"name-alias-lost":             "only a reader's aliases count",
	"name-field-renamed":          "equal both ways",
	"name-field-recased":          "equal both ways",
	"name-namespace-moved":        "equal both ways",
}

func TestRuleMirrors(t *testing.T) {
	byID := map[string]*compat.Rule{}
	for _, r := range Rules {
		byID[r.ID] = r
	}
	for id := range mirrorWaivers {
		if r := byID[id]; r == nil || r.Mirror != "" || ofOneSchema(r) {
			t.Errorf("the mirror waiver of %s is stale", id)
		}
	}
	for _, r := range Rules {
		switch {
		case r.Mirror != "":
			if byID[r.Mirror] == nil || byID[r.Mirror].Mirror != r.ID {
				t.Errorf("%s: its mirror %s does not look back", r.ID, r.Mirror)
			}
		case !ofOneSchema(r) && mirrorWaivers[r.ID] == "":
			t.Errorf("%s has no mirror and no waiver", r.ID)
		}
	}
}

// TestRuleForEachFault finds the ids that the parser uses in its own text: each is a rule, and each such rule is used.
func TestRuleForEachFault(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	quoted := regexp.MustCompile(`(?:fault|remark|misfitting)[({]"(avro-[a-z-]+)"`)
	used := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range quoted.FindAllStringSubmatch(string(text), -1) {
			used[m[1]] = true
			if !slices.ContainsFunc(Rules, func(r *compat.Rule) bool { return r.ID == m[1] }) {
				t.Errorf("%s: no rule %s", file, m[1])
			}
		}
	}
	for _, r := range Rules {
		if ofOneSchema(r) && !used[r.ID] {
			t.Errorf("%s: nothing ever reports it", r.ID)
		}
	}
}

// TestRulesPage keeps the page of all rules equal to the rules.
func TestRulesPage(t *testing.T) {
	file := filepath.Join(rulesDir, "RULES.md")
	page := rulesPage()
	if *updateRules {
		if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(string(committed), page); diff != "" {
		t.Errorf("%s is not what the rules say; go test ./avro -update (-file +rules):\n%s", file, diff)
	}
}

func rulesPage() string {
	var b strings.Builder
	b.WriteString("# The structural rules of Avro\n\nWritten by `go test ./avro -update` from the rules themselves.\n")
	for _, r := range Rules {
		fmt.Fprintf(&b, "\n## %s (%s)\n\n%s. %s\n\n%s.\n\n", r.ID, r.Level, r.Title, r.Why, r.Spec)
		if r.Example.Writer != "" {
			fmt.Fprintf(&b, "    writer  %s\n", r.Example.Writer)
		}
		fmt.Fprintf(&b, "    reader  %s\n", strings.ReplaceAll(r.Example.Reader, "\n", "\n            "))
		if r.Example.Written != "" {
			fmt.Fprintf(&b, "    wrote   %s\n    reads   %s\n", r.Example.Written, cmp.Or(r.Example.Read, "nothing: it fails"))
		}
		fmt.Fprintf(&b, "    fixed   %s (%s)\n\n", r.Example.Fixed, r.Example.FixedIs)
		for i, step := range r.Recipe {
			fmt.Fprintf(&b, "%d. %s\n", i+1, step)
		}
	}
	return b.String()
}

// hazardRules are the rules of which one must speak where a vector has the hazard.
var hazardRules = map[string][]string{
	"enum-collapse":               {"enum-symbol-collapsed"},
	"union-branch-choice":         {"avro-union-branch-choice"},
	"union-branch-collapse":       {"avro-union-branch-collapsed"},
	"alias-ambiguous":             {"avro-alias-collision"},
	"alias-namespace":             {"name-alias-lost"},
	"default-truncated":           {"avro-default-truncated", "avro-default-invalid"},
	"default-padded":              {"avro-default-invalid"},
	"default-substituted":         {"name-field-renamed", "name-field-recased", "name-alias-lost"},
	"default-version-dependent":   {"avro-default-branch"},
	"invalid-logical-type":        {"avro-logical-invalid"},
	"logical-type-misplaced":      {"avro-logical-misplaced"},
	"unknown-logical-type-change": {"avro-logical-unknown"},
	"decimal-rescale":             {"avro-decimal-mismatch"},
	"decimal-precision":           {"avro-decimal-mismatch"},
	"namespace-change":            {"name-namespace-moved"},
	"null-lost":                   {"avro-null-refused"},
	"value-dropped":               {"avro-value-dropped"},
	"sort-order":                  {"avro-order-changed"},
}

// noteHazards ask for no more than a note.
var noteHazards = map[string]bool{"value-dropped": true, "sort-order": true}

func TestVectorsRules(t *testing.T) {
	for _, v := range vectors(t) {
		w, r := mustParse(t, "writer.avsc", v.Writer), mustParse(t, "reader.avsc", v.Reader)
		all := findingsOf(t, w, r)
		spoke, worst := map[string]compat.Level{}, compat.Off
		for _, f := range all {
			checkFinding(t, f)
			spoke[f.Rule.ID] = max(spoke[f.Rule.ID], f.Level)
			worst = max(worst, f.Level)
		}
		for _, hazard := range v.Expect.Hazards {
			least := compat.Warning
			if noteHazards[hazard] {
				least = compat.Note
			}
			if rules := hazardRules[hazard]; len(rules) > 0 && !slices.ContainsFunc(rules, func(id string) bool { return spoke[id] >= least }) {
				t.Errorf("%s: %s asks for one of %v; found\n%s", v.ID, hazard, rules, wantLines(all))
			}
		}
		switch {
		case v.Expect.Spec == "ok" && len(v.Expect.Hazards) == 0 && worst > compat.Note:
			t.Errorf("%s is fine, and the rules say\n%s", v.ID, wantLines(all))
		case v.Expect.Spec == "error" && worst < compat.Error:
			t.Errorf("%s is refused (%s), and the rules say\n%s", v.ID, v.Why, wantLines(all))
		}
	}
}
