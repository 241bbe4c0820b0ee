package unit

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Factor is an exact positive number, num/den · 10^exp · pi^pi. Equal numbers are equal under ==: den holds no 2 and no 5, num is no
// multiple of ten, and numbers that do not fit are spelled in wide instead. The zero Factor is zero, which as the factor of a unit
// means "not known".
type Factor struct {
	num, den int64
	exp      int16
	pi       int8
	wide     string // big.Rat text, when num or den does not fit; then num, den and exp are zero
}

// maxExp and maxBits bound what hostile input can make a factor grow to.
const (
	maxExp  = 400
	maxBits = 4096
)

// One is the factor of a base unit.
var One = Factor{num: 1, den: 1}

// Ratio is num/den · 10^exp, exactly. It is zero when den is zero or the exponent leaves ±400.
func Ratio(num, den int64, exp int) Factor {
	if num == 0 || den == 0 {
		return Factor{}
	}
	if num == math.MinInt64 || den == math.MinInt64 {
		return fromRat(new(big.Rat).SetFrac(big.NewInt(num), big.NewInt(den)), exp, 0)
	}
	return reduce(num, den, exp, 0)
}

// Ten is 10^exp.
func Ten(exp int) Factor { return Ratio(1, 1, exp) }

func reduce(num, den int64, exp int, pi int8) Factor {
	if den < 0 {
		num, den = -num, -den
	}
	if g := gcd(num, den); g > 1 {
		num, den = num/g, den/g
	}
	for num%10 == 0 {
		num, exp = num/10, exp+1
	}
	for den%10 == 0 {
		den, exp = den/10, exp-1
	}
	for den%2 == 0 || den%5 == 0 {
		by := int64(5)
		if den%5 == 0 {
			by = 2
		}
		n, ok := mul64(num, by)
		if !ok {
			return fromRat(big.NewRat(num, den), exp, pi)
		}
		num, den, exp = n, den/(10/by), exp-1
	}
	for num%10 == 0 {
		num, exp = num/10, exp+1
	}
	if exp > maxExp || exp < -maxExp {
		return Factor{}
	}
	return Factor{num: num, den: den, exp: int16(exp), pi: pi}
}

// fromRat makes the canonical factor of r · 10^exp · pi^pi.
func fromRat(r *big.Rat, exp int, pi int8) Factor {
	if r.Sign() == 0 || exp > maxExp || exp < -maxExp {
		return Factor{}
	}
	num, den := new(big.Int).Set(r.Num()), new(big.Int).Set(r.Denom())
	if num.BitLen() > maxBits || den.BitLen() > maxBits {
		return Factor{}
	}
	for _, by := range []int64{2, 5} {
		p, q := big.NewInt(by), big.NewInt(10/by)
		for rem := new(big.Int); ; {
			quo, _ := new(big.Int).QuoRem(den, p, rem)
			if rem.Sign() != 0 {
				break
			}
			den, num, exp = quo, num.Mul(num, q), exp-1
		}
	}
	for rem := new(big.Int); ; {
		quo, _ := new(big.Int).QuoRem(num, big.NewInt(10), rem)
		if rem.Sign() != 0 {
			break
		}
		num, exp = quo, exp+1
	}
	if exp > maxExp || exp < -maxExp {
		return Factor{}
	}
	if num.IsInt64() && den.IsInt64() && num.Int64() != math.MinInt64 {
		return Factor{num: num.Int64(), den: den.Int64(), exp: int16(exp), pi: pi}
	}
	// Canonical because big.Rat reduces and the power of ten has gone into the text.
	whole := new(big.Rat).SetFrac(num, den)
	whole.Mul(whole, tenRat(exp))
	if whole.Num().BitLen() > maxBits || whole.Denom().BitLen() > maxBits {
		return Factor{}
	}
	return Factor{pi: pi, wide: whole.RatString()}
}

func tenRat(exp int) *big.Rat {
	n := exp
	if n < 0 {
		n = -n
	}
	p := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
	if exp < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), p)
	}
	return new(big.Rat).SetInt(p)
}

