package rollout

import (
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The JSON report. Fields are only ever added within a major version.
type (
	jsonReport struct {
		Version  int           `json:"version"`
		Plan     string        `json:"plan"`
		File     string        `json:"file"`
		Verdict  string        `json:"verdict"`
		ExitCode int           `json:"exitCode"`
		Findings jsonFindings  `json:"findings"`
		Omitted  int           `json:"omittedFindings,omitzero"`
		Unknown  []jsonUnknown `json:"unknown"`
		Pending  []string      `json:"pendingApprovals"`
		Triangle *jsonTriangle `json:"triangle,omitempty"`
		Looked   []string      `json:"lookedAt"`
		Skipped  []string      `json:"notLookedAt,omitempty"`
	}
	jsonFindings struct{ of *Report }
	jsonFinding  struct {
		Rule         string     `json:"rule"`
		Code         string     `json:"code"`
		Level        string     `json:"level"`
		State        string     `json:"state"`
		Message      string     `json:"message"`
		Subject      string     `json:"subject"`
		At           *jsonPlace `json:"at,omitempty"`
		Pair         *jsonPair  `json:"pair,omitempty"`
		Reasons      []jsonNote `json:"reasons,omitempty"`
		Interval     *jsonSpans `json:"interval,omitempty"`
		Trace        []jsonMove `json:"trace,omitempty"`
		Why          string     `json:"why,omitempty"`
		Fix          string     `json:"fix,omitempty"`
		MissingEdges []jsonEdge `json:"missingEdges,omitempty"`
		Alternatives []string   `json:"alternatives,omitempty"`
		Owners       []string   `json:"owners,omitempty"`
		Waived       *jsonWaive `json:"waived,omitempty"`
		Fingerprint  string     `json:"fingerprint"`
		Explain      string     `json:"explain"`
	}
	jsonPlace struct {
		File   string `json:"file"`
		Line   int    `json:"line"`
		Column int    `json:"column"`
	}
	jsonPair struct {
		Reader string `json:"reader"`
		Data   string `json:"data"`
		From   string `json:"from,omitempty"`
		Answer string `json:"answer"`
	}
	jsonNote struct {
		Rule    string `json:"rule,omitempty"`
		Path    string `json:"path,omitempty"`
		Message string `json:"message"`
		Case    string `json:"case,omitempty"`
		Remedy  string `json:"remedy,omitempty"`
	}
	jsonSpans struct {
		Reader jsonSpan `json:"reader"`
		Data   jsonSpan `json:"data"`
	}
	jsonSpan struct {
		From  string   `json:"from"`
		Until []string `json:"until"` // any of them; none: for ever
	}
	jsonMove struct {
		Do   string `json:"do"`
		Step string `json:"step"`
		Text string `json:"text"`
	}
	jsonEdge struct {
		Before string `json:"before"`
		After  string `json:"after"`
		Step   string `json:"step,omitempty"`
		Needs  string `json:"needs,omitempty"`
	}
	jsonWaive struct {
		By     string `json:"by"`
		Until  string `json:"until"`
		Reason string `json:"reason"`
	}
	jsonUnknown struct {
		At      *jsonPlace `json:"at,omitempty"`
		Message string     `json:"message"`
	}
	jsonTriangle struct {
		Steps    []string   `json:"steps"`
		Cells    [][]string `json:"cells"`
		LastSafe int        `json:"lastSafe"`
		Line     string     `json:"line"`
		Notes    []string   `json:"notes,omitempty"`
	}
)

// WriteJSON writes the report for programs.
func (r *Report) WriteJSON(w io.Writer) error {
	doc := jsonReport{Version: 1, Plan: r.Plan.Name, File: r.Plan.File, Verdict: r.Verdict.String(), ExitCode: r.Verdict.ExitCode(),
		Findings: jsonFindings{r}, Omitted: r.Omitted, Unknown: []jsonUnknown{}, Pending: append([]string{}, r.Pending...), Looked: append([]string{}, r.Looked...), Skipped: r.Skipped}
	for _, u := range r.Unknown {
		doc.Unknown = append(doc.Unknown, jsonUnknown{r.jsonPlace(u.At), u.Message})
	}
	if t := r.Triangle(); t != nil {
		doc.Triangle = &jsonTriangle{Steps: t.Steps, LastSafe: t.LastSafe(), Line: t.Line(), Notes: t.Notes}
		for _, row := range t.Cells {
			cells := make([]string, len(row))
			for i, c := range row {
				cells[i] = c.String()
			}
			doc.Triangle.Cells = append(doc.Triangle.Cells, cells)
		}
	}
	if err := json.MarshalWrite(w, doc, jsontext.WithIndent("  "), json.Deterministic(true)); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// MarshalJSONTo writes the findings one by one: the runs of a large plan do not all fit into memory as text.
func (l jsonFindings) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginArray); err != nil {
		return err
	}
	for _, f := range l.of.Findings {
		if err := json.MarshalEncode(enc, l.of.jsonFinding(f)); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndArray)
}

func (r *Report) jsonPlace(at Pos) *jsonPlace {
	if at == (Pos{}) {
		return nil
	}
	return &jsonPlace{r.file(at), at.Line, at.Col}
}

func (r *Report) jsonFinding(f *Finding) jsonFinding {
	out := jsonFinding{Rule: f.Rule.ID, Code: f.Rule.Code, Level: f.Level.String(), State: "new", Message: f.Message, Subject: f.Subject, At: r.jsonPlace(f.At),
		Why: f.Why, Fix: f.Fix, Alternatives: f.Alternatives, Owners: f.Owners, Fingerprint: f.Fingerprint(), Explain: "schemavet explain " + f.Rule.ID}
	for _, n := range f.Reasons {
		out.Reasons = append(out.Reasons, jsonNote(n))
	}
	for _, e := range f.Missing {
		out.MissingEdges = append(out.MissingEdges, jsonEdge{e.Before, e.After, e.Step, e.Needs})
	}
	if f.Waiver != nil {
		out.State, out.Waived = "accepted", &jsonWaive{f.Waiver.By, f.Waiver.Until, f.Waiver.Reason}
	}
	c := r.checker
	if c == nil {
		return out
	}
	for _, mv := range f.Trace {
		out.Trace = append(out.Trace, jsonMove{[...]string{"start", "done", "rollback", "redo"}[mv.Kind], c.plan.Steps[mv.Step].ID, c.moveText(mv)})
	}
	if m := f.meeting; m != nil {
		out.Pair = &jsonPair{Reader: m.actor.String(), Answer: m.judgment.Answer.String()}
		out.Interval = &jsonSpans{Reader: c.jsonSpan(m.actor.reads)}
		if m.data != nil {
			out.Pair.Data, out.Pair.From = m.data.subject(), m.data.from()
			out.Interval.Data = c.jsonSpan(m.data.life)
		} else {
			out.Pair.Data = m.era.schema.Channel.Name + " " + m.era.name()
			out.Interval.Data = c.jsonSpan(m.era.life)
		}
	}
	return out
}

// jsonSpan writes a span by the names of its events.
func (c *checker) jsonSpan(s span) jsonSpan {
	out := jsonSpan{From: c.order.name(s.start), Until: []string{}}
	for _, ep := range s.ends {
		text := ""
		for i, e := range ep.all {
			if i > 0 {
				text += " and "
			}
			text += c.order.name(e)
		}
		if ep.wait > 0 {
			text += " and " + Span(ep.wait).String() + " after " + c.order.name(ep.since)
		}
		out.Until = append(out.Until, text)
	}
	return out
}
