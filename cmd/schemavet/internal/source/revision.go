package source

import (
	"fmt"
	"strings"
)

// Resolve turns a revision into a commit's id. The error names the revision and what might help.
func (g *Git) Resolve(revision string) (string, error) {
	if strings.HasPrefix(revision, "-") {
		return "", fmt.Errorf("revision %q: a revision does not start with '-'", revision)
	}
	switch id := g.object(revision, "commit"); {
	case id != "":
		return id, nil
	case g.Fetch:
		return g.bring(revision)
	case g.Shallow:
		return "", fmt.Errorf("revision %q: not in this shallow clone; run git fetch --unshallow, or fetch that revision", revision)
	}
	return "", fmt.Errorf("revision %q: git knows no such commit; git fetch may bring it", revision)
}

// object is the id of the object of a kind that a revision leads to, "" without one.
func (g *Git) object(revision, kind string) string {
	out, err := g.run("rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{"+kind+"}")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
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
	id := g.object("FETCH_HEAD", "commit")
	if id == "" {
		return "", fmt.Errorf("revision %q: what was fetched is no commit", revision)
	}
	return id, nil
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

// Treeish is the id of the commit that an input names or, where it names none, of the tree: git's empty tree stands for what
// was before the first commit. A tree has files and no history.
func (g *Git) Treeish(in Input) (id string, history bool, err error) {
	if !in.MergeBase {
		for _, kind := range []string{"commit", "tree"} { // a commit leads to a tree, too
			if id = g.object(in.Revision, kind); id != "" {
				return id, kind == "commit", nil
			}
		}
	}
	id, err = g.Commit(in)
	return id, true, err
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

// Contains reports whether the commit from has the commit wanted in its history.
func (g *Git) Contains(from, wanted string) bool {
	_, err := g.run("merge-base", "--is-ancestor", wanted, from)
	return err == nil
}
