package unit

// An atom is one row of the table: a unit that is no product of others.
type atom struct {
	code   string   // UCUM spelling
	one    string   // the word for one, lower case; the plural adds s unless many says otherwise
	many   string   // plural, when it is irregular
	words  []string // further words, lower case, singular; a plural with s is understood
	syms   []string // further symbols, case matters
	dim    Dim
	factor Factor
	offset Factor
	prefix string // the metric prefixes it takes, by symbol, space between; "*" for all, "" for none
	binary bool   // takes Ki, Mi, Gi, …
	kind   Kind   // Quantity unless said
	tag    string
	bare   string // the code to use inside products: a degree Celsius is a kelvin there
	nocode bool   // UCUM has no code: code is a label only
}

// A prefixRow is one metric or binary prefix.
type prefixRow struct {
	sym, word string
	exp       int  // power of ten; of 1024 when binary
	binary    bool // goes before bytes and bits only
}

// prefixes are those of the SI and, with binary, of IEC 80000-13.
var prefixes = []prefixRow{
	{"da", "deca", 1, false}, {"Ki", "kibi", 1, true}, {"Mi", "mebi", 2, true}, {"Gi", "gibi", 3, true}, {"Ti", "tebi", 4, true},
	{"Pi", "pebi", 5, true}, {"Ei", "exbi", 6, true},
	{"Y", "yotta", 24, false}, {"Z", "zetta", 21, false}, {"E", "exa", 18, false}, {"P", "peta", 15, false}, {"T", "tera", 12, false},
	{"G", "giga", 9, false}, {"M", "mega", 6, false}, {"k", "kilo", 3, false}, {"h", "hecto", 2, false}, {"d", "deci", -1, false},
	{"c", "centi", -2, false}, {"m", "milli", -3, false}, {"u", "micro", -6, false}, {"n", "nano", -9, false}, {"p", "pico", -12, false},
	{"f", "femto", -15, false}, {"a", "atto", -18, false}, {"z", "zepto", -21, false}, {"y", "yocto", -24, false},
}

// piOver is pi/n, exactly.
func piOver(n int64) Factor {
	f := Ratio(1, n, 0)
	f.pi = 1
	return f
}

