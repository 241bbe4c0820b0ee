package cli

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
)

func TestVisibleWriter(t *testing.T) {
	for text, want := range map[string]string{
		"a\x1b[31mb\n\tc\n": "a\\x1b[31mb\n\tc\n", "": "", "x\r\ny": "x\\r\ny", "\u009b2J": `\x9b2J`, "\xff注文": `\xff注文`, "\n\n": "\n\n",
	} {
		var b bytes.Buffer
		if n, err := fmt.Fprint(visible{&b}, text); err != nil || n != len(text) || b.String() != want {
			t.Errorf("%q is written as %q (%d, %v), want %q", text, b.String(), n, err, want)
		}
	}
}

// TestFail: several problems are told one on a line, each with the command's name and the file as people name it; a flood of
// them is cut.
func TestFail(t *testing.T) {
	at := func(line int) error {
		return &config.Error{File: "/w/f/schemavet.yaml", Line: line, Column: 1, Problem: "odd"}
	}
	var many []error
	for i := range 30 {
		many = append(many, at(i+1))
	}
	for want, err := range map[string]error{
		"x: a\n":                        errors.New("a"),
		"x: read a\\nb: no such file\n": errors.New("read a\nb: no such file"),
		"x: a\n  do b\n  do \\nc\n":     fmt.Errorf("%w", &gate.Advised{Err: errors.New("a"), Advice: []string{"do b", "do \nc"}}),
		"x: read schemavet.yaml:1:1: odd\nx: read schemavet.yaml:2:1: odd\n": errors.Join(at(1), errors.Join(at(2))),
		"x: read schemavet.yaml:20:1: odd\nx: and 10 more\n":                 errors.Join(many...),
		"x: read /a/b.yaml: no such file\n":                                  &config.Error{File: "/a/b.yaml", Problem: "no such file"},
	} {
		var b bytes.Buffer
		(&Env{Dir: "/w/f", Stderr: &b}).fail("x", err)
		if !strings.HasSuffix(b.String(), want) {
			t.Errorf("%v is told as\n%swant\n%s", err, b.String(), want)
		}
	}
}
