package hazard

import (
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

// inspectFaults reports the faults of one kind that a side has in itself.
func inspectFaults(kinds ...meaning.FaultKind) func(*compat.Pass, compat.Path, *compat.Node) {
	return func(p *compat.Pass, path compat.Path, n *compat.Node) {
		facts := known(p, n)
		for i := range facts.Faults {
			for _, kind := range kinds {
				if fault := &facts.Faults[i]; fault.Kind == kind {
					f := p.ReportNode(path, n, "%s: %s", path, fault.Text)
					f.To = strings.TrimSuffix(fault.A.Text+" / "+fault.B.Text, " / ") // nothing changed: no From
					f.Reader = where(n, &fault.A)
					return // the strongest evidence of one kind is enough
				}
			}
		}
	}
}

var unitConflict = &compat.Rule{
	ID: "unit-conflict", Level: compat.Warning, Since: "0.1",
	Title: "A field states two units at once",
	Why: "The doc, the name, a property and the logical type are read by different people, and here they tell them different things. Until " +
		"one is corrected, a change of the unit cannot be told from a correction.",
	Spec: "Avro 1.12, Schema Declaration: attributes that the specification does not define are permitted as metadata",
	Example: compat.Example{
		Format: "avro", Path: "Payment.at",
		Reader:  payment(`{"name":"at","type":{"type":"long","logicalType":"timestamp-millis"},"doc":"When it was paid (seconds since the epoch)"}`),
		Fixed:   payment(`{"name":"at","type":{"type":"long","logicalType":"timestamp-millis"},"doc":"When it was paid (milliseconds since the epoch)"}`),
		FixedIs: "reader",
	},
	Recipe:  []string{"correct the weaker source; the order of trust is configuration, property, logical type, doc, name"},
	Inspect: inspectFaults(meaning.UnitConflict),
}
