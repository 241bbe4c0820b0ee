package rollout

import (
	"fmt"
)

// Names is the oracle for channels whose format has no adapter, and for tables known by their columns only: it
// compares names. What is not declared it does not guess: it says that it cannot answer.
type Names struct{}

// Read wants every field that the reader uses among those that the writer fills. In a table a column that was not
// filled reads as null, which is fine only if that null has a declared meaning.
func (Names) Read(d DataClass, t *TableSchema, r ReaderView) (Judgment, error) {
	if d.Version != "" && d.Version == r.Version && (d.Fields == nil || r.Uses == nil || len(d.Channel.Schemas) > 0) {
		return Judgment{}, nil
	}
	if d.Fields == nil || r.Uses == nil {
		return Judgment{}, cannotCompare(d.Channel, d.Fields == nil)
	}
	var notes []Note
	answer := Fine
	for _, f := range r.Uses {
		switch {
		case contains(d.Fields, f):
		case t == nil:
			answer = Refused
			notes = append(notes, Note{Path: f, Message: fmt.Sprintf("field %s is not written", f)})
		case presence(t, f) == present || presence(t, f) == unsure:
			if declaredNull(r.Meaning, f) || renamedTo(t, d.Fields, f) {
				continue
			}
			answer = max(answer, Conditional)
			notes = append(notes, Note{Path: f, Case: f + " is null", Message: fmt.Sprintf("column %s was not filled when the row was written and reads as null", f),
				Remedy: fmt.Sprintf("say what null in %s means (meanings, nullMeans) and let %s/%s handle it", f, r.Participant.Name, r.Build.Name)})
		}
	}
	return Judgment{answer, notes}, nil
}

func cannotCompare(c *Channel, data bool) error {
	what := "what its readers use"
	if data {
		what = "what its writers fill"
	}
	if c.Format != "" && len(c.Schemas) > 0 {
		return fmt.Errorf("no adapter answers for format %q of channel %s, and %s is not declared", c.Format, c.Name, what)
	}
	return fmt.Errorf("%s in channel %s is not declared", what, c.Name)
}

func declaredNull(meanings []Meaning, field string) bool {
	for _, m := range meanings {
		if m.Name == field {
			return m.NullMeans != "" && m.NullMeans != "never"
		}
	}
	return false
}

// A seat says whether a table has a column, as far as the alter steps tell.
type seat uint8

const (
	unsure seat = iota
	present
	absent
)

// presence follows one column through the alter steps that have happened and those still to come.
func presence(t *TableSchema, field string) seat {
	at := unsure
	if t.Channel.Fields != nil {
		at = absent
		if contains(t.Channel.Fields, field) {
			at = present
		}
	}
	for _, alter := range t.Alters {
		at = after(alter, field, at)
	}
	if at != unsure {
		return at
	}
	for _, alter := range t.Later {
		switch after(alter, field, unsure) {
		case present:
			return absent // it is only added, or gets its name, later
		case absent:
			return present
		}
	}
	return unsure
}

// after applies one alter step to what is known about a column.
func after(alter *Step, field string, at seat) seat {
	if contains(alter.Add, field) {
		at = present
	}
	for _, r := range alter.Rename {
		switch field {
		case r.From:
			at = absent
		case r.To:
			at = present
		}
	}
	return at
}

// renamedTo tells whether the writer filled the same column under another of its names.
func renamedTo(t *TableSchema, filled []string, field string) bool {
	for _, list := range [2][]*Step{t.Alters, t.Later} {
		for _, alter := range list {
			for _, r := range alter.Rename {
				if r.To == field && contains(filled, r.From) || r.From == field && contains(filled, r.To) {
					return true
				}
			}
		}
	}
	return false
}

// Bind wants every field that the reader asks for by name to be a column. A reader that binds by id finds a renamed
// column under its id.
func (Names) Bind(t *TableSchema, r ReaderView) (Judgment, error) {
	if r.Uses == nil && r.Version != t.Version {
		return Judgment{}, cannotCompare(t.Channel, false)
	}
	var notes []Note
	for _, f := range r.Uses {
		if presence(t, f) != absent || r.Binds == "id" && renamedAtAll(t, f) {
			continue
		}
		notes = append(notes, Note{Path: f, Message: fmt.Sprintf("the table has no column %s", f)})
	}
	if notes == nil {
		return Judgment{}, nil
	}
	return Judgment{Refused, notes}, nil
}

func renamedAtAll(t *TableSchema, field string) bool {
	for _, list := range [2][]*Step{t.Alters, t.Later} {
		for _, alter := range list {
			for _, r := range alter.Rename {
				if r.From == field || r.To == field {
					return true
				}
			}
		}
	}
	return false
}

// Write wants every column that the writer fills to exist, and every column that is required to be filled.
func (Names) Write(t *TableSchema, w WriterView) (Judgment, error) {
	if w.Fields == nil && w.Version != t.Version {
		return Judgment{}, cannotCompare(t.Channel, true)
	}
	var notes []Note
	for _, f := range w.Fields {
		if presence(t, f) == absent && !(w.Binds == "id" && renamedAtAll(t, f)) {
			notes = append(notes, Note{Path: f, Message: fmt.Sprintf("the table has no column %s", f)})
		}
	}
	for _, alter := range t.Alters {
		for _, f := range alter.Require {
			if w.Fields != nil && !contains(w.Fields, f) {
				notes = append(notes, Note{Path: f, Message: fmt.Sprintf("column %s is required and not filled", f)})
			}
		}
	}
	if notes == nil {
		return Judgment{}, nil
	}
	return Judgment{Refused, notes}, nil
}

// Preserve lists the fields that are read and not written back.
func (Names) Preserve(d DataClass, r ReaderView, w WriterView) (Judgment, error) {
	if d.Version != "" && d.Version == w.Version && (d.Fields == nil || w.Fields == nil || len(d.Channel.Schemas) > 0) {
		return Judgment{}, nil
	}
	if d.Fields == nil || w.Fields == nil {
		return Judgment{}, cannotCompare(d.Channel, true)
	}
	var notes []Note
	for _, f := range d.Fields {
		if !contains(w.Fields, f) {
			notes = append(notes, Note{Path: f, Message: fmt.Sprintf("field %s is not written back", f)})
		}
	}
	if notes == nil {
		return Judgment{}, nil
	}
	return Judgment{Hazard, notes}, nil
}
