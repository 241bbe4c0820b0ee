package meaning

import (
	"cmp"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/compat/unit"
)

// A Reader infers facts. Its zero value reads the properties that are in use everywhere; configuration may add names.
type Reader struct {
	UnitKeys []string // further property names that hold a unit
}

// Infer is what is known about one side, with the property names that are in use everywhere.
func Infer(s *Statement) *Facts { return plainReader.Infer(s) }

var plainReader Reader

// Infer is what is known about one side. It is pure; the same statement gives the same facts.
func (r *Reader) Infer(s *Statement) *Facts {
	f := &Facts{}
	w := work{r: r, s: s, f: f, doc: &silent}
	w.declared()
	w.properties()
	if s.Logical.Name != "" {
		w.logical()
	}
	w.misplaced()
	w.prose()
	w.name()
	if (s.Carrier == Record || s.Element == Record) && s.TypeDoc != "" {
		w.recordProse()
	}
	w.settle()
	w.textFacts()
	w.nullSense()
	w.defaultSense()
	w.contradictions()
	w.identifier()
	return f
}

// textFacts reads what doc and siblings say beside the unit: codes, range, window, companion.
func (w *work) textFacts() {
	s := w.s
	if s.Number() || isDecimal(s.Logical.Name) {
		if s.Doc != "" {
			if s.Carrier == Int || s.Carrier == Long {
				w.codes()
			}
			w.docRange()
			w.docCompanion()
			if d := w.doc; d.windowText != "" && w.f.Window == nil {
				w.f.Window = &Window{d.window, evidence(FromDocPhrase, d.windowText, "field doc", Phrase)}
			}
		}
		w.companionSibling()
		w.relative()
	}
	switch s.Carrier {
	case Enum:
		w.symbolCodes()
	case String:
		w.letterCodes()
	}
}

// work is one inference.
type work struct {
	r            *Reader
	s            *Statement
	f            *Facts
	found        []UnitFact // all evidence of a unit, in the order of its rank
	kindText     string     // the unitKind property
	kindDeclared string     // the kind that configuration states
	doc          *docReading
	named        nameReading
}

func evidence(s Source, text, place string, confidence int) Evidence {
	return Evidence{Source: s, Text: clip(oneLine(text)), Place: place, Confidence: confidence}
}

// add notes evidence of a unit.
func (w *work) add(u unit.Unit, e Evidence) {
	w.found = append(w.found, UnitFact{Unit: u, Evidence: e})
}

func (w *work) fault(k FaultKind, text string, a, b Evidence) {
	w.f.Faults = append(w.f.Faults, Fault{k, text, a, b})
}

// declared reads the unit that configuration states.
func (w *work) declared() {
	d := w.s.Declared
	if d == nil {
		return
	}
	w.f.Key, w.f.Metric, w.f.DocFix = d.Key, d.Metric, d.DocFix
	if d.Unit != "" {
		u := unit.Read(d.Unit)
		if k, ok := unit.ParseKind(d.Kind); ok {
			u = asKind(u, k)
		}
		w.add(u, evidence(FromConfig, d.Unit, at(d, "unit"), Exact))
	}
	w.kindDeclared = d.Kind
	if d.UnitField != "" {
		w.companion(d.UnitField, "unit", evidence(FromConfig, d.UnitField, at(d, "unitField"), Exact))
	}
	if d.Meaning != "" {
		w.f.Tag = &Text{d.Meaning, evidence(FromConfig, d.Meaning, at(d, "meaning"), Exact)}
	}
}

func at(d *Declaration, key string) string {
	if d.At == "" {
		return "config " + key
	}
	return d.At + " " + key
}

// Check reports what is wrong with the declaration's own texts, as one clause each; nil when all is well.
func (d *Declaration) Check() []string {
	var problems []string
	if d.Unit != "" {
		if _, err := unit.Parse(d.Unit); err != nil {
			problems = append(problems, err.Error())
		}
	}
	if d.Kind != "" {
		if _, ok := unit.ParseKind(d.Kind); !ok {
			problems = append(problems, `kind "`+d.Kind+`" is none of quantity, duration, instant, local-instant, time-of-day, difference, log, ratio, count`)
		}
	}
	return problems
}

// asKind gives a unit a kind that somebody stated.
func asKind(u unit.Unit, k unit.Kind) unit.Unit {
	epoch := u.Epoch
	if k == unit.Instant && epoch == "" {
		epoch = unit.Unix
	}
	if k != unit.Instant {
		epoch = ""
	}
	return u.As(k, epoch)
}

