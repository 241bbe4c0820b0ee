package meaning

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat/golden"
	"github.com/schemavet/schemavet/compat/unit"
)

// A labelled row of units.jsonl: a field and the unit that a careful person reads from it.
type row struct {
	line      int
	Name      string                     `json:"name"`
	Doc       string                     `json:"doc"`
	Type      string                     `json:"type"`
	Logical   *string                    `json:"logicalType"`
	Property  map[string]json.RawMessage `json:"property"`
	Unit      *string                    `json:"unit"`
	Dimension *string                    `json:"dimension"`
	Note      string                     `json:"note"`
	Source    string                     `json:"source"`
}

// statement is the row as an adapter would state it.
func (r *row) statement() *Statement {
	s := &Statement{Field: r.Name, Doc: r.Doc}
	var bare []string
	t := r.Type
	if strings.HasPrefix(t, "[") && strings.HasSuffix(t, "]") {
		for _, b := range strings.Split(t[1:len(t)-1], ",") {
			s.Branches = append(s.Branches, b)
			if b == "null" {
				s.Nullable = true
			} else {
				bare = append(bare, b)
			}
		}
	} else {
		bare = []string{t}
	}
	if len(bare) == 1 {
		s.Carrier, s.Element = carrierOfText(bare[0])
	}
	if r.Logical != nil {
		s.Logical.Name = *r.Logical
	}
	for name, v := range r.Property {
		s.Properties = append(s.Properties, Property{Name: name, JSON: string(v)})
	}
	return s
}

func carrierOfText(t string) (Carrier, Carrier) {
	if inner, ok := strings.CutPrefix(t, "array<"); ok {
		c, _ := carrierOfText(strings.TrimSuffix(inner, ">"))
		return Array, c
	}
	if inner, ok := strings.CutPrefix(t, "map<"); ok {
		c, _ := carrierOfText(strings.TrimSuffix(inner, ">"))
		return Map, c
	}
	switch t {
	case "int", "int8", "int16", "int32", "uint8", "uint16":
		return Int, NoCarrier
	case "long", "int64", "uint32":
		return Long, NoCarrier
	case "float":
		return Float, NoCarrier
	case "double":
		return Double, NoCarrier
	case "bytes":
		return Bytes, NoCarrier
	case "boolean":
		return Bool, NoCarrier
	case "string":
		return String, NoCarrier
	case "decimal":
		return Decimal, NoCarrier
	}
	return NoCarrier, NoCarrier
}

func vectors(t testing.TB) []row {
	path := filepath.Join("..", "..", "..", "shared", "vectors", "units.jsonl")
	file, err := os.Open(path)
	if err != nil {
		t.Skipf("the labelled fields are not here: %v", err)
	}
	defer file.Close()
	var rows []row
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		r := row{line: n}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("read %s:%d: %v", path, n, err)
		}
		rows = append(rows, r)
	}
	return rows
}

// A score counts rows as the truth set does: precision over the units that were said, recall over those that are there.
type score struct {
	positive, negative     int
	right, wrong           int // on positive rows
	missed                 int
	falseUnits             int // on negative rows
	textual                int
	instantRight, instants int
}

func (s score) String() string {
	said := s.right + s.wrong + s.falseUnits
	return fmt.Sprintf("rows with a unit %d: right %d (same text %d), wrong %d, missed %d\nrows without %d: false units %d\nprecision %.3f recall %.3f\ninstants told from durations %d of %d\n",
		s.positive, s.right, s.textual, s.wrong, s.missed, s.negative, s.falseUnits, float64(s.right)/float64(max(1, said)), float64(s.right)/float64(max(1, s.positive)), s.instantRight, s.instants)
}

