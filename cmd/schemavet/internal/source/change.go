package source

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Change is one entry of a raw diff. Added files have no From, deleted ones no To.
type Change struct {
	From, To     string // paths
	FromID, ToID string // objects; ToID is "" for a content that is on disk only
	FromSkip     string // as File.Skip
}

// Diff compares a commit ("" before the first one: nothing) with the index or, when staged is false, with the working
// tree's tracked files. Renames are found by content.
func (g *Git) Diff(commit string, staged bool, specs []string) ([]Change, error) {
	if commit == "" {
		empty, err := g.emptyTree()
		if err != nil {
			return nil, err
		}
		commit = empty
	}
	args := []string{"diff-index", "--raw", "-z", "-M", "--no-abbrev"}
	if staged {
		args = append(args, "--cached")
	}
	changes, err := g.diff(append(append(args, commit, "--"), specs...))
	if err != nil || !staged || !slices.ContainsFunc(changes, maybeIntended) {
		return changes, err
	}
	// What is only intended to be added (git add -N) stands in the index as an empty file, and in no commit.
	real, err := g.diff(append(append(args, "--ita-invisible-in-index", commit, "--"), specs...))
	staging := make(map[Change]bool, len(real))
	for _, c := range real {
		staging[c] = true
	}
	return slices.DeleteFunc(changes, func(c Change) bool { return maybeIntended(c) && !staging[c] }), err
}

func (g *Git) diff(args []string) ([]Change, error) {
	out, err := g.run(args...)
	if err != nil {
		return nil, err
	}
	return parseRaw(out)
}

// Intended is the files among those that match specs that the index is only to have later (git add -N): they stand in it as
// empty files, and in no commit that is made of it.
func (g *Git) Intended(specs []string) ([]string, error) {
	out, err := g.run(append([]string{"diff-files", "--name-only", "--diff-filter=A", "-z", "--"}, specs...)...)
	if err != nil {
		return nil, err
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 }), nil
}

// maybeIntended reports whether a change brings an empty file.
func maybeIntended(c Change) bool { return c.From == "" && c.ToID == blobID(nil, len(c.ToID)) }

// touched reports whether a file was only written anew, with the content that it has in the index and had before: git finds
// that out when it refreshes its index, which we leave alone.
func (g *Git) touched(c Change, index *Snapshot) bool {
	if staged, ok := index.Find(c.To); !ok || c.From != c.To || c.FromID == "" || c.ToID != "" || c.FromSkip != "" || staged.ID != c.FromID {
		return false
	}
	file := filepath.Join(g.Root, filepath.FromSlash(c.To))
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > MaxBytes {
		return false
	}
	content, err := os.ReadFile(file)
	return err == nil && blobID(content, len(c.FromID)) == c.FromID
}

// blobID is the name that git gives to a content: by SHA-1, or by SHA-256 in a repository whose names have 64 digits.
func blobID(content []byte, digits int) string {
	hash := sha1.New()
	if digits == 64 {
		hash = sha256.New()
	}
	fmt.Fprintf(hash, "blob %d\x00", len(content))
	hash.Write(content)
	return hex.EncodeToString(hash.Sum(nil))
}

func parseRaw(out []byte) ([]Change, error) {
	p := rawParser{tokens: strings.Split(string(out), "\x00")}
	var changes []Change
	for p.more() {
		c, err := p.change()
		if err != nil {
			return nil, err
		}
		changes = append(changes, c)
	}
	return changes, nil
}

// rawParser reads the NUL separated output of "git diff --raw -z".
type rawParser struct {
	tokens []string
	next   int
}

// more reports whether a raw entry comes next.
func (p *rawParser) more() bool {
	return p.next < len(p.tokens) && strings.HasPrefix(strings.TrimPrefix(p.tokens[p.next], "\n"), ":")
}

func (p *rawParser) take() string {
	if p.next >= len(p.tokens) {
		return ""
	}
	p.next++
	return p.tokens[p.next-1]
}

// change reads ":MODE MODE ID ID STATUS" and its one path, or two for a rename or copy.
func (p *rawParser) change() (Change, error) {
	head := strings.TrimPrefix(p.take(), "\n")
	fields := strings.Fields(strings.TrimPrefix(head, ":"))
	if len(fields) != 5 {
		return Change{}, fmt.Errorf("read git's raw diff: %q is no entry of it", head)
	}
	c := Change{FromID: object(fields[2]), ToID: object(fields[3]), FromSkip: skipMode(fields[0])}
	path := p.take()
	switch fields[4][0] {
	case 'A':
		c.To = path
	case 'D':
		c.From = path
	case 'R', 'C':
		c.From, c.To = path, p.take()
	default: // M, T and U: the path stays
		c.From, c.To = path, path
	}
	return c, nil
}

// object is an object's id, "" for git's all-zero one.
func object(id string) string {
	if strings.Trim(id, "0") == "" {
		return ""
	}
	return id
}
