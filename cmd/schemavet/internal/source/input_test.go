package source

import (
	"strings"
	"testing"
)

func TestParseInput(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Input
	}{
		{"a.avsc", Input{Kind: Path, Path: "a.avsc"}},
		{"./git:x", Input{Kind: Path, Path: "./git:x"}},
		{"C:/x.avsc", Input{Kind: Path, Path: "C:/x.avsc"}},
		{"-", Input{Kind: Stdin}},
		{"index:", Input{Kind: Index}},
		{"index:s/a.avsc", Input{Kind: Index, Path: "s/a.avsc"}},
		{"git:HEAD", Input{Kind: Commit, Revision: "HEAD"}},
		{"git:HEAD~1:s/a b.avsc", Input{Kind: Commit, Revision: "HEAD~1", Path: "s/a b.avsc"}},
		{"git:merge-base(origin/main)", Input{Kind: Commit, Revision: "origin/main", MergeBase: true}},
		{"iceberg:a.metadata.json#3", Input{Kind: Path, Path: "a.metadata.json", Format: "iceberg", Part: "3"}},
		{"iceberg:git:HEAD:t.metadata.json", Input{Kind: Commit, Revision: "HEAD", Path: "t.metadata.json", Format: "iceberg"}},
		{"iceberg:a#b.json", Input{Kind: Path, Path: "a#b.json", Format: "iceberg"}},
		{"git:merge-base(main):a:b.avsc", Input{Kind: Commit, Revision: "main", MergeBase: true, Path: "a:b.avsc"}},
	} {
		got, err := ParseInput(tt.text)
		if err != nil || got != tt.want {
			t.Errorf("ParseInput(%q) = %+v, %v; want %+v", tt.text, got, err, tt.want)
			continue
		}
		if got.String() != tt.text {
			t.Errorf("ParseInput(%q).String() = %q", tt.text, got)
		}
	}
}

func TestParseInputRefuses(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", "empty"},
		{"git:", "no revision"},
		{"git::a.avsc", "no revision"},
		{"git:--upload-pack=x", "does not start with '-'"},
		{"git:-x:a", "does not start with '-'"},
		{"git:merge-base(main", "expected git:merge-base(REV)"},
		{"git:merge-base()", "no revision"},
		{"git:merge-base(-x)", "does not start with '-'"},
		{"iceberg:", "empty"},
		{"registry:orders-value@latest", "not there yet"},
		{"lock:orders-value", "not there yet"},
	} {
		if _, err := ParseInput(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("ParseInput(%q): error %v, want one with %q", tt.text, err, tt.want)
		}
	}
}

func FuzzInput(f *testing.F) {
	for _, seed := range []string{"a", "-", "git:HEAD", "git:merge-base(x):y", "index:", "git:a:b:c", "git:)("} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		in, err := ParseInput(text)
		if err != nil {
			return
		}
		if strings.HasPrefix(in.Revision, "-") {
			t.Fatalf("ParseInput(%q) lets a revision be an option: %+v", text, in)
		}
		again, err := ParseInput(in.String())
		if err != nil || again != in {
			t.Fatalf("ParseInput(%q) = %+v, read back as %+v, %v", text, in, again, err)
		}
	})
}
