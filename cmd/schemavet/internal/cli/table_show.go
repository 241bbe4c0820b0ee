package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/report"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/source"
	"github.com/schemavet/schemavet/iceberg"
)

var tableShowCommand = &Command{
	Name: "table show", Args: "METADATA", Short: "an Iceberg table's schemas over time, and what each snapshot and ref is read with",
	Long: `
Prints what each schema of the table changed, which snapshots and refs use it, and what a rollback really gives: it moves
data, not the schema. A snapshot asked for by id, tag or time is read with its own schema; a branch, and main after a
rollback, with the table's current one.

METADATA is a metadata file or a folder of them: a path, iceberg:PATH, git:REV:PATH or - (standard input). Whether a
snapshot may be gone within the time of --within is worked out from history.expire.* and the ages of refs, with new commits
on its branch assumed.`,
	Examples: []Example{
		{"schemavet table show lake/orders/metadata", "a folder of metadata files: the whole history"},
		{"schemavet table show v7.metadata.json --within 72h --format json", "which snapshots may be gone in three days, for a program"},
	},
	Setup: func(fs *pflag.FlagSet) Action {
		within := fs.Duration("within", 7*24*time.Hour, "tell whether a snapshot may expire within this `TIME`")
		at := fs.String("at", "", "count from this `INSTANT` (2026-11-30T00:00:00Z), not from now")
		format := choose(fs, "format", "text", "how it is printed", []string{"text", "json"})
		return func(e *Env, args []string) (int, error) {
			lineage, err := tableOf(e, args, 1)
			if err != nil {
				return 0, err
			}
			now := e.Now().UTC()
			if *at != "" {
				if now, err = time.Parse(time.RFC3339, *at); err != nil {
					return 0, &gate.Usage{Problem: fmt.Sprintf("--at %q is no instant; write it as 2026-11-30T00:00:00Z", *at)}
				}
			}
			shown := show(lineage, now, *within)
			if *format == "json" {
				return exitOK, printJSON(e.Stdout, shown)
			}
			return exitOK, shown.text(e.Stdout)
		}
	},
}

// tableOf reads the table that the first argument names; the command takes count arguments.
func tableOf(e *Env, args []string, count int) (*iceberg.Lineage, error) {
	if len(args) != count {
		return nil, &gate.Usage{Problem: fmt.Sprintf("%d arguments given, expected %d", len(args), count)}
	}
	in, err := source.ParseInput(args[0])
	if err != nil {
		return nil, &gate.Usage{Problem: err.Error()}
	}
	return loader(e).Lineage(in)
}

func printJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

// The document's shape. Within version 1 keys are only ever added.
type tableDoc struct {
	Version   int            `json:"version"`
	Table     tableHead      `json:"table"`
	Schemas   []schemaDoc    `json:"schemas"`
	Snapshots []snapshotDoc  `json:"snapshots"`
	Refs      []refDoc       `json:"refs"`
	Problems  []tableProblem `json:"problems"`
	within    time.Duration
}

type tableHead struct {
	Source        string `json:"source"`
	UUID          string `json:"uuid"`
	Location      string `json:"location"`
	FormatVersion int    `json:"formatVersion"`
	LastColumnID  int    `json:"lastColumnId"`
	CurrentSchema int    `json:"currentSchema"`
	GCDisabled    bool   `json:"gcDisabled"`
}

type schemaDoc struct {
	ID        int         `json:"id"`
	Label     string      `json:"label"`
	Current   bool        `json:"current"`
	Columns   int         `json:"columns"`
	Evolution string      `json:"evolution"`
	Breaks    []string    `json:"breaks"`
	Changes   []changeDoc `json:"changes"`
	Snapshots []int64     `json:"snapshots"`
}

type changeDoc struct {
	Change string `json:"change"`
	ID     int    `json:"id"`
	Path   string `json:"path"`
	From   string `json:"from"`
	To     string `json:"to"`
	text   string
}

