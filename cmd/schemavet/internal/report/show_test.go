package report

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestVisible(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"plain – text 注文", "plain – text 注文"},
		{"a\x1b[31mb", `a\x1b[31mb`},
		{"a\nb\tc\r", `a\nb\tc\r`},
		{"right\u202eto left", `right\u{202e}to left`},
		{"zero\u200bwidth", `zero\u{200b}width`},
		{"\xff", `\xff`},
		{"\ufffd", "\ufffd"},
		{"##[error]x ##vso[task.complete] # [a] ##", `##\x5berror]x ##vso\x5btask.complete] # [a] ##`},
	} {
		if got := Visible(tt.text); got != tt.want {
			t.Errorf("Visible(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestWrapGivesNoCommands: a CI runner obeys lines that begin with ::.
func TestWrapGivesNoCommands(t *testing.T) {
	for limit := range 30 {
		for _, line := range wrap("a word ::stop-commands::x and ::error::y again", limit+1) {
			if strings.HasPrefix(line, "::") {
				t.Errorf("a line of %d columns begins %q", limit+1, line)
			}
		}
	}
	if got := (spot{source: "::error::x.avsc", line: 1, column: 2}).String(); got != "./::error::x.avsc:1:2" {
		t.Errorf("a place is called %q", got)
	}
}

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, tt := range []struct {
		name         string
		mark         mark
		limit        int
		line, carets string
	}{
		{"plain", mark{column: 3, width: 2, text: "abcdef"}, 80, "abcdef", "  ^^"},
		{"wide letters before", mark{column: 3, width: 1, text: "注文x"}, 80, "注文x", "    ^"},
		{"wide letters marked", mark{column: 2, width: 2, text: "a注文"}, 80, "a注文", " ^^^^"},
		{"a combining mark", mark{column: 3, width: 1, text: "e\u0301x"}, 80, "e\u0301x", " ^"},
		{"tab", mark{column: 2, width: 1, text: "\tx"}, 80, "    x", "    ^"},
		{"escape", mark{column: 2, width: 1, text: "\x1bx"}, 80, `\x1bx`, "    ^"},
		{"a command to a runner", mark{column: 9, width: 3, text: `"##[a]", ["b"]`}, 80, `"##\x5ba]", ["b"]`, strings.Repeat(" ", 11) + "^^^"},
		{"another one", mark{column: 1, width: 6, text: `##vso[[`}, 80, `##vso\x5b[`, "^^^^^^^^^"},
		{"a bracket behind it", mark{column: 4, width: 1, text: `##[[`}, 80, `##\x5b[`, strings.Repeat(" ", 6) + "^"},
		{"beyond the end", mark{column: 9, width: 1, text: "abc"}, 80, "abc", "   ^"},
		{"nothing there", mark{column: 1, width: 1, text: ""}, 80, "", "^"},
		{"long, at the start", mark{column: 1, width: 3, text: long}, 20, strings.Repeat("x", 20) + "…", "^^^"},
		{"long, in the middle", mark{column: 101, width: 3, text: long}, 40, "…" + strings.Repeat("x", 39) + "…", strings.Repeat(" ", 24) + "^^^"},
		{"longer than the room", mark{column: 2, width: 200, text: long}, 20, strings.Repeat("x", 20) + "…", " " + strings.Repeat("^", 20)},
		{"longer than the room, far in", mark{column: 50, width: 200, text: long}, 20, "…" + strings.Repeat("x", 19) + "…", " " + strings.Repeat("^", 20)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			line, carets := excerpt(tt.mark, tt.limit)
			if line != tt.line || carets != tt.carets {
				t.Errorf("got\n%q\n%q\nwant\n%q\n%q", line, carets, tt.line, tt.carets)
			}
		})
	}
}

// TestExcerptIsSafe: whatever a schema holds, an excerpt is one line without control characters, of bounded width, with the
// carets below it.
func TestExcerptIsSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Filter(func(s string) bool { return !strings.Contains(s, "\n") }).Draw(t, "text")
		m := mark{column: rapid.IntRange(1, 400).Draw(t, "column"), width: rapid.IntRange(0, 400).Draw(t, "width"), text: text}
		limit := rapid.IntRange(20, 160).Draw(t, "limit")
		line, carets := excerpt(m, limit)
		if strings.ContainsFunc(line, hidden) || !utf8.ValidString(line) {
			t.Fatalf("not safe: %q", line)
		}
		if columnsOf(line) > limit+2 || len(carets) > limit+8 {
			t.Fatalf("wider than %d: %d and %d\n%q\n%q", limit, columnsOf(line), len(carets), line, carets)
		}
		if strings.Trim(strings.TrimLeft(carets, " "), "^") != "" || !strings.Contains(carets, "^") {
			t.Fatalf("carets %q", carets)
		}
	})
}

func TestWrap(t *testing.T) {
	got := wrap("the quick  brown fox jumps", 10)
	want := []string{"the quick", "brown fox", "jumps"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("wrap = %q, want %q", got, want)
	}
}

func TestGeneral(t *testing.T) {
	if got := General("give {{field}} a default of {{reader}}"); got != "give FIELD a default of READER" {
		t.Errorf("General = %q", got)
	}
	if got := General("nothing to fill in"); got != "nothing to fill in" {
		t.Errorf("General = %q", got)
	}
}
