package gate

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/compat"
)

// order is a schema with the fields given as "name type default"; no default when it is left out.
func order(fields ...string) string {
	var all []string
	for _, f := range fields {
		part := strings.SplitN(f, " ", 3)
		text := fmt.Sprintf(`{"name":%q,"type":%s`, part[0], part[1])
		if len(part) == 3 {
			text += `,"default":` + part[2]
		}
		all = append(all, text+"}")
	}
	return `{"type":"record","name":"Order","fields":[` + strings.Join(all, ",") + `]}`
}

func version(name, text string) *Version { return &Version{Source: name, Content: []byte(text)} }

// history is a subject whose texts are its versions, oldest first.
func history(mode string, texts ...string) *Subject {
	s := &Subject{Name: "orders", File: "orders.avsc", Format: &Avro{}, Mode: ParseMode(mode), Config: &config.Config{}}
	for i, text := range texts {
		if s.Base != nil {
			s.Retained = slices.Insert(s.Retained, 0, s.Base)
		}
		s.Base, s.Current = s.Current, version(fmt.Sprintf("v%d", i+1), text)
	}
	return s
}

func run(t *testing.T, o Options, subjects ...*Subject) *Result {
	t.Helper()
	result, err := Run(subjects, o)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// found lists findings as "level rule path".
func found(r *Result) []string {
	var all []string
	for _, f := range r.Findings {
		all = append(all, fmt.Sprintf("%s %s %s", f.Level, f.Rule.ID, f.Path))
	}
	return all
}

// TestModesMakePairs: which side reads which, and how far back.
func TestModesMakePairs(t *testing.T) {
	texts := []string{order(), order(`a "int" 0`), order(`a "int" 0`, `b "int" 0`)}
	for mode, want := range map[string][]string{
		"backward":            {"v2->v3"},
		"forward":             {"v3->v2"},
		"full":                {"v2->v3", "v3->v2"},
		"backward-transitive": {"v2->v3", "v1->v3"},
		"forward-transitive":  {"v3->v2", "v3->v1"},
		"full-transitive":     {"v2->v3", "v3->v2", "v1->v3", "v3->v1"},
	} {
		r := run(t, Options{}, history(mode, texts...))
		var got []string
		for _, p := range r.Pairs {
			got = append(got, p.Writer+"->"+p.Reader)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", mode, diff)
		}
		if r.Mode != mode {
			t.Errorf("mode %s is called %s", mode, r.Mode)
		}
	}
}

// TestIdenticalVersions: the first law.
func TestIdenticalVersions(t *testing.T) {
	text := order(`a "int"`, `b ["null","string"] null`)
	r := run(t, Options{As: config.Runtimes[1:]}, history("full-transitive", text, text, text))
	if len(r.Findings) > 0 {
		t.Errorf("findings %v", found(r))
	}
	for _, p := range r.Pairs {
		if p.Verdict != compat.Same {
			t.Errorf("%s -> %s is %s", p.Writer, p.Reader, p.Verdict)
		}
	}
}

// TestOneTransitionIsReportedOnce: three old versions without the field are one finding that names them.
func TestOneTransitionIsReportedOnce(t *testing.T) {
	r := run(t, Options{}, history("backward-transitive", order(`x "int"`), order(`x "int"`, `y "int" 1`), order(`x "int"`, `z "int" 1`), order(`x "int"`, `w "int"`)))
	var missing []*Finding
	for _, f := range r.Findings {
		if f.Rule.ID == "avro-field-missing" {
			missing = append(missing, f)
		}
	}
	if len(missing) != 1 || !slices.Equal(missing[0].Older, []string{"v2", "v1"}) {
		t.Errorf("findings %v; one, also for v2 and v1, is wanted", found(r))
	}
}

// TestFullModeSeesAChangeOfMeaningOnce: cents to dollars in one direction is dollars to cents in the other.
func TestFullModeSeesAChangeOfMeaningOnce(t *testing.T) {
	cents := strings.Replace(order(`amount "long"`), `"amount"`, `"amount","doc":"Amount in cents"`, 1)
	dollars := strings.ReplaceAll(cents, "cents", "dollars")
	r := run(t, withMeaning(), history("full", cents, dollars))
	if diff := cmp.Diff([]string{"error unit-scale-changed Order.amount"}, found(r)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if r.Pairs[0].Verdict != compat.Changed {
		t.Errorf("verdict %s; a value that means something else is not the same", r.Pairs[0].Verdict)
	}
}

// TestPopulation: a changed default matters only where some retained writer lacks the field.
func TestPopulation(t *testing.T) {
	dropped, changed := order(`a "int" 1`), order(`a "int" 2`)
	lacking := run(t, withMeaning(), history("backward-transitive", order(), dropped, changed))
	written := run(t, withMeaning(), history("backward-transitive", dropped, changed))
	if lacking.Worst() <= written.Worst() {
		t.Errorf("with a writer that lacks the field %v, without one %v; the first is worse", found(lacking), found(written))
	}
}

// TestWorkersDoNotMatter: output is the same for any number of workers.
func TestWorkersDoNotMatter(t *testing.T) {
	subjects := func() []*Subject {
		var all []*Subject
		for i := range 40 {
			s := history("full-transitive", order(`a "int"`), order(`a "long"`, fmt.Sprintf(`f%d "int"`, i)), order(`a "long"`, `c "string"`))
			s.Name = fmt.Sprintf("s%02d", i)
			all = append(all, s)
		}
		return all
	}
	shape := func(r *Result) []string {
		var all []string
		for _, p := range r.Pairs {
			all = append(all, p.Subject+p.Writer+p.Reader+p.Verdict.String())
		}
		for _, f := range r.Findings {
			all = append(all, f.Subject+f.Fingerprint()+f.Message)
		}
		return all
	}
	want := shape(run(t, Options{Workers: 1}, subjects()...))
	for _, workers := range []int{2, 7, 64} {
		if diff := cmp.Diff(want, shape(run(t, Options{Workers: workers}, subjects()...))); diff != "" {
			t.Errorf("%d workers (-one +many):\n%s", workers, diff)
		}
	}
}

func TestBrokenSides(t *testing.T) {
	r := run(t, Options{}, history("backward", order(), `{"type":`))
	if len(r.Failures) != 0 || !slices.Contains(found(r), "error avro-schema-invalid ") || r.Pairs[0].Verdict != compat.Invalid {
		t.Errorf("a broken schema under review: %v, failures %v", found(r), r.Failures)
	}
	if f := r.Findings[0]; f.Stop == nil || f.Stop.Line != 1 {
		t.Errorf("its place: %+v", f.Stop)
	}
	r = run(t, Options{}, history("backward", `{"type":`, order()))
	if len(r.Failures) != 1 || len(r.Skipped) != 1 || r.Pairs[0].Verdict != compat.Invalid {
		t.Errorf("a broken base: failures %v, skipped %v, pairs %v", r.Failures, r.Skipped, r.Pairs)
	}
}

// TestLevels: the row of a rule beats the one of its family; off takes the finding out.
func TestLevels(t *testing.T) {
	for _, tt := range []struct {
		levels []config.Level
		want   compat.Level
	}{
		{nil, compat.Error},
		{[]config.Level{{Rule: "avro", Level: compat.Note}}, compat.Note},
		{[]config.Level{{Rule: "avro-field-missing", Level: compat.Warning}, {Rule: "avro", Level: compat.Note}}, compat.Warning},
		{[]config.Level{{Rule: "avro", Level: compat.Note}, {Rule: "avro", Level: compat.Warning}}, compat.Warning},
		{[]config.Level{{Rule: "avro", Level: compat.Off}}, compat.Off},
	} {
		s := history("backward", order(), order(`a "int"`))
		s.Config = &config.Config{Levels: tt.levels}
		if got := run(t, Options{}, s).Worst(); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.levels, got, tt.want)
		}
	}
}

