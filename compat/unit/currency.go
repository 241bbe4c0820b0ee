package unit

// Exponent is the number of digits after the decimal point of an ISO 4217 currency, and false for a code that is none.
// Funds codes and metals count as currencies; those without a minor unit (XAU, XTS, …) are left out.
func Exponent(code string) (int, bool) {
	c, ok := currencies[code]
	return int(c.exponent), ok
}

// A currency has its minor unit's exponent and the words that name it where they name no other currency.
type currency struct {
	exponent     uint8
	major, minor string // plural words for messages; "" : the code itself
}

// currencies is ISO 4217 (list one, 2025), with the exponent of the minor unit.
var currencies = map[string]currency{
	"AED": {exponent: 2}, "AFN": {exponent: 2}, "ALL": {exponent: 2}, "AMD": {exponent: 2}, "ANG": {exponent: 2},
	"AOA": {exponent: 2}, "ARS": {exponent: 2}, "AUD": {exponent: 2}, "AWG": {exponent: 2}, "AZN": {exponent: 2},
	"BAM": {exponent: 2}, "BBD": {exponent: 2}, "BDT": {exponent: 2}, "BGN": {exponent: 2}, "BHD": {exponent: 3},
	"BIF": {exponent: 0}, "BMD": {exponent: 2}, "BND": {exponent: 2}, "BOB": {exponent: 2}, "BOV": {exponent: 2},
	"BRL": {exponent: 2}, "BSD": {exponent: 2}, "BTN": {exponent: 2}, "BWP": {exponent: 2}, "BYN": {exponent: 2},
	"BZD": {exponent: 2}, "CAD": {exponent: 2}, "CDF": {exponent: 2}, "CHE": {exponent: 2}, "CHF": {exponent: 2},
	"CHW": {exponent: 2}, "CLF": {exponent: 4}, "CLP": {exponent: 0}, "CNY": {exponent: 2}, "COP": {exponent: 2},
	"COU": {exponent: 2}, "CRC": {exponent: 2}, "CUC": {exponent: 2}, "CUP": {exponent: 2}, "CVE": {exponent: 2},
	"CZK": {exponent: 2}, "DJF": {exponent: 0}, "DKK": {exponent: 2}, "DOP": {exponent: 2}, "DZD": {exponent: 2},
	"EGP": {exponent: 2}, "ERN": {exponent: 2}, "ETB": {exponent: 2}, "EUR": {exponent: 2, major: "euros", minor: "euro cents"},
	"FJD": {exponent: 2}, "FKP": {exponent: 2}, "GBP": {exponent: 2, major: "pounds sterling", minor: "pence"}, "GEL": {exponent: 2},
	"GHS": {exponent: 2}, "GIP": {exponent: 2}, "GMD": {exponent: 2}, "GNF": {exponent: 0}, "GTQ": {exponent: 2},
	"GYD": {exponent: 2}, "HKD": {exponent: 2}, "HNL": {exponent: 2}, "HRK": {exponent: 2}, "HTG": {exponent: 2},
	"HUF": {exponent: 2}, "IDR": {exponent: 2}, "ILS": {exponent: 2}, "INR": {exponent: 2, major: "rupees", minor: "paise"},
	"IQD": {exponent: 3}, "IRR": {exponent: 2}, "ISK": {exponent: 0}, "JMD": {exponent: 2}, "JOD": {exponent: 3},
	"JPY": {exponent: 0, major: "yen", minor: "yen"}, "KES": {exponent: 2}, "KGS": {exponent: 2}, "KHR": {exponent: 2}, "KMF": {exponent: 0},
	"KPW": {exponent: 2}, "KRW": {exponent: 0, major: "won", minor: "won"}, "KWD": {exponent: 3}, "KYD": {exponent: 2}, "KZT": {exponent: 2},
	"LAK": {exponent: 2}, "LBP": {exponent: 2}, "LKR": {exponent: 2}, "LRD": {exponent: 2}, "LSL": {exponent: 2},
	"LYD": {exponent: 3}, "MAD": {exponent: 2}, "MDL": {exponent: 2}, "MGA": {exponent: 2}, "MKD": {exponent: 2},
	"MMK": {exponent: 2}, "MNT": {exponent: 2}, "MOP": {exponent: 2}, "MRU": {exponent: 2}, "MUR": {exponent: 2},
	"MVR": {exponent: 2}, "MWK": {exponent: 2}, "MXN": {exponent: 2}, "MXV": {exponent: 2}, "MYR": {exponent: 2},
	"MZN": {exponent: 2}, "NAD": {exponent: 2}, "NGN": {exponent: 2}, "NIO": {exponent: 2}, "NOK": {exponent: 2},
	"NPR": {exponent: 2}, "NZD": {exponent: 2}, "OMR": {exponent: 3}, "PAB": {exponent: 2}, "PEN": {exponent: 2},
	"PGK": {exponent: 2}, "PHP": {exponent: 2}, "PKR": {exponent: 2}, "PLN": {exponent: 2}, "PYG": {exponent: 0},
	"QAR": {exponent: 2}, "RON": {exponent: 2}, "RSD": {exponent: 2}, "RUB": {exponent: 2}, "RWF": {exponent: 0},
	"SAR": {exponent: 2}, "SBD": {exponent: 2}, "SCR": {exponent: 2}, "SDG": {exponent: 2}, "SEK": {exponent: 2},
	"SGD": {exponent: 2}, "SHP": {exponent: 2}, "SLE": {exponent: 2}, "SLL": {exponent: 2}, "SOS": {exponent: 2},
	"SRD": {exponent: 2}, "SSP": {exponent: 2}, "STN": {exponent: 2}, "SVC": {exponent: 2}, "SYP": {exponent: 2},
	"SZL": {exponent: 2}, "THB": {exponent: 2}, "TJS": {exponent: 2}, "TMT": {exponent: 2}, "TND": {exponent: 3},
	"TOP": {exponent: 2}, "TRY": {exponent: 2}, "TTD": {exponent: 2}, "TWD": {exponent: 2}, "TZS": {exponent: 2},
	"UAH": {exponent: 2}, "UGX": {exponent: 0}, "USD": {exponent: 2, major: "dollars", minor: "cents"}, "USN": {exponent: 2},
	"UYI": {exponent: 0}, "UYU": {exponent: 2}, "UYW": {exponent: 4}, "UZS": {exponent: 2}, "VED": {exponent: 2},
	"VES": {exponent: 2}, "VND": {exponent: 0}, "VUV": {exponent: 0}, "WST": {exponent: 2}, "XAD": {exponent: 2},
	"XAF": {exponent: 0}, "XCD": {exponent: 2}, "XCG": {exponent: 2}, "XOF": {exponent: 0}, "XPF": {exponent: 0},
	"YER": {exponent: 2}, "ZAR": {exponent: 2}, "ZMW": {exponent: 2}, "ZWG": {exponent: 2}, "ZWL": {exponent: 2},
}

