package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/suggest"
	"github.com/schemavet/schemavet/iceberg"
	"github.com/schemavet/schemavet/iceberg/manifest"
)

var tableKeepCommand = &Command{
	Name: "table why-keep", Args: "METADATA FIELD", Short: "what still needs a column of an Iceberg table, before it is dropped",
	Long: `
Lists what needs a field id: the current schema, snapshots and refs that are read with a schema that has it, partition
specs with files, sort orders, the identifier fields, the name mapping, equality deletes and data files, with the nulls and
bounds that the files state. Manifests are read where they lie beside the metadata, or at their location when it is on this
machine. What could not be looked at is named: the answer is only as good as that list is short.

FIELD is a path as findings print it, of the current schema or of an older one, or a field id.`,
	Examples: []Example{
		{"schemavet table why-keep lake/orders/metadata customer.email", "may the column go?"},
		{"schemavet table why-keep v7.metadata.json 12 --format json", "by field id, for a program"},
	},
	Setup: func(fs *pflag.FlagSet) Action {
		format := choose(fs, "format", "text", "how it is printed", []string{"text", "json"})
		return func(e *Env, args []string) (int, error) {
			lineage, err := tableOf(e, args, 2)
			if err != nil {
				return 0, err
			}
			id, ok := iceberg.FindField(lineage, args[1])
			if !ok {
				return 0, unknownField(lineage, args[1])
			}
			table := lineage.Last()
			var evidence *iceberg.Evidence
			if len(table.Snapshots) > 0 {
				evidence = manifest.Gather(table, loader(e).Beside(table))
			}
			doc := keep(lineage, iceberg.WhyKeep(lineage, id, evidence), evidence)
			if *format == "json" {
				return exitOK, printJSON(e.Stdout, doc)
			}
			return exitOK, doc.text(e.Stdout)
		}
	},
}

func unknownField(l *iceberg.Lineage, word string) error {
	var names []string
	for _, v := range l.Versions {
		for _, f := range v.Schema.All {
			names = append(names, string(f.Path))
		}
	}
	wanted := fmt.Sprintf("a column %q", word)
	if _, err := strconv.Atoi(word); err == nil {
		wanted = "the field id " + word
	}
	problem := fmt.Sprintf("no schema of %s ever had %s", l.Last().Source, wanted)
	if near := suggest.Nearest(word, names); near != "" {
		problem += fmt.Sprintf("; did you mean %q?", near)
	}
	return &gate.Usage{Problem: problem}
}

// The document's shape. Within version 1 keys are only ever added.
type keepDoc struct {
	Version   int         `json:"version"`
	Table     string      `json:"table"`
	Field     keepField   `json:"field"`
	Needed    bool        `json:"needed"`
	Reasons   []reasonDoc `json:"reasons"`
	Data      *dataDoc    `json:"data"`
	NotLooked []string    `json:"notLookedAt"`
}

type keepField struct {
	ID      int      `json:"id"`
	Path    string   `json:"path"`
	Type    string   `json:"type"`
	Current bool     `json:"current"`
	Names   []string `json:"names"`
	// Namesakes are other field ids that had one of the names.
	Namesakes []int `json:"namesakes"`
}

type reasonDoc struct {
	Kind string `json:"kind"`
	What string `json:"what"`
}

type dataDoc struct {
	Files       int      `json:"files"`
	FilesWithIt int      `json:"filesWithIt"`
	Values      int64    `json:"values"`
	Nulls       *int64   `json:"nulls"`
	Lower       string   `json:"lower"`
	Upper       string   `json:"upper"`
	OlderBounds []string `json:"boundsOfOlderTypes"`
	Deletes     int      `json:"equalityDeleteFiles"`
}

func keep(l *iceberg.Lineage, k *iceberg.Keep, evidence *iceberg.Evidence) *keepDoc {
	d := &keepDoc{Version: 1, Table: l.Last().Source, Needed: len(k.Reasons) > 0, Reasons: []reasonDoc{}, NotLooked: append([]string{}, k.Blind...)}
	d.Field = keepField{ID: k.ID, Current: k.Current, Names: append([]string{}, k.Names...), Namesakes: append([]int{}, k.Namesakes...)}
	if k.Field != nil {
		d.Field.Path, d.Field.Type = string(k.Field.Path), k.Field.Type.String()
	}
	for _, r := range k.Reasons {
		d.Reasons = append(d.Reasons, reasonDoc(r))
	}
	if evidence == nil {
		return d
	}
	d.Data = &dataDoc{Files: k.Files, Lower: k.Lower, Upper: k.Upper, OlderBounds: append([]string{}, k.Widths...)}
	if c := k.Data; c != nil {
		d.Data.FilesWithIt, d.Data.Values, d.Data.Deletes = c.Files, c.Values, c.Deletes
		if c.HasNulls {
			d.Data.Nulls = &c.Nulls
		}
	}
	return d
}

func (d *keepDoc) text(w io.Writer) error {
	var b strings.Builder
	say(&b, "%s   field id %d", d.Table, d.Field.ID)
	if d.Field.Path != "" {
		say(&b, "   %s %s", d.Field.Path, d.Field.Type)
	}
	if len(d.Field.Names) > 1 {
		say(&b, "   (also called %s)", strings.Join(d.Field.Names[:len(d.Field.Names)-1], ", "))
	}
	b.WriteString("\n")
	for _, id := range d.Field.Namesakes {
		say(&b, "  %-16s field id %d had a name of it too: ask for it by its id\n", "not the same", id)
	}
	for _, r := range d.Reasons {
		say(&b, "  %-16s %s\n", r.Kind, r.What)
	}
	if d.Data != nil && (d.Data.Lower != "" || d.Data.Upper != "") {
		say(&b, "  %-16s %s to %s", "bounds", d.Data.Lower, d.Data.Upper)
		if len(d.Data.OlderBounds) > 0 {
			say(&b, ", some of them of the older type %s", strings.Join(d.Data.OlderBounds, ", "))
		}
		b.WriteString("\n")
	}
	for _, n := range d.NotLooked {
		say(&b, "  %-16s %s\n", "not looked at", n)
	}
	switch {
	case d.Needed:
		b.WriteString("keep it: what is listed above still needs it\n")
	case len(d.NotLooked) > 0:
		b.WriteString("nothing that was looked at needs it; what was not looked at may\n")
	default:
		b.WriteString("nothing needs it\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
