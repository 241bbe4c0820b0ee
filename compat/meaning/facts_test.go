package meaning

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/schemavet/schemavet/compat/unit"
)

// ignoreEvidence compares facts without where they were read.
var ignoreEvidence = cmpopts.IgnoreTypes(Evidence{})

func TestRanks(t *testing.T) {
	s := Statement{Field: "latency_ms", Doc: "latency (s)", Carrier: Long, Properties: []Property{{Name: "unit", JSON: `"us"`}}, Declared: &Declaration{Unit: "ns", At: "schemavet.yaml:3:5"}}
	want := []struct {
		source Source
		code   string
	}{{FromConfig, "ns"}, {FromProperty, "us"}, {FromDocSlot, "s"}, {FromName, "ms"}}
	for i, w := range want {
		f := Infer(&s)
		if f.Unit.Source != w.source || f.Unit.Code != w.code {
			t.Errorf("strongest evidence %d: %v %s, want %v %s", i, f.Unit.Source, f.Unit.Code, w.source, w.code)
		}
		if i < 3 && f.Conflict() == nil {
			t.Errorf("%v against the rest is no conflict", w.source)
		}
		switch i {
		case 0:
			s.Declared = nil
		case 1:
			s.Properties = nil
		case 2:
			s.Doc = ""
		}
	}
}

func TestBracketAndPhraseOfOneDoc(t *testing.T) {
	f := Infer(&Statement{Field: "x", Doc: "Volume of oxygen in milliliters per kilogram of body weight (ml/kg/min)", Carrier: Double})
	if f.Unit.Code != "mL/kg/min" || f.Conflict() != nil || len(f.Faults) != 0 {
		t.Errorf("two quantities in one doc: %+v %+v", f.Unit, f.Faults)
	}
	f = Infer(&Statement{Field: "x", Doc: "Time in seconds (ms)", Carrier: Double})
	if f.Unit.Code != "ms" || f.Conflict() == nil || len(f.Faults) != 1 {
		t.Errorf("one quantity in two units: %+v %+v", f.Unit, f.Faults)
	}
}

// TestDenominatorInName: a name may say what a quantity is divided by and leave the rest to the doc.
func TestDenominatorInName(t *testing.T) {
	for _, tt := range []struct {
		doc       string
		conflicts bool
	}{
		{"Salt in g per 100 g", false}, {"Salt (g per 100 g)", false}, {"kJ/100g", false}, {"Salt in g per 100 ml", true}, {"Salt in g per g", true},
	} {
		if f := Infer(&Statement{Field: "salt_per_100g", Doc: tt.doc, Carrier: Double}); (f.Conflict() != nil) != tt.conflicts {
			t.Errorf("%s: conflict %+v", tt.doc, f.Conflict())
		}
	}
}

// TestOrderOfProperties: the order in which a schema lists its attributes decides nothing.
func TestOrderOfProperties(t *testing.T) {
	a, b := Property{Name: "logicalType", JSON: `"duration-ms"`, Where: OnType}, Property{Name: "unit", JSON: `"s"`}
	for _, props := range [][]Property{{a, b}, {b, a}} {
		f := Infer(&Statement{Field: "x", Carrier: Long, Properties: props})
		if f.Unit.Code != "s" || len(f.Others) != 1 || f.Conflict() == nil {
			t.Errorf("%v: %+v %+v", props, f.Unit, f.Others)
		}
	}
}

func TestAgreementRaisesConfidence(t *testing.T) {
	one := Infer(&Statement{Field: "x", Doc: "latency (ms)", Carrier: Long})
	two := Infer(&Statement{Field: "latency_ms", Doc: "latency (ms)", Carrier: Long})
	if one.Unit.Confidence != Slot || two.Unit.Confidence != Slot+Agreement || two.Conflict() != nil {
		t.Errorf("confidence %d and %d, conflict %v", one.Unit.Confidence, two.Unit.Confidence, two.Conflict())
	}
}

