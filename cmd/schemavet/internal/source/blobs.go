package source

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A Blob is an object's content, or why there is none.
type Blob struct {
	Content []byte
	Err     error
}

// Blobs reads objects in one process, each id once. The error is git's own failure; an object that is missing or unfit has
// its error with it.
func (g *Git) Blobs(ids []string) (map[string]Blob, error) {
	contents := make(map[string]Blob, len(ids))
	var order []string
	for _, id := range ids {
		if _, seen := contents[id]; !seen {
			contents[id] = Blob{}
			order = append(order, id)
		}
	}
	if len(order) == 0 {
		return contents, nil
	}
	cmd := g.command("cat-file", "--batch", "--buffer")
	cmd.Stdin = strings.NewReader(strings.Join(order, "\n") + "\n")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, failure("cat-file", "", err)
	}
	readErr := readBatch(bufio.NewReaderSize(out, 1<<16), order, contents, g.Shallow)
	if readErr != nil {
		if !errors.Is(readErr, errStopped) {
			cmd.Process.Kill() // it may still be writing to a pipe that nobody reads
		}
		cmd.Wait()
		if why := strings.TrimSpace(said.String()); why != "" {
			return nil, fmt.Errorf("%w: %s", readErr, strings.Join(strings.Fields(why), " "))
		}
		return nil, readErr
	}
	if err := cmd.Wait(); err != nil {
		return nil, failure("cat-file", said.String(), err)
	}
	return contents, nil
}

// errStopped says that git ended in the middle: a partial clone does so where it would have to fetch.
var errStopped = errors.New("git could not bring it (a partial clone, or a damaged repository); check --fetch or git fetch --refetch may")

func readBatch(r *bufio.Reader, order []string, contents map[string]Blob, shallow bool) error {
	for _, id := range order {
		header, err := r.ReadString('\n')
		if err != nil {
			return fmt.Errorf("read object %s: %w", short(id), errStopped)
		}
		fields := strings.Fields(header)
		if len(fields) != 3 {
			contents[id] = Blob{Err: missing(id, shallow)}
			continue
		}
		size, err := strconv.ParseInt(fields[2], 10, 64)
		if err != nil {
			return fmt.Errorf("read object %s: git says %q", short(id), header)
		}
		if contents[id], err = readBlob(r, id, fields[1], size); err != nil {
			return fmt.Errorf("read object %s: %w", short(id), err)
		}
	}
	return nil
}

// readBlob reads an object's content and the line break after it.
func readBlob(r *bufio.Reader, id, kind string, size int64) (Blob, error) {
	switch {
	case kind != "blob":
		return Blob{Err: fmt.Errorf("read object %s: it is a %s, not a file", short(id), kind)}, discard(r, size+1)
	case size > MaxBytes:
		return Blob{Err: fmt.Errorf("read object %s: %d bytes; the limit is %d", short(id), size, MaxBytes)}, discard(r, size+1)
	}
	content := make([]byte, size)
	if _, err := io.ReadFull(r, content); err != nil {
		return Blob{}, err
	}
	return Blob{Content: content}, discard(r, 1)
}

func discard(r io.Reader, n int64) error {
	_, err := io.CopyN(io.Discard, r, n)
	return err
}

func missing(id string, shallow bool) error {
	if shallow {
		return fmt.Errorf("read object %s: not in this shallow clone; run git fetch --unshallow", short(id))
	}
	return fmt.Errorf("read object %s: missing from the repository (a partial clone, or a damaged one); run git fetch --refetch or git fsck", short(id))
}
