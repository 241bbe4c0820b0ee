package hazard

import (
	"math"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat/meaning"
	"github.com/schemavet/schemavet/compat/unit"
)

func TestReworded(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"StartConsumption", "START_CONSUMPTION", true}, {"StartConsumption", "start consumption.", true}, {"PauseStore", "Pause", true},
		{"KeySchemaCreation", "ValueSchemaCreation", false}, {"DropStore", "RemoveStorageEngine", false}, {"Heartbeat", "RemovePartition", false},
		{"PauseStore", "ResumeStore", false}, {"active", "inactive", false}, {"complete", "incomplete", false}, {"running", "not running", false},
		{"Cancelled", "Canceled", true}, {"recieved", "received", false}, {"acknowledgement", "acknowledgment", true}, {"phase1", "phase2", false}, {"version10", "version20", false},
		{"Represents a view where source is the view, and destination is the table.", "Represents a view where source is the table, and destination is the view (e.g. Hive)", true},
		{"Paid by credit or debit card at the terminal", "Gift voucher redeemed online", false}, {"", "anything", true}, {"van", "bus", false},
	} {
		if got := reworded(tt.a, tt.b); got != tt.want || reworded(tt.b, tt.a) != tt.want {
			t.Errorf("reworded(%q, %q) = %v", tt.a, tt.b, got)
		}
	}
}

func TestSwapped(t *testing.T) {
	for _, tt := range []struct{ a, b, from, to string }{
		{"Time when the form is submitted to the subject.", "Time when the form is started by the subject.", "submitted", "started"},
		{"the job that would have ran it", "the job that would have run it", "", ""},
		{"Time in seconds of the call", "Time in milliseconds of the call", "", ""},
		{"Completely other words here", "Nothing of the kind at all", "", ""},
		{"The name of it", "the name of it.", "", ""},
	} {
		from, to, _ := swapped(tt.a, tt.b)
		if from != tt.from || to != tt.to {
			t.Errorf("swapped(%q, %q) = %q, %q", tt.a, tt.b, from, to)
		}
	}
}

func TestSpellTime(t *testing.T) {
	for _, tt := range []struct {
		logical string
		n       int64
		want    string
	}{
		{"timestamp-millis", 1700000000000, "2023-11-14T22:13:20Z"}, {"timestamp-micros", 1700000000000, "1970-01-20T16:13:20Z"}, {"timestamp-nanos", 1, "1970-01-01T00:00:00.000000001Z"},
		{"timestamp-millis", 1700000000000000, "55840-11-08T22:13:20Z"}, {"timestamp-millis", math.MaxInt64, "the year 292278994"}, {"timestamp-millis", -1, "1969-12-31T23:59:59.999Z"},
		{"local-timestamp-millis", 1700000000000, "2023-11-14T22:13:20 local time"}, {"date", 19675, "2023-11-14"}, {"date", 1700000000, "the year 4656411"}, {"time-millis", 45296789, "12:34:56.789"}, {"time-micros", 45296789, "00:00:45.296789"},
	} {
		if got := clockOf(tt.logical).spell(tt.n); got != tt.want {
			t.Errorf("%d as %s is %s, want %s", tt.n, tt.logical, got, tt.want)
		}
	}
}

func TestTimes(t *testing.T) {
	cents, _ := unit.Lookup("USD cents")
	dollars, _ := unit.Lookup("USD")
	ms, _ := unit.Lookup("ms")
	s, _ := unit.Lookup("s")
	for _, tt := range []struct {
		w, r unit.Unit
		want string
	}{{cents, dollars, "100 times too much"}, {dollars, cents, "100 times too little"}, {ms, s, "1000 times too large"}, {s, ms, "1000 times too small"}, {s, s, ""}} {
		if got := times(unit.Compare(tt.w, tt.r).Times, tt.r); got != tt.want {
			t.Errorf("%s read as %s: %q, want %q", tt.w, tt.r, got, tt.want)
		}
	}
}

func TestPoint(t *testing.T) {
	for _, tt := range []struct {
		scale int
		want  string
	}{{0, "1999"}, {2, "19.99"}, {4, "0.1999"}, {6, "0.001999"}, {300, "1999e-300"}} {
		if got := point(1999, tt.scale); got != tt.want {
			t.Errorf("scale %d: %s, want %s", tt.scale, got, tt.want)
		}
	}
}

func TestExampleFits(t *testing.T) {
	epoch, err := unit.Parse("milliseconds since epoch")
	if err != nil {
		t.Fatal(err)
	}
	fact := &meaning.UnitFact{Unit: epoch}
	if got := example(fact, meaning.Long); got != "1700000000000" {
		t.Errorf("a long takes %s", got)
	}
	if got := example(fact, meaning.Int); len(got) > 10 {
		t.Errorf("an int takes %s", got)
	}
}

func TestCanonical(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"1", "1.0", true}, {"10", "1e1", true}, {`"a"`, `"\u0061"`, true}, {`{"a":1,"b":[2]}`, `{"b":[2.0], "a":1}`, true}, {"1", `"1"`, false}, {"null", `"null"`, false}, {"[]", "{}", false}, {"9007199254740993", "9007199254740992", false},
	} {
		if got := canonical(tt.a) == canonical(tt.b); got != tt.same {
			t.Errorf("%s and %s: %v", tt.a, tt.b, got)
		}
	}
}

// TestLongWords: two words of a megabyte are not compared letter by letter.
func TestLongWords(t *testing.T) {
	long := func(c string) string { return "Time of " + strings.Repeat(c, 1<<20) + " in the shop" }
	if from, to, ok := swapped(long("a"), long("b")); !ok || len(from) != 1<<20 || len(to) != 1<<20 {
		t.Errorf("%d letters became %d: %v", len(from), len(to), ok)
	}
}