// grade scores the rows and describes each that is not right.
func grade(rows []row) (score, string) {
	var s score
	var misses strings.Builder
	for i := range rows {
		r := &rows[i]
		if r.Unit != nil && *r.Unit == "" {
			continue // the source contradicts itself: no single answer
		}
		code := ""
		f := Infer(r.statement())
		if f.Unit != nil {
			code = f.Unit.Code
		}
		if r.Unit == nil {
			s.negative++
			if code != "" {
				s.falseUnits++
				fmt.Fprintf(&misses, "%d false %s: %q %q %s\n", r.line, code, r.Name, r.Doc, r.Type)
			}
			continue
		}
		s.positive++
		want, _ := unit.Lookup(*r.Unit)
		switch {
		case code == "":
			s.missed++
			fmt.Fprintf(&misses, "%d missed %s: %q %q %s\n", r.line, *r.Unit, r.Name, r.Doc, r.Type)
		case code == *r.Unit, sameSize(f.Unit.Unit, want):
			s.right++
			if code == *r.Unit {
				s.textual++
			} else {
				fmt.Fprintf(&misses, "%d spelled %s, not %s: %q\n", r.line, code, *r.Unit, r.Name)
			}
		default:
			s.wrong++
			fmt.Fprintf(&misses, "%d wrong %s, not %s: %q %q %s\n", r.line, code, *r.Unit, r.Name, r.Doc, r.Type)
		}
		if r.Dimension != nil && code != "" && want.Dim == (unit.Dim{unit.Time: 1}) {
			s.instants++
			kind := map[string]unit.Kind{"instant": unit.Instant, "time": unit.Quantity, "local-instant": unit.LocalInstant, "time-of-day": unit.TimeOfDay}[*r.Dimension]
			if f.Unit.Kind == kind {
				s.instantRight++
			} else {
				fmt.Fprintf(&misses, "%d kind %v, not %s: %q %q\n", r.line, f.Unit.Kind, *r.Dimension, r.Name, r.Doc)
			}
		}
	}
	return s, misses.String()
}

// sameSize compares a unit with a label, which says nothing about kinds.
func sameSize(u, want unit.Unit) bool {
	u.Kind, want.Kind = unit.Quantity, unit.Quantity
	return unit.Same(u, want)
}

// TestLabelledUnits scores the inference on the labelled fields and keeps figures and misses as goldens.
func TestLabelledUnits(t *testing.T) {
	rows := vectors(t)
	if half := os.Getenv("SCHEMAVET_HALF"); half != "" { // odd lines to develop on, even ones held out
		kept := rows[:0]
		for _, r := range rows {
			if (r.line%2 == 1) == (half == "odd") {
				kept = append(kept, r)
			}
		}
		s, misses := grade(kept)
		t.Logf("\n%s\n%s", s, misses)
		return
	}
	s, misses := grade(rows)
	t.Logf("\n%s", s)
	golden.Same(t, filepath.Join("..", "..", "testdata", "meaning", "units.figures.txt"), s.String())
	golden.Same(t, filepath.Join("..", "..", "testdata", "meaning", "units.misses.txt"), misses)
	reasons(t, misses)
	said := s.right + s.wrong + s.falseUnits
	if precision := float64(s.right) / float64(said); precision < 0.97 {
		t.Errorf("precision %.3f", precision)
	}
	if recall := float64(s.right) / float64(s.positive); recall < 0.93 {
		t.Errorf("recall %.3f", recall)
	}
	if 100*s.falseUnits > s.negative {
		t.Errorf("%d of %d rows without a unit got one", s.falseUnits, s.negative)
	}
}

// reasons checks that every miss has a reason, written by hand in units.reasons.txt, and that no reason has outlived its miss.
func reasons(t *testing.T, misses string) {
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "meaning", "units.reasons.txt"))
	if err != nil {
		t.Fatal(err)
	}
	given := map[string]bool{}
	for _, l := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		line, reason, ok := strings.Cut(l, " ")
		if !ok || len(reason) < 20 {
			t.Errorf("units.reasons.txt: %q gives no reason", l)
		}
		given[line] = true
	}
	for _, l := range strings.Split(strings.TrimSpace(misses), "\n") {
		line, _, _ := strings.Cut(l, " ")
		if line != "" && !given[line] {
			t.Errorf("no reason in units.reasons.txt for %s", l)
		}
		delete(given, line)
	}
	for line := range given {
		t.Errorf("units.reasons.txt: row %s is no miss any more", line)
	}
}
