package iceberg

import (
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
	"github.com/schemavet/schemavet/compat/ruletest"
)

// viewOf reads an example's side: its current schema.
func viewOf(t testing.TB, name, text string) View {
	t.Helper()
	table, err := Read(name, []byte(text))
	if err != nil {
		t.Fatalf("the example does not parse: %v\n%s", err, text)
	}
	return View{table.Current, table}
}

var ruleFamily = &ruletest.Family{
	Rules:  Rules,
	Words:  []string{"iceberg", "name"},
	Format: "iceberg",
	File: func(id string) string {
		return "rule_" + strings.ReplaceAll(strings.TrimPrefix(id, "iceberg-"), "-", "_") + ".go"
	},
	Find: fires,
	Company: map[string][]string{
		"iceberg-names-swapped":       {"iceberg-names-swapped"},       // each of the two columns
		"iceberg-default-invalid":     {"iceberg-default-invalid"},     // both defaults of the column
		"iceberg-metadata-incomplete": {"iceberg-metadata-incomplete"}, // each property that is missing
	},
	Plain: map[string]string{
		"iceberg-bound-elsewhere":     "it needs a reader that joins by names, which no table file states",
		"iceberg-bound-refused":       "likewise",
		"iceberg-name-unmapped":       "it needs a file without field ids for a writer",
		"iceberg-older-reader":        "it needs the reader that stayed behind beside the pair",
		"iceberg-history-gap":         "it is about the files of a folder",
		"iceberg-schema-rewritten":    "likewise",
		"iceberg-metadata-unreadable": "the text that makes it speak is no schema",
		"iceberg-landing-refused":     "it is about a topic and a table; see Land",
		"iceberg-landing-renamed":     "likewise",
	},
	Mirrorless: map[string]string{
		"iceberg-null-meaning-changed":     "the reverse is another change of meaning",
		"iceberg-name-unmapped":            "a file has no reader's side to look back from",
		"iceberg-required-added":           "iceberg-column-dropped sees the reverse",
		"iceberg-column-added":             "iceberg-column-dropped sees the reverse",
		"iceberg-column-dropped":           "iceberg-column-added and iceberg-required-added see the reverse, by what comes",
		"iceberg-type-narrowed":            "the reverse is a promotion: iceberg-bounds-width and number-… see it",
		"iceberg-bounds-width":             "the reverse is iceberg-type-narrowed",
		"iceberg-date-bounds":              "the reverse is iceberg-type-narrowed or iceberg-type-changed",
		"iceberg-date-promoted":            "the reverse is iceberg-type-changed",
		"iceberg-timestamp-range":          "the reverse is iceberg-type-changed",
		"iceberg-float-key-widened":        "the reverse is iceberg-type-narrowed",
		"iceberg-partition-value-changed":  "the reverse is iceberg-type-changed",
		"iceberg-version-downgraded":       "iceberg-version-upgraded looks at every way up, this at the one way down that loses something",
		"iceberg-version-upgraded":         "iceberg-version-downgraded is an error, and this a note",
		"iceberg-initial-default-changed":  "set, changed and removed are one rule",
		"iceberg-default-drift":            "the reverse is the same drift",
		"iceberg-default-fills-history":    "the reverse is iceberg-column-dropped",
		"iceberg-write-default-removed":    "iceberg-default-drift sees one that is set",
		"iceberg-write-default-missing":    "the reverse is iceberg-column-dropped",
		"iceberg-engine-defaults":          "the reverse is iceberg-column-dropped or iceberg-write-default-removed",
		"iceberg-decimal-scale-changed":    "equal both ways",
		"iceberg-drop-undone":              "the reverse is iceberg-column-dropped",
		"iceberg-drop-readd":               "equal both ways",
		"iceberg-element-replaced":         "equal both ways",
		"iceberg-field-moved":              "equal both ways",
		"iceberg-geo-parameter-changed":    "equal both ways",
		"iceberg-field-id-reused":          "equal both ways",
		"iceberg-kind-changed":             "equal both ways",
		"iceberg-map-key-changed":          "equal both ways",
		"iceberg-type-changed":             "equal both ways, but for promotions",
		"iceberg-zone-changed":             "equal both ways",
		"iceberg-column-moved":             "equal both ways",
		"iceberg-identifier-changed":       "equal both ways",
		"iceberg-name-mapping-lost":        "a name that a mapping gives anew is found where nothing was",
		"iceberg-name-mapping-rebound":     "equal both ways",
		"iceberg-names-swapped":            "equal both ways",
		"iceberg-physical-type":            "equal both ways: files of both types stay",
		"iceberg-renamed":                  "equal both ways",
		"iceberg-schema-set-back":          "equal both ways",
		"iceberg-partition-source-dropped": "a column that comes is no partition's source",
		"iceberg-sort-source-dropped":      "a column that comes is no order's source",
		"iceberg-old-spec-unbindable":      "a column that comes is no partition's source",
		"iceberg-old-sort-unbindable":      "a column that comes is no order's source",
		"iceberg-equality-delete-dropped":  "a column that comes is in no delete file",
		"iceberg-nested-widened":           "the reverse is iceberg-column-dropped",
		"iceberg-old-name-reused":          "the reverse is iceberg-drop-undone or a plain rename",
		"iceberg-rollback-keeps-schema":    "data that goes forward again is an ordinary commit",
		"iceberg-engine-refuses":           "the reverse is forbidden by the specification too",
		"iceberg-lenient-library":          "what the specification allows needs no leniency",
		"iceberg-bound-elsewhere":          "about the reader's names alone",
		"iceberg-bound-refused":            "about the reader's names alone",
		"iceberg-older-reader":             "it looks back already: the younger schema reads through the rules of columns",
	},
}