func TestNameAndDocComplete(t *testing.T) {
	if f := Infer(&Statement{Field: "created_ms", Doc: "Unix timestamp of the creation", Carrier: Long}); f.Unit.Code != "ms" || f.Unit.Kind != unit.Instant {
		t.Errorf("milliseconds by the name, an instant by the doc: %+v", f.Unit)
	}
	if f := Infer(&Statement{Field: "created", Doc: "Unix timestamp of the creation", Carrier: Long}); f.Unit.Known() || f.Unit.Kind != unit.Instant {
		t.Errorf("an instant of unknown steps: %+v", f.Unit)
	}
	f := Infer(&Statement{Field: "amount_cents", Doc: "Amount in US cents", Carrier: Long})
	if f.Unit.Code != "10*-2.{USD}" || f.Conflict() != nil {
		t.Errorf("%+v", f.Unit)
	}
	f = Infer(&Statement{Field: "amount_cents", Doc: "Amount in dollars", Carrier: Long})
	if f.Unit.Code != "{USD}" || f.Conflict() == nil || len(f.Faults) != 1 || f.Faults[0].Kind != UnitConflict {
		t.Errorf("cents that are said to be dollars: %+v %+v", f.Unit, f.Faults)
	}
}

func TestProperties(t *testing.T) {
	for _, tt := range []struct {
		name, json, code string
		kind             unit.Kind
	}{
		{"unit", `"ms"`, "ms", unit.Quantity},
		{"units", `"milliseconds"`, "ms", unit.Quantity},
		{"uom", `"MSEC"`, "ms", unit.Quantity},
		{"unitCode", `"C26"`, "ms", unit.Quantity},
		{"unitCode", `"KMH"`, "km/h", unit.Quantity},
		{"x-unit", `"ms"`, "ms", unit.Quantity},
		{"__neon_units", `"microsiemensPerCentimeter"`, "uS/cm", unit.Quantity},
		{"__neon_units", `"NA"`, "", unit.None},
		{"connect.parameters", `{"unit": "ms", "other": "s"}`, "ms", unit.Quantity},
		{"customProperties", `[{"property": "owner", "value": "a"}, {"property": "unit", "value": "EUR"}]`, "{EUR}", unit.Quantity},
		{"unit", `"USD/100"`, "10*-2.{USD}", unit.Quantity},
		{"unit", `"quinineSulfateUnit"`, "", unit.Opaque},
		{"unit", `"\u00b5T"`, "uT", unit.Quantity},
		{"unit", `"none"`, "", unit.None},
	} {
		f := Infer(&Statement{Field: "x", Carrier: Double, Properties: []Property{{Name: tt.name, JSON: tt.json}}})
		if f.Unit == nil || f.Unit.Code != tt.code || f.Unit.Kind != tt.kind || f.Unit.Source != FromProperty {
			t.Errorf("%s %s: %+v, want %s %v", tt.name, tt.json, f.Unit, tt.code, tt.kind)
		}
	}
	for _, json := range []string{`""`, `{}`, `[`, `null`, `{"unit": 5}`, `[{"property": 1}]`} {
		for _, name := range []string{"connect.parameters", "customProperties", "symbolDocs"} {
			if f := Infer(&Statement{Field: "x", Carrier: Double, Properties: []Property{{Name: name, JSON: json}}}); f.Unit != nil || f.Symbols != nil {
				t.Errorf("%s %s: %+v", name, json, f)
			}
		}
	}
	r := Reader{UnitKeys: []string{"acme.unit"}}
	if f := r.Infer(&Statement{Field: "x", Carrier: Double, Properties: []Property{{Name: "acme.unit", JSON: `"kg"`}}}); f.Unit == nil || f.Unit.Code != "kg" {
		t.Errorf("a configured key: %+v", f.Unit)
	}
	if f := Infer(&Statement{Field: "x", Carrier: Long, Properties: []Property{{Name: "unit", JSON: `"ms"`}, {Name: "unitKind", JSON: `"instant"`}}}); f.Unit.Kind != unit.Instant || f.Unit.Epoch != unit.Unix {
		t.Errorf("unitKind: %+v", f.Unit)
	}
	if f := Infer(&Statement{Field: "x", Carrier: String, Properties: []Property{{Name: "unit", JSON: `"ms"`}}}); f.Unit == nil {
		t.Error("a stated unit counts on a text, too")
	}
}

