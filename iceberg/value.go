package iceberg

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/compat/position"
)

// readDefault reads the default of a field; null and nothing at all are the same: no default but null.
func readDefault(f *Field, v position.Value) *Default {
	if v.IsZero() || v.Is(position.Null) {
		return nil
	}
	text, problem := singleValue(f.Type, v, 0)
	if problem != "" {
		text = oneLine(v)
	}
	return &Default{Value: v, Text: text, Problem: problem}
}

// singleValue reads the JSON single-value form of a value (specification, appendix D, JSON single-value serialization).
// Equal values of one type have equal text. problem says why v is no value of the type.
func singleValue(t *Type, v position.Value, depth int) (text, problem string) {
	if t.NullDefaultOnly() {
		return "", fmt.Sprintf("only null may be the default of %s", t)
	}
	switch t.Kind {
	case Boolean:
		if v.Is(position.True) || v.Is(position.False) {
			return v.Raw(), ""
		}
	case Int, Long:
		return wholeValue(t, v)
	case Float, Double:
		return floatValue(t, v)
	case Struct:
		if v.Is(position.Object) && v.Len() == 0 {
			return "{}", ""
		}
		return "", "the default of a struct is null or {}; its fields carry their own defaults"
	case List, Map:
		return nestedValue(t, v, depth)
	case String:
		if v.Is(position.String) {
			return v.Raw(), ""
		}
	default:
		if v.Is(position.String) {
			return textValue(t, v.Text())
		}
	}
	return "", fmt.Sprintf("%s is no %s: its JSON form is %s", shown(v), t, formOf(t))
}

// formOf tells a person what the JSON form of a value of t looks like.
func formOf(t *Type) string {
	switch t.Kind {
	case Boolean:
		return "true or false"
	case Decimal:
		return `a string with the type's scale, as in "` + sampleValue(t) + `"`
	case Date, Time, Timestamp, Timestamptz, TimestampNs, TimestamptzNs, UUID:
		return "a string, as in " + sampleValue(t)
	case Fixed, Binary:
		return "a string of hexadecimal digits"
	case String:
		return "a string"
	}
	return "a number"
}

func wholeValue(t *Type, v position.Value) (text, problem string) {
	raw := v.Raw()
	if !v.Is(position.Number) || strings.ContainsAny(raw, ".eE") {
		return "", fmt.Sprintf("%s is no %s: its JSON form is a whole number", shown(v), t)
	}
	bits := 64
	if t.Kind == Int {
		bits = 32
	}
	n, err := strconv.ParseInt(raw, 10, bits)
	if err != nil {
		return "", fmt.Sprintf("%s does not fit %s", shown(v), t)
	}
	return strconv.FormatInt(n, 10), ""
}

func floatValue(t *Type, v position.Value) (text, problem string) {
	if !v.Is(position.Number) {
		return "", fmt.Sprintf("%s is no %s: its JSON form is a number", shown(v), t)
	}
	bits := 64
	if t.Kind == Float {
		bits = 32
	}
	n, err := strconv.ParseFloat(v.Raw(), bits)
	if err != nil || math.IsInf(n, 0) {
		return "", fmt.Sprintf("%s does not fit %s", shown(v), t)
	}
	return strconv.FormatFloat(n, 'g', -1, bits), ""
}

// nestedValue reads [1,2] for lists and {"keys":[…],"values":[…]} for maps.
func nestedValue(t *Type, v position.Value, depth int) (text, problem string) {
	if depth > maxDepth {
		return "", "the default is nested too deep"
	}
	if t.Kind == List {
		if !v.Is(position.Array) {
			return "", fmt.Sprintf("%s is no list: its JSON form is [value, …]", shown(v))
		}
		return elements(t.Fields[0], v, depth)
	}
	keys, _ := v.Member("keys")
	values, _ := v.Member("values")
	if !keys.Is(position.Array) || !values.Is(position.Array) || keys.Len() != values.Len() {
		return "", fmt.Sprintf(`%s is no map: its JSON form is {"keys": […], "values": […]} of one length`, shown(v))
	}
	k, problem := elements(t.Fields[0], keys, depth)
	if problem != "" {
		return "", problem
	}
	e, problem := elements(t.Fields[1], values, depth)
	return k + ":" + e, problem
}