// fires is what one rule says of an example.
func fires(t testing.TB, rule *compat.Rule, writer, reader string) []*compat.Finding {
	t.Helper()
	view := viewOf(t, "reader.json", reader)
	if rule.Check != nil {
		trace := Resolve(&Pair{Writer: viewOf(t, "writer.json", writer), Reader: view})
		return compat.Pass{Subject: "example", Trace: trace}.Run([]*compat.Rule{rule})
	}
	var found []*compat.Finding
	for _, p := range slices.Concat(view.Schema.Problems, view.Table.Problems) {
		if p.Rule == rule {
			found = append(found, p.Finding("example"))
		}
	}
	return found
}

func TestRules(t *testing.T) { ruleFamily.Test(t) }

func TestEngines(t *testing.T) {
	e := Profiles()
	words := map[string][]string{"accepts": {"yes", "no", "unknown"}, "reads": {"yes", "changed", "fails", "unknown"}, "writes": {"yes", "no", "unknown"}}
	seen := map[string]bool{}
	for _, c := range e.Cells {
		key := c.Topic + " / " + c.Engine
		if seen[key] {
			t.Errorf("%s stands twice", key)
		}
		seen[key] = true
		if !e.Known(c.Engine) || c.Source == "" || !slices.Contains(words["accepts"], c.Accepts) || !slices.Contains(words["reads"], c.Reads) || !slices.Contains(words["writes"], c.Writes) {
			t.Errorf("bad cell %+v", c)
		}
	}
	if got := e.Cell("int->long", "nobody"); got.Accepts != "unknown" {
		t.Errorf("an unknown cell says %+v", got)
	}
}

func TestReadings(t *testing.T) {
	read := func(version int, w, r string, engine string) compat.Reading {
		writer, reader := viewOf(t, "w", metadata(version, "", columns(0, strings.Split(w, "\n")...))), viewOf(t, "r", metadata(version, "", columns(0, strings.Split(r, "\n")...)))
		readings := Readings(Resolve(&Pair{Writer: writer, Reader: reader}), []string{"spec", engine})
		if len(readings) != 1 {
			t.Fatalf("%d readings", len(readings))
		}
		return readings[0]
	}
	for _, c := range []struct {
		version      int
		w, r, engine string
		check, read  string
	}{
		{2, "1 s string", "1 s binary", "iceberg-go", "compatible", "changed"},
		{2, "1 s string", "1 s binary", "iceberg-java", "incompatible", "unknown"},
		{3, "1 d date", "1 d timestamp", "iceberg-java", "incompatible", "changed"},
		{2, "1 k int", "1 k long", "iceberg-go", "compatible", "fails"},
		{2, "1 k int", "1 k long", "starrocks", "unknown", "unknown"},
		{2, "1 k int", "1 k int", "iceberg-java", "compatible", "same"},
		{3, "1 k int", "1 k int | initial-default 5", "iceberg-go", "compatible", "same"},
		{3, "1 k long", "1 k long | initial-default 9007199254740993", "iceberg-go", "compatible", "changed"},
		{3, "1 k date", `1 k date | initial-default "2024-01-01"`, "iceberg-go", "compatible", "changed"},
		{3, "1 k int", "1 k int | initial-default 5", "trino", "incompatible", "fails"},
		{3, "1 k double", "1 k double | initial-default 1", "iceberg-java", "compatible", "fails"},
		{3, "1 k double", "1 k double | initial-default 1.0", "iceberg-java", "compatible", "same"},
		{3, "1 k double", "1 k double | initial-default 1", "iceberg-go", "compatible", "same"},
		{3, "1 id long", "1 id long\n" + `2 s {"type": "struct", "fields": []} | initial-default {}`, "iceberg-java", "incompatible", "fails"},
		{2, "1 m decimal(18, 2)", "1 m decimal(9, 2)", "pyiceberg", "incompatible", "unknown"},
		{2, "1 m decimal(9, 2)", "1 m decimal(9, 3)", "pyiceberg", "compatible", "same"},
		{2, "1 id long\n2 k int", "1 id long", "iceberg-java", "compatible", "same"},
	} {
		got := read(c.version, c.w, c.r, c.engine)
		if got.Check != c.check || got.Read != c.read || got.Check != "compatible" && got.Reason == "" {
			t.Errorf("%s: %s to %s: %+v, want %s %s", c.engine, c.w, c.r, got, c.check, c.read)
		}
	}
}