// TestLettersOfProperties: what the doc speaks of tells degrees from coulombs.
func TestLettersOfProperties(t *testing.T) {
	for _, tt := range []struct{ doc, letter, code string }{
		{"Value of the air temperature", "C", "Cel"}, {"Body temperature", "F", "[degF]"}, {"Charge of the capacitor", "C", "C"},
	} {
		f := Infer(&Statement{Field: "value", Doc: tt.doc, Carrier: Double, Properties: []Property{{Name: "unit", JSON: `"` + tt.letter + `"`}}})
		if f.Unit == nil || f.Unit.Code != tt.code {
			t.Errorf("%s of %q: %+v, want %s", tt.letter, tt.doc, f.Unit, tt.code)
		}
	}
}

func TestLogicalTypes(t *testing.T) {
	for name, want := range map[string]struct {
		code string
		kind unit.Kind
	}{
		"timestamp-millis": {"ms", unit.Instant}, "timestamp-micros": {"us", unit.Instant}, "timestamp-nanos": {"ns", unit.Instant},
		"local-timestamp-millis": {"ms", unit.LocalInstant}, "local-timestamp-micros": {"us", unit.LocalInstant}, "local-timestamp-nanos": {"ns", unit.LocalInstant},
		"time-millis": {"ms", unit.TimeOfDay}, "time-micros": {"us", unit.TimeOfDay}, "date": {"d", unit.Instant},
	} {
		f := Infer(&Statement{Field: "x", Carrier: Long, Logical: Logical{Name: name}})
		if f.Unit == nil || f.Unit.Code != want.code || f.Unit.Kind != want.kind || f.Unit.Confidence != Typed {
			t.Errorf("%s: %+v", name, f.Unit)
		}
	}
	f := Infer(&Statement{Field: "x", Doc: "in seconds since the epoch", Carrier: Long, Logical: Logical{Name: "timestamp-millis"}})
	if f.Conflict() == nil || f.Unit.Code != "ms" {
		t.Errorf("a logical type that the doc contradicts: %+v", f)
	}
	for name, want := range map[string]string{"timestamp-seconds": "s", "duration-ms": "ms", "my-cents": "10*-2.{currency}", "timestamp-millis": "ms", "color": ""} {
		f := Infer(&Statement{Field: "x", Carrier: Int, Properties: []Property{{Name: "logicalType", JSON: `"` + name + `"`, Where: OnType}}})
		if got := f.Unit; (got == nil) != (want == "") || got != nil && (got.Code != want || got.Confidence != StrongName) {
			t.Errorf("an unknown logical type %s: %+v", name, got)
		}
	}
	for name, want := range map[string]string{"io.debezium.time.MicroTimestamp": "us", "org.apache.kafka.connect.data.Timestamp": "ms", "com.acme.Order": ""} {
		f := Infer(&Statement{Field: "x", Carrier: Long, Properties: []Property{{Name: "connect.name", JSON: `"` + name + `"`, Where: OnType}}})
		if got := f.Unit; (got == nil) != (want == "") || got != nil && (got.Code != want || got.Kind != unit.Instant) {
			t.Errorf("connect.name %s: %+v", name, got)
		}
	}
	f = Infer(&Statement{Field: "x", Carrier: Long, Misplaced: "timestamp-millis"})
	if len(f.Faults) != 1 || f.Faults[0].Kind != MisplacedLogical {
		t.Errorf("a misplaced logical type: %+v", f.Faults)
	}
}

