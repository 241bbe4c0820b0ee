package rollout

import (
	"time"

	"github.com/schemavet/schemavet/compat"
)

// repairReady reports what a repair still lacks before it may run, besides its input, gates and overlap protocol,
// which have rules of their own: an interval that means something, an owner, a budget and a way back.
func (c *checker) repairReady(r *Rule) {
	repair := c.plan.Repair
	if repair == nil {
		return
	}
	subject := "repair " + repair.Repair
	c.repairInterval(r, repair, subject)
	lacks := func(missing bool, fix, text string) {
		if missing {
			f := c.fault(r, repair.At, subject, fix, "%s %s", subject, text)
			f.Level, f.aspect = compat.Warning, text
		}
	}
	lacks(repair.Owner == "" && c.plan.Owner == "", "add owner: with the team that answers for the repaired data", "has no owner: nobody answers for the data it makes")
	lacks(repair.Budget == "", "add budget: with the resources it may use", "has no budget: nothing stops a run that takes more than was meant")
	lacks(repair.RollbackBoundary == "" && !c.repairCanGoBack(), "add rollbackBoundary:, or a rollback with a returnPath on the step that publishes it", "does not say where going back stops being possible")
	lacks(repair.TimeZone == "" && repair.DateColumn == "" && len(repair.Interval) > 0, "add timeZone: or dateColumn:", "has dates in its interval and does not say in which zone, or of which column")
}

// repairCanGoBack tells whether the step that publishes the repair has a way back.
func (c *checker) repairCanGoBack() bool {
	for i := range c.plan.Steps {
		if s := &c.plan.Steps[i]; c.publishesRepair(i) && s.Rollback != nil && s.Rollback.ReturnPath != "" {
			return true
		}
	}
	return false
}

// maxDaysNamed bounds how long an interval is written out day by day.
const maxDaysNamed = 7

// repairInterval checks the interval and says which days it comes to: half-open unless intervalEnd is inclusive.
func (c *checker) repairInterval(r *Rule, repair *Repair, subject string) {
	fail := func(text string, args ...any) {
		c.fault(r, repair.At, subject, "write interval: [from, to] as two days or two instants, from before to", "%s "+text, append([]any{subject}, args...)...)
	}
	if len(repair.Interval) != 2 {
		fail("has an interval of %d ends; two are needed", len(repair.Interval))
		return
	}
	from, okFrom := parseInstant(repair.Interval[0])
	to, okTo := parseInstant(repair.Interval[1])
	if !okFrom || !okTo {
		fail("has the interval %q to %q, which are not days or instants", repair.Interval[0], repair.Interval[1])
		return
	}
	end := "half-open"
	last := to.Add(-time.Nanosecond)
	if repair.IntervalEnd == "inclusive" {
		end, last = "end included", to
	}
	if last.Before(from) {
		fail("has an empty interval: %s to %s, %s", repair.Interval[0], repair.Interval[1], end)
		return
	}
	line := from.Format("2006-01-02")
	if days := int(last.Sub(from)/day) + 1; days > 1 && days <= maxDaysNamed {
		for d := from.Add(day); !d.After(last); d = d.Add(day) {
			line += ", " + d.Format("2006-01-02")
		}
	} else if days > 1 {
		line += " to " + last.Format("2006-01-02")
	}
	c.looked("%s covers %s (%s to %s, %s)", subject, line, repair.Interval[0], repair.Interval[1], end)
}

// parseInstant reads a day or an RFC 3339 instant.
func parseInstant(text string) (time.Time, bool) {
	if at, ok := parseDay(text); ok {
		return at, true
	}
	at, err := time.Parse(time.RFC3339, text)
	return at, err == nil
}