// Rat is the number as a big.Rat without its power of pi. It is zero for the zero Factor.
func (f Factor) Rat() *big.Rat {
	if f.wide != "" {
		r, _ := new(big.Rat).SetString(f.wide)
		return r
	}
	if f.num == 0 {
		return new(big.Rat)
	}
	r := big.NewRat(f.num, f.den)
	return r.Mul(r, tenRat(int(f.exp)))
}

// IsZero reports whether the number is zero: as a unit's factor, not known.
func (f Factor) IsZero() bool { return f.num == 0 && f.wide == "" }

// Mul is f·g; zero when a bound is passed.
func (f Factor) Mul(g Factor) Factor {
	if f.IsZero() || g.IsZero() {
		return Factor{}
	}
	pi := int(f.pi) + int(g.pi)
	if pi > 100 || pi < -100 {
		return Factor{}
	}
	if f.wide == "" && g.wide == "" {
		a, b := gcd(f.num, g.den), gcd(g.num, f.den)
		num, ok := mul64(f.num/a, g.num/b)
		den, ok2 := mul64(f.den/b, g.den/a)
		if ok && ok2 {
			return reduce(num, den, int(f.exp)+int(g.exp), int8(pi))
		}
	}
	return fromRat(new(big.Rat).Mul(f.Rat(), g.Rat()), 0, int8(pi))
}

// Inverse is 1/f; zero for zero.
func (f Factor) Inverse() Factor {
	switch {
	case f.IsZero():
		return Factor{}
	case f.wide == "":
		return reduce(f.den, f.num, -int(f.exp), -f.pi)
	}
	return fromRat(new(big.Rat).Inv(f.Rat()), 0, -f.pi)
}

// Pow is f to the n-th, |n| at most 64.
func (f Factor) Pow(n int) Factor {
	if n < 0 {
		return f.Inverse().Pow(-n)
	}
	if n > 64 {
		return Factor{}
	}
	p := One
	for range n {
		p = p.Mul(f)
	}
	return p
}

// Float64 is the nearest float, pi included.
func (f Factor) Float64() float64 {
	v, _ := f.Rat().Float64()
	return v * math.Pow(math.Pi, float64(f.pi))
}

// Exact reports whether the number is rational: no power of pi is in it.
func (f Factor) Exact() bool { return f.pi == 0 }

// String is the number as people write it: 1000, 1/1000, 0.3048, 10^18; with pi, a rounded decimal.
func (f Factor) String() string {
	if f.pi != 0 {
		return strconv.FormatFloat(f.Float64(), 'g', 6, 64)
	}
	if f.wide == "" && f.num == 1 && f.den == 1 && (f.exp > 9 || f.exp < -9) {
		return "10^" + strconv.Itoa(int(f.exp))
	}
	r := f.Rat()
	if r.IsInt() || r.Num().IsInt64() && r.Num().Int64() == 1 {
		return shorten(r.RatString(), f)
	}
	if f.den == 1 && f.exp < 0 && f.exp > -13 {
		return strings.TrimRight(r.FloatString(int(-f.exp)), "0")
	}
	return shorten(r.RatString(), f)
}

func shorten(exact string, f Factor) string {
	if len(exact) <= 24 {
		return exact
	}
	return strconv.FormatFloat(f.Float64(), 'g', 6, 64)
}

// Times is the number as "how many times": "1000 times", "1/1000 of", "1.8 times".
func (f Factor) Times() string {
	if f.pi == 0 && f.Rat().Cmp(big.NewRat(1, 1)) < 0 {
		if inv := f.Inverse(); inv.Rat().IsInt() {
			return "1/" + inv.String() + " of"
		}
	}
	return f.String() + " times"
}

func gcd(a, b int64) int64 {
	if a < 0 {
		a = -a
	}
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func mul64(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	c := a * b
	return c, c/b == a && a != math.MinInt64 && b != math.MinInt64 && c != math.MinInt64
}
