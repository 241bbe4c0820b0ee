package source

import (
	"fmt"
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
	args = append(args, commit, "--")
	out, err := g.run(append(args, specs...)...)
	if err != nil {
		return nil, err
	}
	return parseRaw(out)
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