func TestSelect(t *testing.T) {
	for _, tt := range []struct {
		changes []string
		want    bool
	}{{nil, true}, {[]string{"-avro"}, false}, {[]string{"-avro", "+avro-field-missing"}, true}, {[]string{"+avro", "-avro-field-missing"}, false}} {
		s, err := Select(AllRules([]Format{&Avro{}}), tt.changes)
		if err != nil {
			t.Fatal(err)
		}
		on := slices.ContainsFunc(s.running(AllRules([]Format{&Avro{}})), func(r *compat.Rule) bool { return r.ID == "avro-field-missing" })
		if on != tt.want {
			t.Errorf("%v: on is %t", tt.changes, on)
		}
	}
	if _, err := Select(AllRules([]Format{&Avro{}}), []string{"+avor"}); !IsUnknownRule(err) || !strings.Contains(err.Error(), `did you mean "avro"`) {
		t.Errorf("an unknown family: %v", err)
	}
}

// TestToolRules: what the registry of rules asks of the tool's own.
func TestToolRules(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range AllRules([]Format{&Avro{}}) {
		if seen[r.ID] {
			t.Errorf("%s is there twice", r.ID)
		}
		seen[r.ID] = true
	}
	for _, r := range Rules {
		if r.Family() != "tool" && r.Family() != "order" || r.Title == "" || strings.HasSuffix(r.Title, ".") || r.Why == "" || len(r.Recipe) == 0 || r.Since == "" {
			t.Errorf("%+v is not told in full", r)
		}
	}
}