// table is the closed world of units. Factors are to the SI base units (gram for mass, as in UCUM; radian for angle; bit for
// information), from the definitions of the BIPM brochure (9th edition) and, for customary units, the international yard and pound.
func table() []atom {
	const metric = "T G M k h d c m u n p f"
	const small = "d c m u n p f"
	area, volume := Dim{Length: 2}, Dim{Length: 3}
	force, energy := Dim{Mass: 1, Length: 1, Time: -2}, Dim{Mass: 1, Length: 2, Time: -2}
	power, pressure := Dim{Mass: 1, Length: 2, Time: -3}, Dim{Mass: 1, Length: -1, Time: -2}
	volt, ohm := Dim{Mass: 1, Length: 2, Time: -3, Current: -1}, Dim{Mass: 1, Length: 2, Time: -3, Current: -2}
	rate, speed := Dim{Time: -1}, Dim{Length: 1, Time: -1}
	return []atom{
		// length
		{code: "m", one: "meter", words: []string{"metre", "mtr"}, syms: []string{"mtr"}, dim: Dim{Length: 1}, factor: One, prefix: "G M k h d c m u n p f"},
		{code: "[in_i]", one: "inch", many: "inches", syms: []string{"in", "inch", "in_i"}, dim: Dim{Length: 1}, factor: Ratio(254, 1, -4)},
		{code: "[ft_i]", one: "foot", many: "feet", syms: []string{"ft", "ft_i"}, dim: Dim{Length: 1}, factor: Ratio(3048, 1, -4)},
		{code: "[yd_i]", one: "yard", syms: []string{"yd", "yds", "yd_i"}, dim: Dim{Length: 1}, factor: Ratio(9144, 1, -4)},
		{code: "[mi_i]", one: "mile", words: []string{"statute mile"}, syms: []string{"mi", "mi_i"}, dim: Dim{Length: 1}, factor: Ratio(1609344, 1, -3)},
		{code: "[nmi_i]", one: "nautical mile", syms: []string{"nmi", "NM", "nmi_i"}, dim: Dim{Length: 1}, factor: Ratio(1852, 1, 0)},
		{code: "[fth_i]", one: "fathom", dim: Dim{Length: 1}, factor: Ratio(18288, 1, -4)},
		{code: "Ao", one: "angstrom", words: []string{"ångström", "ångstrom"}, syms: []string{"Å", "Angstrom", "angstrom"}, dim: Dim{Length: 1}, factor: Ten(-10)},
		{code: "AU", one: "astronomical unit", syms: []string{"au", "ua"}, dim: Dim{Length: 1}, factor: Ratio(149597870700, 1, 0)},
		{code: "[ly]", one: "light year", words: []string{"lightyear"}, syms: []string{"ly", "lyr"}, dim: Dim{Length: 1}, factor: Ratio(9460730472580800, 1, 0)},
		{code: "pc", one: "parsec", dim: Dim{Length: 1}, factor: piOver(1).Inverse().Mul(Ratio(648000*149597870700, 1, 0)), prefix: "G M k"},
		{code: "[pnt]", one: "typographic point", dim: Dim{Length: 1}, factor: Ratio(254, 72, -4)},
		// area and volume
		{code: "har", one: "hectare", syms: []string{"ha"}, dim: area, factor: Ten(4)},
		{code: "[acr_br]", one: "acre", syms: []string{"ac"}, dim: area, factor: Ratio(40468564224, 1, -7)},
		{code: "L", one: "liter", words: []string{"litre", "ltr"}, syms: []string{"l"}, dim: volume, factor: Ten(-3), prefix: "M k h " + small},
		{code: "[gal_us]", one: "gallon", words: []string{"us gallon"}, syms: []string{"gal"}, dim: volume, factor: Ratio(3785411784, 1, -12)},
		{code: "[gal_br]", one: "imperial gallon", words: []string{"uk gallon", "british gallon"}, dim: volume, factor: Ratio(454609, 1, -8)},
		{code: "[qt_us]", one: "quart", syms: []string{"qt"}, dim: volume, factor: Ratio(946352946, 1, -12)},
		{code: "[pt_us]", one: "pint", dim: volume, factor: Ratio(473176473, 1, -12)},
		{code: "[foz_us]", one: "fluid ounce", words: []string{"fl oz"}, syms: []string{"floz"}, dim: volume, factor: Ratio(295735295625, 1, -16)},
		{code: "[bbl_us]", one: "barrel", words: []string{"oil barrel"}, syms: []string{"bbl"}, dim: volume, factor: Ratio(158987294928, 1, -12)},
		// mass and amount
		{code: "g", one: "gram", words: []string{"gramme"}, syms: []string{"gr", "gm"}, dim: Dim{Mass: 1}, factor: One, prefix: "k h d c m u n p f"},
		{code: "t", one: "tonne", words: []string{"metric ton", "metric tonne", "ton"}, dim: Dim{Mass: 1}, factor: Ten(6), prefix: "G M"},
		{code: "[ston_av]", one: "short ton", words: []string{"us ton"}, dim: Dim{Mass: 1}, factor: Ratio(90718474, 1, -2)},
		{code: "[lton_av]", one: "long ton", words: []string{"imperial ton", "uk ton"}, dim: Dim{Mass: 1}, factor: Ratio(10160469088, 1, -4)},
		{code: "[lb_av]", one: "pound", syms: []string{"lb", "lbs", "lbm", "lb_av"}, dim: Dim{Mass: 1}, factor: Ratio(45359237, 1, -5)},
		{code: "[oz_av]", one: "ounce", syms: []string{"oz", "oz_av"}, dim: Dim{Mass: 1}, factor: Ratio(28349523125, 1, -9)},
		{code: "[stone_av]", one: "stone", dim: Dim{Mass: 1}, factor: Ratio(635029318, 1, -5)},
		{code: "[car_m]", one: "carat", dim: Dim{Mass: 1}, factor: Ratio(2, 1, -1)},
		{code: "u", one: "dalton", words: []string{"atomic mass unit"}, syms: []string{"Da", "amu"}, dim: Dim{Mass: 1}, factor: Ratio(166053906892, 1, -35), prefix: "k M"},
		{code: "mol", one: "mole", dim: Dim{Amount: 1}, factor: One, prefix: "k " + small},
		{code: "kat", one: "katal", dim: Dim{Amount: 1, Time: -1}, factor: One, prefix: small},
		{code: "[iU]", one: "international unit", syms: []string{"IU", "iU"}, dim: Dim{}, factor: One, kind: Count, tag: "[iU]", prefix: "k M m u"},
		// time
		{code: "s", one: "second", words: []string{"sec"}, dim: Dim{Time: 1}, factor: One, prefix: "k M G " + small},
		{code: "min", one: "minute", words: []string{"min"}, syms: []string{"mins", "mn"}, dim: Dim{Time: 1}, factor: Ratio(60, 1, 0)},
		{code: "h", one: "hour", words: []string{"hr"}, syms: []string{"hr", "hrs"}, dim: Dim{Time: 1}, factor: Ratio(3600, 1, 0)},
		{code: "d", one: "day", words: []string{"julian day"}, dim: Dim{Time: 1}, factor: Ratio(86400, 1, 0)},
		{code: "wk", one: "week", dim: Dim{Time: 1}, factor: Ratio(604800, 1, 0)},
		{code: "mo", one: "month", words: []string{"mth"}, dim: Dim{Time: 1}, factor: Ratio(2629800, 1, 0)},
		{code: "a", one: "year", words: []string{"annum", "julian year", "calendar year"}, syms: []string{"yr", "yrs"}, dim: Dim{Time: 1}, factor: Ratio(31557600, 1, 0), prefix: "k M G"},
		// frequency and rotation
		{code: "Hz", one: "hertz", many: "hertz", dim: rate, factor: One, prefix: "T G M k m u"},
		{code: "Bq", one: "becquerel", dim: Dim{Decay: 1, Time: -1}, factor: One, prefix: "T G M k m u"},
		{code: "Ci", one: "curie", dim: Dim{Decay: 1, Time: -1}, factor: Ratio(37, 1, 9), prefix: "M k m u n p"},
		{code: "{rev}", one: "revolution", words: []string{"rotation"}, syms: []string{"rev", "revs"}, dim: Dim{Angle: 1}, factor: piOver(1).Mul(Ratio(2, 1, 0))},
		{code: "{rev}/min", one: "revolutions per minute", many: "revolutions per minute", syms: []string{"rpm", "RPM", "r/min"}, dim: Dim{Angle: 1, Time: -1}, factor: piOver(30)},
		{code: "/min", one: "beats per minute", many: "beats per minute", syms: []string{"bpm", "BPM", "brpm"}, dim: rate, factor: Ratio(1, 60, 0)},
		{code: "/s", one: "frames per second", many: "frames per second", syms: []string{"fps", "FPS", "rps", "qps", "QPS", "TPS", "tps", "IOPS", "iops"}, dim: rate, factor: One},
		// speed and acceleration
		{code: "km/h", one: "kilometers per hour", many: "kilometers per hour", syms: []string{"kph", "kmh", "kmph", "KPH", "KMH"}, dim: speed, factor: Ratio(10, 36, 0)},
		{code: "[mi_i]/h", one: "miles per hour", many: "miles per hour", syms: []string{"mph", "MPH"}, dim: speed, factor: Ratio(44704, 1, -5)},
		{code: "[kn_i]", one: "knot", syms: []string{"kn", "kt", "kts", "kn_i"}, dim: speed, factor: Ratio(1852, 3600, 0)},
		{code: "[g]", one: "standard gravity", many: "standard gravity", words: []string{"g force", "gee"}, syms: []string{"g0", "gn", "g_n"}, dim: Dim{Length: 1, Time: -2}, factor: Ratio(980665, 1, -5), prefix: "m u"},
		{code: "Gal", one: "galileo", dim: Dim{Length: 1, Time: -2}, factor: Ten(-2), prefix: "m u"},
		// mechanics
		{code: "N", one: "newton", dim: force, factor: Ten(3), prefix: metric},
		{code: "[lbf_av]", one: "pound force", syms: []string{"lbf"}, dim: force, factor: Ratio(44482216152605, 1, -10)},
		{code: "Pa", one: "pascal", dim: pressure, factor: Ten(3), prefix: metric},
		{code: "bar", one: "bar", dim: pressure, factor: Ten(8), prefix: "k d c m u"},
		{code: "atm", one: "atmosphere", words: []string{"standard atmosphere"}, dim: pressure, factor: Ratio(101325, 1, 3)},
		{code: "[psi]", one: "pound per square inch", many: "pounds per square inch", syms: []string{"psi", "PSI"}, dim: pressure, factor: Ratio(44482216152605, 64516, -2)},
		{code: "mm[Hg]", one: "millimeter of mercury", many: "millimeters of mercury", words: []string{"millimetres of mercury", "mm hg", "torr"}, syms: []string{"mmHg", "Torr", "torr", "mmhg"}, dim: pressure, factor: Ratio(133322387415, 1, -6)},
		{code: "[in_i'Hg]", one: "inch of mercury", many: "inches of mercury", syms: []string{"inHg", "inhg"}, dim: pressure, factor: Ratio(3386388640341, 1, -6)},
		{code: "J", one: "joule", dim: energy, factor: Ten(3), prefix: metric},
		{code: "cal", one: "calorie", dim: energy, factor: Ratio(4184, 1, 0), prefix: "k M"},
		{code: "[Btu_IT]", one: "british thermal unit", syms: []string{"BTU", "Btu", "btu"}, dim: energy, factor: Ratio(105505585262, 1, -5)},
		{code: "eV", one: "electronvolt", words: []string{"electron volt"}, dim: energy, factor: Ratio(1602176634, 1, -25), prefix: "T G M k m"},
		{code: "erg", one: "erg", dim: energy, factor: Ten(-4)},
		{code: "W", one: "watt", dim: power, factor: Ten(3), prefix: "T G M k m u n p"},
		{code: "[HP]", one: "horsepower", many: "horsepower", syms: []string{"hp", "HP"}, dim: power, factor: Ratio(7456998715822702, 1, -10)},
		{code: "PS", one: "metric horsepower", many: "metric horsepower", syms: []string{"PS"}, dim: power, factor: Ratio(73549875, 1, -2), nocode: true},
		{code: "[mi_i]/[gal_us]", one: "miles per gallon", many: "miles per gallon", syms: []string{"mpg", "MPG"}, dim: Dim{Length: -2}, factor: Ratio(1609344, 3785411784, 9)},
		{code: "W.h", one: "watt hour", words: []string{"watthour"}, syms: []string{"Wh", "WH"}, dim: energy, factor: Ratio(36, 1, 5), prefix: "T G M k m"},
		{code: "V.A", one: "volt ampere", syms: []string{"VA"}, dim: power, factor: Ten(3), prefix: "G M k m"},
		{code: "{var}", one: "volt ampere reactive", syms: []string{"var", "VAr", "VAR"}, dim: power, factor: Ten(3), prefix: "G M k m"},
		{code: "V.A.h", one: "volt ampere hour", syms: []string{"VAh"}, dim: energy, factor: Ratio(36, 1, 5), prefix: "G M k m"},
		{code: "{var}.h", one: "volt ampere reactive hour", syms: []string{"varh", "VArh", "VARh"}, dim: energy, factor: Ratio(36, 1, 5), prefix: "G M k m"},
		{code: "P", one: "poise", many: "poise", dim: Dim{Mass: 1, Length: -1, Time: -1}, factor: Ten(2), prefix: "c m"},
		{code: "St", one: "stokes", many: "stokes", dim: Dim{Length: 2, Time: -1}, factor: Ten(-4), prefix: "c m"},
		// electricity and magnetism
		{code: "A", one: "ampere", words: []string{"amp"}, syms: []string{"amp", "amps"}, dim: Dim{Current: 1}, factor: One, prefix: "k m u n p f"},
		{code: "V", one: "volt", dim: volt, factor: Ten(3), prefix: "M k m u n p"},
		{code: "Ohm", one: "ohm", syms: []string{"Ω", "ohm"}, dim: ohm, factor: Ten(3), prefix: "G M k m u"},
		{code: "S", one: "siemens", many: "siemens", words: []string{"mho"}, dim: ohm.pow(-1), factor: Ten(-3), prefix: "k m u n p"},
		{code: "F", one: "farad", dim: Dim{Mass: -1, Length: -2, Time: 4, Current: 2}, factor: Ten(-3), prefix: "m u n p f"},
		{code: "H", one: "henry", many: "henries", words: []string{"henry"}, dim: Dim{Mass: 1, Length: 2, Time: -2, Current: -2}, factor: Ten(3), prefix: "m u n p"},
		{code: "C", one: "coulomb", dim: Dim{Current: 1, Time: 1}, factor: One, prefix: "k m u n p f"},
		{code: "A.h", one: "ampere hour", words: []string{"amp hour"}, syms: []string{"Ah", "AH"}, dim: Dim{Current: 1, Time: 1}, factor: Ratio(3600, 1, 0), prefix: "k m u"},
		{code: "T", one: "tesla", dim: Dim{Mass: 1, Time: -2, Current: -1}, factor: Ten(3), prefix: "m u n p"},
		{code: "G", one: "gauss", many: "gauss", dim: Dim{Mass: 1, Time: -2, Current: -1}, factor: Ten(-1), prefix: "k m u"},
		{code: "Wb", one: "weber", dim: Dim{Mass: 1, Length: 2, Time: -2, Current: -1}, factor: Ten(3), prefix: "m u n"},
		// temperature
		{code: "K", one: "kelvin", syms: []string{"degK", "deg_k"}, dim: Dim{Temperature: 1}, factor: One, prefix: "k m u n"},
		{code: "Cel", one: "degree Celsius", many: "degrees Celsius", words: []string{"celsius", "celcius", "degree celcius", "degree celsius", "centigrade", "degree centigrade", "degree c", "deg c", "degs c", "deg celsius", "celsius degree"}, syms: []string{"degC", "deg_C", "Celsius", "CEL", "℃"}, dim: Dim{Temperature: 1}, factor: One, offset: Ratio(27315, 1, -2), prefix: "d c m", bare: "K"},
		{code: "[degF]", one: "degree Fahrenheit", many: "degrees Fahrenheit", words: []string{"fahrenheit", "degree fahrenheit", "degree f", "deg f", "degs f", "deg fahrenheit", "fahrenheit degree"}, syms: []string{"degF", "deg_F", "℉"}, dim: Dim{Temperature: 1}, factor: Ratio(5, 9, 0), offset: Ratio(45967, 180, 0), bare: "[degR]"},
		{code: "[degR]", one: "degree Rankine", many: "degrees Rankine", words: []string{"rankine"}, syms: []string{"degR"}, dim: Dim{Temperature: 1}, factor: Ratio(5, 9, 0)},
		// light and radiation
		{code: "cd", one: "candela", dim: Dim{Luminous: 1}, factor: One, prefix: "k m"},
		{code: "lm", one: "lumen", dim: Dim{Luminous: 1, Angle: 2}, factor: One, prefix: "k m"},
		{code: "lx", one: "lux", many: "lux", words: []string{"luxes"}, syms: []string{"Lux", "lux"}, dim: Dim{Luminous: 1, Angle: 2, Length: -2}, factor: One, prefix: "k m"},
		{code: "Gy", one: "gray", dim: Dim{Length: 2, Time: -2}, factor: One, prefix: "k c m u n"},
		{code: "Sv", one: "sievert", dim: Dim{Dose: 1}, factor: One, prefix: "m u n"},
		{code: "Jy", one: "jansky", many: "janskys", dim: Dim{Mass: 1, Time: -2}, factor: Ten(-23), prefix: "M k m u n"},
		// angle
		{code: "rad", one: "radian", words: []string{"decimal radian"}, dim: Dim{Angle: 1}, factor: One, prefix: "m u n"},
		{code: "deg", one: "degree", words: []string{"decimal degree", "decimal deg", "angular degree", "arc degree", "degree of arc"}, syms: []string{"°", "degs"}, dim: Dim{Angle: 1}, factor: piOver(180)},
		{code: "'", one: "arcminute", words: []string{"arc minute", "minute of arc"}, syms: []string{"arcmin", "′"}, dim: Dim{Angle: 1}, factor: piOver(10800)},
		{code: "''", one: "arcsecond", words: []string{"arc second", "second of arc", "arc sec"}, syms: []string{"arcsec", "arcsecs", "asec", "″", "\""}, dim: Dim{Angle: 1}, factor: piOver(648000), prefix: "m u"},
		{code: "m''", one: "milliarcsecond", words: []string{"milliarcsec"}, syms: []string{"mas"}, dim: Dim{Angle: 1}, factor: piOver(648000000)},
		{code: "u''", one: "microarcsecond", words: []string{"microarcsec"}, syms: []string{"uas"}, dim: Dim{Angle: 1}, factor: piOver(648000000000)},
		{code: "gon", one: "gradian", words: []string{"grade of arc"}, dim: Dim{Angle: 1}, factor: piOver(200)},
		{code: "sr", one: "steradian", dim: Dim{Angle: 2}, factor: One},
		// information
		{code: "By", one: "byte", words: []string{"octet"}, syms: []string{"B"}, dim: Dim{Information: 1}, factor: Ratio(8, 1, 0), prefix: "E P T G M k", binary: true},
		{code: "bit", one: "bit", dim: Dim{Information: 1}, factor: One, prefix: "E P T G M k", binary: true},
		{code: "bit/s", one: "bits per second", many: "bits per second", syms: []string{"bps"}, dim: Dim{Information: 1, Time: -1}, factor: One, prefix: "T G M k"},
		{code: "By/s", one: "bytes per second", many: "bytes per second", syms: []string{"Bps"}, dim: Dim{Information: 1, Time: -1}, factor: Ratio(8, 1, 0), prefix: "T G M k"},
		{code: "Bd", one: "baud", many: "baud", dim: rate, factor: One, tag: "Bd", prefix: "k M"},
		// ratios
		{code: "%", one: "percent", many: "percent", words: []string{"pct", "percentage", "per cent", "percentage point", "percents", "% rh"}, syms: []string{"pct", "PCT", "percent", "%RH", "%rH", "%rh"}, factor: Ten(-2), kind: Fraction},
		{code: "[ppth]", one: "part per thousand", many: "parts per thousand", words: []string{"per mille", "permille", "promille", "per mil", "permil", "per thousand"}, syms: []string{"‰", "ppth", "ppt_k"}, factor: Ten(-3), kind: Fraction},
		{code: "[ppm]", one: "part per million", many: "parts per million", syms: []string{"ppm", "PPM"}, factor: Ten(-6), kind: Fraction},
		{code: "[ppb]", one: "part per billion", many: "parts per billion", syms: []string{"ppb", "PPB"}, factor: Ten(-9), kind: Fraction},
		{code: "[pptr]", one: "part per trillion", many: "parts per trillion", syms: []string{"pptr"}, factor: Ten(-12), kind: Fraction},
		{code: "10*-4", one: "basis point", words: []string{"bp", "bip"}, syms: []string{"bp", "bps_ratio", "BPS"}, factor: Ten(-4), kind: Fraction},
		// levels
		{code: "dB", one: "decibel", kind: Log, tag: "dB", factor: One},
		{code: "dBm", one: "decibel-milliwatts", many: "decibel-milliwatts", syms: []string{"dbm", "dBmW"}, kind: Log, tag: "dBm", factor: One, nocode: true},
		{code: "dBA", one: "A-weighted decibel", syms: []string{"dB(A)", "dba", "dbA"}, kind: Log, tag: "dBA", factor: One, nocode: true},
		{code: "dBFS", one: "decibel of full scale", many: "decibels of full scale", syms: []string{"dBfs", "dBov", "dbov"}, kind: Log, tag: "dBFS", factor: One, nocode: true},
		{code: "dBZ", one: "decibel of reflectivity", syms: []string{"dBz"}, kind: Log, tag: "dBZ", factor: One, nocode: true},
		{code: "dBi", one: "decibel isotropic", kind: Log, tag: "dBi", factor: One, nocode: true},
		{code: "Np", one: "neper", kind: Log, tag: "Np", factor: One},
		{code: "{mag}", one: "magnitude", syms: []string{"mag", "Mag", "mags"}, kind: Log, tag: "{mag}", factor: One},
		{code: "m{mag}", one: "millimagnitude", syms: []string{"mmag"}, kind: Log, tag: "{mag}", factor: Ten(-3)},
		{code: "[pH]", one: "pH", many: "pH", syms: []string{"pH", "PH"}, kind: Log, tag: "[pH]", factor: One},
		{code: "dex", one: "dex", many: "dex", kind: Log, tag: "dex", factor: One, nocode: true},
		// pixels and other named counts
		{code: "{pixel}", one: "pixel", syms: []string{"px", "pix"}, dim: Dim{Pixel: 1}, factor: One, prefix: "M"},
		{code: "{core}", one: "core", words: []string{"cpu core", "vcpu"}, factor: One, kind: Count, tag: "core", prefix: "m"},
		{code: "{NTU}", one: "nephelometric turbidity unit", syms: []string{"NTU"}, factor: One, kind: Count, tag: "NTU"},
		{code: "{FNU}", one: "formazin nephelometric unit", syms: []string{"FNU"}, factor: One, kind: Count, tag: "FNU"},
		{code: "{PSU}", one: "practical salinity unit", syms: []string{"PSU", "psu"}, factor: One, kind: Count, tag: "PSU"},
		{code: "[CFU]", one: "colony forming unit", syms: []string{"CFU"}, factor: One, kind: Count, tag: "CFU"},
		{code: "[dpt]", one: "diopter", words: []string{"dioptre"}, dim: Dim{Length: -1}, factor: One},
		{code: "1", one: "one", many: "ones", words: []string{"dimensionless", "unitless", "dimension less", "nondimensional", "non-dimensional", "fraction", "ratio", "proportion", "unity"}, factor: One, kind: Fraction},
	}
}