func elements(part *Field, list position.Value, depth int) (text, problem string) {
	var b strings.Builder
	for e := range list.Elements() {
		one := "null"
		switch {
		case !e.Is(position.Null):
			if one, problem = singleValue(part.Type, e, depth+1); problem != "" {
				return "", problem
			}
		case part.Required:
			return "", fmt.Sprintf("null in the default, and the %s is required", part.Name)
		}
		b.WriteString(one)
		b.WriteByte(',')
	}
	return "[" + b.String() + "]", ""
}

// textValue reads the kinds whose JSON form is a string with a grammar.
func textValue(t *Type, s string) (text, problem string) {
	ok := false
	switch t.Kind {
	case Decimal:
		return decimalValue(t, s)
	case Date:
		text, ok = dateText(s)
	case Time:
		text, ok = timeText(s, 6)
	case Timestamp, TimestampNs:
		text, ok = timestampText(s, digitsOf(t))
	case Timestamptz, TimestamptzNs:
		if s, ok = cutUTC(s); ok {
			if text, ok = timestampText(s, digitsOf(t)); ok {
				text += "+00:00"
			}
		}
	case UUID:
		text, ok = uuidText(s)
	case Fixed, Binary:
		text, ok = hexText(s)
		if ok && t.Kind == Fixed && len(s) != 2*t.Length {
			return "", fmt.Sprintf("%q has %d bytes, the type is %s", clip(s), len(s)/2, t)
		}
	}
	if !ok {
		return "", fmt.Sprintf("%q is no %s: its JSON form is like %s", clip(s), t, sampleValue(t))
	}
	if !holds(t, text) {
		return "", fmt.Sprintf("%q does not fit %s", clip(s), t)
	}
	return text, ""
}

func digitsOf(t *Type) int {
	if t.Kind == TimestampNs || t.Kind == TimestamptzNs {
		return 9
	}
	return 6
}

