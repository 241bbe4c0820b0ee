package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Files is where configuration is read from: what lies on disk, or what git is about to commit.
type Files interface {
	// Read is a file's content. The error is fs.ErrNotExist when there is no such file.
	Read(file string) ([]byte, error)
}

// errIrregular says that a folder or a device stands where a file should.
var errIrregular = errors.New("it is no regular file")

// disk is the files on disk.
type disk struct{}

func (disk) Read(file string) ([]byte, error) {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, there := os.Lstat(file); there == nil { // not to be read is not the same as not there
			return nil, &fs.PathError{Op: "read", Path: file, Err: errors.New("a symbolic link that leads nowhere")}
		}
		return nil, err
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errIrregular
	}
	return os.ReadFile(file)
}

// orDisk is the files, those on disk for nil.
func orDisk(files Files) Files {
	if files == nil {
		return disk{}
	}
	return files
}

// plain is a file error without the path: the message has it already.
func plain(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return "no such file"
	}
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return failed.Err.Error()
	}
	return err.Error()
}

// unread is the error about a file that is there and cannot be read. What git says about it stays git's error.
func unread(file string, err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) || errors.Is(err, errIrregular) {
		return &Error{File: file, Problem: plain(err)}
	}
	return fmt.Errorf("read the configuration: %w", err)
}
