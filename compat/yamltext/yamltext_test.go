package yamltext

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"go.yaml.in/yaml/v4"
	"pgregory.net/rapid"
)

// TestQuotedReadsBack: YAML reads the text back, JSON too where it can, and nothing in it moves a cursor.
func TestQuotedReadsBack(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := strings.ToValidUTF8(rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("a\"\\\n\t\x00\x1b\u007f\u0085\u200b\u202e\u2028\ufeff\ufffd\U000e0001\U0001f600")))).Draw(r, "text"), "")
		quoted := Quoted(text)
		var back string
		if err := yaml.Unmarshal([]byte(quoted), &back); err != nil || back != text {
			r.Fatalf("%q is written as %s and read as %q, %v", text, quoted, back, err)
		}
		if !strings.Contains(quoted, `\U`) {
			if err := json.Unmarshal([]byte(quoted), &back); err != nil || back != text {
				r.Fatalf("%q is written as %s and read by JSON as %q, %v", text, quoted, back, err)
			}
		}
		if i := strings.IndexFunc(quoted, func(c rune) bool { return unicode.IsControl(c) || unicode.Is(unicode.Cf, c) }); i >= 0 {
			r.Fatalf("%q is written as %q", text, quoted)
		}
	})
}