type snapshotDoc struct {
	ID         int64    `json:"id"`
	Time       string   `json:"time"`
	Operation  string   `json:"operation"`
	Current    bool     `json:"current"`
	Schema     *int     `json:"schema"`
	Refs       []string `json:"refs"`
	TimeTravel *int     `json:"timeTravelReadsWith"`
	Rollback   int      `json:"rollbackReadsWith"`
	Differs    []string `json:"afterRollback"`
	KeptBy     []string `json:"keptBy"`
	Expires    string   `json:"expires"`
	Newest     bool     `json:"staysWhileNewest"`
	MayExpire  bool     `json:"mayExpireWithin"`
}

type refDoc struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Snapshot int64  `json:"snapshot"`
	Reads    *int   `json:"readsWith"`
	Expires  string `json:"expires"`
	lost     bool   // the snapshot is not in the metadata
}

type tableProblem struct {
	Rule    string `json:"rule"`
	Level   string `json:"level"`
	Path    string `json:"path"`
	Message string `json:"message"`
	At      string `json:"at"`
}

// show is the timeline as a document.
func show(l *iceberg.Lineage, now time.Time, within time.Duration) *tableDoc {
	t := iceberg.NewTimeline(l)
	d := &tableDoc{
		Version: 1, within: within, Schemas: []schemaDoc{}, Snapshots: []snapshotDoc{}, Refs: []refDoc{}, Problems: []tableProblem{},
		Table: tableHead{t.Table.Source, t.Table.UUID, t.Table.Location, t.Table.FormatVersion, t.Table.LastColumnID, t.Table.Current.ID, t.Table.KeepsGarbage()},
	}
	for _, s := range t.States {
		doc := schemaDoc{ID: s.Schema.ID, Label: s.Label, Current: s.Current, Columns: len(s.Schema.Fields), Evolution: s.Evolution.String(),
			Breaks: []string{}, Changes: []changeDoc{}, Snapshots: append([]int64{}, s.Snapshots...)}
		for _, f := range s.Evolution.Breaks {
			doc.Breaks = append(doc.Breaks, f.Rule.ID+": "+f.Message)
		}
		for _, c := range s.Changes {
			doc.Changes = append(doc.Changes, changeDoc{c.Kind, c.ID, string(c.Path), c.From, c.To, c.String()})
		}
		d.Schemas = append(d.Schemas, doc)
	}
	for _, u := range t.Snapshots {
		d.Snapshots = append(d.Snapshots, snapshotOf(&u, t.Table, now.Add(within)))
	}
	for _, r := range t.Refs {
		doc := refDoc{Name: r.Name, Type: "branch", Snapshot: r.SnapshotID, Reads: schemaNumber(r.Reads), Expires: "never", lost: t.Table.SnapshotByID(r.SnapshotID) == nil}
		if r.Tag {
			doc.Type = "tag"
		}
		if !r.Never {
			doc.Expires = instant(r.Expiry)
		}
		d.Refs = append(d.Refs, doc)
	}
	for _, p := range append(t.Table.Faults(t.Table.Current), l.Problems...) {
		d.Problems = append(d.Problems, tableProblem{p.Rule.ID, p.Rule.Level.String(), string(p.Path), p.Message, p.At.String()})
	}
	return d
}

func snapshotOf(u *iceberg.Use, t *iceberg.Table, until time.Time) snapshotDoc {
	doc := snapshotDoc{
		ID: u.ID, Time: instant(time.UnixMilli(u.Timestamp)), Operation: u.Operation, Current: u.Current, Refs: append([]string{}, u.Refs...),
		TimeTravel: schemaNumber(u.TimeTravel), Rollback: t.Current.ID, Differs: append([]string{}, u.Rollback...), KeptBy: append([]string{}, u.Keep.By...),
		Expires: "never", Newest: u.Keep.Newest, MayExpire: u.Keep.MayExpire(until),
	}
	if u.HasSchema {
		id := u.SchemaID
		doc.Schema = &id
	}
	switch {
	case len(u.Keep.By) == 0:
		doc.Expires = "any time: no ref leads to it"
	case !u.Keep.Never:
		doc.Expires = instant(u.Keep.Expire)
	}
	return doc
}

func schemaNumber(s *iceberg.Schema) *int {
	if s == nil {
		return nil
	}
	return &s.ID
}