// prose reads the field's doc. Only numbers have units there; of texts and bytes only "unit: x" is heeded.
func (w *work) prose() {
	s := w.s
	if s.Doc == "" {
		return
	}
	number := s.Number() || isDecimal(s.Logical.Name)
	if !number && !explicitUnit(s.Doc) {
		return
	}
	w.doc = readDoc(s.Doc, s.Field)
	if !number {
		if w.doc.hasSlot && strings.HasPrefix(strings.ToLower(w.doc.slotText), "unit") {
			w.add(w.doc.slot, evidence(FromDocSlot, w.doc.slotText, "field doc", Slot))
		}
		return
	}
	w.docUnits()
}

// explicitUnit is a cheap test for "unit: x" in a text's doc.
func explicitUnit(doc string) bool {
	return strings.Contains(doc, "nit:") || strings.Contains(doc, "nit is ")
}

func isDecimal(logical string) bool { return logical == "decimal" || logical == "big-decimal" }

// docUnits turns the reading into evidence: the slot, then the best class of phrases, unless two units of it clash.
func (w *work) docUnits() {
	d := w.doc
	if d.scale != 0 {
		defer w.scale(len(w.found))
	}
	if d.hasSlot {
		w.add(w.docKind(d.slot), evidence(FromDocSlot, d.slotText, "field doc", Slot))
	} else if d.opaque != "" {
		w.add(unit.OpaqueText(d.opaque), evidence(FromDocSlot, d.opaque, "field doc", Slot))
	}
	for class := inUnit; class < phrases; class++ {
		if d.text[class] == "" {
			continue
		}
		if !d.clash[class] {
			e := evidence(FromDocPhrase, d.text[class], "field doc", Phrase)
			if _, _, timed := logicalUnit(w.s.Logical.Name); timed && d.precision {
				e.Confidence = WeakName // a time in steps of the type, known to the second
			}
			w.add(w.docKind(d.found[class]), e)
		}
		break
	}
	if d.fraction && len(w.found) == 0 {
		if w.docRange(); w.f.Range != nil && decimal(w.f.Range.Min) != "" && compareDecimals(w.f.Range.Min, "0") == 0 && compareDecimals(w.f.Range.Max, "1") == 0 {
			w.add(bare(), evidence(FromDocPhrase, w.f.Range.Text, "field doc", Phrase))
		}
	}
	if d.epoch != "" && len(w.found) == 0 {
		u := unit.Unit{Kind: unit.Instant, Dim: unit.Dim{unit.Time: 1}, Epoch: d.epoch}
		w.add(u, evidence(FromDocPhrase, cmp.Or(d.epochText, d.epoch), "field doc", Phrase))
	}
}

// scale applies "in thousands" to what the doc states beside it from the first-th piece of evidence on: "Revenue, USD (thousands)". Alone it
// counts things.
func (w *work) scale(first int) {
	by := unit.Ten(w.doc.scale)
	for i := first; i < len(w.found); i++ {
		if of := w.doc.scaleOf; !of.IsZero() && !unit.Same(of, w.found[i].Unit) {
			continue // "in cents, i.e. dollars times 100"
		}
		if u := &w.found[i]; u.Known() && (u.Offset.IsZero() || w.doc.scale < 0) && u.Kind == unit.Quantity {
			u.Unit = u.Scaled(by)
		}
	}
	if of := w.doc.scaleOf; len(w.found) == 0 && of.Kind == unit.Quantity {
		w.add(of.Scaled(by), evidence(FromDocPhrase, w.doc.scaleText, "field doc", Phrase))
	}
	if len(w.found) == 0 && w.doc.scale > 0 {
		u := bare().Scaled(by)
		u.Kind, u.Name = unit.Count, strings.TrimSuffix(u.Name, " of ones")
		w.add(u, evidence(FromDocPhrase, w.doc.scaleText, "field doc", Phrase))
	}
}

// docKind gives a unit of time the kind that the doc speaks of, squares it where the doc speaks of a variance, and makes a
// temperature difference one.
func (w *work) docKind(u unit.Unit) unit.Unit {
	d := w.doc
	switch {
	case u.Kind == unit.Opaque:
		return u
	case d.variance && u.Kind == unit.Log:
		return unit.OpaqueText("variance in " + u.String())
	case d.variance && u.Known() && !strings.ContainsAny(u.Code, "2468"):
		if sq, ok := unit.Lookup("(" + u.Code + ")2"); ok {
			return sq
		}
	case d.difference && u.Dim == (unit.Dim{unit.Temperature: 1}):
		return u.As(unit.Difference, "")
	}
	return u
}

