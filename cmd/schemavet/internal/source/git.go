package source

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A Git asks one repository through the git command line.
type Git struct {
	Dir     string   // where git runs
	Environ []string // the inherited environment; its GIT_* variables name the repository inside a hook
	Root    string   // the working tree's top folder
	Prefix  string   // Dir relative to Root with a final slash, "" at the top
	Shallow bool     // the history ends early
	Fetch   bool     // git may fetch what is missing; without it no process of git asks a network

	ctx  context.Context // ends the processes of git
	head string          // the commit of HEAD, "" before the first one
}

// ErrNoRepository says that Dir is in no git working tree.
var ErrNoRepository = errors.New("not inside a git repository")

// ErrNoWorktree says that Dir is in a repository that has no files of its own on disk.
var ErrNoWorktree = errors.New("this is a bare repository, or the inside of .git, without a working tree; name what is committed: git:REV:PATH")

// elsewhere is ErrNoWorktree for a repository that has a working tree which is not around the working folder.
type elsewhere struct{}

func (elsewhere) Error() string {
	return "the working tree of this repository (GIT_WORK_TREE) is not around the working folder; run schemavet inside it, or name what is committed: git:REV:PATH"
}

func (elsewhere) Is(target error) bool { return target == ErrNoWorktree }

// settings keep what a user may have configured from changing what git prints. They last for one process.
var settings = []string{
	"-c", "core.quotePath=false", "-c", "log.showSignature=false", "-c", "log.follow=false", "-c", "core.fsmonitor=false",
	"-c", "diff.relative=false", "-c", "color.ui=false", "-c", "diff.renameLimit=4000",
}

// offline keeps git from any network: a partial clone would otherwise fetch a missing object behind our back.
var offline = []string{"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none"}

// overrides make git's words stable, and keep it from writing to the index and from asking for a password.
var overrides = []string{
	"LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0",
	"GIT_LITERAL_PATHSPECS=0", "GIT_GLOB_PATHSPECS=0", "GIT_NOGLOB_PATHSPECS=0", "GIT_ICASE_PATHSPECS=0",
	"GIT_TRACE=0", "GIT_EXTERNAL_DIFF=",
}

// OpenGit finds the repository around dir. The error is ErrNoRepository when there is none, or says what git said. With
// ErrNoWorktree comes a Git that can be asked about commits. The end of ctx ends every process of git.
func OpenGit(ctx context.Context, dir string, environ []string) (*Git, error) {
	g := &Git{Dir: dir, Environ: environ, ctx: ctx}
	// One process tells all: before the first commit it prints everything but HEAD's commit, and fails.
	out, err := g.run("rev-parse", "--is-inside-work-tree", "--is-shallow-repository", "--show-prefix", "--show-toplevel", "HEAD")
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) < 5 && err != nil {
		var failed *gitError
		switch {
		case errors.As(err, &failed) && strings.Contains(failed.said, "not a git repository"):
			return nil, ErrNoRepository
		case failed != nil && strings.Contains(failed.said, "work tree"):
			return g.bare()
		}
		return nil, err
	}
	if len(lines) < 5 || lines[0] != "true" {
		return g.bare()
	}
	g.Shallow, g.Prefix = lines[1] == "true", lines[2]
	g.Root = rootOf(dir, g.Prefix, strings.Join(lines[3:len(lines)-1], "\n"))
	if err == nil {
		g.head = lines[len(lines)-1]
	}
	return g, nil
}

// bare settles what is known without a working tree.
func (g *Git) bare() (*Git, error) {
	out, err := g.run("rev-parse", "--is-shallow-repository", "--is-bare-repository", "--is-inside-git-dir", "HEAD")
	lines := strings.Fields(string(out))
	if len(lines) < 3 {
		return nil, err
	}
	g.Shallow, g.Root = lines[0] == "true", g.Dir
	if err == nil && len(lines) == 4 {
		g.head = lines[3]
	}
	if lines[1] == "false" && lines[2] == "false" {
		return g, elsewhere{}
	}
	return g, ErrNoWorktree
}

// Top is the nearest folder from dir upward that git would call the top of a working tree, "" without one. Git is not asked:
// a report about two files needs none. A link into a working tree is in it, as git sees it.
func Top(dir string) string {
	if top := topOf(dir); top != "" {
		return top
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return ""
	}
	return topOf(real)
}

