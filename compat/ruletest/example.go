package ruletest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/schemavet/schemavet/compat"
)

// Fixed is an example's pair with the side replaced that its way out replaces.
func Fixed(e compat.Example) (writer, reader string) {
	if e.FixedIs == "writer" {
		return e.Fixed, e.Reader
	}
	return e.Writer, e.Fixed
}

// Examples checks that each rule speaks once at its example's path, says nothing of the fixed pair, and that other rules say
// no more than the company that the family names.
func (f *Family) Examples(t testing.TB) {
	for id := range f.Company {
		if f.byID()[id] == nil {
			t.Errorf("%s has company, and is no rule", id)
		}
	}
	for _, r := range f.Rules {
		if f.Plain[r.ID] != "" {
			continue
		}
		company := f.Company[r.ID]
		seen := map[string]bool{}
		fired := 0
		for _, found := range f.Find(t, r, r.Example.Writer, r.Example.Reader) {
			f.Whole(t, found)
			id := found.Rule.ID
			switch here := found.Rule == r && found.Path == r.Example.Path; {
			case here && fired == 0:
				fired++
			case slices.Contains(company, id):
				seen[id] = true
			default:
				t.Errorf("%s: its example also gives %s %s: %s", r.ID, id, found.Path, found.Message)
			}
		}
		if fired == 0 {
			t.Errorf("%s: its example does not fire at %q", r.ID, r.Example.Path)
		}
		writer, reader := Fixed(r.Example)
		for _, found := range f.Find(t, r, writer, reader) {
			id := found.Rule.ID
			switch {
			case slices.Contains(company, id):
				seen[id] = true
			case found.Rule == r || found.Level > compat.Note:
				t.Errorf("%s: the fixed example gives %s: %s", r.ID, id, found.Message)
			}
		}
		for _, id := range company {
			if !seen[id] {
				t.Errorf("%s: %s is named as its example's company, and says nothing", r.ID, id)
			}
		}
	}
}

// Layouts checks that the identity of findings is that of the schemas and not of their text: the example with other white
// space in other lines gives findings of the same fingerprints.
func (f *Family) Layouts(t testing.TB) {
	for _, r := range f.Rules {
		if f.Plain[r.ID] != "" {
			continue
		}
		e := r.Example
		identities := func(writer, reader string) (all []string) {
			for _, found := range f.Find(t, r, writer, reader) {
				all = append(all, fmt.Sprintf("%s %s from %q to %q", found.Fingerprint(), found.Rule.ID, found.From, found.To))
			}
			slices.Sort(all)
			return all
		}
		writer := e.Writer
		if writer != "" {
			writer = spread(writer)
		}
		if diff := gocmp.Diff(identities(e.Writer, e.Reader), identities(writer, spread(e.Reader))); diff != "" {
			t.Errorf("%s (-layout +another):\n%s", r.ID, diff)
		}
	}
}

// spread is a text with other white space in other lines; one that is no strict JSON only moves down.
func spread(text string) string {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(text), "  ", "\t"); err != nil {
		return "\n\n" + text
	}
	return "\n\n  " + b.String() + "\n"
}

// mostMessage is the length beyond which a message is no sentence that anybody reads, in bytes.
const mostMessage = 900

// Whole checks what every finding must have.
func (f *Family) Whole(t testing.TB, found *compat.Finding) {
	t.Helper()
	id, message := found.Rule.ID, found.Message
	if message == "" || strings.HasSuffix(message, ".") || strings.ContainsAny(message, "\n\t") || strings.Contains(message, "%!") || len(message) > mostMessage {
		t.Errorf("%s: message %q", id, message)
	}
	for _, step := range found.Recipe {
		if strings.Contains(step, "{{") {
			t.Errorf("%s: a placeholder is left in %q", id, step)
		}
	}
	if found.Level == compat.Error && (found.Sample == nil || found.Sample.Written == "" || found.Sample.Read == "") {
		t.Errorf("%s: an error without a sample: %s", id, message)
	}
	if f.Transitions && ofPairs(found.Rule) && (found.From == "" || found.To == "" || found.From == found.To) {
		t.Errorf("%s: the transition is %q → %q", id, found.From, found.To)
	}
	if found.At().IsZero() {
		t.Errorf("%s: no place: %s", id, message)
	}
	if !slices.Contains(f.Rules, found.Rule) {
		t.Errorf("%s is no rule", id)
	}
}