func TestCodes(t *testing.T) {
	for _, tt := range []struct {
		doc  string
		want []Code
	}{
		{"0 => StoreCreation, 1 => KeySchemaCreation, 2 => ValueSchemaCreation", []Code{{"0", "StoreCreation"}, {"1", "KeySchemaCreation"}, {"2", "ValueSchemaCreation"}}},
		{"Filter ID (1=g; 2=R; 3=i)", []Code{{"1", "g"}, {"2", "R"}, {"3", "i"}}},
		{"status: 0: off, 1: on", []Code{{"0", "off"}, {"1", "on"}}},
		{"0 = off\n1 = on", []Code{{"0", "off"}, {"1", "on"}}},
		{"0 -> Heartbeat Message, 1 -> Full Push.", []Code{{"0", "Heartbeat Message"}, {"1", "Full Push"}}},
		{"1=> Errored, -1 => Unknown, 1 => again", []Code{{"1", "Errored"}, {"-1", "Unknown"}}},
		{"0 => INTERNAL (default, Venice-only); 1 => DUAL_WRITE (data is written)", []Code{{"0", "INTERNAL"}, {"1", "DUAL_WRITE"}}},
		{"'0' = no '1' = yes", []Code{{"0", "no"}, {"1", "yes"}}},
		{"class: 0 - Non-wear, 1 - Rest", []Code{{"0", "Non-wear"}, {"1", "Rest"}}},
		{"0 means off, 1 means on", []Code{{"0", "off"}, {"1", "on"}}},
		{"1-minute average, 5-minute average", nil}, {"rows 1 - 5, 7 - 9", nil}, {"null means never, 0 means none", nil},
		{"from 12:30 to 14:45", nil}, {"0 => only one", nil}, {"a = b, c = d", nil}, {"ratio 1:1 or 2:1", nil}, {"", nil}, {"0 =", nil}, {"1 = 2, 2 = 3", nil},
	} {
		f := Infer(&Statement{Field: "x", Doc: tt.doc, Carrier: Int})
		var got []Code
		if f.Codes != nil {
			got = f.Codes.Codes
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.doc, diff)
		}
	}
	f := Infer(&Statement{Field: "x", Carrier: Enum, Symbols: []string{"A", "B"}, Properties: []Property{{Name: "symbolDocs", JSON: `{"B": "second", "A": "first"}`}}})
	if diff := cmp.Diff(&CodeList{Codes: []Code{{"B", "second"}, {"A", "first"}}}, f.Symbols, ignoreEvidence); diff != "" {
		t.Errorf("symbol docs (-want +got):\n%s", diff)
	}
}

func TestNullAndSentinels(t *testing.T) {
	for _, tt := range []struct {
		doc       string
		null      string
		sentinels string
	}{
		{"Start time of the job, null if the job was never run", "the job was never run", ""},
		{"Vascular age. Null if unknown.", "unknown", ""},
		{"null means unknown", "unknown", ""},
		{"number of characters (-1 if unknown)", "", "[-1: unknown]"},
		{"targetLength, -1 if not collected.", "", "[-1: not collected]"},
		{"quota. Default -1 means no limit.", "", "[-1: no limit]"},
		{"temperature, -999 when missing, NaN for invalid", "", "[-999: missing NaN: invalid]"},
		{"distance. -1: no EDL, 0: in EDL", "", "[-1: no EDL]"},
		{"use 0 for unknown", "", "[0: unknown]"},
		{"0 for not at all complete and 100 for full completion", "", "[]"},
		{"5 if the user is logged in", "", "[]"},
		{"between 0 and 1", "", "[]"},
		{"Possible options: CARRIER, OTHER\n    null represents UNAFFECTED\n    see enum Status", "UNAFFECTED", ""},
		{"Status. Null (unknown) by default", "unknown", ""},
		{"River kilometre. Null for tidal / coastal gauges.", "tidal / coastal gauges", ""},
		{"Null stands for a prepaid card.", "a prepaid card", ""},
		{"-20 represents the coldest winter", "", "[]"},
		{"a non-null value", "", ""},
		{"the nullable thing", "", ""},
	} {
		f := Infer(&Statement{Field: "x", Doc: tt.doc, Carrier: Int, Nullable: true})
		null, sentinels := "", ""
		if f.Null != nil {
			null = f.Null.Means
		}
		var list []string
		for _, s := range f.Sentinels {
			list = append(list, s.Value+": "+s.Means)
		}
		if len(list) > 0 {
			sentinels = fmt.Sprint(list)
		}
		if want := tt.sentinels; null != tt.null || sentinels != want && !(want == "[]" && sentinels == "") {
			t.Errorf("%q: null %q sentinels %s, want %q %s", tt.doc, null, sentinels, tt.null, tt.sentinels)
		}
	}
	f := Infer(&Statement{Field: "x", Doc: "Null if unknown.", Carrier: Int})
	if len(f.Faults) != 1 || f.Faults[0].Kind != SentinelUndeclared {
		t.Errorf("null in the doc of a type without null: %+v", f.Faults)
	}
}

