package iceberg

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"time"
	"unicode/utf8"
)

// BoundText is a bound of a manifest as text, decoded by its own length: promotion does not rewrite bounds, so a long of 4
// bytes was an int and a timestamp of 4 bytes a date in days (specification, Schema Evolution). was names that older type,
// "" when the bound is of the type itself. ok is false for bytes that are no value of the type.
func BoundText(t *Type, b []byte) (text, was string, ok bool) {
	switch t.Kind {
	case Boolean:
		if len(b) == 1 {
			return strconv.FormatBool(b[0] != 0), "", true
		}
	case Int, Long:
		if n, ok := whole(b); ok {
			return strconv.FormatInt(n, 10), older(t, b, "int"), true
		}
	case Float, Double:
		switch len(b) {
		case 4:
			return strconv.FormatFloat(float64(math.Float32frombits(binary.LittleEndian.Uint32(b))), 'g', -1, 32), older(t, b, "float"), true
		case 8:
			return strconv.FormatFloat(math.Float64frombits(binary.LittleEndian.Uint64(b)), 'g', -1, 64), "", true
		}
	case Decimal:
		if len(b) > 0 && len(b) <= 17 {
			return decimalText(b, t.Scale), "", true
		}
	case Date:
		if n, ok := whole(b); ok && len(b) == 4 {
			return day(n), "", true
		}
	case Time:
		if n, ok := whole(b); ok && len(b) == 8 {
			return time.UnixMicro(n).UTC().Format("15:04:05.999999"), "", true
		}
	case Timestamp, Timestamptz, TimestampNs, TimestamptzNs:
		return instantText(t, b)
	case String:
		if utf8.Valid(b) {
			return strconv.Quote(clip(string(b))), "", true
		}
	case UUID:
		if len(b) == 16 {
			return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:]), "", true
		}
	case Fixed, Binary:
		return hex.EncodeToString(b[:min(len(b), 32)]), "", true
	}
	return "", "", false
}

func whole(b []byte) (int64, bool) {
	switch len(b) {
	case 4:
		return int64(int32(binary.LittleEndian.Uint32(b))), true
	case 8:
		return int64(binary.LittleEndian.Uint64(b)), true
	}
	return 0, false
}

func older(t *Type, b []byte, name string) string {
	if len(b) == 4 && boundsBytes(t) == 8 {
		return name
	}
	return ""
}

func day(n int64) string { return time.Unix(n*86400, 0).UTC().Format("2006-01-02") }

func instantText(t *Type, b []byte) (text, was string, ok bool) {
	n, ok := whole(b)
	switch {
	case !ok:
		return "", "", false
	case len(b) == 4:
		return day(n), "date", true
	}
	at := time.UnixMicro(n)
	if t.Kind == TimestampNs || t.Kind == TimestamptzNs {
		at = time.Unix(0, n)
	}
	text = at.UTC().Format("2006-01-02T15:04:05.999999999")
	if zoned(t.Kind) {
		text += "+00:00"
	}
	return text, "", true
}

// decimalText reads a big-endian two's complement unscaled value.
func decimalText(b []byte, scale int) string {
	n := new(big.Int).SetBytes(b)
	if b[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	if scale <= 0 {
		return n.String()
	}
	negative := n.Sign() < 0
	digits := new(big.Int).Abs(n).String()
	for len(digits) <= scale && len(digits) < 80 {
		digits = "0" + digits
	}
	if scale >= len(digits) {
		return n.String() + "E-" + strconv.Itoa(scale)
	}
	digits = digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
	if negative {
		return "-" + digits
	}
	return digits
}

// boundKey is a bound as a number that orders all widths of a column; nil for types that order by bytes.
func boundKey(t *Type, b []byte) *big.Float {
	n, ok := whole(b)
	switch t.Kind {
	case Int, Long, Date, Time:
		if ok {
			return new(big.Float).SetInt64(n)
		}
	case Float, Double:
		v := math.NaN()
		switch len(b) {
		case 4:
			v = float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
		case 8:
			v = math.Float64frombits(binary.LittleEndian.Uint64(b))
		}
		if !math.IsNaN(v) {
			return new(big.Float).SetFloat64(v)
		}
	case Timestamp, Timestamptz, TimestampNs, TimestamptzNs:
		if !ok {
			return nil
		}
		if len(b) == 4 { // days, in the unit of the type
			unit := int64(86_400_000_000)
			if digitsOf(t) == 9 {
				unit *= 1000
			}
			return new(big.Float).Mul(new(big.Float).SetInt64(n), new(big.Float).SetInt64(unit))
		}
		return new(big.Float).SetInt64(n)
	case Decimal:
		if len(b) == 0 {
			return nil
		}
		v := new(big.Int).SetBytes(b)
		if b[0]&0x80 != 0 {
			v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
		}
		return new(big.Float).SetInt(v)
	}
	return nil
}
