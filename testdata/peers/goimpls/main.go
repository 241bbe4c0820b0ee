// Command goimpls asks the two Go implementations: goimpls hamba | twmb.
//
// One JSON line {id, writer, reader, data} in, one line of answers out; schemas are texts, data are hex. Each question
// is answered by a child process, because hamba's Resolve ends the process on recursive schemas with a stack overflow
// that nothing can recover; the parent writes that down and goes on with a fresh child.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"time"
)

type question struct {
	ID             string
	Writer, Reader string
	Data           []string
}

type answer struct {
	ID     string `json:"id"`
	Writer string `json:"writer,omitempty"`
	Reader string `json:"reader,omitempty"`
	Check  string `json:"check"`
	Read   []any  `json:"read,omitempty"`
}

// peer is one implementation; parsed schemas are its own values.
type peer struct {
	parse func(text string) (any, error)
	check func(writer, reader any) error
	// decoder resolves the pair once; the function it returns reads one datum and the count of bytes left.
	decoder func(writer, reader any) (func(data []byte) (any, int, error), error)
}

const patience = 10 * time.Second

func main() {
	peers := map[string]peer{"hamba": hamba, "twmb": twmb}
	p, ok := peers[os.Args[1]]
	if !ok {
		fmt.Fprintln(os.Stderr, "usage: goimpls hamba|twmb")
		os.Exit(2)
	}
	if len(os.Args) > 2 {
		debug.SetMaxStack(64 << 20)
		serve(p)
		return
	}
	supervise(os.Args[1])
}

func serve(p peer) {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var q question
		if err := json.Unmarshal(line, &q); err != nil {
			panic(err)
		}
		ask(p, q)
	}
}

// emit writes what is known so far, so that a death is seen after the last answer that was given.
func emit(a answer, last bool) {
	text, err := json.Marshal(struct {
		answer
		Last bool
	}{a, last})
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s\n", text)
}

func ask(p peer, q question) {
	a := answer{ID: q.ID, Check: "rejects"}
	var w, r any
	a.Writer = verdict("ok", "rejects: ", guard(func() (err error) { w, err = p.parse(q.Writer); return }))
	a.Reader = verdict("ok", "rejects: ", guard(func() (err error) { r, err = p.parse(q.Reader); return }))
	if a.Writer != "ok" || a.Reader != "ok" {
		emit(a, true)
		return
	}
	a.Check = verdict("compatible", "incompatible: ", guard(func() error { return p.check(w, r) }))
	emit(a, false)
	var decode func([]byte) (any, int, error)
	if err := guard(func() (err error) { decode, err = p.decoder(w, r); return }); err != nil {
		for range q.Data {
			a.Read = append(a.Read, "fails: resolve: "+short(err))
		}
		emit(a, true)
		return
	}
	shape := readShape(q.Reader)
	for _, text := range q.Data {
		data, err := hex.DecodeString(text)
		if err != nil {
			panic(err)
		}
		var v any
		var left int
		err = guard(func() (err error) { v, left, err = decode(data); return })
		switch {
		case err != nil:
			a.Read = append(a.Read, "fails: "+short(err))
		case left > 0:
			a.Read = append(a.Read, "fails: BytesLeft")
		default:
			a.Read = append(a.Read, normal(shape, v))
		}
	}
	emit(a, true)
}

func verdict(good, bad string, err error) string {
	if err == nil {
		return good
	}
	return bad + short(err)
}

func short(err error) string {
	text := strings.Join(strings.Fields(err.Error()), " ")
	return strings.ToValidUTF8(text[:min(len(text), 200)], "?")
}

func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("PANIC %v", p)
		}
	}()
	return f()
}

func supervise(name string) {
	in := bufio.NewReader(os.Stdin)
	var c *child
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			break
		}
		if c == nil {
			c = spawn(name)
		}
		a, why := c.answer(line)
		if why != "" {
			a = died(line, a, why)
			c.end()
			c = nil
		}
		text, _ := json.Marshal(a)
		fmt.Printf("%s\n", text)
	}
	if c != nil {
		c.end()
	}
}

func died(line []byte, a answer, why string) answer {
	var q question
	if err := json.Unmarshal(line, &q); err != nil {
		panic(err)
	}
	a.ID = q.ID
	if a.Check == "" {
		a.Check = "dies: " + why
	}
	a.Read = nil
	for range q.Data {
		a.Read = append(a.Read, "fails: dies: "+why)
	}
	return a
}

type child struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan []byte
}

func spawn(name string) *child {
	c := &child{cmd: exec.Command(os.Args[0], name, "child"), lines: make(chan []byte)}
	c.in, _ = c.cmd.StdinPipe()
	out, _ := c.cmd.StdoutPipe()
	if err := c.cmd.Start(); err != nil {
		panic(err)
	}
	go func() {
		defer close(c.lines)
		for r := bufio.NewReader(out); ; {
			line, err := r.ReadBytes('\n')
			if err != nil {
				return
			}
			c.lines <- line
		}
	}()
	return c
}

func (c *child) answer(line []byte) (a answer, why string) {
	if _, err := c.in.Write(line); err != nil {
		return a, "write"
	}
	deadline := time.After(patience)
	for {
		select {
		case text, ok := <-c.lines:
			if !ok {
				return a, "stack overflow, not recoverable"
			}
			var got struct {
				answer
				Last bool
			}
			dec := json.NewDecoder(bytes.NewReader(text))
			dec.UseNumber() // a long is more than a float64 holds
			if err := dec.Decode(&got); err != nil {
				panic(err)
			}
			if a = got.answer; got.Last {
				return a, ""
			}
		case <-deadline:
			return a, fmt.Sprintf("no answer in %s", patience)
		}
	}
}

func (c *child) end() {
	c.in.Close()
	go func() {
		for range c.lines {
		}
	}()
	c.cmd.Process.Kill()
	c.cmd.Wait()
}
