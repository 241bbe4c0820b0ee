package suggest

import "testing"

func TestNearest(t *testing.T) {
	words := []string{"check", "config", "completion", "accept", "avro-field-missing", "avro-field-renamed"}
	for _, tt := range []struct{ word, want string }{
		{"chek", "check"}, {"cehck", "check"}, {"confg", "config"}, {"checks", "check"}, {"acept", "accept"},
		{"avro-feild-missing", "avro-field-missing"}, {"avro-field-renaned", "avro-field-renamed"},
		{"release", ""}, {"x", ""}, {"fing", ""}, {"", ""}, {"zzzzz", ""},
	} {
		if got := Nearest(tt.word, words); got != tt.want {
			t.Errorf("Nearest(%q) = %q, want %q", tt.word, got, tt.want)
		}
	}
}
