package source

import (
	"fmt"
	"path"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/suggest"
)

// A Kind is the form of an Input.
type Kind uint8

// The kinds of inputs.
const (
	Path   Kind = iota // a file or a folder on disk
	Stdin              // "-"
	Index              // "index:", what is staged; "index:PATH" one file of it
	Commit             // "git:REV", the tree of a commit, or a tree; "git:REV:PATH" one file of it
)

// An Input names where schemas are read from. One grammar serves every command:
//
//	PATH                     a file or a folder
//	git:REV                  the tree of a commit, or a tree
//	git:REV:PATH             one file of it; PATH is relative to the repository's root, or to here with a leading ./
//	git:merge-base(REV)      the commit where HEAD left REV; :PATH may follow
//	index:                   what is staged; index:PATH is one file of it
//	iceberg:INPUT#3          schema 3 of the Iceberg table whose metadata the input is; the current one without #3
//	-                        standard input
type Input struct {
	Kind      Kind
	Revision  string // Commit: the revision as written, without merge-base(…)
	MergeBase bool   // Commit: the merge base of Revision and HEAD is meant
	Path      string // the file or folder; "" for a whole tree
	Format    string // the format that the input states: "iceberg", or "" for none
	Part      string // which schema of the text is meant, "" for the one that counts
	meant     string
}

// schemes that are part of the grammar and are not served yet, with what stands in for them meanwhile.
var notYet = map[string]string{
	"registry": "asking a schema registry",
	"lock":     "a registry lock file",
}

// ParseInput reads the text of an input. It does not look whether the input exists.
func ParseInput(text string) (Input, error) {
	scheme, rest, found := strings.Cut(text, ":")
	switch {
	case text == "":
		return Input{}, fmt.Errorf("input %q: empty; give a path, git:REV, git:REV:PATH, index: or -", text)
	case text == "-":
		return Input{Kind: Stdin}, nil
	case found && scheme == "git":
		return parseCommit(text, rest)
	case found && scheme == "index":
		return Input{Kind: Index, Path: rest}, nil
	case found && scheme == "iceberg":
		return parseIceberg(rest)
	case found && notYet[scheme] != "":
		return Input{}, fmt.Errorf("input %q: %s is not there yet; a file of that name is ./%s", text, notYet[scheme], text)
	}
	guess := meant(scheme, rest, found)
	if _, part := cutPart(text); part != "" && guess == "" { // as reports name a schema of a table
		guess = "iceberg:" + text
	}
	return Input{Kind: Path, Path: text, meant: guess}, nil
}

// schemes begin an input that is no path.
var schemes = []string{"git", "index", "iceberg"}

// meant is the input that a path with a colon was probably meant to be, "" when it looks like a path.
func meant(scheme, rest string, found bool) string {
	if near := suggest.Nearest(scheme, schemes); found && near != "" {
		return near + ":" + rest
	}
	return ""
}

// Meant is the input that a path which is not there was probably meant to be, "" without a guess.
func (in Input) Meant() string { return in.meant }

// parseIceberg reads what follows iceberg: and cuts #ID off.
func parseIceberg(rest string) (Input, error) {
	inner, part := cutPart(rest)
	in, err := ParseInput(inner)
	if err != nil {
		return Input{}, err
	}
	in.Format, in.Part = "iceberg", part
	return in, nil
}

// cutPart cuts the id of a schema off: #3.
func cutPart(text string) (inner, part string) {
	if i := strings.LastIndexByte(text, '#'); i >= 0 && i+1 < len(text) && strings.Trim(text[i+1:], "0123456789") == "" {
		return text[:i], text[i+1:]
	}
	return text, ""
}

func parseCommit(text, rest string) (Input, error) {
	in := Input{Kind: Commit}
	if inner, ok := strings.CutPrefix(rest, "merge-base("); ok {
		revision, after, closed := strings.Cut(inner, ")")
		if !closed || after != "" && after[0] != ':' {
			return Input{}, fmt.Errorf("input %q: expected git:merge-base(REV) or git:merge-base(REV):PATH", text)
		}
		in.MergeBase, in.Revision, in.Path = true, revision, strings.TrimPrefix(after, ":")
	} else {
		in.Revision, in.Path, _ = strings.Cut(rest, ":")
	}
	switch {
	case in.Revision == "":
		return Input{}, fmt.Errorf("input %q: no revision after git:; write git:HEAD, git:main~1, git:merge-base(origin/main)", text)
	case in.Revision[0] == '-':
		return Input{}, fmt.Errorf("input %q: a revision does not start with '-'", text)
	}
	return in, nil
}

// String is the input as a user would write it.
func (in Input) String() string {
	if in.Format != "" {
		inner := in
		inner.Format, inner.Part = "", ""
		if in.Part != "" {
			return in.Format + ":" + inner.String() + "#" + in.Part
		}
		return in.Format + ":" + inner.String()
	}
	text := in.Path
	switch in.Kind {
	case Stdin:
		return "-"
	case Index:
		return "index:" + in.Path
	case Commit:
		text = "git:" + in.Revision
		if in.MergeBase {
			text = "git:merge-base(" + in.Revision + ")"
		}
		if in.Path != "" {
			text += ":" + in.Path
		}
	}
	return text
}

// OutOfScope tells why a file of this name is no schema for us although it is one for Avro; "" when nothing speaks against it.
func OutOfScope(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".avdl":
		return "Avro IDL is out of scope: compile it to .avsc first (avro-tools idl2schemata)"
	case ".avpr":
		return "an Avro protocol is out of scope: take the .avsc files of its types"
	}
	return ""
}
