package report

import "testing"

// TestInWords: the accept file's notation of a state never reaches a frame.
func TestInWords(t *testing.T) {
	for state, want := range map[string]string{
		"unit=unstated": "without a unit", "unit=ms": "in milliseconds", "unit=flurbs": "in flurbs", "type=decimal(12,2)": "decimal(12,2)",
		"default=0": "the default 0", "default=none": "without a default", "default=0 unit=ms": "the default 0 (milliseconds)",
		"default=": "without a default", "none=null": "null", "none=-1": "-1", "logicalType=": "without a logical type", "logicalType=date": "date",
		"range=0..100": "0 to 100", "enum default=A": "the enum's default A", "companion=none": "without a field that tells its unit",
		"base=hex": "in base hex", "null": "null", "A": "A", "doc=unit=ms": "the doc unit=ms",
	} {
		if got := inWords(state); got != want {
			t.Errorf("%s is said as %q, want %q", state, got, want)
		}
	}
}
