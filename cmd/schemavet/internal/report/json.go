package report

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"io"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// Schema is the JSON Schema of the json format.
//
//go:embed report.schema.json
var Schema string

// The document's shape. Keys come out in this order; within version 1 keys are only ever added.
type document struct {
	Version  int          `json:"version"`
	Tool     tool         `json:"tool"`
	Run      runDoc       `json:"run"`
	Pairs    []pairDoc    `json:"pairs"`
	Findings []findingDoc `json:"findings"`
}

type tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type runDoc struct {
	Command  string      `json:"command"`
	Mode     string      `json:"mode"`
	As       []string    `json:"as"`
	Coverage coverageDoc `json:"coverage"`
}

type coverageDoc struct {
	Subjects int       `json:"subjects"`
	Pairs    int       `json:"pairs"`
	Skipped  []skipDoc `json:"skipped"`
}

type skipDoc struct {
	Source string `json:"source"`
	Why    string `json:"why"`
}

type pairDoc struct {
	Subject   string   `json:"subject"`
	Writer    string   `json:"writer"`
	Reader    string   `json:"reader"`
	Verdict   string   `json:"verdict"`
	Evolution string   `json:"evolution,omitempty"`
	Runtimes  runtimes `json:"runtimes"`
}

// runtimes is an object whose keys keep the order of the readings.
type runtimes []compat.Reading

func (r runtimes) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, reading := range r {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(reading.Runtime)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(struct {
			Check  string `json:"check"`
			Read   string `json:"read"`
			Reason string `json:"reason,omitempty"`
		}{reading.Check, reading.Read, reading.Reason})
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

type findingDoc struct {
	Rule        string     `json:"rule"`
	Level       string     `json:"level"`
	State       string     `json:"state"`
	Subject     string     `json:"subject"`
	Path        string     `json:"path"`
	Message     string     `json:"message"`
	Writer      *placeDoc  `json:"writer"`
	Reader      *placeDoc  `json:"reader"`
	Sample      *sampleDoc `json:"sample"`
	Runtimes    []string   `json:"runtimes"`
	Recipe      []string   `json:"recipe"`
	Fingerprint string     `json:"fingerprint"`
	From        string     `json:"from,omitempty"`
	To          string     `json:"to,omitempty"`
	Reason      string     `json:"reason,omitempty"`
}

type placeDoc struct {
	Source  string `json:"source"`
	Pointer string `json:"pointer"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
}

type sampleDoc struct {
	Written string `json:"written"`
	Read    string `json:"read"`
}

func writeJSON(w io.Writer, r *Run) error {
	d := document{
		Version: 1, Tool: tool{"schemavet", r.Version}, Pairs: []pairDoc{}, Findings: []findingDoc{},
		Run: runDoc{r.Command, r.Mode, list(r.As), coverageDoc{r.Subjects, len(r.Pairs), []skipDoc{}}},
	}
	for _, s := range r.Skipped {
		d.Run.Coverage.Skipped = append(d.Run.Coverage.Skipped, skipDoc(s))
	}
	for _, p := range r.Pairs {
		d.Pairs = append(d.Pairs, pairDoc{p.Subject, p.Writer, p.Reader, p.Verdict.String(), p.Evolution, runtimes(p.Readings)})
	}
	for _, f := range r.Findings {
		if f.Level >= r.MinLevel {
			d.Findings = append(d.Findings, finding(f))
		}
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(&d)
}

func finding(f *gate.Finding) findingDoc {
	d := findingDoc{
		Rule: f.Rule.ID, Level: f.Level.String(), State: string(f.State), Subject: f.Subject, Path: string(f.Path), Message: f.Message,
		Writer: placed(f.Writer), Reader: placed(f.Reader), Runtimes: list(f.Runtimes), Recipe: list(f.Recipe),
		Fingerprint: f.Fingerprint(), From: f.From, To: f.To, Reason: f.Reason,
	}
	if f.Stop != nil {
		stop := placeIn(f.Stop.Source, "", f.Stop.Line, f.Stop.Column)
		if d.Writer != nil {
			d.Writer = stop
		} else {
			d.Reader = stop
		}
	}
	if f.Sample != nil {
		d.Sample = &sampleDoc{f.Sample.Written, f.Sample.Read}
	}
	return d
}

func placed(p position.Place) *placeDoc {
	if p.IsZero() {
		return nil
	}
	at := p.Start()
	return placeIn(p.Source(), p.Pointer(), at.Line, at.Column)
}

// placeIn is a place; what is about a whole text points at its beginning.
func placeIn(source, pointer string, line, column int) *placeDoc {
	return &placeDoc{source, pointer, max(line, 1), max(column, 1)}
}

// list makes nil an empty array.
func list(texts []string) []string {
	if texts == nil {
		return []string{}
	}
	return texts
}
