package gate

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
	"github.com/schemavet/schemavet/iceberg"
)

// Lineage reads the history of one Iceberg table: a metadata file, or a folder of them.
func (l *Loader) Lineage(in source.Input) (*iceberg.Lineage, error) {
	versions, err := l.metadata(in)
	if err != nil {
		return nil, err
	}
	var tables []*iceberg.Table
	var names []string
	for _, v := range versions {
		if v.Err != nil {
			return nil, v.Err
		}
		t, err := iceberg.Read(v.Source, v.Content)
		if err != nil {
			return nil, err
		}
		tables, names = append(tables, t), append(names, v.Source)
	}
	lineage, err := iceberg.NewLineage(tables)
	if err != nil {
		return nil, err
	}
	lineage.Problems = append(lineage.Problems, iceberg.Gaps(names)...)
	return lineage, nil
}

// metadata reads the metadata files of an input, oldest first.
func (l *Loader) metadata(in source.Input) ([]*Version, error) {
	in.Part = "" // a table is all of its schemas
	if !l.IsTree(in) {
		v, err := l.Version(in)
		if err != nil {
			return nil, err
		}
		v.Source = strings.TrimPrefix(v.Source, "iceberg:")
		return []*Version{v}, nil
	}
	all, err := l.tree(in, &Gathered{})
	if err != nil {
		return nil, err
	}
	found := map[string]*Version{}
	var names []string
	folders := map[string]bool{}
	for _, s := range all {
		if iceberg.IsMetadataName(s.path) {
			found[s.version.Source] = s.version
			names = append(names, s.version.Source)
			folders[path.Dir(s.path)] = true
		}
	}
	switch {
	case len(names) == 0:
		return nil, fmt.Errorf("read %s: no file in it has the name of table metadata (v3.metadata.json, 00003-….metadata.json)", in)
	case len(folders) > 1:
		return nil, fmt.Errorf("read %s: it holds the metadata of several tables; name the folder of one", in)
	}
	var sorted []*Version
	for _, n := range iceberg.SortNames(names) {
		sorted = append(sorted, found[n])
	}
	return sorted, nil
}

// ReadManifests lets the Iceberg adapter look into the manifests that lie beside a table's metadata, where a verdict depends
// on them.
func (l *Loader) ReadManifests() {
	for _, f := range l.Formats {
		if i, ok := f.(*Iceberg); ok {
			i.beside = l.Beside
		}
	}
}

// Beside opens files that table metadata names by their full location. They are looked for where the location says, when it
// is on this machine, and beside the metadata file, where a copied table has them.
func (l *Loader) Beside(t *iceberg.Table) func(string) ([]byte, error) {
	dir := filepath.Dir(l.abs(t.Source))
	return func(location string) ([]byte, error) {
		base := path.Base(filepath.ToSlash(location))
		beside := filepath.Join(dir, base)
		text, err := source.ReadBytes(base, beside)
		if err == nil {
			return text, nil
		}
		if local, ok := strings.CutPrefix(location, "file:"); ok {
			local = "/" + strings.TrimLeft(local, "/")
			return source.ReadBytes(local, filepath.FromSlash(local))
		}
		if filepath.IsAbs(location) {
			return source.ReadBytes(location, location)
		}
		return nil, fmt.Errorf("%s is not beside the metadata, and its location is not on this machine", base)
	}
}
