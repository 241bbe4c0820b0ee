package source

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// repo is a throw-away repository.
type repo struct {
	t   *testing.T
	dir string
	env []string
}

func newRepo(t *testing.T) *repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	r := &repo{t: t, dir: t.TempDir(), env: append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = r.dir, r.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r *repo) write(path, text string) {
	r.t.Helper()
	file := filepath.Join(r.dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repo) commit() string {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", "x")
	return r.git("rev-parse", "HEAD")
}

func (r *repo) open() *Git {
	r.t.Helper()
	g, err := OpenGit(context.Background(), r.dir, r.env)
	if err != nil {
		r.t.Fatal(err)
	}
	return g
}

var avsc = []string{":(top,glob)**/*.avsc"}

const page = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n"

func TestCompare(t *testing.T) {
	r := newRepo(t)
	r.write("keep.avsc", "keep")
	r.write("edit.avsc", "old")
	r.write("gone.avsc", "gone")
	r.write("from.avsc", page)
	r.write("other.txt", "not asked for")
	base := r.commit()
	r.write("edit.avsc", "staged")
	r.git("add", "edit.avsc")
	r.write("edit.avsc", "on disk")
	r.write("untracked.avsc", "new")
	r.git("rm", "-q", "gone.avsc")
	r.git("mv", "from.avsc", "to.avsc")
	g := r.open()

	now, before, changes, err := g.Compare(base, true, avsc)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"edit.avsc", "keep.avsc", "to.avsc"}, paths(now)); diff != "" {
		t.Errorf("index (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"edit.avsc", "from.avsc", "gone.avsc", "keep.avsc"}, paths(before)); diff != "" {
		t.Errorf("commit (-want +got):\n%s", diff)
	}
	if len(changes) != 3 {
		t.Errorf("changes %+v; an edit, a deletion and a rename are three", changes)
	}
	edit, _ := now.Find("edit.avsc")
	blobs, err := g.Blobs([]string{edit.ID, edit.ID})
	if err != nil || string(blobs[edit.ID].Content) != "staged" {
		t.Errorf("staged content %q, %v", blobs[edit.ID].Content, err)
	}

	now, _, _, err = g.Compare(base, false, avsc)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"edit.avsc", "keep.avsc", "to.avsc", "untracked.avsc"}, paths(now)); diff != "" {
		t.Errorf("working tree (-want +got):\n%s", diff)
	}
	for path, onDisk := range map[string]bool{"edit.avsc": true, "keep.avsc": false, "untracked.avsc": true} {
		if f, _ := now.Find(path); (f.ID == "") != onDisk {
			t.Errorf("%s: id %q; only what changed is read from disk", path, f.ID)
		}
	}
}

// TestCompareTouched: a file that was written anew with the content it had has not changed, whatever its time says.
func TestCompareTouched(t *testing.T) {
	r := newRepo(t)
	for _, name := range []string{"same", "other", "staged"} {
		r.write(name+".avsc", `"int"`)
	}
	head := r.commit()
	r.write("staged.avsc", `"long"`)
	r.git("add", "staged.avsc")
	for _, name := range []string{"same", "staged"} {
		r.write(name+".avsc", `"int"`)
	}
	r.write("other.avsc", `"str"`)
	later := time.Now().Add(time.Hour)
	for _, name := range []string{"same", "other", "staged"} {
		if err := os.Chtimes(filepath.Join(r.dir, name+".avsc"), later, later); err != nil {
			t.Fatal(err)
		}
	}
	g, err := OpenGit(context.Background(), r.dir, r.env)
	if err != nil {
		t.Fatal(err)
	}
	_, _, changes, err := g.Compare(head, false, []string{":(top)"})
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, c := range changes {
		paths = append(paths, c.To)
	}
	if want := []string{"other.avsc", "staged.avsc"}; !slices.Equal(paths, want) {
		t.Errorf("changed: %v, want %v", paths, want)
	}
}

