// Command icebergtable asks iceberg-go about schema changes and makes real tables with it.
//
//	icebergtable evolve N    one JSON line for each of N drawn changes: the two schemas, and whether UpdateSchema takes it
//	icebergtable tables N    one JSON line for each of N real tables: its metadata, the rows of each append, what a scan reads
//	icebergtable nested N    the same for tables with a struct in a struct and a list
//	icebergtable force all   one JSON line for each change that is put into real metadata by hand, and what a scan then reads
//	icebergtable sample DIR  one small table's metadata folder, manifests included
//
// The kept answers were made by
//
//	go run . evolve 400 > ../../vectors/iceberg/evolve.jsonl
//	go run . tables 80  > ../../vectors/iceberg/tables.jsonl
//	go run . nested 40  > ../../vectors/iceberg/nested.jsonl
//	go run . force all  > ../../vectors/iceberg/forced.jsonl
//
// It is a module of its own: the program that is tested never links iceberg-go/table. Its answers are kept in
// testdata/vectors, so that the tests run without it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	_ "github.com/apache/iceberg-go/catalog/sql"
	_ "modernc.org/sqlite"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: icebergtable evolve N | tables N | nested N | force all | sample DIR")
		os.Exit(2)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	if os.Args[1] == "sample" {
		check(sample(os.Args[2]))
		return
	}
	if os.Args[1] == "force" {
		for i := range cases {
			row, err := force(&cases[i])
			check(err)
			check(lines.Encode(row))
		}
		return
	}
	n, err := strconv.Atoi(os.Args[2])
	check(err)
	for seed := range n {
		var row any
		switch os.Args[1] {
		case "evolve":
			row, err = evolve(int64(seed))
		case "tables":
			row, err = grow(int64(seed))
		case "nested":
			row, err = growNested(int64(seed))
		default:
			err = fmt.Errorf("no such question: %s", os.Args[1])
		}
		check(err)
		check(lines.Encode(row))
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "icebergtable:", err)
		os.Exit(1)
	}
}
