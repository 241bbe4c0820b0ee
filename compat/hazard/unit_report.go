package hazard

import (
	"fmt"
	"math/big"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/unit"
)

// payment is a record around fields, for the examples of rules.
func payment(fields string) string {
	return `{"type":"record","name":"Payment","fields":[{"name":"id","type":"string"},` + fields + `]}`
}

// newField is the way out of every change of meaning: a field's meaning never changes, a new field takes the new one.
var newField = []string{
	"leave {{field}} as it was and add a new field, with null as default, for the new unit",
	"let writers fill both; move readers to the new field, falling back to {{field}} converted",
	"backfill the new field from {{field}}, and compare both by key",
	"stop writing {{field}}, and drop it when no retained record needs it",
}

// reportUnit adds the finding of a class of unit changes, with its level, sample and transition.
func reportUnit(p *compat.Pass, s *compat.Site, want class, sentence func(c change) string) {
	c := unitChange(p, s)
	if c.class != want {
		return
	}
	f := p.Report(s, "%s", sentence(c))
	f.Level = c.level
	f.From, f.To = code(c.w), code(c.r)
	f.Sample = unitSample(p, s, c)
	pointUnits(f, s, c.w, c.r)
	f.Fill("from", spelled(c.w), "to", spelled(c.r))
}

// inOut is the sentence of most unit findings: what the writer says, what the reader says, and where each says it.
func inOut(s *compat.Site, c change) string {
	evidence := fmt.Sprintf("%s → %s", source(c.w), source(c.r))
	if c := s.Writer.Says.Carrier; c == meaning.Record {
		evidence += ", as its doc says of its fields"
	}
	return fmt.Sprintf("%s is written in %s and read in %s (%s)", s.Path, spelled(c.w), spelled(c.r), evidence)
}

func unitSample(p *compat.Pass, s *compat.Site, c change) *compat.Sample {
	value := example(c.w, carrier(s.Writer))
	if n, ok := new(big.Int).SetString(value, 10); ok && bothInstants(c) && n.IsInt64() {
		return prove(p, s, value, spellTime(n.Int64(), c.w.Factor, "timestamp"), spellTime(n.Int64(), c.r.Factor, "timestamp"))
	}
	said, taken := spelled(c.w), spelled(c.r)
	if c.w != nil && c.r != nil {
		if off := misread(c); off != "" {
			taken += ", " + off
		}
	}
	return prove(p, s, value, said, taken)
}

// misread says by how much a quantity is mistaken, "" when that has no number.
func misread(c change) string {
	switch c.rel.Verdict {
	case unit.OtherScale, unit.OtherKind, unit.OtherCurrency:
		return times(c.rel.Times, c.r.Unit)
	case unit.OtherOffset:
		return shifted(c)
	}
	return ""
}

// bothInstants reports whether a number is a time since the Unix epoch on both sides.
func bothInstants(c change) bool {
	instant := func(u *meaning.UnitFact) bool {
		return u != nil && u.Kind == unit.Instant && !u.Factor.IsZero() && (u.Epoch == "" || u.Epoch == unit.Unix)
	}
	return instant(c.w) && instant(c.r)
}

// shifted says what twenty of the reader's degrees are in the writer's.
func shifted(c change) string {
	if c.w.Dim[unit.Temperature] != 1 || c.w.Factor.IsZero() || c.r.Factor.IsZero() {
		return "counted from another zero"
	}
	really := (20*c.r.Factor.Float64() + c.r.Offset.Float64() - c.w.Offset.Float64()) / c.w.Factor.Float64()
	return fmt.Sprintf("which are %.1f %s", really, c.w.Words())
}