// TestTracked: configuration as it is staged, through links, and not as it lies on disk.
func TestTracked(t *testing.T) {
	r := newRepo(t)
	r.write("c.yaml", "staged")
	r.write("empty.yaml", "")
	r.write("conf/real.yaml", "real")
	for link, target := range map[string]string{"sub/c.yaml": "../conf/real.yaml", "loop/c.yaml": "c.yaml", "out/c.yaml": filepath.Join(t.TempDir(), "none")} {
		if err := os.MkdirAll(filepath.Join(r.dir, filepath.Dir(link)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, filepath.Join(r.dir, link)); err != nil {
			t.Skip("no symbolic links here")
		}
	}
	commit := r.commit()
	r.write("c.yaml", "next")
	r.git("add", ".")
	r.write("c.yaml", "on disk")
	r.write("conf/real.yaml", "on disk")
	r.write("conf/c.yaml", "not tracked")
	g, err := OpenGit(context.Background(), r.dir, r.env)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ commit, file, want string }{
		{"", "c.yaml", "next"}, {commit, "c.yaml", "staged"}, {"", "sub/c.yaml", "real"}, {commit, "sub/c.yaml", "real"}, {"", "conf/real.yaml", "real"},
		{"", "conf/c.yaml", "-"}, {"", "nowhere/c.yaml", "-"}, {"", "nowhere.yaml", "-"}, {"", "empty.yaml", ""},
		{"", "loop/c.yaml", "symbolic links that lead in a circle"}, {commit, "out/c.yaml", "a symbolic link that leads nowhere"}, // there, and not to be read
	} {
		text, err := g.Tracked(tt.commit, "c.yaml").Read(filepath.Join(r.dir, tt.file))
		var unread *fs.PathError
		if errors.Is(err, fs.ErrNotExist) {
			text, err = []byte("-"), nil
		} else if errors.As(err, &unread) {
			text, err = []byte(unread.Err.Error()), nil
		}
		if err != nil || string(text) != tt.want {
			t.Errorf("%s in %q: %q, %v; want %q", tt.file, tt.commit, text, err, tt.want)
		}
	}
}

// TestCompareSparse: a file that a sparse checkout leaves out is not deleted.
func TestCompareSparse(t *testing.T) {
	r := newRepo(t)
	r.write("in/a.avsc", "a")
	r.write("out/b.avsc", "b")
	base := r.commit()
	r.git("sparse-checkout", "set", "in")
	if _, err := os.Stat(filepath.Join(r.dir, "out/b.avsc")); err == nil {
		t.Skip("this git does not check out sparsely")
	}
	now, _, changes, err := r.open().Compare(base, false, avsc)
	if err != nil || len(changes) != 0 {
		t.Fatalf("changes %v, %v", changes, err)
	}
	if diff := cmp.Diff([]string{"in/a.avsc", "out/b.avsc"}, paths(now)); diff != "" {
		t.Errorf("working tree (-want +got):\n%s", diff)
	}
}

func paths(s *Snapshot) []string {
	var all []string
	for _, f := range s.Files {
		all = append(all, f.Path)
	}
	return all
}

// TestTraceFollowsRenames: versions newest first, each content once, under the commits that brought them.
func TestTraceFollowsRenames(t *testing.T) {
	r := newRepo(t)
	r.write("a.avsc", page+"v1")
	one := r.commit()
	r.git("mv", "a.avsc", "b.avsc")
	r.write("b.avsc", page+"v2")
	two := r.commit()
	r.write("b.avsc", page+"v1")
	r.commit() // back to the first content: no version of its own
	r.write("noise.txt", "x")
	r.commit()
	r.write("b.avsc", page+"v3")
	four := r.commit()
	got := trace(t, r, four, "", "b.avsc", nil)
	want := []string{"b.avsc@" + four[:7], "b.avsc@" + r.git("rev-parse", "--short=7", "HEAD~2"), "b.avsc@" + two[:7]}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("versions (-want +got):\n%s", diff)
	}
	if got := trace(t, r, two, "", "b.avsc", nil); cmp.Diff([]string{"b.avsc@" + two[:7], "a.avsc@" + one[:7]}, got) != "" {
		t.Errorf("from the second commit: %q", got)
	}
	if got := trace(t, r, four, two, "b.avsc", nil); len(got) != 3 {
		t.Errorf("since the second commit, whose own version counts: %q", got)
	}
}

// TestTraceSeesReferences: a referred file that changes makes a new version of the subjects that refer to it.
func TestTraceSeesReferences(t *testing.T) {
	r := newRepo(t)
	r.write("common/m.avsc", "m1")
	r.write("a.avsc", "a")
	r.commit()
	r.write("common/m.avsc", "m2")
	head := r.commit()
	refers := func(path string) bool { return strings.HasPrefix(path, "common/") }
	if got := trace(t, r, head, "", "a.avsc", refers); len(got) != 2 {
		t.Errorf("versions %q, want two", got)
	}
	if got := trace(t, r, head, "", "a.avsc", nil); len(got) != 1 {
		t.Errorf("versions %q, want one where nothing is referred to", got)
	}
}

func trace(t *testing.T, r *repo, from, since, path string, refs func(string) bool) []string {
	t.Helper()
	g := r.open()
	state, err := g.Tree(from, func(p string) bool { return strings.HasSuffix(p, ".avsc") })
	if err != nil {
		t.Fatal(err)
	}
	steps, err := g.Log(from, since, avsc)
	if err != nil {
		t.Fatal(err)
	}
	past := &Past{Path: path, References: refs}
	Trace(state, steps, from, []*Past{past})
	var all []string
	for _, m := range past.Versions {
		all = append(all, m.File.Path+"@"+short(m.Commit))
	}
	return all
}

