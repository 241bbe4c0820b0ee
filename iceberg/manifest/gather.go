package manifest

import (
	"fmt"
	"slices"

	"github.com/schemavet/schemavet/iceberg"
)

// Gather reads the manifests of all snapshots of a table. open reads a file by the path that the metadata names it; what it
// cannot bring is noted in the evidence, never left out in silence.
func Gather(t *iceberg.Table, open func(path string) ([]byte, error)) *iceberg.Evidence {
	g := gatherer{open: open, lists: map[string]bool{}, manifests: map[string]bool{}, files: map[string]bool{}, e: &iceberg.Evidence{SpecFiles: map[int]int{}, Columns: map[int]*iceberg.Column{}}}
	for _, s := range t.Snapshots {
		switch {
		case s.ManifestList != "":
			g.list(s)
		case len(s.Manifests) > 0:
			for _, m := range s.Manifests {
				g.manifest(File{Path: m})
			}
		default:
			g.e.Unread = append(g.e.Unread, fmt.Sprintf("snapshot %d names no manifest list", s.ID))
		}
	}
	return g.e
}

type gatherer struct {
	open                    func(string) ([]byte, error)
	lists, manifests, files map[string]bool // what was seen: snapshots share manifests and files
	e                       *iceberg.Evidence
}

// most bounds how many reasons for silence are listed.
const most = 20

func (g *gatherer) unread(format string, args ...any) {
	if note := fmt.Sprintf(format, args...); len(g.e.Unread) < most && !slices.Contains(g.e.Unread, note) {
		g.e.Unread = append(g.e.Unread, note)
	}
}

func (g *gatherer) list(s *iceberg.Snapshot) {
	if g.lists[s.ManifestList] {
		return
	}
	g.lists[s.ManifestList] = true
	text, err := g.open(s.ManifestList)
	if err != nil {
		g.unread("the manifest list of snapshot %d: %v", s.ID, err)
		return
	}
	files, err := ReadList(s.ManifestList, text)
	if err != nil {
		g.unread("the manifest list of snapshot %d: %v", s.ID, err)
	}
	for _, f := range files {
		g.manifest(f)
	}
}

func (g *gatherer) manifest(f File) {
	if g.manifests[f.Path] {
		return
	}
	g.manifests[f.Path] = true
	text, err := g.open(f.Path)
	if err != nil {
		g.unread("a manifest: %v", err)
		return
	}
	files, err := Read(f.Path, text)
	if err != nil {
		g.unread("a manifest: %v", err)
	}
	for _, d := range files {
		if !g.files[d.Path] {
			g.files[d.Path] = true
			g.e.SpecFiles[f.SpecID]++
			g.file(d)
		}
	}
}

func (g *gatherer) file(d DataFile) {
	if d.Content == EqualityDeletes {
		for _, id := range d.EqualityIDs {
			g.column(id).Deletes++
		}
		return
	}
	if d.Content != Data {
		return
	}
	g.e.DataFiles++
	if d.Values == nil {
		g.unread("the data file %s counts no values by column, so which columns it holds is not known", d.Path)
	}
	for id, n := range d.Values {
		c := g.column(id)
		c.Files++
		c.Values += n
		if nulls, ok := d.Nulls[id]; ok {
			c.HasNulls = true
			c.Nulls += nulls
		}
	}
	for id, b := range d.Lower {
		c := g.column(id)
		c.Lower = append(c.Lower, b)
	}
	for id, b := range d.Upper {
		c := g.column(id)
		c.Upper = append(c.Upper, b)
	}
}

func (g *gatherer) column(id int) *iceberg.Column {
	c := g.e.Columns[id]
	if c == nil {
		c = &iceberg.Column{}
		g.e.Columns[id] = c
	}
	return c
}
