package unit

import "testing"

func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		written, read string
		want          Verdict
		times         string
	}{
		{"cents", "dollars", OtherScale, "100"},
		{"USD cents", "USD", OtherScale, "100"},
		{"s", "ms", OtherScale, "1/1000"},
		{"ms", "s", OtherScale, "1000"},
		{"kB", "KiB", OtherScale, "1.024"},
		{"USD", "EUR", OtherCurrency, "1"},
		{"cents", "USD cents", Equal, "1"},
		{"USD cents", "EUR cents", OtherCurrency, "1"},
		{"°C", "°F", OtherOffset, "5/9"},
		{"°C", "K", OtherOffset, "1"},
		{"deg", "rad", OtherScale, "57.2958"},
		{"By", "%", OtherDimension, ""},
		{"USD", "%", OtherDimension, ""},
		{"Hz", "Bq", OtherDimension, ""},
		{"Gy", "Sv", OtherDimension, ""},
		{"Hz", "rpm", OtherDimension, ""},
		{"bpm", "Hz", OtherScale, "60"},
		{"m", "ft", OtherScale, "0.3048"},
		{"W.s", "J", Equal, "1"},
		{"mpg", "mi/gal", Equal, "1"},
		{"seconds since 1970-01-01", "s", OtherKind, "1"},
		{"seconds since epoch", "unix seconds", Equal, "1"},
		{"seconds since epoch", "seconds since 2000-01-01", OtherOffset, "1"},
		{"seconds since epoch", "ms since epoch", OtherScale, "1/1000"},
		{"{frame}", "{packet}", OtherDimension, "1"},
		{"requests per second", "{request}/s", Equal, "1"},
		{"percent", "dimensionless", OtherScale, "100"},
		{"basis points", "%", OtherScale, "100"},
		{"dB", "dBm", OtherDimension, ""},
		{"number", "1", Equal, "1"},
		{"none", "1", Equal, "1"},
		{"none", "ms", OtherDimension, ""},
		{"m/s2", "m.s-2", Equal, "1"},
		{"minor units of JPY", "JPY", Equal, "1"},
		{"minor units of KWD", "KWD", OtherScale, "1000"},
		{"minor units", "USD", OtherScale, ""},
		{"minor units", "JPY", NotComparable, ""},
		{"minor units", "US cents", NotComparable, ""},
		{"cents", "minor units", NotComparable, ""},
		{"minor units", "millionths of the currency unit", OtherScale, ""},
		{"minor units of the currency", "major units of the currency", OtherScale, ""},
		{"kUSD", "USD", OtherScale, "1/1000"},
		{"1/100 of a dollar", "US cents", Equal, "1"},
		{"imperial gallons", "gallons", OtherScale, "473176473/568261250"},
		{"short tons", "tonnes", OtherScale, "50000000/45359237"},
		{"% RH", "%", Equal, "1"},
		{"per mille", "‰", Equal, "1"},
	} {
		written, err := Parse(tt.written)
		if err != nil {
			t.Error(err)
		}
		read, err := Parse(tt.read)
		if err != nil {
			t.Error(err)
		}
		r := Compare(written, read)
		times := ""
		if !r.Times.IsZero() {
			times = r.Times.String()
		}
		if r.Verdict != tt.want || times != tt.times {
			t.Errorf("Compare(%s, %s) = %v %s, want %v %s", tt.written, tt.read, r.Verdict, times, tt.want, tt.times)
		}
		if back := Compare(read, written); back.Verdict != r.Verdict {
			t.Errorf("Compare(%s, %s) = %v, but %v the other way", tt.read, tt.written, back.Verdict, r.Verdict)
		}
	}
}

func TestCompareOpaque(t *testing.T) {
	volt, _ := Parse("V")
	for _, tt := range []struct {
		a, b Unit
		want Verdict
	}{
		{OpaqueText("yV"), volt, OtherText},
		{OpaqueText("quinine units"), OpaqueText("[quinine units]"), Equal},
		{OpaqueText("DN"), OpaqueText("adu"), OtherText},
		{Unit{}, volt, NotComparable},
	} {
		if got := Compare(tt.a, tt.b).Verdict; got != tt.want {
			t.Errorf("Compare(%+v, %+v) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"ms": "milliseconds", "USD cents": "cents", "cents": "cents", "USD": "dollars", "EUR": "euros", "m/s2": "meters per square second",
		"ms since epoch": "milliseconds since 1970-01-01", "°C": "degrees Celsius", "dBm": "decibel-milliwatts", "USD/1000": "thousandths of dollars",
		"10*3.{USD}": "thousands of dollars", "5.min": "5 minutes", "L/100km": "hundredths of liters per kilometer", "none": "no unit", "JPY": "yen", "[lb_av]": "pounds", "KiB": "kibibytes",
	} {
		u, err := Parse(text)
		if err != nil || u.Words() != want {
			t.Errorf("Parse(%q).Words() = %q, %v; want %q", text, u.Words(), err, want)
		}
	}
	if got := OpaqueText("yV").Words(); got != `"yV"` {
		t.Errorf("opaque words = %s", got)
	}
}

func TestTimes(t *testing.T) {
	for _, tt := range []struct {
		f    Factor
		want string
	}{
		{Ten(3), "1000 times"}, {Ten(-3), "1/1000 of"}, {Ratio(18, 10, 0), "1.8 times"}, {Ratio(5, 9, 0), "5/9 times"}, {Ten(18), "10^18 times"}, {One, "1 times"},
	} {
		if got := tt.f.Times(); got != tt.want {
			t.Errorf("%v.Times() = %q, want %q", tt.f, got, tt.want)
		}
	}
}