// noUnit are the texts by which people say that there is no unit; they are lower case.
var noUnit = map[string]bool{
	"none": true, "na": true, "n/a": true, "null": true, "nil": true, "no unit": true, "no units": true, "not applicable": true,
	"nounit": true, "n.a.": true, "string": true, "text": true, "boolean": true, "-": true,
}

// countWords are the texts by which people declare a plain count.
var countWords = map[string]bool{
	"number": true, "count": true, "counts": true, "integer": true, "#": true, "each": true, "pcs": true, "piece": true, "pieces": true, "items": true, "item": true, "unit": true, "units": true,
}

// countNouns may stand before "per" and count for nothing: steps per minute are a rate.
var countNouns = map[string]bool{
	"beats": true, "steps": true, "breaths": true, "times": true, "cycles": true, "counts": true, "count": true, "events": true, "requests": true,
	"messages": true, "records": true, "rows": true, "frames": true, "packets": true, "samples": true, "operations": true, "ops": true,
	"queries": true, "transactions": true, "words": true, "calls": true, "users": true, "errors": true, "strokes": true, "items": true,
	"hits": true, "impressions": true, "clicks": true, "photons": true, "cells": true, "pulses": true, "number": true, "particles": true,
	"objects": true, "instructions": true, "pages": true, "files": true, "reads": true, "writes": true, "respirations": true, "electrons": true,
	"commits": true, "points": true, "ticks": true, "vehicles": true, "people": true, "persons": true, "orders": true, "iterations": true,
	"rounds": true, "laps": true, "repetitions": true, "reps": true, "inferences": true, "tokens": true, "photos": true, "lines": true,
}