// TestDropTopics: what engines do with a drop depends on what else the table does with the column.
func TestDropTopics(t *testing.T) {
	order := func(current string) string {
		return `"default-sort-order-id": ` + current + `, "sort-orders": [{"order-id": 0, "fields": []}, {"order-id": 1, "fields": [{"transform": "identity", "source-id": 2, "direction": "asc", "null-order": "nulls-first"}]}]`
	}
	spec := `{"spec-id": 0, "fields": [{"source-id": 2, "field-id": 1000, "name": "p", "transform": "bucket[4]"}]}`
	for _, c := range []struct{ extra, check, read string }{
		{partitionedBy(2, "identity"), "incompatible", "fails"},
		{`"default-spec-id": 1, "partition-specs": [` + spec + `, {"spec-id": 1, "fields": []}]`, "compatible", "same"},
		{order("1"), "incompatible", "fails"},
		{order("0"), "compatible", "same"},
		{`"properties": {"deletes": "of k"}`, "compatible", "fails"},
	} {
		writer, reader := viewOf(t, "w", metadata(2, c.extra, columns(0, "1 id long", "2 k string"))), viewOf(t, "r", metadata(2, c.extra, columns(0, "1 id long")))
		if reader.Table.Property("deletes") != "" { // as manifests say
			reader.Table.EqualityIDs = []int{2}
		}
		got := Readings(Resolve(&Pair{Writer: writer, Reader: reader}), []string{"iceberg-java"})[0]
		if got.Check != c.check || got.Read != c.read {
			t.Errorf("under %s: %+v, want %s %s", c.extra, got, c.check, c.read)
		}
	}
}

// TestLenientLibrary: nobody is said to let a change through that all libraries asked refuse.
func TestLenientLibrary(t *testing.T) {
	writer := columns(0, "1 m decimal(18, 2)")
	if found := fires(t, lenientLibrary, writer, columns(1, "1 m decimal(9, 2)")); len(found) > 0 {
		t.Errorf("a narrower decimal: %s", found[0].Message)
	}
	if found := fires(t, lenientLibrary, writer, columns(1, "1 m decimal(18, 4)")); len(found) != 1 || !slices.Equal(found[0].Runtimes, []string{"pyiceberg"}) {
		t.Errorf("another scale: %v", found)
	}
}

// TestNamesWithDots: a column called a.z stands beside a, not inside of it: no name is taken from it there.
func TestNamesWithDots(t *testing.T) {
	inside := func(name string) string {
		return columns(0, "1 a.z long", `2 a {"type": "struct", "fields": [{"id": 3, "name": "`+name+`", "required": false, "type": "long"}]}`)
	}
	for _, tt := range []struct {
		writer, reader string
		swapped        bool
	}{
		{inside("b"), inside("z"), false},
		{columns(0, "1 a.z long", "2 b long"), columns(0, "1 b long", "2 a.z long"), true},
	} {
		trace := Resolve(&Pair{Writer: viewOf(t, "w", tt.writer), Reader: viewOf(t, "r", tt.reader)})
		found := compat.Pass{Trace: trace}.Run([]*compat.Rule{namesSwapped})
		if len(found) > 0 != tt.swapped {
			t.Errorf("%s read as %s: %d findings", tt.writer, tt.reader, len(found))
		}
	}
}

