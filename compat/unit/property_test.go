package unit

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// anyCode draws a code of the table under any prefix its unit takes.
func anyCode(t *rapid.T, label string) string {
	x := indexed()
	rows := table()
	a := x.syms[rows[rapid.IntRange(0, len(rows)-1).Draw(t, label)].code]
	codes := []string{a.code}
	for i := range prefixes {
		if a.takes(i) {
			codes = append(codes, prefixes[i].sym+a.code)
		}
	}
	return rapid.SampledFrom(codes).Draw(t, label+" prefix")
}

// TestPrintParses: what is printed reads back as the same unit, for products drawn from the whole table.
func TestPrintParses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		if rapid.Bool().Draw(t, "scaled") {
			b.WriteString(rapid.SampledFrom([]string{"10*-2.", "10*3.", "100.", "60.", "1/60.", "0.3.", "1e-10."}).Draw(t, "scale"))
		}
		for i := range rapid.IntRange(1, 4).Draw(t, "parts") {
			if i > 0 {
				b.WriteString(rapid.SampledFrom([]string{".", "/"}).Draw(t, "op"))
			}
			b.WriteString("(" + anyCode(t, "code") + ")")
			if exp := rapid.IntRange(-3, 3).Draw(t, "exp"); exp != 0 {
				b.WriteString("^" + big.NewInt(int64(exp)).String())
			}
		}
		u, err := Parse(b.String())
		if err != nil || u.Code == "" {
			t.Skip("no unit, or one without code")
		}
		back, err := Parse(u.Code)
		if err != nil {
			t.Fatalf("Parse(%q) prints %q: %v", b.String(), u.Code, err)
		}
		if r := Compare(u, back); r.Verdict != Equal || back.Code != u.Code {
			t.Fatalf("Parse(%q) prints %q, which reads back as %q: %v %v", b.String(), u.Code, back.Code, r.Verdict, r.Times)
		}
	})
}

// TestRespelling: notation never changes a unit.
func TestRespelling(t *testing.T) {
	notations := []func(num, den string) string{
		func(num, den string) string { return num + "/" + den },
		func(num, den string) string { return num + " / " + den },
		func(num, den string) string { return num + " " + den + "-1" },
		func(num, den string) string { return num + "." + den + "-1" },
		func(num, den string) string { return num + "*" + den + "**-1" },
		func(num, den string) string { return num + "·" + den + "⁻¹" },
		func(num, den string) string { return num + " per " + den },
		func(num, den string) string { return "[" + num + "/" + den + "]" },
	}
	symbols := []string{"m", "kg", "s", "h", "mL", "W", "umol", "L", "kPa", "V", "mg", "By", "K", "rad", "J", "{pixel}", "d", "Ohm", "A"}
	rapid.Check(t, func(t *rapid.T) {
		num, den := rapid.SampledFrom(symbols).Draw(t, "num"), rapid.SampledFrom(symbols).Draw(t, "den")
		want, err := Parse(num + "/" + den)
		if err != nil {
			t.Fatal(err)
		}
		text := rapid.SampledFrom(notations).Draw(t, "notation")(num, den)
		got, err := Parse(text)
		if err != nil || !Same(got, want) || got.Code != want.Code {
			t.Fatalf("Parse(%q) = %q, %v; want %q", text, got.Code, err, want.Code)
		}
	})
}

// TestFactorAlgebra checks the factor against big.Rat, with sizes that leave int64.
func TestFactorAlgebra(t *testing.T) {
	draw := func(t *rapid.T, label string) Factor {
		return Ratio(rapid.Int64Range(1, 1<<62).Draw(t, label+" num"), rapid.Int64Range(1, 1<<62).Draw(t, label+" den"), rapid.IntRange(-40, 40).Draw(t, label+" exp"))
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw(t, "a"), draw(t, "b")
		if got, want := a.Mul(b).Rat(), new(big.Rat).Mul(a.Rat(), b.Rat()); got.Cmp(want) != 0 {
			t.Fatalf("%v · %v = %v, want %v", a, b, got, want)
		}
		if got := a.Mul(b).Mul(b.Inverse()); got != a {
			t.Fatalf("a·b/b = %#v, want %#v", got, a)
		}
		if a.Mul(b) != b.Mul(a) {
			t.Fatalf("%v and %v do not commute", a, b)
		}
	})
}

// TestComparisonIsAnEquivalence: a unit equals itself, and scale factors chain.
func TestComparisonIsAnEquivalence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, err := Parse(anyCode(t, "a"))
		if err != nil {
			t.Skip("a code that is a label only")
		}
		if v := Compare(a, a).Verdict; v != Equal {
			t.Fatalf("%+v is not equal to itself: %v", a, v)
		}
		b, err := Parse(anyCode(t, "b"))
		if err != nil {
			t.Skip("a code that is a label only")
		}
		there, back := Compare(a, b), Compare(b, a)
		if there.Verdict != back.Verdict {
			t.Fatalf("%s to %s: %v, back: %v", a, b, there.Verdict, back.Verdict)
		}
		if !there.Times.IsZero() && there.Times.Mul(back.Times) != One {
			t.Fatalf("%s to %s: %v times, back: %v times", a, b, there.Times, back.Times)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, row := range spellings {
		f.Add(row.texts[len(row.texts)-1])
	}
	for _, s := range []string{"((((((((((s))))))))))", "m^999999999999", "10^10^10", strings.Repeat("kg.", 60), "1e400 m", "{\xff}", "s-", "[[", "USD/0", "thousands of thousands of s", "mm[Hg"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		u, err := Parse(text)
		if err != nil {
			return
		}
		if v := Compare(u, u).Verdict; v != Equal {
			t.Fatalf("Parse(%q) = %+v is not equal to itself: %v", text, u, v)
		}
		_ = u.Words()
		if u.Code == "" || u.Kind == Instant || u.Kind == TimeOfDay {
			return
		}
		back, err := Parse(u.Code)
		if err != nil || !Same(u, back) {
			t.Fatalf("Parse(%q) prints %q, which reads back as %+v, %v", text, u.Code, back, err)
		}
	})
}
