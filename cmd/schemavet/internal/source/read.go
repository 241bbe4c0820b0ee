package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// MaxBytes is the size of the largest text that is read.
const MaxBytes = 256 << 20

// ReadFile reads a schema's text from disk. name is what errors call it.
func ReadFile(name, path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, plain(err))
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", name, plain(err))
	case info.IsDir():
		return nil, fmt.Errorf("read %s: it is a folder; name a file in it", name)
	case !info.Mode().IsRegular() && info.Mode()&(fs.ModeNamedPipe|fs.ModeCharDevice) == 0:
		return nil, fmt.Errorf("read %s: it is no regular file", name)
	}
	return ReadAll(name, f)
}

// ReadAll reads a schema's text from r up to the limit.
func ReadAll(name string, r io.Reader) ([]byte, error) {
	var head [4]byte
	n, err := io.ReadFull(r, head[:])
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, fmt.Errorf("read %s: %w", name, plain(err))
	}
	r = io.MultiReader(bytes.NewReader(head[:n]), r)
	if IsContainer(head[:n]) {
		r = io.LimitReader(r, maxHeader) // the rows of a data file are not needed for its schema
	} else {
		r = io.LimitReader(r, MaxBytes+1)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, plain(err))
	}
	return Text(name, text)
}

// Text turns a file's content into a schema's text: the header's schema of a container file, anything else as it is. A
// large-file pointer and a text beyond the limit are errors.
func Text(name string, content []byte) ([]byte, error) {
	switch {
	case bytes.HasPrefix(content, []byte("version https://git-lfs.github.com/spec/")) && len(content) < 1024:
		return nil, fmt.Errorf("read %s: it is a Git LFS pointer, not a schema; run git lfs pull first", name)
	case len(content) > MaxBytes:
		return nil, fmt.Errorf("read %s: more than %d bytes", name, MaxBytes)
	case IsContainer(content):
		return containerSchema(name, content)
	}
	return content, nil
}

// plain cuts the path out of a file error: the message has it already.
func plain(err error) error {
	if errors.Is(err, syscall.ELOOP) {
		return errors.New("a symbolic link that leads back to itself")
	}
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("no such file")
	}
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

// ReadBytes reads a whole file as it is, up to the limit. name is what errors call it.
func ReadBytes(name, path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, plain(err))
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read %s: it is no regular file", name)
	}
	content, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", name, plain(err))
	case len(content) > MaxBytes:
		return nil, fmt.Errorf("read %s: more than %d bytes", name, MaxBytes)
	}
	return content, nil
}