// currencyWords name a currency without a doubt, or near enough: a bare dollar is the US dollar until something says otherwise.
var currencyWords = map[string]string{
	"currency unit": AnyCurrency, "currency units": AnyCurrency, "dollar": "USD", "dollars": "USD", "us dollar": "USD", "us dollars": "USD", "$": "USD", "us$": "USD", "$us": "USD", "american dollars": "USD", "usd": "USD", "u.s. dollars": "USD",
	"euro": "EUR", "euros": "EUR", "€": "EUR", "eur": "EUR", "pounds sterling": "GBP", "pound sterling": "GBP", "sterling": "GBP",
	"gbp": "GBP", "£": "GBP", "yen": "JPY", "jpy": "JPY", "¥": "JPY", "rupees": "INR", "rupee": "INR", "inr": "INR", "₹": "INR",
	"cny": "CNY", "rmb": "CNY", "yuan": "CNY", "chf": "CHF", "swiss francs": "CHF", "swiss franc": "CHF", "sek": "SEK", "nok": "NOK", "dkk": "DKK", "aud": "AUD",
	"cad": "CAD", "nzd": "NZD", "brl": "BRL", "mxn": "MXN", "krw": "KRW", "sgd": "SGD", "hkd": "HKD", "pln": "PLN", "czk": "CZK", "zar": "ZAR",
	"australian dollars": "AUD", "canadian dollars": "CAD", "canadian dollar": "CAD", "australian dollar": "AUD", "kwd": "KWD", "try": "TRY",
}

