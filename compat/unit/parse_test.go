package unit

import "testing"

// spellings groups texts that mean one unit; the first column is the code that is printed.
var spellings = []struct {
	code  string
	texts []string
}{
	{"s", []string{"sec.", "second(s)", "seconds (s)", "s", "sec", "second", "seconds", "Seconds", "SECONDS", "secs", "[s]", "(s)"}},
	{"ms", []string{"ms", "millisecond", "milliseconds", "millis", "msec", "MSEC", "milli seconds", "milli-seconds", "MS", "Milliseconds"}},
	{"us", []string{"us", "µs", "μs", "microseconds", "usec", "micro-seconds"}},
	{"ns", []string{"ns", "nanoseconds", "NanoSeconds", "nanoSeconds"}},
	{"min", []string{"min", "minute", "minutes", "mins", "MIN"}},
	{"h", []string{"hour(s)", "hrs.", "h", "hour", "hours", "hr", "hrs"}},
	{"d", []string{"d", "day", "days"}},
	{"m", []string{"m", "meter", "metre", "meters", "metres"}},
	{"km", []string{"km", "KM", "Km", "kilometer", "kilometres"}},
	{"m/s", []string{"m/s", "m.s-1", "m s-1", "m s^-1", "m·s⁻¹", "meters per second", "metersPerSecond", "m s**-1", "m*s^(-1)", "meters/second", "meter/second"}},
	{"m/s2", []string{"m/s2", "m.s-2", "m/s^2", "m/s²", "m/s**2", "meters per second squared", "metersPerSecondSquared", "meters per square second", "meters / second^2"}},
	{"umol/m2/s", []string{"umol/m2/s", "µmol/m2/s", "micromolesPerSquareMeterPerSecond", "umol m-2 s-1", "µmol m⁻² s⁻¹", "micromoles per square meter per second", "umol/m^2/s"}},
	{"uS/cm", []string{"uS/cm", "microsiemensPerCentimeter", "µS/cm", "microsiemens per centimeter"}},
	{"cm3/cm3", []string{"cm3/cm3", "cubicCentimetersPerCubicCentimeter", "cm^3/cm^3", "cm³/cm³"}},
	{"W/m2", []string{"W/m2", "wattsPerSquareMeter", "W/m^2", "W m-2", "watts per square meter"}},
	{"mg/L", []string{"mg/L", "mg/l", "milligramsPerLiter", "mg l-1"}},
	{"10*-10.AU/d2", []string{"10^(-10)*au/day^2", "1e-10.au.d-2", "10*-10.AU/d2", "10**-10 au/day**2"}},
	{"''", []string{"arcsec", "arcseconds", "''", "arc seconds", "asec"}},
	{"''2", []string{"arcsec**2", "arcsec^2", "square arcsec"}},
	{"m''", []string{"mas", "milliarcsec", "milliarcsecond"}},
	{"deg", []string{"deg", "degree", "degrees", "°", "decimal degrees"}},
	{"Cel", []string{"celsius degrees", "deg. C", "degs C", "C°", "Cel", "°C", "degC", "celsius", "celcius", "Celsius", "degrees Celsius", "degree C", "degrees celcius", "deg C", "DEGC"}},
	{"[degF]", []string{"[degF]", "°F", "degF", "fahrenheit", "degrees Fahrenheit"}},
	{"K", []string{"K", "kelvin", "Kelvin", "degK"}},
	{"K2", []string{"celsiusSquared", "K2", "celcius squared", "K^2"}},
	{"%", []string{"% (relative humidity)", "pct.", "%", "percent", "pct", "per cent", "percentage", "Percent"}},
	{"[ppm]", []string{"ppm", "parts per million", "partsPerMillion"}},
	{"[ppth]", []string{"parts per thousand", "partsPerThousand", "‰", "per mille"}},
	{"10*-4", []string{"basis points", "basisPoints", "bp", "10*-4", "basis point"}},
	{"By", []string{"By", "B", "byte", "bytes", "octets"}},
	{"kBy", []string{"kB", "KB", "kilobytes", "kBy", "kb", "kbytes", "KBytes"}},
	{"KiBy", []string{"KiB", "kibibytes", "KiBy", "kib"}},
	{"MBy", []string{"MB", "megabytes", "mb", "MBy", "MBytes"}},
	{"MiBy", []string{"MiBytes", "MiB", "mebibytes", "mib"}},
	{"bit/s", []string{"bit/s", "bps", "bits per second", "bits/s"}},
	{"Mbit/s", []string{"Mbit/s", "Mbps", "mbps", "megabits per second"}},
	{"By/s", []string{"By/s", "B/s", "bytes per second", "bytes/sec", "bytes/s"}},
	{"{USD}", []string{"U.S. dollars", "USD ($)", "USD", "{USD}", "US dollars", "dollars", "$", "usd", "US$"}},
	{"{EUR}", []string{"EUR", "euros", "€", "euro"}},
	{"10*-2.{USD}", []string{"cents (USD)", "USD (cents)", "USD/100", "USD cents", "US cents", "cents USD", "cents of USD", "10*-2.{USD}", "hundredths of a dollar", "0.01 USD"}},
	{"10*-2.{currency}", []string{"cents", "cent", "10*-2.{currency}"}},
	{"10*-6.{USD}", []string{"USD micros", "millionths of USD", "10*-6.{USD}", "USD/1000000"}},
	{"10*3.{USD}", []string{"thousands of USD", "USD thousands", "thousand dollars", "10*3.{USD}", "thousands of dollars"}},
	{"10*6.{EUR}", []string{"EUR millions", "millions of euros", "million EUR"}},
	{"{USD}/(kW.h)", []string{"USD/kWh", "USD per kWh", "dollars per kilowatt hour", "{USD}/(kW.h)"}},
	{"kW.h", []string{"kWh", "kilowatt hours", "kW.h", "kwh", "kilowatt-hours"}},
	{"/(kW.h)", []string{"/(kW.h)", "per kWh"}},
	{"mA.h", []string{"mAh", "mA.h"}},
	{"/min", []string{"/min", "bpm", "beats per minute", "steps per minute", "per minute", "1/min", "min-1", "beats/min", "beatsPerMinute"}},
	{"/s", []string{"/s", "1/s", "s-1", "frames per second", "per second", "times per second"}},
	{"Hz", []string{"Hz", "hertz", "HZ", "hz"}},
	{"{rev}/min", []string{"rpm", "RPM", "revolutionsPerMinute", "{rev}/min", "revolutions per minute", "rev/min"}},
	{"km/h", []string{"kmPerHour", "km.h-1", "km/h", "kph", "kmh", "kilometers per hour", "km per hour", "km/hr"}},
	{"[mi_i]/h", []string{"mph", "miles per hour", "[mi_i]/h", "mi/h"}},
	{"[kn_i]", []string{"knots", "knot", "kn", "kt"}},
	{"[psi]", []string{"psi", "pounds per square inch", "[psi]"}},
	{"kPa", []string{"kPa", "kilopascal", "kilopascals", "kpa", "KPA"}},
	{"hPa", []string{"hPa", "hectopascal", "HPA"}},
	{"dbar", []string{"dbar", "decibar", "decibars"}},
	{"mm[Hg]", []string{"mmHg", "mm[Hg]", "millimeters of mercury"}},
	{"[lb_av]", []string{"lb", "lbs", "pounds", "pound"}},
	{"[mi_i]", []string{"miles", "mi", "mile"}},
	{"[ft_i]", []string{"feet", "foot", "ft"}},
	{"Ohm", []string{"ohm", "ohms", "Ω", "Ohm"}},
	{"mV", []string{"mV", "millivolt", "millivolts", "mv"}},
	{"uT", []string{"µT", "uT", "microtesla", "microteslas"}},
	{"dB", []string{"dB", "decibel", "decibels", "db"}},
	{"{mag}", []string{"mag", "magnitudes", "{mag}", "magnitude"}},
	{"[pH]", []string{"pH", "[pH]"}},
	{"k{var}/m2", []string{"kvar/m2", "k{var}/m2", "kVAr per square meter"}},
	{"k{var}.h", []string{"kvarh", "kVArh"}},
	{"kV.A.h", []string{"kVAh"}},
	{"{pixel}", []string{"pixels", "px", "{pixel}", "pixel", "pix"}},
	{"[g]", []string{"[g]", "g-force", "standard gravity"}},
	{"nJy", []string{"nJy", "nanojansky", "nanojanskys"}},
	{"kcal", []string{"kcal", "kilocalories"}},
	{"m2/t", []string{"m^2/ton", "m2/t"}},
	{"1", []string{"1", "dimensionless", "unitless"}},
	{"mg/kg/d", []string{"mg/kg/d", "mg/kg/day", "mg per kg per day"}},
	{"L/min", []string{"L/min", "l/min", "liters per minute", "litres/minute"}},
	{"rad/s", []string{"rad/s", "radians per second", "radians/second"}},
	{"ug/m3", []string{"ug/m3", "µg/m³", "micrograms per cubic meter", "microgramsPerCubicMeter"}},
	{"10*-2.L/km", []string{"L/100km", "l/100 km", "liters per 100 km"}},
	{"[ft_i]2", []string{"sq. ft.", "sqft", "square feet", "ft²"}},
	{"m2", []string{"sq.m", "sqm", "m^2"}},
	{"kg", []string{"KG", "Kgs", "kg.", "kilograms"}},
	{"nA", []string{"nA", "nanoamperes"}},
	{"N.m", []string{"Nm", "N-m", "newton meters"}},
	{"10*-6.{currency}", []string{"millionths of the currency unit", "10*-6.{currency}"}},
	{"m3/m3", []string{"m3 m-3", "m3/m3"}},
	{"J/kg/K", []string{"J/kg/K", "J kg-1 K-1", "joules per kilogram per kelvin"}},
}