// TestDefaultDrift: the sample says what rows of before and of now read, whichever of the two defaults made the difference.
func TestDefaultDrift(t *testing.T) {
	at := func(column string) string { return metadata(3, "", columns(0, "1 id! long", column)) }
	for _, c := range []struct{ writer, reader, message, read string }{
		{metadata(3, "", columns(0, "1 id! long")), at("2 j int | initial-default 1 | write-default 2"), "initial-default 1 from before and 2 from now on", "1 in rows from before the column, 2 in rows written from now on"},
		{at("2 j int | initial-default 1 | write-default 1"), at("2 j int | initial-default 1 | write-default 2"), "initial-default 1 from before and 2 from now on", "1 in rows from before the column, 2 in rows written from now on"},
		{at("2 j int | initial-default 1 | write-default 2"), at("2 j int | initial-default 1 | write-default 3"), "write-default 2 from before and 3 from now on", "2 in rows written before, 3 in rows written from now on"},
		{at("2 j int"), at("2 j int | initial-default 3 | write-default 3"), "write-default null from before and 3 from now on", "null in rows written before, 3 in rows written from now on"},
	} {
		found := fires(t, defaultDrift, c.writer, c.reader)
		if len(found) != 1 || !strings.HasSuffix(found[0].Message, c.message) || found[0].Sample.Read != c.read {
			t.Errorf("want %s, %s: %+v", c.message, c.read, found)
		}
	}
	// A date's text stays in the column of timestamps that it becomes: that it is no value is told, and no drift of it.
	for _, rule := range []*compat.Rule{defaultDrift, initialDefaultChanged} {
		if found := fires(t, rule, at(`2 d date | initial-default "2024-01-01" | write-default "2024-01-01"`), at(`2 d timestamp | initial-default "2024-01-01" | write-default "2024-01-01"`)); len(found) != 0 {
			t.Errorf("%s", found[0].Message)
		}
	}
}

// TestEngineDefaults: each form of a default has engines of its own that do not honour it, and the finding says why.
func TestEngineDefaults(t *testing.T) {
	for column, want := range map[string]string{
		"2 c string | initial-default \"a\"":                        "initial-default of c: not honoured in full by trino",
		"2 c date | initial-default \"2024-01-01\"":                 "initial-default of c: not honoured in full by iceberg-go and trino",
		"2 c double | initial-default 1.5":                          "initial-default of c: not honoured in full by trino",
		"2 c double | initial-default 1":                            "initial-default of c: not honoured in full by iceberg-java and trino; iceberg-java: the table cannot be opened: it asks for 1.0 where the metadata has 1",
		`2 c {"type": "struct", "fields": []} | initial-default {}`: "initial-default of c: not honoured in full by iceberg-java, iceberg-go and trino; iceberg-java: the table cannot be opened",
	} {
		found := fires(t, engineDefaults, metadata(3, "", columns(0, "1 id! long")), metadata(3, "", columns(0, "1 id! long", column)))
		if len(found) != 1 || found[0].Message != want {
			t.Errorf("%s: %+v", column, found)
		}
	}
}

// TestDefaultsInOneLine: the layout of a default is neither a change nor part of a message.
func TestDefaultsInOneLine(t *testing.T) {
	list := func(value string) string {
		return metadata(3, "", columns(0, "1 id! long", `2 l {"type": "list", "element-id": 3, "element": "int", "element-required": false} | initial-default `+value+` | write-default `+value))
	}
	trace := Resolve(&Pair{Writer: viewOf(t, "w", list("[1,2]")), Reader: viewOf(t, "r", list("[\n  1,\n  2\n]"))})
	if found := (compat.Pass{Trace: trace}).Run(slices.Concat(Illegal, Hazards, hazard.Rules)); len(found) > 0 {
		t.Errorf("another layout: %s", found[0].Message)
	}
	found := fires(t, defaultFillsHistory, metadata(3, "", columns(0, "1 id! long")), list("[\n  1,\n  2\n]"))
	if len(found) != 1 || !strings.Contains(found[0].Message, "initial-default [1,2]:") || found[0].Sample.Read != "[1,2]" {
		t.Errorf("%+v", found)
	}
	// What is no value of its type is told as that, and nothing else is made of it.
	for _, rule := range []*compat.Rule{defaultFillsHistory, defaultDrift, engineDefaults} {
		if found := fires(t, rule, metadata(3, "", columns(0, "1 id! long")), metadata(3, "", columns(0, "1 id! long", `2 c int | initial-default "x" | write-default "y"`))); len(found) > 0 {
			t.Errorf("%s", found[0].Message)
		}
	}
}