func TestOpenGit(t *testing.T) {
	outside := t.TempDir()
	if _, err := OpenGit(context.Background(), outside, append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(outside))); !errors.Is(err, ErrNoRepository) {
		t.Errorf("outside git: %v", err)
	}
	r := newRepo(t)
	g := r.open()
	if g.Head() != "" {
		t.Errorf("head %q before the first commit", g.Head())
	}
	if _, _, changes, err := g.Compare("", true, avsc); err != nil || len(changes) != 0 {
		t.Errorf("compare with nothing: %v, %v", changes, err)
	}
	head := r.commit()
	if _, err := r.open().Resolve("--help"); err == nil {
		t.Error("an option was taken for a revision")
	}
	if _, err := OpenGit(context.Background(), filepath.Join(r.dir, ".git"), r.env); !errors.Is(err, ErrNoWorktree) {
		t.Errorf("inside .git: %v", err)
	}
	if got, err := r.open().Resolve("HEAD"); err != nil || got != head {
		t.Errorf("HEAD is %q, %v", got, err)
	}
}

// TestBlobs: a missing object spoils nothing but itself.
func TestBlobs(t *testing.T) {
	r := newRepo(t)
	r.write("a.avsc", "text without a line break")
	r.write("empty.avsc", "")
	r.commit()
	a, empty := r.git("rev-parse", "HEAD:a.avsc"), r.git("rev-parse", "HEAD:empty.avsc")
	none := strings.Repeat("1", 40)
	tree := r.git("rev-parse", "HEAD^{tree}")
	blobs, err := r.open().Blobs([]string{none, a, tree, empty})
	if err != nil {
		t.Fatal(err)
	}
	if string(blobs[a].Content) != "text without a line break" || blobs[a].Err != nil {
		t.Errorf("a.avsc: %q, %v", blobs[a].Content, blobs[a].Err)
	}
	if blobs[empty].Content == nil || len(blobs[empty].Content) != 0 {
		t.Errorf("empty.avsc: %v", blobs[empty])
	}
	if err := blobs[none].Err; err == nil || !strings.Contains(err.Error(), "missing from the repository") {
		t.Errorf("a missing object: %v", err)
	}
	if err := blobs[tree].Err; err == nil || !strings.Contains(err.Error(), "it is a tree") {
		t.Errorf("a tree: %v", err)
	}
}

func TestReadFile(t *testing.T) {
	folder := t.TempDir()
	loop := filepath.Join(folder, "loop")
	if err := os.Symlink("loop", loop); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	for path, want := range map[string]string{
		loop: "leads back to itself", folder: "it is a folder", filepath.Join(folder, "none"): "no such file", os.DevNull: "",
	} {
		_, err := ReadFile("x", path)
		if want == "" {
			if err != nil {
				t.Errorf("%s: %v", path, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", path, err, want)
		}
	}
}

func FuzzContainer(f *testing.F) {
	f.Add([]byte("Obj\x01\x02\x16avro.schema\x10\"string\"\x000123456789abcdef"))
	f.Add([]byte("Obj\x01\x00"))
	f.Add([]byte("Obj\x01\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"))
	f.Fuzz(func(t *testing.T, content []byte) {
		text, err := Text("x", content)
		if err == nil && len(text) > len(content) {
			t.Fatalf("%d bytes of schema in a file of %d", len(text), len(content))
		}
	})
}

func TestContainer(t *testing.T) {
	text, err := Text("x.avro", []byte("Obj\x01\x02\x16avro.schema\x10\"string\"\x000123456789abcdef"))
	if err != nil || string(text) != `"string"` {
		t.Errorf("schema %q, %v", text, err)
	}
}

// TestTops: a working tree is known by the name that leads to it and by the one that git uses, from links into it, too.
func TestTops(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	repo, out := filepath.Join(dir, "repo"), filepath.Join(dir, "out")
	for _, folder := range []string{filepath.Join(repo, ".git"), filepath.Join(repo, "in"), out} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	linked, into := filepath.Join(dir, "linked"), filepath.Join(out, "into")
	if os.Symlink(repo, linked) != nil || os.Symlink(filepath.Join(repo, "in"), into) != nil {
		t.Skip("no symbolic links here")
	}
	for from, want := range map[string][]string{
		repo: {repo}, filepath.Join(repo, "in"): {repo}, linked: {linked, repo}, filepath.Join(linked, "in"): {linked, repo}, into: {repo},
	} {
		if got := Tops(from); !slices.Equal(got, want) {
			t.Errorf("from %s: %q, want %q", from, got, want)
		}
	}
}