func TestDefaults(t *testing.T) {
	for _, tt := range []struct {
		s    Statement
		json string
		want DefaultSense
	}{
		{Statement{Carrier: Int}, "null", DefaultNull},
		{Statement{Carrier: Int}, "0", DefaultZero},
		{Statement{Carrier: Double}, "0.0", DefaultZero},
		{Statement{Carrier: Int}, "5", DefaultDomain},
		{Statement{Carrier: Int}, "-1", DefaultMarker},
		{Statement{Carrier: Float}, `"NaN"`, DefaultMarker},
		{Statement{Carrier: Long}, "-9223372036854775808", DefaultMarker},
		{Statement{Carrier: Long, Logical: Logical{Name: "timestamp-millis"}}, "0", DefaultEpoch},
		{Statement{Carrier: Int, Logical: Logical{Name: "date"}}, "0", DefaultEpoch},
		{Statement{Carrier: Long, Doc: "Unix timestamp"}, "0", DefaultEpoch},
		{Statement{Carrier: Long, Doc: "duration (s)"}, "0", DefaultZero},
		{Statement{Carrier: Bool}, "false", DefaultFlag},
		{Statement{Carrier: String}, `""`, DefaultEmpty},
		{Statement{Carrier: String}, `"null"`, DefaultText},
		{Statement{Carrier: String}, `"N/A"`, DefaultText},
		{Statement{Carrier: String}, `"UNKNOWN"`, DefaultMarker},
		{Statement{Carrier: String}, `"EU"`, DefaultDomain},
		{Statement{Carrier: Enum}, `"UNKNOWN"`, DefaultMarker},
		{Statement{Carrier: Enum}, `"STATUS_UNSPECIFIED"`, DefaultMarker},
		{Statement{Carrier: Enum}, `"ACTIVE"`, DefaultDomain},
		{Statement{Carrier: Array}, "[]", DefaultEmpty},
		{Statement{Carrier: Map}, "{ }", DefaultEmpty},
		{Statement{Carrier: Record}, `{"a": 1}`, DefaultRecord},
		{Statement{Carrier: Int, Properties: []Property{{Name: "minimum", JSON: "0"}}}, "-5", DefaultBeyond},
		{Statement{Carrier: Int, Doc: "age, 999 if unknown"}, "999", DefaultMarker},
		{Statement{Carrier: Int, Declared: &Declaration{Default: "sentinel"}}, "0", DefaultMarker},
		{Statement{Carrier: Int, Declared: &Declaration{Default: "in-domain"}}, "-1", DefaultDomain},
		{Statement{Carrier: Int, Declared: &Declaration{Sentinels: []string{"7"}}}, "7", DefaultMarker},
	} {
		tt.s.Field, tt.s.HasDefault, tt.s.Default = "x", true, tt.json
		if got := Infer(&tt.s).Default; got.Sense != tt.want || got.Value != tt.json {
			t.Errorf("%v %q default %s: %v, want %v", tt.s.Carrier, tt.s.Doc, tt.json, got.Sense, tt.want)
		}
	}
	if f := Infer(&Statement{Field: "x", Carrier: Int}); f.Default.Sense != NoDefault {
		t.Errorf("no default: %v", f.Default)
	}
}