func TestNatural(t *testing.T) {
	names := []string{"v10", "v2", "v1", "v02", "a", "v1b", "v1a", "v"}
	slices.SortFunc(names, natural)
	if diff := cmp.Diff([]string{"a", "v", "v1", "v1a", "v1b", "v2", "v02", "v10"}, names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSettleKnown(t *testing.T) {
	s := history("backward", order(), order(`a "int"`))
	first := run(t, Options{Today: time.Now()}, s)
	known := map[string]bool{}
	for _, f := range first.Findings {
		known[f.Fingerprint()] = true
	}
	if r := run(t, Options{Known: known}, history("backward", order(), order(`a "int"`))); r.Worst() != compat.Off {
		t.Errorf("known findings count: %v", found(r))
	}
}

// faulty is a format whose resolver has a fault.
type faulty struct{ *Avro }

func (faulty) Resolver([]string) func(writer, reader Schema) *compat.Trace {
	return func(writer, reader Schema) *compat.Trace { panic("an index out of range") }
}

// TestFaultOfOurs: a fault in one subject is a failure, not the end of the run.
func TestFaultOfOurs(t *testing.T) {
	bad := history("backward", order(), order(`a "int" 0`))
	bad.Format = faulty{&Avro{}}
	r := run(t, Options{}, bad, history("backward", order(), order(`b "int"`)))
	if len(r.Failures) != 1 || !strings.Contains(r.Failures[0], "an index out of range") || r.Worst() != compat.Error {
		t.Errorf("failures %q, findings %v", r.Failures, found(r))
	}
}

// TestReferredFilesThatDoNotMatter: a change in a file that the schema could refer to and does not is no version of it.
func TestReferredFilesThatDoNotMatter(t *testing.T) {
	money := func(field string) Text {
		return Text{Source: "money.avsc", Content: []byte(`{"type":"record","name":"Money","fields":[{"name":"` + field + `","type":"long"}]}`)}
	}
	for used, want := range map[bool]int{true: 3, false: 1} {
		text := order(`a "int"`)
		if used {
			text = order(`a "Money"`)
		}
		s := history("backward-transitive", text, text, text, text)
		for i, v := range append(s.others(), s.Current) {
			v.Refs = []Text{money(fmt.Sprintf("f%d", i))}
		}
		if r := run(t, Options{}, s); len(r.Pairs) != want || r.Versions != want {
			t.Errorf("used %t: %d pairs, %d versions; want %d", used, len(r.Pairs), r.Versions, want)
		}
	}
}

// TestRulesSeeAChangeOnce: over a history, rules that know no format are shown the two sides of a change once, however many pairs
// hold them. What they find is of every version all the same.
func TestRulesSeeAChangeOnce(t *testing.T) {
	var texts []string
	for n := range 20 {
		var fields []string
		for i := range 10 {
			fields = append(fields, fmt.Sprintf(`{"id": %d, "name": "f%d_%d", "required": false, "type": "long"}`, i+1, i, (n+i)/10))
		}
		texts = append(texts, fmt.Sprintf(`{"type": "struct", "schema-id": %d, "fields": [%s]}`, n, strings.Join(fields, ", ")))
	}
	metadata := `{"format-version": 2, "last-column-id": 10, "current-schema-id": 19, "schemas": [` + strings.Join(texts, ", ") + `]}`
	shown := map[string]int{}
	rule := &compat.Rule{ID: "name-last", Level: compat.Note, Check: func(p *compat.Pass, s *compat.Site) {
		if len(s.Kids) > 0 {
			return
		}
		shown[s.Writer.Name+" as "+s.Reader.Name]++
		if s.Writer.Name == "f0_0" {
			p.Report(s, "found")
		}
	}}
	s := &Subject{Name: "t", File: "t.metadata.json", Format: &Iceberg{}, Mode: ParseMode("backward-transitive"), Config: &config.Config{}, Current: version("t.metadata.json", metadata)}
	r := run(t, Options{Rules: []*compat.Rule{rule}}, s)
	for sides, times := range shown {
		if times > 1 && !strings.HasPrefix(sides, "f0_0") {
			t.Errorf("%s was shown %d times", sides, times)
		}
	}
	var older []int
	for _, f := range r.Findings {
		if f.Rule == rule {
			older = append(older, len(f.Older)+1)
		}
	}
	if len(r.Pairs) < 30 || len(shown) != 28 || !slices.Equal(older, []int{10}) {
		t.Errorf("%d pairs, %d changes of a name shown, found in %v versions; 28 changes are wanted, and one finding in 10 versions", len(r.Pairs), len(shown), older)
	}
}