func topOf(dir string) string {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// rootOf is the top folder by the name that dir uses for it: git itself resolves symbolic links, and the paths of the command
// line would then lie outside.
func rootOf(dir, prefix, told string) string {
	if prefix == "" {
		return dir
	}
	if root, ok := strings.CutSuffix(filepath.ToSlash(dir), "/"+strings.TrimSuffix(prefix, "/")); ok && root != "" {
		return filepath.FromSlash(root)
	}
	return filepath.FromSlash(told)
}

// Head is the commit of HEAD, "" before the first commit.
func (g *Git) Head() string { return g.head }

// gitError is a git process that failed, with its own words.
type gitError struct {
	command string
	said    string
	err     error
}

func (e *gitError) Error() string {
	if e.said == "" {
		return fmt.Sprintf("git %s: %v", e.command, e.err)
	}
	return fmt.Sprintf("git %s: %s", e.command, e.said)
}

func (e *gitError) Unwrap() error { return e.err }

// grace is how long git may take to end when it is asked to.
const grace = 200 * time.Millisecond

func (g *Git) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(g.ctx, "git", append(append([]string{}, settings...), args...)...)
	cmd.Dir = g.Dir
	cmd.Cancel = func() error { // asked to end, git ends what it started, as a transport that hangs
		if cmd.Process.Signal(syscall.SIGTERM) != nil { // there is no such thing here
			return cmd.Process.Kill()
		}
		return nil
	}
	cmd.WaitDelay = grace
	cmd.Env = append(append([]string{}, g.Environ...), overrides...)
	if !g.Fetch {
		cmd.Env = append(cmd.Env, offline...)
	}
	return cmd
}

func (g *Git) run(args ...string) ([]byte, error) {
	cmd := g.command(args...)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		return out.Bytes(), failure(args[0], said.String(), err)
	}
	return out.Bytes(), nil
}

func failure(command, said string, err error) error {
	if errors.Is(err, exec.ErrNotFound) {
		return errors.New("git is not on the PATH; give two files instead: schemavet resolve --writer W --reader R")
	}
	said = strings.TrimPrefix(strings.TrimSpace(said), "fatal: ")
	return &gitError{command: command, said: said, err: err}
}

// Resolve turns a revision into a commit's id. The error names the revision and what might help.
func (g *Git) Resolve(revision string) (string, error) {
	if strings.HasPrefix(revision, "-") {
		return "", fmt.Errorf("revision %q: a revision does not start with '-'", revision)
	}
	out, err := g.run("rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil && g.Fetch {
		return g.bring(revision)
	}
	if err != nil {
		if g.Shallow {
			return "", fmt.Errorf("revision %q: not in this shallow clone; run git fetch --unshallow, or fetch that revision", revision)
		}
		return "", fmt.Errorf("revision %q: git knows no such commit; git fetch may bring it", revision)
	}
	return strings.TrimSpace(string(out)), nil
}

// bring fetches a revision that is not here: the rest of a shallow clone, else the branch, tag or commit of that name.
func (g *Git) bring(revision string) (string, error) {
	if g.Shallow {
		if err := g.Deepen(); err != nil {
			return "", fmt.Errorf("revision %q: %w", revision, err)
		}
		return g.Resolve(revision)
	}
	name := strings.TrimPrefix(revision, "origin/")
	if strings.ContainsAny(name, ":+*^~@{} ") { // a refspec would write refs of the user's
		return "", fmt.Errorf("revision %q: git knows no such commit, and it is no name that could be fetched", revision)
	}
	if _, err := g.run("fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--end-of-options", "origin", name); err != nil {
		return "", fmt.Errorf("revision %q: %w", revision, err)
	}
	out, err := g.run("rev-parse", "--verify", "--quiet", "FETCH_HEAD^{commit}")
	if err != nil {
		return "", fmt.Errorf("revision %q: what was fetched is no commit", revision)
	}
	return strings.TrimSpace(string(out)), nil
}

// Deepen fetches what a shallow clone lacks, where that is allowed.
func (g *Git) Deepen() error {
	if !g.Shallow || !g.Fetch {
		return nil
	}
	if _, err := g.run("fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--unshallow"); err != nil {
		return err
	}
	g.Shallow = false
	return nil
}

// Commit is the id of the commit that an input names.
func (g *Git) Commit(in Input) (string, error) {
	if in.MergeBase {
		return g.MergeBase(in.Revision)
	}
	return g.Resolve(in.Revision)
}

// MergeBase is the commit where HEAD left revision.
func (g *Git) MergeBase(revision string) (string, error) {
	other, err := g.Resolve(revision)
	if err != nil {
		return "", err
	}
	if g.head == "" {
		return "", fmt.Errorf("merge base with %s: HEAD has no commit yet", revision)
	}
	if err := g.Deepen(); err != nil { // a merge base in what is here of a shallow clone may not be the one
		return "", fmt.Errorf("merge base with %s: %w", revision, err)
	}
	out, err := g.run("merge-base", "HEAD", other)
	if err != nil {
		if g.Shallow {
			return "", fmt.Errorf("merge base with %s: this clone is shallow and ends before it; run git fetch --unshallow, or compare with a given commit: --against git:REV", revision)
		}
		return "", fmt.Errorf("merge base with %s: the two histories have no commit in common; compare with a given commit: --against git:REV", revision)
	}
	return strings.TrimSpace(string(out)), nil
}

