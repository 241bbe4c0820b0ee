package config

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// A Finder finds the configuration that counts for a file: the nearest one upward within its repository, or the one it is
// told.
type Finder struct {
	Fixed *Config
	Files Files // nil is the disk
	Edits bool  // accept files are those on disk, wherever Files is: the command changes them there
	found map[string]*Config
}

// Accepts is where accept files are read from; nil is the disk.
func (f *Finder) Accepts() Files {
	if f.Edits {
		return nil
	}
	return f.Files
}

// All are the configurations that have been found so far, each once, by their folders' names.
func (f *Finder) All() []*Config {
	if f.Fixed != nil {
		return []*Config{f.Fixed}
	}
	var all []*Config
	for _, folder := range slices.Sorted(maps.Keys(f.found)) {
		if c := f.found[folder]; !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return all
}

// For is the configuration for the files of a folder: the nearest schemavet.yaml upward, or the empty one.
func (f *Finder) For(folder string) (*Config, error) {
	if f.Fixed != nil {
		return f.Fixed, nil
	}
	if c, ok := f.found[folder]; ok {
		return c, nil
	}
	c, err := f.look(folder)
	if err != nil {
		return nil, err
	}
	if f.found == nil {
		f.found = map[string]*Config{}
	}
	f.found[folder] = c
	return c, nil
}

func (f *Finder) look(folder string) (*Config, error) {
	files := orDisk(f.Files)
	accepts, err := acceptBeside(orDisk(f.Accepts()), folder)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, Name)
	text, err := files.Read(file)
	switch {
	case err == nil:
		r := reader{files: files}
		c, err := r.read(file, text)
		if err == nil && c.Accept == "" {
			c.Accept = accepts
		}
		return c, err
	case !errors.Is(err, fs.ErrNotExist):
		return nil, unread(file, err)
	}
	parent := filepath.Dir(folder)
	if _, err := os.Lstat(filepath.Join(folder, ".git")); err == nil || parent == folder {
		return &Config{Accept: accepts}, nil // the top of a repository: what lies above speaks of other things
	}
	c, err := f.For(parent)
	if err != nil || accepts == "" {
		return c, err
	}
	nearer := *c
	nearer.Accept = accepts
	return &nearer, nil
}

// AcceptName is the accept file's name where no configuration names another.
const AcceptName = "schemavet.accept.yaml"

// acceptBeside is the accept file of a folder, "" without one.
func acceptBeside(files Files, folder string) (string, error) {
	file := filepath.Join(folder, AcceptName)
	switch _, err := files.Read(file); {
	case err == nil:
		return filepath.ToSlash(file), nil
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	default:
		return "", unread(file, err)
	}
}
