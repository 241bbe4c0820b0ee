package hazard

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

var unitRename = &compat.Rule{
	ID: "unit-rename", Level: compat.Warning, Since: "0.1",
	Title: "An alias joins two names that state different units",
	Why: "An alias, or a field id that is kept, asserts that old values are values of the new field. The names say that they are not: " +
		"five seconds become five milliseconds.",
	Spec:   "Avro 1.12, Aliases: the writer's field is renamed, its values are taken as they are",
	Mirror: "unit-drop-add",
	Example: compat.Example{
		Format: "avro", Path: "Payment.timeout_ms",
		Writer:  payment(`{"name":"timeout_secs","type":"int"}`),
		Reader:  payment(`{"name":"timeout_ms","type":"int","aliases":["timeout_secs"]}`),
		Written: `{"id":"p1","timeout_secs":5}`, Read: `{"id":"p1","timeout_ms":5}`,
		Fixed:   payment(`{"name":"timeout_seconds","type":"int","aliases":["timeout_secs"]}`),
		FixedIs: "reader",
	},
	Recipe: []string{
		"take the alias away: it asserts equal values",
		"add {{field}} with null as default, keep the old field, and let writers fill both",
		"move readers, backfill {{field}} from the old field converted, then drop the old field",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		reportUnit(p, s, renamed, func(c change) string {
			return fmt.Sprintf("%s takes the values of %s %s, and the names state different units: %s, then %s",
				s.Path, clip(s.Writer.Name), s.How, spelled(c.w), spelled(c.r))
		})
	},
}
