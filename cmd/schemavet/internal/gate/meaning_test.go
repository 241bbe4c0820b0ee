package gate

import (
	"testing"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
	"github.com/schemavet/schemavet/compat/meaning"
)

func withMeaning() Options {
	return Options{Rules: hazard.Rules, Facts: func() func(*compat.Node) *meaning.Facts { return hazard.NewFacts(nil).Of }}
}

// TestDeclarationSpeaks: which fields a row of meanings is about.
func TestDeclarationSpeaks(t *testing.T) {
	for _, tt := range []struct {
		pattern, path string
		want          bool
	}{
		{"Order.amount", "Order.amount", true},
		{"Order.amount", "Order.amount_net", false},
		{"amount", "Order.lines[].amount", true},
		{"*_ms", "Order.wait_ms", true},
		{"*_ms", "Order.lines[].wait_ms", true},
		{"*_ms", "Order.waits_ms[]", true},
		{"Order.*", "Order.amount", true},
		{"Order.lines[].price", "Order.lines[].price", true},
		{"Order.prices{}", "Order.prices{}", true},
		{"Order.l*[].price", "Order.lines[].price", true},
		{"[", "Order.x", false},
	} {
		d := declaration{path: tt.pattern}
		if got := d.speaks(compat.Path(tt.path)); got != tt.want {
			t.Errorf("%q speaks of %q: %t", tt.pattern, tt.path, got)
		}
	}
}

// TestDeclaredKey: a declared fact reaches the rules.
func TestDeclaredKey(t *testing.T) {
	s := history("backward", order(`id "string"`), order(`id ["null","string"]`))
	quiet := run(t, withMeaning(), s)
	s = history("backward", order(`id "string"`), order(`id ["null","string"]`))
	s.Config = &config.Config{Meanings: []config.Meaning{{Subject: "**", Path: "id", Key: true}}}
	if loud := run(t, withMeaning(), s); loud.Worst() <= quiet.Worst() {
		t.Errorf("declared as a key %v, undeclared %v; null in a key is worth a word", found(loud), found(quiet))
	}
}