func TestCompanions(t *testing.T) {
	siblings := NewFamily([]Sibling{{Name: "retentionWindow", Carrier: Long}, {Name: "retentionWindowUnit", Carrier: Enum}, {Name: "amount", Carrier: Long}, {Name: "currency", Carrier: String}, {Name: "quantity", Carrier: Int}, {Name: "unit_price", Carrier: Long}, {Name: "value", Carrier: Double}, {Name: "unit", Carrier: String}, {Name: "weight_kg", Carrier: Int}}, 1)
	for _, tt := range []struct{ field, doc, want, role string }{
		{"retentionWindow", "", "retentionWindowUnit", "unit"}, {"amount", "", "currency", "currency"}, {"unit_price", "", "currency", "currency"}, {"value", "", "currency", "currency"},
		{"weight_kg", "", "", ""}, {"retentionWindowUnit", "", "", ""}, {"x", "in units of `retentionWindowUnit`", "retentionWindowUnit", "unit"}, {"total", "Amount in minor units of `currency`", "currency", "currency"},
	} {
		c := Long
		if tt.field == "retentionWindowUnit" {
			c = Enum
		}
		f := Infer(&Statement{Field: tt.field, Doc: tt.doc, Carrier: c, Family: siblings})
		name, role := "", ""
		if f.Companion != nil {
			name, role = f.Companion.Field, f.Companion.Role
		}
		if name != tt.want || role != tt.role {
			t.Errorf("%s %q: companion %q %s, want %q %s", tt.field, tt.doc, name, role, tt.want, tt.role)
		}
	}
	f := Infer(&Statement{Field: "x", Carrier: Long, Family: siblings, Properties: []Property{{Name: "unitField", JSON: `"gone"`}}})
	if f.Companion == nil || !f.Companion.Missing || len(f.Faults) != 1 || f.Faults[0].Kind != MissingCompanion {
		t.Errorf("a companion that does not exist: %+v %+v", f.Companion, f.Faults)
	}
}

func TestRanges(t *testing.T) {
	for doc, want := range map[string]Range{
		"in decimal degrees, range [-90, 90]": {Min: "-90", Max: "90"}, "ratio between 0 and 1": {Min: "0", Max: "1"}, "load (0-100)": {Min: "0", Max: "100"}, "score in the interval [0.0, 1.0]": {Min: "0.0", Max: "1.0"}, "ranges from -1 to 1": {Min: "-1", Max: "1"},
	} {
		f := Infer(&Statement{Field: "x", Doc: doc, Carrier: Double})
		if f.Range == nil || f.Range.Min != want.Min || f.Range.Max != want.Max {
			t.Errorf("%q: %+v, want %+v", doc, f.Range, want)
		}
	}
	f := Infer(&Statement{Field: "x", Carrier: Double, Properties: []Property{{Name: "min", JSON: "0"}, {Name: "max", JSON: "1e3"}}})
	if f.Range == nil || f.Range.Min != "0" || f.Range.Max != "1e3" {
		t.Errorf("%+v", f.Range)
	}
}

func TestIdentifiers(t *testing.T) {
	for _, tt := range []struct {
		s    Statement
		want string
	}{
		{Statement{Field: "customer_id", Carrier: Long}, "customer"}, {Statement{Field: "customerId", Carrier: String, Doc: "The account id"}, "account"}, {Statement{Field: "id", Carrier: String, Logical: Logical{Name: "uuid"}}, "uuid"},
		{Statement{Field: "ref", Carrier: String}, "-"}, {Statement{Field: "paid", Carrier: Long}, "-"}, {Statement{Field: "valid", Carrier: Bool}, "-"}, {Statement{Field: "id", Carrier: Int, Doc: "identifier of the order"}, "order"},
	} {
		f := Infer(&tt.s)
		got := "-"
		if f.Identifier != nil {
			got = f.Identifier.Value
		}
		if got != tt.want {
			t.Errorf("%s %q: %q, want %q", tt.s.Field, tt.s.Doc, got, tt.want)
		}
	}
}