func TestSpellings(t *testing.T) {
	for _, row := range spellings {
		for _, text := range row.texts {
			u, err := Parse(text)
			if err != nil {
				t.Errorf("%v", err)
				continue
			}
			if u.Code != row.code {
				t.Errorf("Parse(%q).Code = %q, want %q", text, u.Code, row.code)
			}
			back, err := Parse(u.Code)
			if err != nil || !Same(u, back) || back.Code != u.Code || back.Kind != u.Kind {
				t.Errorf("Parse(%q) prints %q, which reads back as %+v (%v), want %+v", text, u.Code, back, err, u)
			}
		}
	}
}

// TestNoUnit lists texts that hold no unit of the closed world.
func TestNoUnit(t *testing.T) {
	for _, text := range []string{
		"", " ", "furlong", "items of food", "hello", "m/", "m//s", "/", "m^", "m^0", "m^99", "((m)", "m)", "{", "{}", "10^", "quinine", "salinity",
		"nephelometric", "foo/bar", "s s s )", "optional", "0-100", "1=g; 2=R", "MW/mW)", "dfurlong", "e", "x", "mm hg per", "seconds since", "meters since 1970",
		"-", "--", "...", "1e999", "1e-999", "9999999999999999999999999", "per", "square", "thousands", "thousands of", "squared", "seconds (ms)", "W (m2)", "bar(g)", "Nm3/h",
	} {
		if u, err := Parse(text); err == nil && u.Kind != None {
			t.Errorf("Parse(%q) = %+v, want none", text, u)
		}
	}
}

