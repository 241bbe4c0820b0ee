package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/report"
	"github.com/schemavet/schemavet/compat/meaning"
)

// fieldJSON is what is known about a field; keys are only ever added.
type fieldJSON struct {
	Path       string         `json:"path"`
	Type       string         `json:"type"`
	Unit       *unitJSON      `json:"unit"`   // null without a unit that has a code
	Opaque     *textJSON      `json:"opaque"` // a unit's text that no code stands for, compared literally
	Others     []unitJSON     `json:"others"`
	Null       *nullJSON      `json:"null"`
	Default    *defaultJSON   `json:"default"`
	Codes      *codesJSON     `json:"codes"`
	Window     *textJSON      `json:"window"`
	Companion  *companionJSON `json:"companion"`
	Range      *rangeJSON     `json:"range"`
	Meaning    *textJSON      `json:"meaning"`
	Identifier *textJSON      `json:"identifier"`
	Key        bool           `json:"key"`
	Metric     bool           `json:"metric"`
	Faults     []string       `json:"faults"`
	Invalid    []string       `json:"invalid"` // what makes the schema around the field invalid
	Exact      string         `json:"exact,omitempty"`
}

type evidenceJSON struct {
	Source     string `json:"source"`
	Text       string `json:"text"`
	Confidence int    `json:"confidence"`
}

type unitJSON struct {
	Code string `json:"code"`
	Kind string `json:"kind"`
	evidenceJSON
	Words string `json:"words"`
}

type nullJSON struct {
	Nullable  bool           `json:"nullable"`
	Means     string         `json:"means"`
	Evidence  *evidenceJSON  `json:"evidence"`
	Sentinels []sentinelJSON `json:"sentinels"`
}

type sentinelJSON struct {
	Value string `json:"value"`
	Means string `json:"means"`
	evidenceJSON
}

type defaultJSON struct {
	Value string `json:"value"`
	Sense string `json:"sense"`
	Means string `json:"means"`
	evidenceJSON
}

type codesJSON struct {
	Codes []codeJSON `json:"codes"`
	evidenceJSON
}

type codeJSON struct {
	Value string `json:"value"`
	Means string `json:"means"`
}

type textJSON struct {
	Value string `json:"value"`
	evidenceJSON
}

type companionJSON struct {
	Field   string `json:"field"`
	Role    string `json:"role"`
	Missing bool   `json:"missing"`
	evidenceJSON
}

type rangeJSON struct {
	Min string `json:"min"`
	Max string `json:"max"`
	evidenceJSON
}

// explainField prints what is known about one field. target is INPUT#PATH.
func explainField(e *Env, target, format string, j *judging) error {
	at := strings.LastIndexByte(target, '#')
	if at < 0 || at == len(target)-1 {
		return &gate.Usage{Problem: fmt.Sprintf("--field %q: expected INPUT#PATH, as in schemas/order.avsc#Order.amount", target)}
	}
	in, err := parseInput(e, target[:at])
	if err != nil {
		return err
	}
	l := loader(e)
	finder, _, options, err := j.prepare(e)
	if err != nil {
		return err
	}
	field, err := l.Field(gate.Request{Refs: *j.refs, Finder: finder}, in, target[at+1:], options)
	if err != nil {
		return err
	}
	known := fieldOf(field)
	if format == "json" {
		encoder := json.NewEncoder(e.Stdout)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		return encoder.Encode(known)
	}
	_, err = e.Stdout.Write([]byte(known.text()))
	return err
}

func evidence(v meaning.Evidence) evidenceJSON {
	return evidenceJSON{v.Source.String(), v.Text, v.Confidence}
}

// unitOf is a unit that has a code.
func unitOf(u *meaning.UnitFact) *unitJSON {
	if u == nil || u.Code == "" {
		return nil
	}
	return &unitJSON{u.Code, u.Kind.String(), evidence(u.Evidence), u.Words()}
}

func fieldOf(f *gate.Field) *fieldJSON {
	k := f.Facts
	out := &fieldJSON{
		Path: string(f.Path), Type: f.Node.Type, Unit: unitOf(k.Unit), Others: []unitJSON{}, Key: k.Key, Metric: k.Metric, Faults: []string{}, Invalid: append([]string{}, f.Broken...),
		Null: &nullJSON{Nullable: f.Node.Nullable, Sentinels: []sentinelJSON{}},
	}
	if k.Unit != nil && out.Unit == nil {
		out.Opaque = &textJSON{k.Unit.Words(), evidence(k.Unit.Evidence)}
	}
	for i := range k.Others {
		if u := unitOf(&k.Others[i]); u != nil {
			out.Others = append(out.Others, *u)
		}
	}
	if k.Null != nil {
		v := evidence(k.Null.Evidence)
		out.Null.Means, out.Null.Evidence = k.Null.Means, &v
	}
	for _, s := range k.Sentinels {
		out.Null.Sentinels = append(out.Null.Sentinels, sentinelJSON{s.Value, s.Means, evidence(s.Evidence)})
	}
	if k.Default.Sense != meaning.NoDefault {
		out.Default = &defaultJSON{k.Default.Value, k.Default.Sense.String(), k.Default.Means, evidence(k.Default.Evidence)}
	}
	for _, list := range []*meaning.CodeList{k.Codes, k.Symbols} {
		if list != nil && out.Codes == nil {
			out.Codes = codesOf(list)
		}
	}
	if k.Window != nil {
		out.Window = &textJSON{k.Window.Length.Words(), evidence(k.Window.Evidence)}
	}
	if c := k.Companion; c != nil {
		out.Companion = &companionJSON{c.Field, c.Role, c.Missing, evidence(c.Evidence)}
	}
	if k.Range != nil {
		out.Range = &rangeJSON{k.Range.Min, k.Range.Max, evidence(k.Range.Evidence)}
	}
	if k.Tag != nil {
		out.Meaning = &textJSON{k.Tag.Value, evidence(k.Tag.Evidence)}
	}
	if k.Identifier != nil {
		out.Identifier = &textJSON{k.Identifier.Value, evidence(k.Identifier.Evidence)}
	}
	for _, fault := range k.Faults {
		out.Faults = append(out.Faults, fault.Text)
	}
	out.Exact = exactness(f)
	return out
}

