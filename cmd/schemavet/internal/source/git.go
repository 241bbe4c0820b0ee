package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
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

// Tops are the names of the nearest folder from dir upward that git would call the top of a working tree: as dir has it and, where
// links lead there, as git has it; none without one. Git is not asked: a report about two files needs none. A link into a
// working tree is in it, as git sees it.
func Tops(dir string) (tops []string) {
	if top := topOf(dir); top != "" {
		tops, dir = append(tops, top), top
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		if top := topOf(real); top != "" && !slices.Contains(tops, top) {
			tops = append(tops, top)
		}
	}
	return tops
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

// grace is how long git and what it started may take to end when they are asked to; lastWords is how long what git said may still be
// on its way on a busy machine once it has ended.
const (
	grace     = 200 * time.Millisecond
	lastWords = 5 * time.Second
)

func (g *Git) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(g.ctx, "git", append(append([]string{}, settings...), args...)...)
	cmd.Dir = g.Dir
	if g.ctx.Done() != nil { // else git stays in the terminal's group: a transport may ask there, and an interrupt ends all
		alone(cmd)
		cmd.Cancel = func() error { return end(cmd.Process) }
		cmd.WaitDelay = lastWords
	}
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
	said = strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(said), "fatal: "), "\n", "; ")
	return &gitError{command: command, said: said, err: err}
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

// short abbreviates an object's id for people.
func short(id string) string {
	if len(id) > 7 {
		return id[:7]
	}
	return id
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
