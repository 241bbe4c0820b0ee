package ruletest

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/schemavet/schemavet/compat"
)

// Lines are findings as an archive states them: place, rule, level, pointer, path.
func Lines(findings []*compat.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		at := f.At()
		fmt.Fprintf(&b, "%s %s %s %s %s\n", at, f.Rule.ID, f.Level, cmp.Or(at.Pointer(), "/"), cmp.Or(string(f.Path), "-"))
	}
	return b.String()
}

// Cases holds every archive of every rule against what it wants. One at least must make the rule speak, and one must not.
func (f *Family) Cases(t testing.TB) {
	if f.Archives == "" {
		return
	}
	for _, r := range f.Rules {
		files, err := filepath.Glob(filepath.Join(f.Archives, r.ID, "*.txtar"))
		if err != nil {
			t.Fatal(err)
		}
		fires, silent := false, false
		for _, file := range files {
			if strings.Contains(f.run(t, r, file), " "+r.ID+" ") {
				fires = true
			} else {
				silent = true
			}
		}
		if !fires || !silent {
			t.Errorf("%s: of %d archives one must fire (%v) and one be silent (%v)", r.ID, len(files), fires, silent)
		}
	}
}

// run holds one archive against the rules and returns the lines of its findings.
func (f *Family) run(t testing.TB, rule *compat.Rule, file string) string {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var writer, reader string
	var want *txtar.File
	for i := range archive.Files {
		switch part := &archive.Files[i]; strings.TrimSuffix(part.Name, path.Ext(part.Name)) {
		case "writer":
			writer = string(part.Data)
		case "reader":
			reader = string(part.Data)
		case "want":
			want = part
		default:
			t.Errorf("%s: what is %s?", file, part.Name)
		}
	}
	if reader == "" || want == nil && !f.Update {
		t.Fatalf("%s: a reader and what it wants are needed", file)
	}
	findings := f.Find(t, rule, writer, reader)
	for _, found := range findings {
		f.Whole(t, found)
	}
	got := Lines(findings)
	if f.Update {
		rewrite(t, file, archive, want, got)
	} else if diff := gocmp.Diff(string(want.Data), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
	return got
}

func rewrite(t testing.TB, file string, archive *txtar.Archive, want *txtar.File, got string) {
	if want == nil {
		archive.Files = append(archive.Files, txtar.File{Name: "want"})
		want = &archive.Files[len(archive.Files)-1]
	}
	want.Data = []byte(got)
	if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}
