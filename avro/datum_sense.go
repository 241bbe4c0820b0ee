package avro

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"strings"
	"time"
)

// Sense is what a value of a logical type stands for: 2023-11-14T22:13:20Z, 12.34. It is "" for other types and for values
// that stand for nothing, such as a time of 30 hours.
func (v Value) Sense() string {
	v = v.Inner()
	switch v.Type.Logical.Name {
	case "decimal":
		return decimalText(v.text, v.Type.Logical.Scale)
	case "big-decimal":
		return bigDecimalText(v.text)
	case "uuid":
		if v.Type.Kind == Fixed && len(v.text) == 16 {
			s := fmt.Sprintf("%x", v.text)
			return strings.Join([]string{s[:8], s[8:12], s[12:16], s[16:20], s[20:]}, "-")
		}
	case "duration":
		if len(v.text) == 12 {
			part := func(i int) uint32 { return binary.LittleEndian.Uint32([]byte(v.text[i:])) }
			return fmt.Sprintf("%d months %d days %d ms", part(0), part(4), part(8))
		}
	case "date":
		return time.Unix(v.Int()*86400, 0).UTC().Format("2006-01-02")
	case "time-millis":
		return clock(v.Int(), time.Millisecond)
	case "time-micros":
		return clock(v.Int(), time.Microsecond)
	case "timestamp-millis":
		return instant(time.UnixMilli(v.Int()), "Z")
	case "timestamp-micros":
		return instant(time.UnixMicro(v.Int()), "Z")
	case "timestamp-nanos":
		return instant(time.Unix(0, v.Int()), "Z")
	case "local-timestamp-millis":
		return instant(time.UnixMilli(v.Int()), "")
	case "local-timestamp-micros":
		return instant(time.UnixMicro(v.Int()), "")
	case "local-timestamp-nanos":
		return instant(time.Unix(0, v.Int()), "")
	}
	return ""
}

// instant spells a moment as it is in UTC; a local timestamp has the same digits and no zone.
func instant(t time.Time, zone string) string {
	return t.UTC().Format("2006-01-02T15:04:05.999999999") + zone
}

// clock spells a time of day, "" outside a day.
func clock(n int64, unit time.Duration) string {
	if n < 0 || n >= int64(24*time.Hour/unit) {
		return ""
	}
	return time.Unix(0, n*int64(unit)).UTC().Format("15:04:05.999999999")
}

// decimalText spells a big-endian two's complement number with the point moved scale digits to the left. Numbers too long
// for a message are left alone.
func decimalText(unscaled string, scale int) string {
	const most = 64 // bytes of the number, and digits behind the point
	if len(unscaled) == 0 || len(unscaled) > most || scale < 0 || scale > most {
		return ""
	}
	n := new(big.Int).SetBytes([]byte(unscaled))
	if unscaled[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(unscaled))))
	}
	sign, digits := "", n.String()
	if n.Sign() < 0 {
		sign, digits = "-", digits[1:]
	}
	if scale == 0 {
		return sign + digits
	}
	if missing := scale + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - scale
	return sign + digits[:point] + "." + digits[point:]
}

// bigDecimalText spells the bytes of a big-decimal: the number as Avro bytes, then the scale as an Avro int.
func bigDecimalText(encoded string) string {
	d := decoder{data: []byte(encoded), left: maxValues}
	unscaled, err := d.text("bytes")
	if err != nil {
		return ""
	}
	scale, err := d.varint(Int)
	if err != nil || d.pos != len(d.data) {
		return ""
	}
	return decimalText(unscaled, int(scale))
}

// unscaled is the other way: the shortest two's complement bytes of a decimal number, ok false when the digits behind the
// point do not fit the scale.
func unscaled(number string, scale int) (encoded string, ok bool) {
	const most = 256
	if len(number) > most || scale > most {
		return "", false
	}
	r, ok := new(big.Rat).SetString(number)
	if !ok || strings.ContainsAny(number, "eE/") {
		return "", false
	}
	r.Mul(r, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)))
	if !r.IsInt() {
		return "", false
	}
	return twosComplement(r.Num()), true
}

func twosComplement(n *big.Int) string {
	if n.Sign() >= 0 {
		b := n.Bytes()
		if len(b) == 0 || b[0]&0x80 != 0 {
			b = append([]byte{0}, b...)
		}
		return string(b)
	}
	// -n-1 has the same bits, all of them turned over.
	b := new(big.Int).Not(n).Bytes()
	if len(b) == 0 || b[0]&0x80 != 0 {
		b = append([]byte{0}, b...)
	}
	for i := range b {
		b[i] = ^b[i]
	}
	return string(b)
}