func TestRelativeInOtherDimension(t *testing.T) {
	siblings := NewFamily([]Sibling{{Name: "trailLength", Doc: "length of the trail [arcsec]", Carrier: Float}, {Name: "trailLengthErr", Carrier: Float}}, 1)
	f := Infer(&Statement{Field: "trailLengthErr", Doc: "error on trailLength [nJy]", Carrier: Float, Family: siblings})
	if len(f.Faults) != 1 || f.Faults[0].Kind != OtherDimension {
		t.Errorf("an error in another dimension than its field: %+v", f.Faults)
	}
	f = Infer(&Statement{Field: "trailLengthErr", Doc: "error on trailLength [arcsec]", Carrier: Float, Family: siblings})
	if len(f.Faults) != 0 {
		t.Errorf("%+v", f.Faults)
	}
}

func TestDeclarations(t *testing.T) {
	d := &Declaration{Unit: "USD/100", Null: "not yet priced", Default: "sentinel", Sentinels: []string{"-1"}, Meaning: "net-of-tax", Key: true, Metric: true, DocFix: true, At: "schemavet.yaml:7:5"}
	f := Infer(&Statement{Field: "amount", Carrier: Long, Declared: d, HasDefault: true, Default: "-1"})
	if f.Unit.Code != "10*-2.{USD}" || f.Unit.Confidence != Exact || f.Null.Means != "not yet priced" || f.Tag.Value != "net-of-tax" || !f.Key || !f.Metric || !f.DocFix || f.Default.Sense != DefaultMarker {
		t.Errorf("%+v", f)
	}
	if got := d.Check(); got != nil {
		t.Errorf("a sound declaration: %v", got)
	}
	if got := (&Declaration{Unit: "florps", Kind: "moment"}).Check(); len(got) != 2 {
		t.Errorf("two mistakes: %v", got)
	}
	if f := Infer(&Statement{Field: "took_ms", Carrier: Long, Declared: &Declaration{Unit: "none"}}); f.Unit.Kind != unit.None {
		t.Errorf("unit: none: %+v", f.Unit)
	}
	if f := Infer(&Statement{Field: "t_ms", Carrier: Long, Declared: &Declaration{Kind: "instant"}}); f.Unit.Kind != unit.Instant || f.Unit.Source != FromName {
		t.Errorf("kind: instant on a name's unit: %+v", f.Unit)
	}
	if f := Infer(&Statement{Field: "t", Carrier: Long, Declared: &Declaration{Unit: "s", Kind: "instant"}}); f.Unit.Kind != unit.Instant {
		t.Errorf("kind: instant: %+v", f.Unit)
	}
}

// TestSentinelsUndeclared: a default that stands for no value is noted where nothing says so; NaN and the infinities say it themselves.
func TestSentinelsUndeclared(t *testing.T) {
	for _, tt := range []struct {
		carrier  Carrier
		def, doc string
		want     bool
	}{
		{Int, "-1", "", true}, {Int, "-1", "Age, -1 if unknown", false}, {Double, "-9999.0", "", true}, {String, `"UNKNOWN"`, "", true}, {String, `"UNKNOWN"`, "UNKNOWN for guests", false},
		{Double, `"NaN"`, "", false}, {Double, `"-Infinity"`, "", false}, {Enum, `"UNKNOWN"`, "", false}, {Int, "0", "", false}, {String, `"EU"`, "", false},
	} {
		f := Infer(&Statement{Field: "x", Doc: tt.doc, Carrier: tt.carrier, HasDefault: true, Default: tt.def})
		if got := len(f.Faults) > 0; got != tt.want {
			t.Errorf("%s %s %q: %v", tt.carrier, tt.def, tt.doc, f.Faults)
		}
	}
}
