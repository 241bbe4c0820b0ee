package iceberg

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/schemavet/schemavet/compat"
)

//go:embed engines.json
var enginesJSON []byte

// Engines is what is known about what engines do with a change: versioned data, each cell with its source.
type Engines struct {
	Version string   `json:"version"`
	List    []Engine `json:"engines"`
	Cells   []Cell   `json:"cells"`
}

// An Engine is one reader and writer of Iceberg tables.
type Engine struct {
	Name    string `json:"name"`
	Version string `json:"version"` // what was looked at
}

// A Cell is what one engine does with one kind of change.
type Cell struct {
	Topic   string `json:"topic"`
	Engine  string `json:"engine"`
	Accepts string `json:"accepts"`       // does it commit the change: yes, no, unknown
	Reads   string `json:"reads"`         // old files after the change: yes, changed, fails, unknown
	Writes  string `json:"writes"`        // new files after the change: yes, no, unknown
	Why     string `json:"why,omitempty"` // what is read wrong
	Source  string `json:"source"`
}

// Profiles is the table of engines, read once.
var Profiles = sync.OnceValue(func() *Engines {
	var e Engines
	if err := json.Unmarshal(enginesJSON, &e); err != nil {
		panic(fmt.Sprintf("engines.json: %v", err)) // the file is part of the program; a test reads it
	}
	return &e
})

// Known reports whether an engine has a profile.
func (e *Engines) Known(engine string) bool {
	return slices.ContainsFunc(e.List, func(x Engine) bool { return x.Name == engine })
}

// Cell is what an engine does with a topic; all unknown without an entry.
func (e *Engines) Cell(topic, engine string) Cell {
	for _, c := range e.Cells {
		if c.Topic == topic && c.Engine == engine {
			return c
		}
	}
	return Cell{Topic: topic, Engine: engine, Accepts: "unknown", Reads: "unknown", Writes: "unknown", Source: "nobody has looked"}
}

// that names the engines whose cell for a topic passes a test, in the order of the table.
func (e *Engines) that(topic string, test func(Cell) bool) []string {
	var names []string
	for _, engine := range e.List {
		if c := e.Cell(topic, engine.Name); test(c) {
			names = append(names, engine.Name)
		}
	}
	return names
}

// retypeTopic is the row of the table for a change of type.
func retypeTopic(from, to *Type) string {
	switch {
	case from.Kind == Unknown:
		return "unknown->any"
	case from.Kind == Decimal && to.Kind == Decimal && from.Scale == to.Scale && from.Precision > to.Precision:
		return "decimal narrower"
	case from.Kind == Decimal && to.Kind == Decimal && from.Scale == to.Scale:
		return "decimal precision"
	case from.Kind == Decimal && to.Kind == Decimal:
		return "decimal scale"
	}
	return from.String() + "->" + to.String()
}

// defaultTopic is the row of the table for a column's initial-default: engines that keep JSON's own values as they are may
// not know the forms that the specification gives to the others.
func defaultTopic(f *Field) string {
	switch f.Type.Kind {
	case Boolean, Int, String:
		return "initial-default, plain"
	case Float, Double:
		if !strings.ContainsAny(f.Initial.Value.Raw(), ".eE") {
			return "initial-default, whole double"
		}
		return "initial-default, plain"
	case Struct, List, Map:
		return "initial-default, nested"
	case Long:
		if n, err := strconv.ParseInt(f.Initial.Text, 10, 64); err == nil && n <= 1<<53 && n >= -1<<53 {
			return "initial-default, plain"
		}
	}
	return "initial-default"
}

// A touch is a topic that a pair's change touches, and where.
type touch struct {
	topic string
	path  compat.Path
}

