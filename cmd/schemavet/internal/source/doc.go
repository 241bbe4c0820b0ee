// Package source is where schema texts come from: files, standard input, git commits and the git index. It hands out named
// texts and knows nothing of schemas.
//
// Git is asked through its own command line, read only: one raw diff tells what changed, one "cat-file --batch" brings the
// contents, one "log --raw" brings the history of every subject at once. Nothing is cloned, checked out or configured,
// and nothing is fetched unless somebody asks for it; and no text of the user's is ever taken for an option.
package source