// minorWords are fractions of a currency; those that belong to one currency only name it.
var minorWords = map[string]struct {
	exp  int
	code string
}{
	"cent": {-2, AnyCurrency}, "cents": {-2, AnyCurrency}, "¢": {-2, AnyCurrency}, "ct": {-2, AnyCurrency}, "cts": {-2, AnyCurrency},
	"pence": {-2, "GBP"}, "penny": {-2, AnyCurrency}, "pennies": {-2, AnyCurrency}, "paise": {-2, "INR"}, "paisa": {-2, "INR"},
	"eurocent": {-2, "EUR"}, "eurocents": {-2, "EUR"}, "øre": {-2, AnyCurrency}, "öre": {-2, AnyCurrency},
	"centavos": {-2, AnyCurrency}, "rappen": {-2, "CHF"}, "groszy": {-2, "PLN"}, "kopecks": {-2, "RUB"}, "satang": {-2, "THB"},
}

// scaleWords go before "of" a unit, or after a currency ("USD millions").
var scaleWords = map[string]int{
	"tenth": -1, "tenths": -1, "hundredth": -2, "hundredths": -2, "thousandth": -3, "thousandths": -3, "millionth": -6, "millionths": -6,
	"billionth": -9, "billionths": -9, "hundreds": 2, "hundred": 2, "thousands": 3, "thousand": 3, "millions": 6, "million": 6,
	"billions": 9, "billion": 9, "trillions": 12, "trillion": 12,
}

