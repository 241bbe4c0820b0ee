package unit

import (
	"strconv"
	"strings"
)

// A part is one unit in a product, with its exponent; den says that it was written under the line.
type part struct {
	unit Unit
	one  string // the word for one
	exp  int    // never zero; negative under the line
}

// A product is what the parser builds: a scale and parts in the order they were written.
type product struct {
	parts []part
	scale Factor // zero means one
}

// single is the product of one unit.
func single(u Unit, one string) product { return product{parts: []part{{u, one, 1}}} }

// grouped is the product in brackets; where the table has it as one unit, (kW.h), it becomes that unit.
func (p product) grouped() product {
	if len(p.parts) < 2 {
		return p
	}
	if e, ok := indexed().symbol(p.code(One)); ok && p.scale.IsZero() {
		return single(e.unit(), e.one())
	}
	return p
}

// mul multiplies by q, or divides.
func (p *product) mul(q product, den bool) bool {
	sign := 1
	if den {
		sign = -1
	}
	for _, x := range q.parts {
		if len(p.parts) == maxParts {
			return false
		}
		x.exp *= sign
		p.parts = append(p.parts, x)
	}
	if !q.scale.IsZero() {
		f := q.scale
		if den {
			f = f.Inverse()
		}
		if p.scale.IsZero() {
			p.scale = One
		}
		p.scale = p.scale.Mul(f)
		return !p.scale.IsZero()
	}
	return true
}

// pow raises to the n-th; a zero or a large exponent is no unit.
func (p product) pow(n int) (product, bool) {
	if n == 1 {
		return p, true
	}
	if n == 0 || n > maxExponent || n < -maxExponent {
		return product{}, false
	}
	out := product{}
	for _, x := range p.parts {
		x.exp *= n
		if x.exp > maxExponent || x.exp < -maxExponent {
			return product{}, false
		}
		out.parts = append(out.parts, x)
	}
	if !p.scale.IsZero() {
		out.scale = p.scale.Pow(n)
		return out, !out.scale.IsZero()
	}
	return out, true
}

// unit is the product as a Unit: its dimension, factor, code and words.
func (p product) unit() (Unit, bool) {
	scale := p.scale
	if scale.IsZero() {
		scale = One
	}
	if len(p.parts) == 1 && p.parts[0].exp == 1 {
		u := p.parts[0].unit
		if scale == One {
			return u, true
		}
		if u.Kind == Log {
			return Unit{}, false
		}
		u = u.Scaled(scale)
		return u, !u.Factor.IsZero()
	}
	if len(p.parts) == 0 {
		return bareScale(scale), scale.printable()
	}
	u := Unit{Kind: Fraction, Factor: scale}
	for _, x := range p.parts {
		if !u.absorb(x) {
			return Unit{}, false
		}
	}
	if u.Kind == Fraction && (!u.Dim.IsZero() || u.Tag != "") {
		u.Kind = Quantity
	}
	u.Code, u.Name = p.code(scale), p.words(scale)
	return u, !u.Factor.IsZero() && (u.Code != "" || p.codeless())
}

// bareScale is a pure number: 1, 10*-4.
func bareScale(f Factor) Unit {
	for _, code := range []string{"%", "[ppth]", "[ppm]", "[ppb]"} {
		if a := indexed().syms[code]; a.factor == f {
			return Unit{Code: joinScale(f, ""), Name: a.many, Kind: Fraction, Factor: f}
		}
	}
	switch f {
	case One:
		return Unit{Code: "1", Name: "a plain number", Kind: Fraction, Factor: One}
	case Ten(-4):
		return Unit{Code: "10*-4", Name: "basis points", Kind: Fraction, Factor: f}
	}
	return Unit{Code: joinScale(f, ""), Name: fraction(f), Kind: Fraction, Factor: f}
}

// absorb multiplies a part in. Two tags are joined in one order; three things make no unit.
func (u *Unit) absorb(x part) bool {
	if x.unit.Factor.IsZero() {
		return false
	}
	u.Dim = u.Dim.mul(x.unit.Dim.pow(x.exp))
	u.Factor = u.Factor.Mul(x.unit.Factor.Pow(x.exp))
	tag := x.unit.Tag
	if x.unit.Kind == Log {
		if u.Kind == Log {
			return false // a level times a level is nothing
		}
		u.Kind = Log
		if x.exp != 1 {
			tag += "^" + strconv.Itoa(x.exp)
		}
	}
	switch {
	case tag == "" || tag == u.Tag:
	case u.Tag == "":
		u.Tag = tag
	case strings.Contains(u.Tag, "·"):
		return false
	default:
		u.Tag = min(u.Tag, tag) + "·" + max(u.Tag, tag)
	}
	return !u.Factor.IsZero()
}