// touches are the topics of a trace, each once, in the order of the walk.
func touches(t *compat.Trace) []touch {
	pair := PairOf(t)
	var all []touch
	add := func(topic string, path compat.Path) {
		if !slices.ContainsFunc(all, func(x touch) bool { return x.topic == topic }) {
			all = append(all, touch{topic, path})
		}
	}
	version := max(pair.Writer.version(), pair.Reader.version())
	if version >= 3 {
		add("format version 3", "")
	}
	if pair.Bind == ByMapping && pair.Writer.Schema.Unnumbered && (pair.Reader.Table == nil || pair.Reader.Table.Mapping == nil) {
		add("id-less by position", "")
	}
	t.Walk(func(s *compat.Site) {
		w, f := fieldOf(s.Writer), fieldOf(s.Reader)
		switch {
		case w != nil && f != nil:
			switch {
			case !w.Type.Same(f.Type):
				add(retypeTopic(w.Type, f.Type), s.Path)
			case !w.Required && f.Required:
				add("optional->required", s.Path)
			case w.Required && !f.Required && pair.Reader.Schema.IsIdentifier(f.ID):
				add("identifier optional", s.Path)
			}
			if insideKey(f) && w.content != f.content {
				add("map key", s.Path)
			}
			if w.Write != nil && f.Write == nil && f.Required {
				add("write-default removed", s.Path)
			}
			if w.Initial == nil && f.Initial != nil {
				add(defaultTopic(f), s.Path)
			}
		case f != nil && s.Does == compat.Refuse && f.Required:
			add("required added", s.Path)
		case f != nil && f.Initial != nil:
			add(defaultTopic(f), s.Path)
		case f == nil && w != nil && !pair.Behind:
			for _, topic := range dropTopics(pair, w) {
				add(topic, s.Path)
			}
		}
	})
	if len(all) == 0 || len(all) == 1 && all[0].topic == "format version 3" {
		add("plain", "")
	}
	return all
}

// dropTopics are the topics of a column that is dropped, by what else the table does with it or with what stands in it.
func dropTopics(pair *Pair, w *Field) []string {
	t := pair.Younger().Table
	if t == nil {
		return nil
	}
	var topics []string
	eachInside(w, func(part *Field) {
		if slices.Contains(t.EqualityIDs, part.ID) {
			topics = append(topics, "drop equality delete column")
		}
		for _, s := range t.Specs {
			switch {
			case binds(s.Fields, part.ID) == nil:
			case s == t.DefaultSpec:
				topics = append(topics, "drop partition source")
			default:
				topics = append(topics, "drop old partition source")
			}
		}
		for _, o := range t.Orders {
			switch {
			case binds(o.Fields, part.ID) == nil:
			case o == t.DefaultOrder:
				topics = append(topics, "drop sort source")
			default:
				topics = append(topics, "drop old sort source")
			}
		}
	})
	return topics
}

// Readings is what the engines asked for make of a trace: the worst of what they do with each topic that it touches.
// What nobody has looked at is unknown.
func Readings(t *compat.Trace, engines []string) []compat.Reading {
	var readings []compat.Reading
	for _, engine := range engines {
		if engine == "spec" || !Profiles().Known(engine) {
			continue
		}
		readings = append(readings, reading(t, engine))
	}
	return readings
}

func reading(t *compat.Trace, engine string) compat.Reading {
	r := compat.Reading{Runtime: engine, Check: "compatible", Read: "same"}
	var reasons []string
	rank := func(order []string, word string) int { return slices.Index(order, word) }
	checks, reads := []string{"compatible", "unknown", "incompatible"}, []string{"same", "unknown", "changed", "fails"}
	for _, x := range touches(t) {
		c := Profiles().Cell(x.topic, engine)
		check := map[string]string{"yes": "compatible", "no": "incompatible", "unknown": "unknown"}[c.Accepts]
		read := map[string]string{"yes": "same", "changed": "changed", "fails": "fails", "unknown": "unknown"}[c.Reads]
		if rank(checks, check) > rank(checks, r.Check) {
			r.Check = check
		}
		if rank(reads, read) > rank(reads, r.Read) {
			r.Read = read
		}
		if check != "compatible" || read != "same" || c.Writes == "no" {
			reason := x.topic + ": " + c.Source
			if c.Writes == "no" {
				reason += " (it does not write such tables)"
			}
			reasons = append(reasons, reason)
		}
	}
	r.Reason = strings.Join(reasons, "; ")
	return r
}

// joined lists names for a sentence: a, b and c.
func joined(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// few lists at most five names.
func few(names []string) string {
	if len(names) > 5 {
		return strings.Join(names[:5], ", ") + fmt.Sprintf(" and %d more", len(names)-5)
	}
	return joined(names)
}
