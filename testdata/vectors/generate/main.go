// Command generate prints the writer/reader pairs that the runtimes are asked about, one JSON line each:
// {"id","writer","reader","data":[{"json","hex"}]}. Schemas are raw JSON, so number spellings (1 and 1.0) and
// repeated keys survive; a datum is shown in Avro's JSON encoding and given as bytes under the writer's schema.
//
// Nearly all pairs are enumerated, feature by feature and place by place; the last family is drawn with the printed
// seed. The output is the same for every run.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
)

type datum struct {
	JSON json.RawMessage `json:"json"`
	Hex  string          `json:"hex"`
}

type pair struct {
	ID     string          `json:"id"`
	Writer json.RawMessage `json:"writer"`
	Reader json.RawMessage `json:"reader"`
	Data   []datum         `json:"data"`
}

// pairs collects what the families add; an id is used once.
type pairs struct {
	all []pair
	ids map[string]bool
}

// add takes the data as Go values (see encode).
func (p *pairs) add(id, writer, reader string, data ...any) {
	if p.ids[id] {
		panic("id used twice: " + id)
	}
	p.ids[id] = true
	row := pair{ID: id, Writer: json.RawMessage(writer), Reader: json.RawMessage(reader), Data: []datum{}}
	for _, v := range data {
		bytes, text, err := encode(writer, v)
		if err != nil {
			panic(fmt.Sprintf("%s: encode %v under %s: %v", id, v, writer, err))
		}
		row.Data = append(row.Data, datum{json.RawMessage(text), hex.EncodeToString(bytes)})
	}
	p.all = append(p.all, row)
}

func main() {
	seed := flag.Uint64("seed", 20261130, "seed of the drawn family")
	count := flag.Int("drawn", 500, "pairs in the drawn family")
	flag.Parse()
	p := &pairs{ids: map[string]bool{}}
	for _, family := range []func(*pairs){
		promotions, kinds, branchChoice, namedBranches, unions, names, fieldAliases, fields, enums, fixeds, decimals,
		logicals, defaults, unionDefaults, nestedDefaults, invalid, nameSpelling, recursion, spelling, rare,
	} {
		family(p)
	}
	drawn(p, *seed, *count)
	fmt.Fprintf(os.Stderr, "generate: %d pairs, seed %d\n", len(p.all), *seed)
	out := bufio.NewWriter(os.Stdout)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for _, row := range p.all {
		if err := enc.Encode(row); err != nil {
			panic(fmt.Sprintf("%s: %v", row.ID, err))
		}
	}
	if err := out.Flush(); err != nil {
		panic(err)
	}
}