func TestPointsInTime(t *testing.T) {
	for _, tt := range []struct {
		text, code string
		kind       Kind
		epoch      string
	}{
		{"seconds since 1970-01-01", "s", Instant, Unix},
		{"days since 1850-01-01 00:00:00", "d", Instant, "1850-01-01"},
		{"milliseconds since the epoch", "ms", Instant, Unix},
		{"ms since epoch", "ms", Instant, Unix},
		{"hours since 2000-01-01", "h", Instant, "2000-01-01"},
		{"1:MILLISECONDS:EPOCH", "ms", Instant, Unix},
		{"epoch_ms", "ms", Instant, Unix},
		{"ms_since_epoch", "ms", Instant, Unix},
		{"Unix time in milliseconds", "ms", Instant, Unix},
		{"epoch millis", "ms", Instant, Unix},
		{"unix seconds", "s", Instant, Unix},
		{"minutes since midnight", "min", TimeOfDay, ""},
		{"seconds from GPS epoch", "s", Instant, "gps"},
	} {
		u, err := Parse(tt.text)
		if err != nil || u.Code != tt.code || u.Kind != tt.kind || u.Epoch != tt.epoch {
			t.Errorf("Parse(%q) = %+v, %v; want %s %v %s", tt.text, u, err, tt.code, tt.kind, tt.epoch)
		}
	}
}

func TestDeclaredWithoutUnit(t *testing.T) {
	for text, kind := range map[string]Kind{"NA": None, "none": None, "n/a": None, "number": Count, "count": Count, "dimensionless": Fraction} {
		if u, err := Parse(text); err != nil || u.Kind != kind {
			t.Errorf("Parse(%q) = %+v, %v; want kind %v", text, u, err, kind)
		}
	}
}