// exactSymbols are spellings whose case decides, and that the table's prefixes would not reach.
var exactSymbols = map[string]string{"b": "bit", "Kb": "kbit", "Mb": "Mbit", "Gb": "Gbit", "Tb": "Tbit", "Nm": "N.m", "kNm": "kN.m", "mNm": "mN.m",
	"KG": "kg", "Kgs": "kg", "kgs": "kg", "KGS": "kg", "kms": "km", "Kms": "km", "KMS": "km"}

// looseSymbols are spellings in one case that mean one unit only, whatever the case: "mw" is missing because it does not.
var looseSymbols = map[string]string{
	"kpa": "kPa", "hpa": "hPa", "pa": "Pa", "hz": "Hz", "khz": "kHz", "mhz": "MHz", "ghz": "GHz", "thz": "THz", "kw": "kW", "gw": "GW",
	"kwh": "kWh", "wh": "Wh", "mwh": "MWh", "gwh": "GWh", "mah": "mAh", "kv": "kV", "mv": "mV", "uv": "uV", "ma": "mA", "ua": "uA", "kb": "kB", "mb": "MB",
	"gb": "GB", "tb": "TB", "pb": "PB", "kib": "KiB", "mib": "MiB", "gib": "GiB", "tib": "TiB", "pib": "PiB", "db": "dB", "degc": "degC", "degf": "degF",
	"kj": "kJ", "ev": "eV", "kev": "keV", "mev": "MeV", "gev": "GeV", "cel": "Cel", "msec": "ms", "msecs": "ms", "usec": "us", "usecs": "us",
	"nsec": "ns", "nsecs": "ns", "kbps": "kbit/s", "mbps": "Mbit/s", "gbps": "Gbit/s", "kbit": "kbit", "mbit": "Mbit", "gbit": "Gbit",
	"millis": "ms", "milli": "ms", "micros": "us", "nanos": "ns", "msc": "ms", "ohms": "Ohm", "lx": "lx", "ml": "mL", "dl": "dL",
	"cc": "cm3", "kcals": "kcal", "kilo": "kg", "kilos": "kg", "ug": "ug", "mcg": "ug", "ut": "uT", "dbm": "dBm", "kbar": "kbar", "dbar": "dbar", "mbar": "mbar", "mol": "mol", "mmol": "mmol",
	"secs": "s", "sqm": "m2", "sqft": "[ft_i]2", "sqkm": "km2", "hrs": "h", "mins": "min", "kilohm": "kOhm", "kilohms": "kOhm", "megohm": "MOhm",
	"microdegree": "10*-6.deg", "microdegrees": "10*-6.deg", "millidegree": "10*-3.deg", "millidegrees": "10*-3.deg", "centidegree": "10*-2.deg", "centidegrees": "10*-2.deg",
	"decidegree": "10*-1.deg", "decidegrees": "10*-1.deg", "kbyte": "kB", "kbytes": "kB", "mbyte": "MB", "mbytes": "MB", "gbyte": "GB", "gbytes": "GB", "tbyte": "TB", "tbytes": "TB",
	"kbits": "kbit", "mbits": "Mbit", "gbits": "Gbit", "kwhr": "kWh", "mps": "m/s", "mibyte": "MiB", "mibytes": "MiB", "kibyte": "KiB", "kibytes": "KiB", "gibyte": "GiB", "gibytes": "GiB", "tibytes": "TiB", "vdc": "V", "vac": "V", "volts dc": "V",
}
