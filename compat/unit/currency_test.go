package unit

import (
	"strings"
	"testing"
)

// TestExponents checks the minor units against ISO 4217: the currencies without two digits, and that all others have two.
func TestExponents(t *testing.T) {
	want := map[string]int{}
	for exp, codes := range map[int]string{
		0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
		3: "BHD IQD JOD KWD LYD OMR TND",
		4: "CLF UYW",
	} {
		for _, code := range strings.Fields(codes) {
			want[code] = exp
		}
	}
	for code := range currencies {
		exp, ok := want[code]
		if !ok {
			exp = 2
		}
		if got, ok := Exponent(code); !ok || got != exp {
			t.Errorf("Exponent(%s) = %d, %v; want %d", code, got, ok, exp)
		}
		delete(want, code)
	}
	for code := range want {
		t.Errorf("%s is missing", code)
	}
	// The codes that a table drawn from an old source lacks or gets wrong.
	for _, code := range strings.Fields("IDR PKR COP MMK MRU SLE UYW VED VES XAD XCG ZWG MGA") {
		if _, ok := Exponent(code); !ok {
			t.Errorf("%s is missing", code)
		}
	}
	for _, code := range []string{"", "usd", "US", "XXX", "ABC", "USDD"} {
		if _, ok := Exponent(code); ok {
			t.Errorf("Exponent(%q) is known", code)
		}
	}
}

func TestMinorUnits(t *testing.T) {
	for code, want := range map[string]string{"USD": "10*-2.{USD}", "JPY": "{JPY}", "KWD": "10*-3.{KWD}", "CLF": "10*-4.{CLF}"} {
		if u, ok := MinorUnit(code); !ok || u.Code != want {
			t.Errorf("MinorUnit(%s) = %q, %v; want %q", code, u.Code, ok, want)
		}
	}
	if u, ok := MinorUnit(AnyCurrency); !ok || u.Known() || u.Code != "" {
		t.Errorf("MinorUnit of any currency = %+v, %v; its size is not known", u, ok)
	}
}
