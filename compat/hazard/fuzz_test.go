package hazard_test

import (
	"strings"
	"testing"

	"github.com/schemavet/schemavet/avro"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
)

// FuzzRules: no pair of texts makes a rule panic or hang, and an error always has its sample.
func FuzzRules(f *testing.F) {
	for _, rule := range hazard.Rules {
		if rule.Example.Writer != "" {
			f.Add(rule.Example.Writer, rule.Example.Reader)
		}
	}
	f.Add(`{"type":"record","name":"R","fields":[{"name":"n","type":"double","default":1e999999999,"minimum":-1e400,"maximum":1e-400}]}`,
		`{"type":"record","name":"R","fields":[{"name":"n","type":"double","default":-0,"unit":"10^400.s"}]}`)
	f.Add(`{"type":"record","name":"R","fields":[{"name":"n","type":"int","default":1,"unit":"x\u001b[31m","doc":"0 => A\u001b[1m, 1 => B"}]}`,
		"{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"n\",\"type\":\"int\",\"default\":2,\"unit\":\"y\\u0007\",\"doc\":\"0 => Other thing\\u001b[2J, 1 => C\"}]}")
	f.Fuzz(func(t *testing.T, writer, reader string) {
		w, err := avro.Parse("w", []byte(writer), nil)
		if err != nil {
			return
		}
		r, err := avro.Parse("r", []byte(reader), nil)
		if err != nil {
			return
		}
		pass := compat.Pass{Subject: "s", Trace: avro.Resolve(w, r).Trace(true), Facts: hazard.NewFacts(nil).Of}
		for _, finding := range pass.Run(hazard.Rules) {
			if finding.Level == compat.Error && (finding.Sample == nil || finding.Sample.Read == "") {
				t.Fatalf("%s without a sample: %s", finding.Rule.ID, finding.Message)
			}
			if strings.ContainsFunc(finding.Message, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x1b }) {
				t.Fatalf("%s has a control character in its message: %q", finding.Rule.ID, finding.Message)
			}
		}
	})
}
