package hazard

import (
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/meaning"
)

var nullAdded = &compat.Rule{
	ID: "null-added", Level: compat.Note, Since: "0.1",
	Title: "Null becomes a value of the field",
	Why: "Old records never hold it, new ones may: comparisons with null are neither true nor false, and readers that compute with the field " +
		"have to decide what it means. It is a warning where the new doc gives null a meaning that the old data had no way to state.",
	Spec:   "Avro 1.12, Schema Resolution: if the reader's is a union but the writer's is not, the first matching branch is taken",
	Mirror: "null-removed",
	Example: compat.Example{
		Format: "avro", Path: "Payment.started",
		Writer:  payment(`{"name":"started","type":"long","doc":"Start of the job"}`),
		Reader:  payment(`{"name":"started","type":["null","long"],"doc":"Start of the job, null if the job was never run"}`),
		Written: `{"id":"p1","started":250}`, Read: `{"id":"p1","started":250}`,
		Fixed: payment(`{"name":"started","type":"long","doc":"Start of the job"}`), FixedIs: "reader",
	},
	Recipe: []string{
		"let readers that take null be released first; writers send null only when all of them are",
		"decide in each reader what null means for {{field}}: left out, zero, unknown",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		if !passes(s) || s.Writer.Nullable || !s.Reader.Nullable || strings.HasSuffix(string(s.Path), ">") {
			return // one branch of a union: whether null was among the others the union's own site says
		}
		w, r := known(p, s.Writer), known(p, s.Reader)
		if t := defaultTurn(p, s); t == sentinelToNull || t == emptyAndNull || r.Key || r.Metric {
			return // said by the rules of sentinels, of empty values, of keys and metrics
		}
		f := p.Report(s, "%s may be null for the reader, and never is as written", s.Path)
		if r.Null != nil && r.Null.Means != "" && w.Null == nil && r.Null.Confidence >= meaning.Phrase && !mere(r.Null.Means) {
			f.Level = compat.Warning
			f.Message += "; null means " + clip(r.Null.Means)
		}
		pointMember(f, s, "type")
		f.From, f.To = "not null", "null"
		f.Sample = &compat.Sample{Written: "null, by a writer of the reader's version", Read: "null: COUNT and AVG leave the row out, and neither = nor <> finds it"}
	},
}

// mere reports whether what null is said to mean is only that nothing is there.
func mere(means string) bool {
	switch means {
	case "unknown", "not set", "absent", "missing", "none", "not available", "unset", "not provided", "not present", "empty":
		return true
	}
	return false
}
