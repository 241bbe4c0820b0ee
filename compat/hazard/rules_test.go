package hazard_test

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

	"github.com/schemavet/schemavet/avro"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
	"github.com/schemavet/schemavet/compat/meaning"
)

var update = flag.Bool("update", false, "rewrite want files and goldens")

const rulesDir = "../../testdata/rules"

// A setting is what an example needs beside its two schemas.
type setting struct {
	population compat.Population
	declared   map[compat.Path]*meaning.Declaration
}

// settings are the examples that live on more than the pair.
var settings = map[string]setting{
	"default-readers-differ": {population: absent{}},
	"default-changed":        {population: absent{"Payment.channel": {"v1"}, "Order.wait": {"v1"}}},
	"null-in-key":            {declared: map[compat.Path]*meaning.Declaration{"Payment.customer": {Key: true}, "Order.customer": {Key: true}}},
}

// said is all that the rules say about an example or an archive, quiet rules included.
func said(t testing.TB, w, r *avro.Schema, s setting) []*compat.Finding {
	t.Helper()
	facts := hazard.NewFacts(nil)
	var all []*compat.Finding
	if w != nil {
		trace := avro.Resolve(w, r).Trace(false)
		trace.Walk(func(site *compat.Site) {
			if d := s.declared[site.Path]; d != nil {
				site.Writer.Says.Declared, site.Reader.Says.Declared = d, d
			}
		})
		all = compat.Pass{Subject: "s", Trace: trace, Facts: facts.Of, Population: s.population}.Run(hazard.Rules)
	}
	pass := compat.Pass{Subject: "s", Facts: facts.Of}
	avro.Resolve(r, r).Trace(true).Walk(func(site *compat.Site) {
		all = append(all, pass.RunNode(hazard.Rules, site.Path, site.Reader)...)
	})
	slices.SortStableFunc(all, func(a, b *compat.Finding) int { return a.Compare(b) })
	return all
}

func example(t testing.TB, rule *compat.Rule, fixed bool) (w, r *avro.Schema) {
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
		w = parse(t, "writer.avsc", []byte(writer))
	}
	return w, parse(t, "reader.avsc", []byte(reader))
}

// companions are the findings that an example gives beside its own, each for a reason.
var companions = map[string][]string{
	"unit-default-mismatch": {"unit-scale-changed"},     // the unit's own finding says the factor
	"null-removed":          {"null-missing-vs-null"},   // and the default changed from null
	"null-missing-vs-null":  {"null-removed"},           // the same pair, seen from null that was written
	"unit-unreadable":       {},                         //
	"default-added":         {"null-added"},             // the fix makes the field nullable
	"default-epoch-zero":    {"default-in-domain"},      //
	"unit-removed":          {"unit-added"},             //
	"unit-added":            {"unit-removed"},           //
	"null-text-default":     {"null-sentinel-replaced"}, //
}

func TestRuleExampleFires(t *testing.T) {
	for _, rule := range hazard.Rules {
		w, r := example(t, rule, false)
		fired := 0
		for _, f := range said(t, w, r, settings[rule.ID]) {
			whole(t, f)
			switch {
			case f.Rule == rule && f.Path == rule.Example.Path:
				fired++
			case f.Level > compat.Note && !slices.Contains(companions[rule.ID], f.Rule.ID):
				t.Errorf("%s: its example also gives %s %s: %s", rule.ID, f.Rule.ID, f.Path, f.Message)
			}
		}
		if fired != 1 {
			t.Errorf("%s: its example fires %d times at %q", rule.ID, fired, rule.Example.Path)
		}
		w, r = example(t, rule, true)
		for _, f := range said(t, w, r, settings[rule.ID]) {
			if f.Rule == rule || f.Level > compat.Note {
				t.Errorf("%s: the fixed example gives %s: %s", rule.ID, f.Rule.ID, f.Message)
			}
		}
	}
}

// whole checks what every finding must have.
func whole(t testing.TB, f *compat.Finding) {
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
	if f.Rule.Check != nil && (f.From == "" || f.To == "" || f.From == f.To) {
		t.Errorf("%s: the transition is %q → %q", f.Rule.ID, f.From, f.To)
	}
	if f.At().IsZero() {
		t.Errorf("%s: no place: %s", f.Rule.ID, f.Message)
	}
}

// TestRuleExampleIsTrue decodes what an example says was written with two implementations.
func TestRuleExampleIsTrue(t *testing.T) {
	for _, rule := range hazard.Rules {
		if rule.Check == nil {
			continue
		}
		w, r := example(t, rule, false)
		writer, err := twmb.Parse(rule.Example.Writer)
		if err != nil {
			t.Errorf("%s: %v", rule.ID, err)
			continue
		}
		var value any
		if err := writer.DecodeJSON([]byte(rule.Example.Written), &value); err != nil {
			t.Errorf("%s: the written example is no datum of the writer: %v", rule.ID, err)
			continue
		}
		data, err := writer.Encode(value)
		if err != nil {
			t.Errorf("%s: %v", rule.ID, err)
			continue
		}
		got, err := avro.Resolve(w, r).Decode(data)
		_, twmbErr := readByTwmb(rule.Example.Writer, rule.Example.Reader, data)
		switch want := rule.Example.Read; {
		case want == "" && (err == nil || twmbErr == nil):
			t.Errorf("%s: the example should fail (%v, twmb %v)", rule.ID, err, twmbErr)
		case want != "" && (err != nil || twmbErr != nil):
			t.Errorf("%s: the example should read %s: %v, twmb %v", rule.ID, want, err, twmbErr)
		case want != "" && got.JSON() != want:
			t.Errorf("%s: the example reads %s, want %s", rule.ID, got.JSON(), want)
		}
	}
}