func codesOf(list *meaning.CodeList) *codesJSON {
	out := &codesJSON{[]codeJSON{}, evidence(list.Evidence)}
	for _, c := range list.Codes {
		out.Codes = append(out.Codes, codeJSON{c.Value, c.Means})
	}
	return out
}

// exactness says what would make the unit exact, "" when it is.
func exactness(f *gate.Field) string {
	k := f.Facts
	switch {
	case k.Unit != nil && k.Unit.Confidence >= meaning.Stated:
		return ""
	case k.Unit != nil && k.Unit.Code == "":
		return fmt.Sprintf("the %s states it in words that no unit's code stands for, so a change is seen as text only; the property \"unit\" or a row under meanings: in schemavet.yaml makes it exact", k.Unit.Place)
	case k.Unit != nil:
		return fmt.Sprintf("the unit was read from the %s; the property \"unit\": %q on the field, or a row under meanings: in schemavet.yaml, makes it exact", k.Unit.Place, k.Unit.Code)
	case f.Node.Says.Number():
		return "no unit is known; state it with the property \"unit\" on the field, or a row under meanings: in schemavet.yaml (unit: none for a bare number)"
	}
	return ""
}

// text is the page of a field for people.
func (k *fieldJSON) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s\n\n", report.Visible(k.Path), report.Visible(k.Type))
	row := func(name, says string, v evidenceJSON) {
		fmt.Fprintf(&b, "  %-11s %s\n", name, report.Visible(says))
		if v.Source != "" {
			fmt.Fprintf(&b, "  %-11s from %s %q, confidence %d of 100\n", "", v.Source, v.Text, v.Confidence)
		}
	}
	switch {
	case k.Unit == nil && k.Opaque == nil:
		row("unit", "not known", evidenceJSON{})
	case k.Unit == nil:
		row("unit", k.Opaque.Value, k.Opaque.evidenceJSON)
	default:
		row("unit", fmt.Sprintf("%s (%s, %s)", k.Unit.Words, k.Unit.Code, k.Unit.Kind), k.Unit.evidenceJSON)
	}
	for _, o := range k.Others {
		row("also", fmt.Sprintf("%s (%s, %s)", o.Words, o.Code, o.Kind), o.evidenceJSON)
	}
	k.nullText(row)
	if k.Default != nil {
		row("default", strings.TrimSpace(fmt.Sprintf("%s (%s) %s", k.Default.Value, k.Default.Sense, k.Default.Means)), k.Default.evidenceJSON)
	}
	if k.Codes != nil {
		var list []string
		for _, c := range k.Codes.Codes {
			list = append(list, c.Value+" = "+c.Means)
		}
		row("codes", strings.Join(list, ", "), k.Codes.evidenceJSON)
	}
	for _, t := range []struct {
		name string
		text *textJSON
	}{{"window", k.Window}, {"meaning", k.Meaning}, {"identifier", k.Identifier}} {
		if t.text != nil {
			row(t.name, t.text.Value, t.text.evidenceJSON)
		}
	}
	if k.Companion != nil {
		row("companion", fmt.Sprintf("the %s stands in %s", k.Companion.Role, k.Companion.Field), k.Companion.evidenceJSON)
	}
	if k.Range != nil {
		row("range", fmt.Sprintf("%s to %s", bound(k.Range.Min), bound(k.Range.Max)), k.Range.evidenceJSON)
	}
	for _, fault := range k.Faults {
		row("conflict", fault, evidenceJSON{})
	}
	for _, problem := range k.Invalid {
		row("invalid", problem, evidenceJSON{})
	}
	if k.Exact != "" {
		fmt.Fprintln(&b)
		for _, line := range fold(k.Exact, helpWidth) {
			fmt.Fprintf(&b, "%s\n", line)
		}
	}
	return b.String()
}

func (k *fieldJSON) nullText(row func(name, says string, v evidenceJSON)) {
	switch {
	case k.Null.Evidence != nil:
		row("null", "means "+k.Null.Means, *k.Null.Evidence)
	case k.Null.Nullable:
		row("null", "may be null; what that means is not stated", evidenceJSON{})
	default:
		row("null", "cannot be null", evidenceJSON{})
	}
	for _, s := range k.Null.Sentinels {
		row("sentinel", strings.TrimSuffix(s.Value+" means "+s.Means, " means "), s.evidenceJSON)
	}
}

func bound(text string) string {
	if text == "" {
		return "unbounded"
	}
	return text
}
