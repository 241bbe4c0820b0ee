package meaning

import (
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat/unit"
)

// remarks are sentences that people add to a doc and that name a unit without changing the field's own.
var remarks = []string{
	" See the data catalogue for details.", " Deprecated, use amount_usd (in dollars) instead.", " Deprecated: replaced by total_ms, which is in milliseconds.", " Was in kilometers before v2.", " Never in fathoms.",
	" Before v3 this was documented in fathoms by mistake.", " Divide by 1000 to get fathoms.", " The UI shows it in fathoms.", " Reported every 5 minutes.", " Kept for 30 days.", " Values above 60 s are dropped.", " Owned by team 5 (on call 24 hours).",
	" Retries after 10 seconds.", " See also other_field, in fathoms.", " Null if not known.", " Older rows are in fathoms.",
}

// TestRemarks adds every remark to every labelled doc that says a unit: it still says it, and no doc without a unit gets one.
func TestRemarks(t *testing.T) {
	tried, wrong := 0, 0
	for _, r := range vectors(t) {
		if r.Doc == "" {
			continue
		}
		before := Infer(r.statement()).Unit
		for _, remark := range remarks {
			changed := r
			changed.Doc = strings.TrimRight(r.Doc, ". ") + "." + remark
			after := Infer(changed.statement()).Unit
			tried++
			if (before == nil) != (after == nil) || before != nil && !unit.Same(before.Unit, after.Unit) {
				wrong++
				t.Logf("%q: %v", changed.Doc, after)
			}
		}
	}
	t.Logf("%d docs with a remark, %d read otherwise than without", tried, wrong)
	if wrong*200 > tried {
		t.Errorf("%d of %d remarks changed what the doc says", wrong, tried)
	}
}