// readByTwmb decodes a datum under a pair with another implementation.
func readByTwmb(writer, reader string, data []byte) (any, error) {
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
	var v any
	_, err = resolved.Decode(data, &v)
	return v, err
}

// TestSamplesDecode holds that the datum of every sample is one of the writer's, and that the reader gets through it.
func TestSamplesDecode(t *testing.T) {
	for _, rule := range hazard.Rules {
		if rule.Check == nil {
			continue
		}
		w, r := example(t, rule, false)
		for _, f := range said(t, w, r, settings[rule.ID]) {
			if f.Sample == nil || f.Sample.Datum == nil {
				continue
			}
			if _, err := w.DecodeAsWritten(f.Sample.Datum); err != nil {
				t.Errorf("%s: its sample is no datum of the writer: %v", f.Rule.ID, err)
			}
			if _, err := avro.Resolve(w, r).Decode(f.Sample.Datum); (err != nil) != f.Sample.Fails {
				t.Errorf("%s: its sample fails: %v, says %v", f.Rule.ID, err, f.Sample.Fails)
			}
		}
	}
}

var idForm = regexp.MustCompile(`^(code|default|enum|name|null|number|text|time|unit)(-[a-z]+)+$`)

// retired are the ids that were rules once; they are never used again.
var retired = map[string]string{}

func TestRuleRegistry(t *testing.T) {
	seen := map[string]bool{}
	for i, r := range hazard.Rules {
		if !idForm.MatchString(r.ID) || seen[r.ID] || retired[r.ID] != "" {
			t.Errorf("%s: an id is words in kebab case behind a family, stands once and is not retired", r.ID)
		}
		seen[r.ID] = true
		if i > 0 && hazard.Rules[i-1].ID >= r.ID {
			t.Errorf("%s stands after %s", r.ID, hazard.Rules[i-1].ID)
		}
		if r.Title == "" || strings.ToUpper(r.Title[:1]) != r.Title[:1] || strings.HasSuffix(r.Title, ".") {
			t.Errorf("%s: title %q", r.ID, r.Title)
		}
		if !strings.HasSuffix(r.Why, ".") || r.Spec == "" || r.Since == "" || len(r.Recipe) == 0 || r.Level == compat.Off {
			t.Errorf("%s: why, specification, version, recipe and level are needed", r.ID)
		}
		if (r.Check != nil) == (r.Inspect != nil) {
			t.Errorf("%s: exactly one of Check and Inspect", r.ID)
		}
		if r.Inspect == nil && r.Mirror == "" {
			t.Errorf("%s has no mirror", r.ID)
		}
		if _, err := os.Stat(strings.ReplaceAll(r.ID, "-", "_") + ".go"); err != nil {
			t.Errorf("%s has no file of its own", r.ID)
		}
	}
	for _, r := range hazard.Rules {
		if r.Mirror != "" && !seen[r.Mirror] {
			t.Errorf("%s: its mirror %s does not exist", r.ID, r.Mirror)
		}
	}
}

// line is a finding as an archive states it.
func line(f *compat.Finding) string {
	at := f.At()
	return fmt.Sprintf("%s %s %s %s %s", at, f.Rule.ID, f.Level, cmp.Or(at.Pointer(), "/"), cmp.Or(string(f.Path), "-"))
}

func TestRuleArchives(t *testing.T) {
	for _, rule := range hazard.Rules {
		files, err := filepath.Glob(filepath.Join(rulesDir, rule.ID, "*.txtar"))
		if err != nil {
			t.Fatal(err)
		}
		fires, silent := false, false
		for _, file := range files {
			if strings.Contains(archive(t, file, settings[rule.ID]), " "+rule.ID+" ") {
				fires = true
			} else {
				silent = true
			}
		}
		if !fires || !silent {
			t.Errorf("%s: of %d archives in %s one must fire (%v) and one be silent (%v)", rule.ID, len(files), filepath.Join(rulesDir, rule.ID), fires, silent)
		}
	}
}

// archive runs one archive and returns its findings.
func archive(t *testing.T, file string, s setting) string {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var w, r *avro.Schema
	want := -1
	for i, f := range a.Files {
		switch f.Name {
		case "writer.avsc":
			w = parse(t, f.Name, f.Data)
		case "reader.avsc":
			r = parse(t, f.Name, f.Data)
		case "want":
			want = i
		default:
			t.Errorf("%s: what is %s?", file, f.Name)
		}
	}
	if r == nil || want < 0 && !*update {
		t.Fatalf("%s: reader.avsc and want are needed", file)
	}
	var b strings.Builder
	for _, f := range said(t, w, r, s) {
		whole(t, f)
		b.WriteString(line(f) + "\n")
	}
	got := b.String()
	if *update {
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
