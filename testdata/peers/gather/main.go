// Command gather stands between the generator and the peers.
//
//	gather questions < pairs.jsonl > questions.jsonl      schemas become texts, which every driver takes
//	gather answers pairs.jsonl FOLDER NAME=FILE...        one line a pair with what each runtime said, one file a family
//
// A runtime that is a variant of another (java_1_11 and java_classic of java, avsc_strict of avsc) is written only
// where its verdict or a value differs.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

type datum struct {
	JSON json.RawMessage `json:"json"`
	Hex  string          `json:"hex"`
}

type pair struct {
	ID      string            `json:"id"`
	Writer  json.RawMessage   `json:"writer"`
	Reader  json.RawMessage   `json:"reader"`
	Data    []datum           `json:"data"`
	Answers map[string]answer `json:"answers,omitempty"`
}

// answer is what one runtime said. Writer and Reader hold the refusal of a schema, and nothing where it parsed.
type answer struct {
	Writer  string            `json:"writer,omitempty"`
	Reader  string            `json:"reader,omitempty"`
	Check   string            `json:"check,omitempty"`     // compatible, incompatible, rejects, throws, dies
	Why     string            `json:"why,omitempty"`       // the words after it
	Valid   string            `json:"validator,omitempty"` // java: SchemaValidator, where it differs from Check
	Read    []json.RawMessage `json:"read,omitempty"`      // a tagged value, or "fails: …"
	Logical []json.RawMessage `json:"logical,omitempty"`   // java: with all conversions, where it differs from Read
	Lenient *answer           `json:"lenient,omitempty"`   // java: names and defaults not validated, where Check is rejects
}

// raw is a driver's line.
type raw struct {
	ID            string
	Writer        string
	Reader        string
	WriterLenient string `json:"writer_lenient"`
	ReaderLenient string `json:"reader_lenient"`
	Check         string
	CheckLenient  string `json:"check_lenient"`
	Validator     string
	Read          []json.RawMessage
	ReadLogical   []json.RawMessage `json:"read_logical"`
}

func main() {
	switch {
	case len(os.Args) == 2 && os.Args[1] == "questions":
		out := bufio.NewWriter(os.Stdout)
		questions(os.Stdin, out)
		must(out.Flush())
	case len(os.Args) > 4 && os.Args[1] == "answers":
		answers(os.Args[2], os.Args[3], os.Args[4:])
	default:
		fmt.Fprintln(os.Stderr, "usage: gather questions | gather answers PAIRS FOLDER NAME=FILE...")
		os.Exit(2)
	}
}

func questions(in io.Reader, out io.Writer) {
	eachLine(in, func(p pair) {
		q := struct {
			ID     string   `json:"id"`
			Writer string   `json:"writer"`
			Reader string   `json:"reader"`
			Data   []string `json:"data"`
		}{p.ID, string(p.Writer), string(p.Reader), []string{}}
		for _, d := range p.Data {
			q.Data = append(q.Data, d.Hex)
		}
		write(out, q)
	})
}

func answers(pairs, folder string, sources []string) {
	said := map[string]map[string]answer{}
	var names []string
	for _, s := range sources {
		name, file, _ := strings.Cut(s, "=")
		names = append(names, name)
		said[name] = map[string]answer{}
		eachLine(open(file), func(r raw) { said[name][r.ID] = r.normal() })
	}
	variantOf := map[string]string{"java_1_11": "java", "java_classic": "java", "avsc_strict": "avsc"}
	must(os.MkdirAll(folder, 0o777))
	files := map[string]*bufio.Writer{}
	eachLine(open(pairs), func(p pair) {
		p.Answers = map[string]answer{}
		for _, name := range names {
			a, ok := said[name][p.ID]
			if !ok {
				fmt.Fprintf(os.Stderr, "gather: %s has no answer to %s\n", name, p.ID)
				os.Exit(1)
			}
			if of := variantOf[name]; of == "" || outcome(a) != outcome(said[of][p.ID]) {
				p.Answers[name] = a
			}
		}
		family, _, _ := strings.Cut(p.ID, "/")
		if files[family] == nil {
			f, err := os.Create(filepath.Join(folder, family+".jsonl"))
			must(err)
			files[family] = bufio.NewWriter(f)
		}
		write(files[family], p)
	})
	for _, f := range files {
		must(f.Flush())
	}
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "gather:", err)
		os.Exit(1)
	}
}

func (r raw) normal() answer {
	a := answer{Writer: refusal(r.Writer), Reader: refusal(r.Reader)}
	a.Check, a.Why = verdict(r.Check)
	if a.Check == "rejects" && r.CheckLenient != "" {
		l := answer{Writer: refusal(r.WriterLenient), Reader: refusal(r.ReaderLenient)}
		l.Check, l.Why = verdict(r.CheckLenient)
		l.fill(r)
		a.Lenient = &l
		return a
	}
	a.fill(r)
	return a
}

func (a *answer) fill(r raw) {
	if v, _ := verdict(r.Validator); v != a.Check {
		a.Valid = v
	}
	for _, x := range r.Read {
		a.Read = append(a.Read, shortened(x))
	}
	var logical []json.RawMessage
	for _, x := range r.ReadLogical {
		logical = append(logical, shortened(x))
	}
	if len(logical) > 0 && string(join(logical)) != string(join(a.Read)) {
		a.Logical = logical
	}
}

// outcome is an answer without the words of its refusals.
func outcome(a answer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%t %t %s %s", a.Writer == "", a.Reader == "", a.Check, a.Valid)
	for _, values := range [][]json.RawMessage{a.Read, a.Logical} {
		for _, v := range values {
			if bytes.HasPrefix(v, []byte(`"fails`)) {
				v = []byte("fails")
			}
			b.Write(v)
		}
	}
	if a.Lenient != nil {
		b.WriteString(outcome(*a.Lenient))
	}
	return b.String()
}

func refusal(s string) string {
	if s == "" || s == "ok" {
		return ""
	}
	return clip(strings.TrimPrefix(s, "rejects: "))
}

func verdict(s string) (string, string) {
	v, why, _ := strings.Cut(s, ": ")
	if v == "none" {
		return "", ""
	}
	return v, clip(why)
}

const longest = 110

func clip(s string) string {
	if r := []rune(s); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return s
}

func shortened(x json.RawMessage) json.RawMessage {
	var s string
	if !bytes.HasPrefix(x, []byte{'"'}) || json.Unmarshal(x, &s) != nil {
		return x
	}
	return text(clip(s))
}

func join(values []json.RawMessage) []byte { return bytes.Join(toBytes(values), []byte(",")) }

func toBytes(values []json.RawMessage) (out [][]byte) {
	for _, v := range values {
		out = append(out, v)
	}
	return out
}

func open(file string) io.Reader {
	f, err := os.Open(file)
	must(err)
	return f
}

func eachLine[T any](in io.Reader, do func(T)) {
	r := bufio.NewReader(in)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if len(line) == 0 && err != nil {
			return
		}
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			fmt.Fprintf(os.Stderr, "gather: line %d: %v\n", n, err)
			os.Exit(1)
		}
		do(v)
	}
}

func text(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimSpace(b.Bytes())
}

func write(out io.Writer, v any) {
	_, err := out.Write(append(text(v), '\n'))
	must(err)
}