func instant(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// say writes a line that names things of the table, whose names may hold anything.
func say(b *strings.Builder, format string, args ...any) {
	for i, a := range args {
		if text, ok := a.(string); ok {
			args[i] = report.Visible(text)
		}
	}
	fmt.Fprintf(b, format, args...)
}

func (d *tableDoc) text(w io.Writer) error {
	var b strings.Builder
	version := fmt.Sprintf("format version %d", d.Table.FormatVersion)
	if d.Table.FormatVersion == 0 {
		version = "a plain schema"
	}
	say(&b, "%s   %s   %s\n\nschemas\n", d.Table.Source, version, d.Table.Location)
	for _, s := range d.Schemas {
		mark := " "
		if s.Current {
			mark = "*"
		}
		say(&b, "%s %-12s %d columns", mark, s.Label, s.Columns)
		if len(s.Changes) > 0 || s.Evolution == "illegal" {
			say(&b, "   %s", s.Evolution)
		}
		if len(s.Snapshots) > 0 {
			say(&b, "   snapshots %s", numbers(s.Snapshots))
		}
		b.WriteString("\n")
		for _, c := range s.Changes {
			say(&b, "      %s\n", c.text)
		}
		for _, broken := range s.Breaks {
			say(&b, "      ! %s\n", broken)
		}
	}
	d.snapshotText(&b)
	d.refText(&b)
	for i, p := range d.Problems {
		if i == 0 {
			b.WriteString("\nproblems\n")
		}
		say(&b, "  %s %s: %s\n", p.Level, p.Rule, p.Message)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (d *tableDoc) snapshotText(b *strings.Builder) {
	if len(d.Snapshots) == 0 {
		b.WriteString("\nno snapshots\n")
		return
	}
	b.WriteString("\nsnapshots\n")
	for _, s := range d.Snapshots {
		mark := " "
		if s.Current {
			mark = "*"
		}
		say(b, "%s %d   %s   %s\n", mark, s.ID, s.Time, s.Operation)
		say(b, "      by id or time      %s\n", readsWith(s.TimeTravel))
		say(b, "      rolled back to     schema %d", s.Rollback)
		if len(s.Differs) > 0 {
			say(b, ": %s", strings.Join(s.Differs, "; "))
		}
		b.WriteString("\n")
		kept := strings.Join(s.KeptBy, ", ")
		if kept == "" {
			kept = "nothing"
		}
		say(b, "      kept by            %s; %s\n", kept, s.fate(d.within))
	}
	if d.Table.GCDisabled {
		b.WriteString("  gc.enabled is false: Iceberg's Java library expires nothing of this table; other programs may not look\n")
	}
}

// fate says when a snapshot may expire, and whether that may be soon.
func (s *snapshotDoc) fate(within time.Duration) string {
	may := "stays for " + plainDuration(within)
	if s.MayExpire {
		may = "may be gone within " + plainDuration(within)
	}
	if s.Newest && s.Expires != "never" {
		return "expires: once newer commits follow, not before " + s.Expires + "; " + may
	}
	return "expires: " + s.Expires + "; " + may
}

func (d *tableDoc) refText(b *strings.Builder) {
	for i, r := range d.Refs {
		if i == 0 {
			b.WriteString("\nrefs\n")
		}
		reads := readsWith(r.Reads)
		if r.lost {
			reads = "nothing: its snapshot is not in the metadata"
		}
		say(b, "  %-6s %-12s snapshot %d, read with %s, expires: %s\n", r.Type, r.Name, r.Snapshot, reads, r.Expires)
	}
}

func readsWith(schema *int) string {
	if schema == nil {
		return "nothing: its schema is no longer in the metadata"
	}
	return fmt.Sprintf("schema %d", *schema)
}

func numbers(all []int64) string {
	texts := make([]string, len(all))
	for i, n := range all {
		texts[i] = fmt.Sprint(n)
	}
	return strings.Join(texts, ", ")
}

// plainDuration is a duration in days where it is whole days.
func plainDuration(d time.Duration) string {
	if day := 24 * time.Hour; d >= day && d%day == 0 {
		if d == day {
			return "1 day"
		}
		return fmt.Sprintf("%d days", d/day)
	}
	return d.String()
}
