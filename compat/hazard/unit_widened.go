package hazard

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

var unitWidened = &compat.Rule{
	ID: "unit-widened", Level: compat.Error, Since: "0.1",
	Title: "A legal widening of the type hides a change of the unit",
	Why: "The type grows as the format allows, which every registry calls compatible, and the number counts something else from then on. " +
		"That the type changed as well is what makes even names enough of a proof.",
	Spec:   "Avro 1.12, Schema Resolution: int and long promote to wider numbers as they are",
	Mirror: "unit-scale-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.timeout",
		Writer:  payment(`{"name":"timeout","type":"int","doc":"Timeout in seconds"}`),
		Reader:  payment(`{"name":"timeout","type":"long","doc":"Timeout in milliseconds"}`),
		Written: `{"id":"p1","timeout":250}`, Read: `{"id":"p1","timeout":250}`,
		Fixed: payment(`{"name":"timeout","type":"long","doc":"Timeout (s)"}`), FixedIs: "reader",
	},
	Recipe: newField,
	Check: func(p *compat.Pass, s *compat.Site) {
		reportUnit(p, s, widened, func(c change) string {
			return fmt.Sprintf("%s, while the type goes from %s to %s", inOut(s, c), s.Writer.Type, s.Reader.Type)
		})
	},
}
