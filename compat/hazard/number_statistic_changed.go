package hazard

import (
	"strings"

	"github.com/schemavet/schemavet/compat"
)

var numberStatisticChanged = &compat.Rule{
	ID: "number-statistic-changed", Level: compat.Warning, Since: "0.1",
	Title: "A number is another statistic of the same thing",
	Why: "Quantity and unit stay, and what was the median of it is now the mean, or the average the maximum. Old and new values stand in one " +
		"column, and an alert or a chart over both compares what cannot be compared.",
	Spec:   "Avro 1.12, Schema Declaration: doc never changes how data is read",
	Mirror: "number-statistic-changed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.latency",
		Writer:  payment(`{"name":"latency","type":"double","doc":"Median latency of the gateway in ms"}`),
		Reader:  payment(`{"name":"latency","type":"double","doc":"Mean latency of the gateway in ms"}`),
		Written: `{"id":"p1","latency":250}`, Read: `{"id":"p1","latency":250}`,
		Fixed: payment(`{"name":"latency","type":"double","doc":"The gateway's median latency (ms)"}`), FixedIs: "reader",
	},
	Recipe: []string{
		"leave {{field}} as it was and add a new field for the other statistic, with null as default",
		"if only the wording was wrong, accept this one transition with that reason",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if !passes(s) || !carrier(s.Writer).Numeric() || !carrier(s.Reader).Numeric() {
			return
		}
		from, to := aStatistic.changed(s.Writer.Says.Doc, s.Reader.Says.Doc)
		told := "doc"
		if from == to {
			from, to = aStatistic.changed(s.Writer.Name, s.Reader.Name)
			told = "name"
		} else if contrary(s.Writer.Says.Doc, s.Reader.Says.Doc) {
			return // text-opposite-changed tells the lowest from the highest
		}
		if from == to {
			return
		}
		f := p.Report(s, "the %s of %s speaks of %s as written and of %s as read", told, s.Path, from, to)
		pointMember(f, s, told)
		f.From, f.To = "statistic="+from, "statistic="+to
		f.Sample = prove(p, s, "250", from, to)
	},
}

// aStatistic is what numberStatisticChanged looks for.
var aStatistic = &topic{statistics, statistic}

// statistics are the words of statistics, by the one name that reports use. Totals are none: a doc says "total" of any count.
var statistics = map[string]string{
	"mean": "the mean", "average": "the mean", "averaged": "the mean", "avg": "the mean", "median": "the median",
	"maximum": "the maximum", "maximal": "the maximum", "max": "the maximum", "peak": "the maximum", "highest": "the maximum",
	"minimum": "the minimum", "minimal": "the minimum", "min": "the minimum", "lowest": "the minimum",
	"deviation": "the standard deviation", "stddev": "the standard deviation", "variance": "the variance", "rms": "the root mean square",
}

// statistic is the one statistic of which words speak, and the other words that carry sense. It is "" for none and for several.
func statistic(words []string) (name string, rest []string) {
	for i := 0; i < len(words); i++ {
		found, n := statistics[words[i]], 1
		switch {
		case found == "":
			found, n = percentile(words[i:])
		case words[i] == "min" && i > 0 && numeric(words[i-1]):
			found = "" // minutes
		}
		switch {
		case found != "" && name != "" && name != found:
			return "", nil
		case found != "":
			name = found
			i += n - 1
		case !small[words[i]]:
			rest = append(rest, words[i])
		}
	}
	return name, rest
}

// percentile reads "p95", "95th percentile" and "percentile 95" at the start of words, and tells how many they are.
func percentile(words []string) (name string, n int) {
	at := func(i int) string {
		if i < len(words) {
			return words[i]
		}
		return "-"
	}
	number := ""
	switch {
	case (at(0) == "p" || at(0) == "percentile") && numeric(at(1)):
		number, n = at(1), 2
	case numeric(at(0)) && strings.HasPrefix(at(1), "percentile"):
		number, n = at(0), 2
	case numeric(at(0)) && len(at(1)) == 2 && strings.HasPrefix(at(2), "percentile"): // 95 th percentile
		number, n = at(0), 3
	}
	switch number {
	case "":
		return "", 1
	case "50":
		return statistics["median"], n
	}
	return "percentile " + number, n
}