// DefaultBranch is the name of the branch that changes are compared with: the remote's HEAD, else main or master of the
// remote, else of this repository; "" without any of them.
func (g *Git) DefaultBranch() (string, error) {
	wanted := []string{
		"refs/remotes/origin/HEAD", "refs/remotes/origin/main", "refs/remotes/origin/master", "refs/heads/main", "refs/heads/master",
	}
	out, err := g.run(append([]string{"for-each-ref", "--format=%(refname)", "--"}, wanted...)...)
	if err != nil {
		return "", err
	}
	there := strings.Fields(string(out))
	for _, name := range wanted {
		for _, ref := range there {
			if ref == name {
				return strings.TrimPrefix(strings.TrimPrefix(name, "refs/remotes/"), "refs/heads/"), nil
			}
		}
	}
	return "", nil
}

// emptyTree is the id of the tree without entries in a repository that names objects by SHA-1 or SHA-256.
func (g *Git) emptyTree() (string, error) {
	cmd := g.command("hash-object", "-t", "tree", "--stdin")
	out, err := cmd.Output()
	if err != nil {
		return "", failure("hash-object", "", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// A Blob is an object's content, or why there is none.
type Blob struct {
	Content []byte
	Err     error
}

// Blobs reads objects in one process, each id once. The error is git's own failure; an object that is missing or unfit has
// its error with it.
func (g *Git) Blobs(ids []string) (map[string]Blob, error) {
	contents := make(map[string]Blob, len(ids))
	var order []string
	for _, id := range ids {
		if _, seen := contents[id]; !seen {
			contents[id] = Blob{}
			order = append(order, id)
		}
	}
	if len(order) == 0 {
		return contents, nil
	}
	cmd := g.command("cat-file", "--batch", "--buffer")
	cmd.Stdin = strings.NewReader(strings.Join(order, "\n") + "\n")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, failure("cat-file", "", err)
	}
	readErr := readBatch(bufio.NewReaderSize(out, 1<<16), order, contents, g.Shallow)
	if readErr != nil {
		if !errors.Is(readErr, errStopped) {
			cmd.Process.Kill() // it may still be writing to a pipe that nobody reads
		}
		cmd.Wait()
		if why := strings.TrimSpace(said.String()); why != "" {
			return nil, fmt.Errorf("%w: %s", readErr, strings.Join(strings.Fields(why), " "))
		}
		return nil, readErr
	}
	if err := cmd.Wait(); err != nil {
		return nil, failure("cat-file", said.String(), err)
	}
	return contents, nil
}

// errStopped says that git ended in the middle: a partial clone does so where it would have to fetch.
var errStopped = errors.New("git could not bring it (a partial clone, or a damaged repository); check --fetch or git fetch --refetch may")

func readBatch(r *bufio.Reader, order []string, contents map[string]Blob, shallow bool) error {
	for _, id := range order {
		header, err := r.ReadString('\n')
		if err != nil {
			return fmt.Errorf("read object %s: %w", short(id), errStopped)
		}
		fields := strings.Fields(header)
		if len(fields) != 3 {
			contents[id] = Blob{Err: missing(id, shallow)}
			continue
		}
		size, err := strconv.ParseInt(fields[2], 10, 64)
		if err != nil {
			return fmt.Errorf("read object %s: git says %q", short(id), header)
		}
		if contents[id], err = readBlob(r, id, fields[1], size); err != nil {
			return fmt.Errorf("read object %s: %w", short(id), err)
		}
	}
	return nil
}

// readBlob reads an object's content and the line break after it.
func readBlob(r *bufio.Reader, id, kind string, size int64) (Blob, error) {
	switch {
	case kind != "blob":
		return Blob{Err: fmt.Errorf("read object %s: it is a %s, not a file", short(id), kind)}, discard(r, size+1)
	case size > MaxBytes:
		return Blob{Err: fmt.Errorf("read object %s: %d bytes; the limit is %d", short(id), size, MaxBytes)}, discard(r, size+1)
	}
	content := make([]byte, size)
	if _, err := io.ReadFull(r, content); err != nil {
		return Blob{}, err
	}
	return Blob{Content: content}, discard(r, 1)
}

func discard(r io.Reader, n int64) error {
	_, err := io.CopyN(io.Discard, r, n)
	return err
}

func missing(id string, shallow bool) error {
	if shallow {
		return fmt.Errorf("read object %s: not in this shallow clone; run git fetch --unshallow", short(id))
	}
	return fmt.Errorf("read object %s: missing from the repository (a partial clone, or a damaged one); run git fetch --refetch or git fsck", short(id))
}

// short abbreviates an object's id for people.
func short(id string) string {
	if len(id) > 7 {
		return id[:7]
	}
	return id
}

// Contains reports whether the commit from has the commit wanted in its history.
func (g *Git) Contains(from, wanted string) bool {
	_, err := g.run("merge-base", "--is-ancestor", wanted, from)
	return err == nil
}

// Hooks is the folder where git looks for hooks: core.hooksPath, or the common folder's own also in a linked worktree.
func (g *Git) Hooks() (string, error) {
	out, err := g.run("rev-parse", "--git-path", "hooks")
	if err != nil {
		return "", err
	}
	folder := filepath.FromSlash(strings.TrimSuffix(string(out), "\n"))
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(g.Dir, folder)
	}
	return folder, nil
}