// Currency is the unit of one major unit of a currency by its ISO 4217 code, or of AnyCurrency.
func Currency(code string) (Unit, bool) {
	if _, ok := currencies[code]; !ok && code != AnyCurrency {
		return Unit{}, false
	}
	u := Unit{Code: "{" + code + "}", Kind: Quantity, Dim: Dim{Money: 1}, Factor: One, Tag: code}
	u.Name = moneyName(code, One)
	return u, true
}

// MinorUnit is the unit of a currency's smallest accounting unit by ISO 4217: a hundredth of a dollar, a yen, a thousandth of a
// Kuwaiti dinar. Of AnyCurrency it is money of unknown size.
func MinorUnit(code string) (Unit, bool) {
	if code == AnyCurrency {
		return Unit{Kind: Quantity, Dim: Dim{Money: 1}, Tag: AnyCurrency, Name: "minor units of the currency"}, true
	}
	exp, ok := Exponent(code)
	if !ok {
		return Unit{}, false
	}
	u, _ := Currency(code)
	return u.Scaled(Ten(-exp)), true
}

// moneyName is an amount of money of the given size in plain words.
func moneyName(code string, f Factor) string {
	c := currencies[code]
	major := c.major
	if major == "" {
		major = code
	}
	if code == AnyCurrency {
		major = "whole currency units"
	}
	switch {
	case f == One:
		return major
	case f == Ten(-2) && code == AnyCurrency:
		return "cents"
	case c.minor != "" && f == Ten(-int(c.exponent)):
		return c.minor
	}
	if code == AnyCurrency {
		major = "the currency unit"
	}
	return manyOf(f, major)
}

// fraction names the powers of ten that scaled units have.
func fraction(f Factor) string {
	switch f {
	case Ten(-1):
		return "tenths"
	case Ten(-2):
		return "hundredths"
	case Ten(-3):
		return "thousandths"
	case Ten(-6):
		return "millionths"
	case Ten(-9):
		return "billionths"
	case Ten(2):
		return "hundreds"
	case Ten(3):
		return "thousands"
	case Ten(6):
		return "millions"
	case Ten(9):
		return "billions"
	}
	return f.String()
}

// manyOf names units n at a time: thousands of dollars, 5 minutes.
func manyOf(f Factor, name string) string {
	word := fraction(f)
	if word[0] >= '0' && word[0] <= '9' {
		return word + " " + name
	}
	return word + " of " + name
}

// Scaled is the unit n times as large, with a code and a name that say so: thousands of dollars, 10^-7 degrees. An offset stays
// where it is: a tenth of a degree Celsius counts from the same zero. Beyond 10^±30 the size is zero, not known.
func (u Unit) Scaled(by Factor) Unit {
	if by == One || by.IsZero() || u.Factor.IsZero() {
		return u
	}
	code, total := cutScale(u.Code)
	total = total.Mul(by)
	u.Factor = u.Factor.Mul(by)
	if !total.printable() {
		u.Factor = Factor{}
		return u
	}
	if u.Code != "" { // a unit without a code stays without
		u.Code = joinScale(total, code)
	}
	if u.Dim == (Dim{Money: 1}) && u.Tag != "" {
		u.Name = moneyName(u.Tag, u.Factor)
	} else {
		u.Name = manyOf(by, u.Name)
	}
	return u
}