// decimalValue checks digits and scale: "14.20" for decimal(9, 2), "2E+20" for a scale of -20.
func decimalValue(t *Type, s string) (text, problem string) {
	digits, exponent, scientific := strings.Cut(strings.ToUpper(s), "E")
	scale := 0
	if scientific {
		n, err := strconv.Atoi(exponent)
		if err != nil {
			return "", fmt.Sprintf("%q is no decimal", clip(s))
		}
		scale = -n
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	scale += len(fraction)
	sign := ""
	if strings.HasPrefix(whole, "-") || strings.HasPrefix(whole, "+") {
		sign, whole = strings.TrimPrefix(whole[:1], "+"), whole[1:]
	}
	unscaled := whole + fraction
	if unscaled == "" || strings.Trim(unscaled, "0123456789") != "" {
		return "", fmt.Sprintf("%q is no decimal", clip(s))
	}
	if scale != t.Scale {
		return "", fmt.Sprintf("%q has scale %d, the type is %s", clip(s), scale, t)
	}
	if unscaled = strings.TrimLeft(unscaled, "0"); unscaled == "" {
		unscaled, sign = "0", ""
	}
	if len(unscaled) > t.Precision {
		return "", fmt.Sprintf("%q has %d digits, the type is %s", clip(s), len(unscaled), t)
	}
	return fmt.Sprintf("%s%sE%d", sign, unscaled, -scale), ""
}

// dateText reads 2017-11-16, with a sign for years outside 0000 to 9999.
func dateText(s string) (string, bool) {
	year := strings.TrimLeft(s, "+-")
	if len(s)-len(year) > 1 || len(year) < 10 || year[len(year)-6] != '-' || year[len(year)-3] != '-' {
		return "", false
	}
	y, ok1 := digits(year[:len(year)-6], 4, 9)
	m, ok2 := digits(year[len(year)-5:len(year)-3], 2, 2)
	d, ok3 := digits(year[len(year)-2:], 2, 2)
	if !ok1 || !ok2 || !ok3 || m < 1 || m > 12 || d < 1 || d > daysIn(y, m) {
		return "", false
	}
	return strings.TrimPrefix(s, "+"), true
}

func daysIn(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

func digits(s string, least, most int) (int, bool) {
	if len(s) < least || len(s) > most || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

// timeText reads 22:31:08.123456; seconds and fraction may be left out, as Java's parser allows.
func timeText(s string, most int) (string, bool) {
	clock, fraction, dotted := strings.Cut(s, ".")
	if len(clock) == 5 && !dotted {
		clock += ":00"
	}
	if len(clock) != 8 || clock[2] != ':' || clock[5] != ':' {
		return "", false
	}
	h, ok1 := digits(clock[:2], 2, 2)
	m, ok2 := digits(clock[3:5], 2, 2)
	sec, ok3 := digits(clock[6:], 2, 2)
	if !ok1 || !ok2 || !ok3 || h > 23 || m > 59 || sec > 59 {
		return "", false
	}
	if dotted {
		if _, ok := digits(fraction, 1, most); !ok {
			return "", false
		}
	}
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		clock += "." + fraction
	}
	return clock, true
}

func timestampText(s string, most int) (string, bool) {
	day, clock, ok := strings.Cut(s, "T")
	if !ok {
		return "", false
	}
	day, ok1 := dateText(day)
	clock, ok2 := timeText(clock, most)
	return day + "T" + clock, ok1 && ok2
}

// cutUTC removes the zone of an instant, which must be UTC.
func cutUTC(s string) (string, bool) {
	for _, zone := range [...]string{"+00:00", "Z", "-00:00"} {
		if rest, ok := strings.CutSuffix(s, zone); ok {
			return rest, true
		}
	}
	return s, false
}

func uuidText(s string) (string, bool) {
	parts := strings.Split(strings.ToLower(s), "-")
	if len(s) != 36 || len(parts) != 5 {
		return "", false
	}
	for i, length := range [...]int{8, 4, 4, 4, 12} {
		if len(parts[i]) != length || strings.Trim(parts[i], "0123456789abcdef") != "" {
			return "", false
		}
	}
	return strings.ToLower(s), true
}

func hexText(s string) (string, bool) {
	s = strings.ToLower(s)
	return s, len(s)%2 == 0 && strings.Trim(s, "0123456789abcdef") == ""
}

// sampleValue is a plain value of a type in its JSON form, for messages and samples.
func sampleValue(t *Type) string {
	switch t.Kind {
	case Boolean:
		return "true"
	case Int:
		return "34"
	case Long:
		return "3000000000"
	case Float:
		return "0.1"
	case Double:
		return "0.1"
	case Decimal:
		return sampleDecimal(t)
	case Date:
		return `"2024-10-04"`
	case Time:
		return `"22:31:08.123456"`
	case Timestamp:
		return `"2024-10-04T22:31:08.123456"`
	case Timestamptz:
		return `"2024-10-04T22:31:08.123456+00:00"`
	case TimestampNs:
		return `"2024-10-04T22:31:08.123456789"`
	case TimestamptzNs:
		return `"2024-10-04T22:31:08.123456789+00:00"`
	case String:
		return `"a"`
	case UUID:
		return `"f79c3e09-677c-4bbd-a479-3f349cb785e7"`
	case Fixed:
		return `"` + strings.Repeat("00", min(t.Length, 16)) + `"`
	case Binary:
		return `"00ff"`
	case Unknown:
		return "null"
	case Struct:
		return "{…}"
	case List:
		return "[…]"
	case Map:
		return `{"keys": […], "values": […]}`
	}
	return "a " + t.Kind.String() + " value"
}

func sampleDecimal(t *Type) string {
	digits := strings.Repeat("1", max(min(t.Precision, 3), 1))
	switch {
	case t.Scale <= 0:
		return digits + "E+" + strconv.Itoa(-t.Scale)
	case len(digits) <= t.Scale:
		return "0." + strings.Repeat("0", min(t.Scale, maxPrecision)-len(digits)) + digits
	}
	return digits[:len(digits)-t.Scale] + "." + digits[len(digits)-t.Scale:]
}