// name reads the field's name. Texts, enums and records have no unit in their names.
func (w *work) name() {
	s := w.s
	if !s.Number() && !isDecimal(s.Logical.Name) {
		return
	}
	w.named = readName(s.Field)
	if w.named.windowText != "" && w.named.window.Known() {
		w.f.Window = &Window{w.named.window, evidence(FromName, w.named.windowText, "name", StrongName)}
	}
	if !w.named.found {
		return
	}
	if isDecimal(s.Logical.Name) && w.named.unit.Dim == (unit.Dim{unit.Information: 1}) {
		return // dec_bytes: the carrier, not the unit
	}
	if w.named.weak {
		w.add(w.named.unit, evidence(FromWeakName, w.named.text, "name", WeakName))
		return
	}
	w.add(w.named.unit, evidence(FromName, w.named.text, "name", StrongName))
}

// settle picks the strongest evidence, gives it its kind, and notes agreement and conflict.
func (w *work) settle() {
	if len(w.found) == 0 {
		return
	}
	slices.SortStableFunc(w.found, func(a, b UnitFact) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(a.Source, b.Source))
	})
	for i := range w.found {
		w.found[i].Unit = w.timeKind(w.found[i].Unit, w.found[i].Source)
	}
	best := 0
	for i := range w.found { // a text that nobody can read yields to a unit of the same trust, "Unix timestamp" to a name in _ms
		vague := w.found[best].Kind == unit.Opaque || w.found[best].Kind == unit.Instant && !w.found[best].Known() && w.found[i].Kind == unit.Instant && w.found[i].Known()
		if vague && w.found[i].Kind != unit.Opaque && w.found[i].Source != FromWeakName && w.found[best].Source >= FromDocSlot {
			best = i
		}
	}
	fact := w.found[best]
	for _, stated := range [...]string{w.kindText, w.kindDeclared} { // configuration has the last word
		if k, ok := unit.ParseKind(stated); ok && fact.Kind != unit.Opaque && fact.Kind != unit.None {
			fact.Unit, fact.KindStated = asKind(fact.Unit, k), true
		}
	}
	if _, ok := unit.ParseKind(w.kindText); w.kindText != "" && !ok {
		w.fault(UnreadableUnit, `the property unitKind says "`+w.kindText+`", which is no kind of number`, evidence(FromProperty, w.kindText, "property unitKind", Stated), Evidence{})
	}
	others := make([]UnitFact, 0, len(w.found)-1)
	for i := range w.found {
		if i != best {
			others = append(others, w.found[i])
		}
	}
	if len(others) > 0 {
		w.f.Others = others
	}
	w.weigh(&fact, others)
	w.f.Unit = &fact
}

// weigh raises the confidence where a second source says the same, and reports two sources that cannot both be right.
func (w *work) weigh(fact *UnitFact, others []UnitFact) {
	agreed := false
	for i := range others {
		o := &others[i]
		if contradict(fact, o) {
			w.fault(UnitConflict, `the `+fact.Place+` says `+fact.Words()+`, the `+o.Place+` `+o.Words(), fact.Evidence, o.Evidence)
			continue
		}
		if !unit.Same(fact.Unit, o.Unit) {
			continue
		}
		agreed = agreed || o.Source != fact.Source
		if fact.Tag == unit.AnyCurrency && o.Tag != unit.AnyCurrency && o.Tag != "" && o.Known() {
			fact.Unit = o.Unit // the name says cents, the doc says of what
		}
	}
	if agreed && fact.Confidence < Typed {
		fact.Confidence += Agreement
	}
}

// timeKind decides between a duration, a point in time, a local time and a time of day, from what doc and name speak of.
func (w *work) timeKind(u unit.Unit, source Source) unit.Unit {
	if u.Kind != unit.Quantity || u.Dim != (unit.Dim{unit.Time: 1}) || source == FromConfig {
		return u
	}
	d := w.doc
	switch {
	case d.midnight || w.named.midnight:
		return u.As(unit.TimeOfDay, "")
	case d.localTime && !d.lasting && !w.named.lasts:
		return u.As(unit.LocalInstant, "")
	case d.epoch != "":
		return u.As(unit.Instant, d.epoch)
	case d.lasting && !w.named.instant:
		return u
	case w.pointInTime():
		return u.As(unit.Instant, unit.Unix)
	}
	return u
}

// pointInTime reports whether name or doc speak of a point in time.
func (w *work) pointInTime() bool {
	n := &w.named
	switch {
	case n.instant:
		return true
	case n.lasts:
		return false
	}
	return w.doc.stamp || w.doc.timestamp && !n.timeNoun
}
