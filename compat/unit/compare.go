package unit

// A Verdict says how two units relate.
type Verdict uint8

// The verdicts, mildest first.
const (
	Equal          Verdict = iota // the same meaning
	NotComparable                 // one side is unknown, or of unknown size: nothing can be said
	OtherText                     // two texts, at least one of them opaque, that differ
	OtherScale                    // same dimension and kind, another factor
	OtherOffset                   // same dimension, another zero: °C and °F, or two epochs
	OtherCurrency                 // money in two currencies, or the currency's minor unit without saying which
	OtherKind                     // a duration and an instant, an instant and a local time
	OtherDimension                // seconds and meters
)

var verdictNames = [...]string{"equal", "not-comparable", "text", "scale", "offset", "currency", "kind", "dimension"}

// String is the verdict in one word.
func (v Verdict) String() string { return verdictNames[v] }

// A Relation is what happens to a number that was written in one unit and is read in another.
type Relation struct {
	Verdict Verdict
	// Times is how many times too large the quantity is taken: cents read as dollars, 100. It is known (not zero) whenever both
	// sizes are known and the dimensions agree.
	Times Factor
}

// Compare relates the unit a number was written in with the unit it is read in.
func Compare(written, read Unit) Relation {
	switch {
	case written.Kind == Unknown || read.Kind == Unknown:
		return Relation{Verdict: NotComparable}
	case written.Kind == Opaque || read.Kind == Opaque:
		return compareText(written, read)
	case written.Kind == None || read.Kind == None:
		return compareNone(written, read)
	case written.Kind == Log || read.Kind == Log:
		return compareLog(written, read)
	}
	r := Relation{}
	if written.Dim != read.Dim {
		// An instant and a length differ in dimension first.
		r.Verdict = OtherDimension
		return r
	}
	if !written.Factor.IsZero() && !read.Factor.IsZero() {
		r.Times = read.Factor.Mul(written.Factor.Inverse())
	}
	r.Verdict = sameDimension(written, read, r.Times)
	return r
}

// sameDimension orders the differences of two units of one dimension: kind, currency, zero, size.
func sameDimension(written, read Unit, times Factor) Verdict {
	switch {
	case family(written.Kind) != family(read.Kind):
		return OtherKind
	case written.Tag != read.Tag && written.Dim[Money] != 0 && written.Tag != AnyCurrency && read.Tag != AnyCurrency:
		return OtherCurrency
	case written.Tag != read.Tag && written.Dim[Money] == 0 && written.Tag != "" && read.Tag != "":
		return OtherDimension // frames and packets
	case written.Factor.IsZero() && read.Factor.IsZero():
		return Equal
	case written.Factor.IsZero() || read.Factor.IsZero():
		if written.Dim == (Dim{Money: 1}) && !mayBeMinor(written) && !mayBeMinor(read) {
			return OtherScale
		}
		return NotComparable
	case written.Offset != read.Offset:
		return OtherOffset
	case times != One:
		return OtherScale
	case epoch(written) != epoch(read):
		return OtherOffset
	}
	return Equal
}

// mayBeMinor reports money that can be a currency's smallest accounting unit: cents may be the minor units of a currency that nobody
// names, dollars and millionths are those of none that the amount could be in.
func mayBeMinor(u Unit) bool {
	if u.Factor.IsZero() {
		return false
	}
	if u.Tag != AnyCurrency {
		exp, ok := Exponent(u.Tag)
		return ok && u.Factor == Ten(-exp)
	}
	return u.Factor == Ten(-2) || u.Factor == Ten(-3) || u.Factor == Ten(-4)
}

// family lumps together kinds that a difference in wording alone can produce.
func family(k Kind) Kind {
	if k == Fraction || k == Count {
		return Quantity
	}
	return k
}

func epoch(u Unit) string {
	if u.Kind != Instant || u.Epoch == "" {
		return Unix
	}
	return u.Epoch
}

func compareText(a, b Unit) Relation {
	if a.Kind == b.Kind && a.Tag == b.Tag {
		return Relation{Verdict: Equal, Times: One}
	}
	return Relation{Verdict: OtherText}
}

// compareNone: "no unit" and a plain ratio or count say the same; against anything else it is another dimension.
func compareNone(a, b Unit) Relation {
	if a.Dim == b.Dim && (a.Factor.IsZero() || a.Factor == One) && (b.Factor.IsZero() || b.Factor == One) {
		return Relation{Verdict: Equal, Times: One}
	}
	return Relation{Verdict: OtherDimension}
}

func compareLog(a, b Unit) Relation {
	switch {
	case a.Kind != b.Kind:
		return Relation{Verdict: OtherKind}
	case a.Tag != b.Tag || a.Dim != b.Dim:
		return Relation{Verdict: OtherDimension}
	case a.Factor != b.Factor:
		return Relation{Verdict: OtherScale, Times: b.Factor.Mul(a.Factor.Inverse())}
	}
	return Relation{Verdict: Equal, Times: One}
}

// Same reports whether two units mean the same.
func Same(a, b Unit) bool { return Compare(a, b).Verdict == Equal }