// code spells the product: scale, what is over the line joined by points, then one stroke for each part under it.
func (p product) code(scale Factor) string {
	var over, under strings.Builder
	for _, x := range p.parts {
		c := x.unit.bareCode()
		if c == "" {
			return ""
		}
		if bare, own := cutScale(c); own != One { // cents in a product: the number goes to the front
			if c, scale = bare, scale.Mul(own.Pow(x.exp)); c == "" {
				continue
			}
		}
		exp := x.exp
		b := &over
		if exp < 0 {
			b, exp = &under, -exp
			under.WriteByte('/')
		} else if over.Len() > 0 {
			over.WriteByte('.')
		}
		if len(p.parts) > 1 && strings.Contains(c, "/") ||
			exp != 1 && endsInDigit(c) || strings.ContainsAny(c, "./") && (exp != 1 || x.exp < 0) {
			c = "(" + c + ")"
		}
		b.WriteString(c)
		if exp != 1 {
			b.WriteString(strconv.Itoa(exp))
		}
	}
	inner, cut := cutScale(over.String())
	scale = scale.Mul(cut)
	if !scale.printable() {
		return ""
	}
	return joinScale(scale, inner) + under.String()
}

func endsInDigit(s string) bool { return s != "" && s[len(s)-1] >= '0' && s[len(s)-1] <= '9' }

// codeless reports whether a part of the product has no UCUM code.
func (p product) codeless() bool {
	for _, x := range p.parts {
		if x.unit.Code == "" {
			return true
		}
	}
	return false
}

// bareCode is the unit's code inside a product: there a degree Celsius is a kelvin, as a difference.
func (u Unit) bareCode() string {
	if !u.Offset.IsZero() {
		if a := indexed().syms[u.Code]; a != nil && a.bare != "" {
			return a.bare
		}
	}
	return u.Code
}

// words spells the product in plain words: the last part over the line in the plural, the rest in the singular.
func (p product) words(scale Factor) string {
	var over, under []string
	last := -1
	for i, x := range p.parts {
		if x.exp > 0 {
			last = i
		}
	}
	for i, x := range p.parts {
		exp, w := x.exp, x.one
		if i == last {
			w = x.unit.Name
		}
		if exp < 0 {
			exp = -exp
		}
		switch exp {
		case 1:
		case 2:
			w = "square " + w
		case 3:
			w = "cubic " + w
		default:
			w += " to the " + strconv.Itoa(exp)
		}
		if x.exp > 0 {
			over = append(over, w)
		} else {
			under = append(under, "per "+w)
		}
	}
	name := strings.Join(append(over, under...), " ")
	if scale != One {
		return manyOf(scale, name)
	}
	return name
}

// cutScale takes the leading numbers off a code: "10*-2.{USD}" is 10^-2 and "{USD}".
func cutScale(code string) (string, Factor) {
	f := One
	for {
		head, rest, _ := strings.Cut(code, ".")
		n, ok := scaleHead(head)
		if !ok {
			return code, f
		}
		code, f = rest, f.Mul(n)
	}
}

// scaleHead reads one piece that joinScale wrote: 10*-2, 60, 5/9, /60.
func scaleHead(head string) (Factor, bool) {
	num, den, quotient := strings.Cut(head, "/")
	f, ok := One, quotient
	if power, isPower := strings.CutPrefix(num, "10*"); isPower {
		var exp string
		exp, num, _ = strings.Cut(power, "*")
		n, err := strconv.Atoi(exp)
		f, ok = Ten(n), err == nil
		if !ok {
			return f, ok
		}
	}
	if num != "" {
		var n Factor
		n, ok = parseNumber(num)
		f = f.Mul(n)
	}
	if ok && quotient {
		var d Factor
		d, ok = parseNumber(den)
		f = f.Mul(d.Inverse())
	}
	return f, ok
}

// printable reports whether a scale can be spelled in a code. What cannot is no unit that anybody meant.
func (f Factor) printable() bool {
	const most = 1e17
	return f.wide == "" && f.pi == 0 && f.num < most && f.den < most && f.exp <= maxScale && f.exp >= -maxScale
}

// maxScale bounds the power of ten in front of a unit.
const maxScale = 30

// joinScale puts a number in front of a code.
func joinScale(f Factor, code string) string {
	if f == One {
		return code
	}
	num, den, exp := f.num, f.den, int(f.exp)
	if num != 1 || den != 1 { // 5/9, 60, 3/10 rather than powers
		for ; exp > 0 && num < 1e14; exp-- {
			num *= 10
		}
		for ; exp < 0 && den < 1e14; exp++ {
			den *= 10
		}
	}
	if g := gcd(num, den); g > 1 {
		num, den = num/g, den/g
	}
	var head string
	if exp != 0 {
		head = "10*" + strconv.Itoa(exp)
	}
	if num != 1 {
		if head != "" {
			head += "*"
		}
		head += strconv.FormatInt(num, 10)
	}
	if den != 1 {
		head += "/" + strconv.FormatInt(den, 10)
	}
	if code == "" {
		return head
	}
	return head + "." + code
}
