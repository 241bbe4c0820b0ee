package meaning

import (
	"testing"

	"github.com/schemavet/schemavet/compat/unit"
)

// docs are docs of numbers with the unit that they state; "" is none.
var docs = []struct{ name, doc, code string }{
	// slots
	{"x", "duration (s)", "s"}, {"x", "duration [s].", "s"}, {"x", "Flux of the source [nJy].", "nJy"}, {"x", "Elapsed time (in seconds).", "s"}, {"x", "field (µT)", "uT"}, {"x", "rate [1/s]", "/s"}, {"x", "rate [s^-1]", "/s"}, {"x", "Timeout [ms], default 5000", "ms"},
	{"x", "Altitude (m above WGS84)", "m"}, {"x", "heading (degrees, 0-360)", "deg"}, {"x", "load (0-100 %)", "%"}, {"x", "Angle (°)", "deg"}, {"x", "Concentration (µg/m³)", "ug/m3"}, {"x", "within 30 arcsec of the source [mag]", "{mag}"}, {"x", "(unit: kPa) pressure", "kPa"},
	{"x", "direction of travel (degrees with range (0, 360])", "deg"}, {"x", "5-minute activity class", ""}, {"x", "temperature [0.1 °C]", "10*-1.Cel"}, {"x", "volume (10^6 m^3)", "10*6.m3"}, {"x", "Fee ($)", "{USD}"}, {"x", "Monthly fee (USD)", "{USD}"}, {"x", "Created at (milliseconds since epoch)", "ms"}, {"x", "skin temperature (C)", "Cel"}, {"x", "speed (mph or knots)", "[mi_i]/h"},
	// a statement
	{"x", "unit: s", "s"}, {"x", "Pressure. Unit: hPa.", "hPa"}, {"x", "The unit is beats per minute.", "/min"}, {"x", "Units are mg/L", "mg/L"}, {"x", "Speed, units of m/s", "m/s"}, {"x", "units = km/h", "km/h"},
	{"x", "Latency. @unit ms", "ms"}, {"x", "latency; unit=ms", "ms"}, {"x", "speed units='km/h'", "km/h"}, {"x", `{"unit": "ms", "owner": "a"}`, "ms"}, {"x", "Unit - ms", "ms"}, {"x", "UOM: kg", "kg"}, {"x", "Weight. Unit of measure: kg", "kg"}, {"x", "Unit of measurement: kPa.", "kPa"}, {"x", "units: seconds since 1970-01-01 00:00:00", "s"},
	// in, as
	{"x", "Weight in kg", "kg"}, {"x", "Weight in kg.", "kg"}, {"x", "Time taken, measured in milliseconds, per request", "ms"}, {"x", "Air temperature in °F", "[degF]"}, {"x", "Depth in m below the surface", "m"}, {"x", "Price in US cents", "10*-2.{USD}"}, {"x", "Price in cents", "10*-2.{currency}"},
	{"x", "Revenue in thousands of USD", "10*3.{USD}"}, {"x", "Turnover in EUR millions", "10*6.{EUR}"}, {"x", "Hit ratio in percent (0-100)", "%"}, {"x", "reported as a percentage", "%"}, {"x", "as a fraction (0-1)", "1"}, {"x", "Offset in number of bytes", "By"},
	{"x", "delay in hundredths of a second", "10*-2.s"}, {"x", "Volume in litres at 15 °C", "L"}, {"x", "Distance in nautical miles", "[nmi_i]"}, {"x", "energy in kilowatt hours", "kW.h"}, {"x", "latitude in decimal degrees", "deg"}, {"x", "Latitude in Degree.", "deg"}, {"x", "speed in meters per second", "m/s"}, {"x", "Temperature in tenths of degrees Celsius", "10*-1.Cel"},
	{"x", "Weight of the parcel in g", "g"}, {"x", "Battery voltage in V", "V"}, {"x", "temperature in K", "K"}, {"x", "Offset in s to add to it", "s"},
	{"tax_rate", "Tax rate as decimal fraction, 0.19 for 19%", "1"}, {"cost", "The sum of your costs during this period, in micros.", "10*-6.{currency}"}, {"expires", "When the token expires, in epoch milliseconds.", "ms"},
	// number of, nouns, rates
	{"x", "number of bytes received", "By"}, {"x", "Number of milliseconds from the unix epoch", "ms"}, {"x", "header bytes received", "By"}, {"x", "elapsed milliseconds on the backend", "ms"}, {"x", "minutes of intensity summed over the day", "min"}, {"x", "Milliseconds the request took", "ms"},
	{"x", "frames sent per second", "/s"}, {"x", "Steps per minute", "/min"}, {"x", "breaths taken per minute", "/min"}, {"x", "kilometers per hour", "km/h"}, {"x", "requests per second", "/s"}, {"x", "price per kWh", "/(kW.h)"}, {"rate", "Interest rate, percent per year", "%"}, {"x", "Growth, percent per year", "%/a"},
	// loose symbols
	{"x", "km/h over ground", "km/h"}, {"x", "Nitrogen, mg/L", "mg/L"}, {"x", "Wall-clock time, milliseconds, no zone", "ms"}, {"x", "Milliseconds", "ms"}, {"x", "Course, degrees clockwise from north", "deg"}, {"x", "Percentage of lost messages.", "%"}, {"x", "charge, 0-100 %", "%"},
	{"x", "Bytes per second", "By/s"}, {"x", "Dose in mg/kg body weight", "mg/kg"}, {"x", "fuel consumption in l/100 km", "10*-2.L/km"}, {"x", "fraction of time (0-1)", "1"}, {"x", "Amount in millionths of the currency unit", "10*-6.{currency}"}, {"x", "Price in micros", "10*-6.{currency}"}, {"x", "latency in micros", "us"},
	// what the sentence speaks of, steps and scales
	{"temp", "temperature in degrees", ""}, {"x", "BP in mm Hg", "mm[Hg]"}, {"x", "altitude (m ASL)", "m"}, {"x", "Completion, from 0 to 100 percent", "%"}, {"x", "Horizontal accuracy (68 %)", ""}, {"fee", "Fee in pounds", "{GBP}"}, {"x", "Weight in pounds", "[lb_av]"},
	{"x", "Price per kWh in ct", "10*-2.{currency}/(kW.h)"}, {"x", "Latitude in degrees * 1e7", "10*-7.deg"}, {"x", "Temperature in 0.1 °C", "10*-1.Cel"}, {"x", "Current in 10 mA steps", "10*1.mA"}, {"x", "finished in 10 ms", ""}, {"x", "Temperature in millidegrees Celsius", "mCel"},
	{"x", "Carbon intensity in grams of CO2 per kWh", "g/(kW.h)"}, {"x", "Spend in USD, in thousands", "10*3.{USD}"}, {"x", "Impressions in thousands", "10*3"}, {"x", "eCPM in micro-USD", "10*-6.{USD}"}, {"x", "Amount in the main currency unit", "{currency}"},
	{"x", "How many milliseconds it took", "ms"}, {"x", "UTC seconds", "s"}, {"x", "epoch_ms", "ms"}, {"x", "Noise level in dB(A)", ""}, {"x", "<b>Duration</b> in <code>ms</code>", "ms"}, {"x", "Duration in `ms`.", "ms"}, {"x", "Shirt size (s)", ""},
	// asides
	{"x", "Amount in cents. Deprecated, use amount_usd (in dollars) instead", "10*-2.{currency}"}, {"x", "Latency in ms (was in seconds before v2)", "ms"}, {"x", "Latency in ms, not in seconds", "ms"}, {"x", "not in seconds but in milliseconds", "ms"},
	{"x", "Timeout, see RFC 1234, in seconds", "s"}, {"x", "Duration rounded to seconds", "s"}, {"x", "Duration shown in minutes", "min"}, {"x", "the time the call was made, in ms", "ms"}, {"x", "Used to be in seconds.", ""}, {"x", "Balance previously held, in cents", "10*-2.{currency}"},
	// time
	{"x", "Creation time as Unix epoch in milliseconds", "ms"}, {"x", "Event time as Unix epoch", ""}, {"x", "Epoch in nanoseconds", "ns"},
	{"x", "Epoch milliseconds", "ms"}, {"x", "sunrise in minutes after midnight", "min"}, {"x", "seconds since 1970-01-01", "s"},
	{"x", "Instant fuel consumption, L/100 km", "10*-2.L/km"}, {"x", "Pack current, A; negative while charging", "A"}, {"x", "Phase current, A (RMS)", "A"}, {"x", "Length, seconds with 3 decimals", "s"}, {"x", "Fuel on board (metric tonnes)", "t"}, {"x", "Implied volatility in percent per annum", "%"},
	{"x", "Deprecated. Milliseconds that the job took", "ms"}, {"x", "[optional] Seconds to wait before the next attempt", "s"}, {"x", "The bytes that were sent", "By"}, {"x", "Reporting interval, s. Must not be negative.", "s"}, {"x", "Oil pressure, bar (required)", "bar"}, {"x", "The pH of the blood", "[pH]"}, {"x", "Implied  volatility  in  percent  per  annum", "%"},
	{"x", "Shirt sizes: s, m, l", ""}, {"x", "Start of the visit. Seconds are cut off.", ""}, {"x", "Time of the vote. Days of the week", ""},
	// participles, remainders, other scripts
	{"x", "Metres climbed", "m"}, {"x", "Litres dispensed at the pump", "L"}, {"x", "Kilometres driven since the last service", "km"}, {"x", "Remaining minutes", "min"}, {"x", "ms taken by the search", "ms"}, {"x", "Distance en km", "km"}, {"x", "重量(kg)", "kg"}, {"x", "pH of the blood", "[pH]"},
	{"x", "Soil pH", "[pH]"}, {"x", "pH sensor number", ""}, {"x", "Core temperature, tenths of a degree C", "10*-1.Cel"}, {"x", "Gestational age at birth (completed weeks)", "wk"}, {"x", "Area of the field, ha", "har"}, {"x", "Laughter, ha", ""}, {"x", "Position in bp", ""}, {"x", "Points scored", ""},
	{"x", "Count of requests per 5 minute window", ""}, {"x", "Calendar year", ""}, {"x", "Heating degree days", ""}, {"x", "Degree days, base 65 °F", ""},
	{"x", "Number of samples with the main allele (i.e. 0/1, 1/1, ./1, 1/2, ...)", ""}, {"x", "Together with the total used to calculate the percentage of silence", ""},
	{"x", "Sensor number: 6=RESERVOIR ELEVATION (feet), 76=INFLOW (cubic feet per second)", ""}, {"x", "Latest value. Unit is `parameter_units`", ""}, {"x", "Latitude in WGS84 decimal degrees.", "deg"}, {"x", "Height in m AMSL", "m"}, {"x", "Measured value. Common units include µg/m³ for particulates.", ""}, {"x", "Measured value, in a unit such as mg/L", ""},
	{"seconds", "Seconds of UTC time since Unix epoch 1970-01-01T00:00:00Z. Must be from 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.", "s"},
	{"value", "PLAY_END: number of seconds listened; RATE: rating from 1 to 5", ""}, {"value", "PLAY_END = time in seconds, RATE = rating", ""}, {"value", "In seconds. PLAY_END: time listened; SEEK: time skipped", "s"}, {"value", "DURATION: in seconds", "s"}, {"value", "DEPRECATED: use another. NOTE: in seconds", "s"},
	// nothing
	{"x", "", ""}, {"x", "Unix timestamp", ""}, {"x", "Batch emitted every 30 seconds", ""}, {"x", "client expires the nonce at least once every hour", ""}, {"x", "Flag (optional)", ""}, {"x", "Text in English", ""}, {"x", "number of data points (pixels)", ""}, {"x", "item(s) in the basket", ""},
	{"x", "score in the interval [0, 1]", ""}, {"x", "band (1=g; 2=R; 3=i)", ""}, {"x", "retained for 7 days", ""}, {"x", "events within the last 24 hours", ""}, {"x", "one of (ms, s)", ""}, {"x", "Options: seconds, minutes, hours", ""}, {"x", "position in the list", ""}, {"x", "true and/or false", ""},
	{"x", "N.B. this is an offset", ""}, {"x", "See (a) and (b)", ""}, {"x", "Order in which it was added", ""}, {"x", "in a second step", ""}, {"x", "in second place", ""}, {"x", "version in day to day use", ""}, {"x", "stored as bytes", ""}, {"x", "degrees of freedom of the fit", ""}, {"x", "Day of month in which", ""},
	{"x", "the unit price of the item", ""}, {"x", "Units sold", ""}, {"x", "time (UTC)", ""}, {"x", "called 5 times per day", ""}, {"x", "limit of 10 requests per second", ""}, {"x", "count (number of items)", ""}, {"x", "hh:mm:ss [hh:mm:ss]", ""}, {"x", "speed in m/s or in km/h", ""}, {"x", "[DEPRECATED]", ""},
	{"x", "The range is the hard stop limits (L3)", ""}, {"x", "thermocouple A5/A6 on ring", ""}, {"x", "Static flux value in g", ""}, {"x", "magnitude in V", ""}, {"x", "Height in feet and inches", ""}, {"x", "Weight in kg or lb", ""}, {"x", "in seconds/minutes", ""}, {"x", "bits per pixel", ""}, {"x", "score (0-1)", ""}, {"x", "Hours of the day", ""},
	{"x", "number of characters in the message (-1 if unknown)", ""}, {"x", "(", ""}, {"x", "in", ""}, {"x", "per", ""}, {"x", "unit:", ""}, {"x", "number of", ""}, {"x", "\xff\xfe (s", ""},
}

func TestDocs(t *testing.T) {
	for _, tt := range docs {
		f := Infer(&Statement{Field: tt.name, Doc: tt.doc, Carrier: Double})
		got := ""
		if f.Unit != nil {
			got = f.Unit.Code
		}
		if got != tt.code {
			t.Errorf("%q: %q, want %q", tt.doc, got, tt.code)
		}
	}
}

func TestDocKinds(t *testing.T) {
	for _, tt := range []struct {
		doc  string
		kind unit.Kind
		code string
	}{
		{"Unix timestamp", unit.Instant, ""},
		{"Creation time as Unix epoch in milliseconds", unit.Instant, "ms"}, {"Epoch in nanoseconds", unit.Instant, "ns"},
		{"seconds since the epoch", unit.Instant, "s"},
		{"Number of milliseconds from the unix epoch", unit.Instant, "ms"},
		{"start in seconds since January 1, 1970 (Unix timestamp)", unit.Instant, "s"},
		{"Timestamp in UTC (s) of the event", unit.Instant, "s"},
		{"duration of the call (s)", unit.Quantity, "s"},
		{"sunrise in minutes after midnight", unit.TimeOfDay, "min"},
		{"Wall-clock time, milliseconds, no zone", unit.LocalInstant, "ms"},
		{"Offset from UTC (s)", unit.Quantity, "s"},
		{"temperature difference (°C)", unit.Difference, "Cel"},
		{"temperature (°C)", unit.Quantity, "Cel"},
		{"variance of the flux (nJy)", unit.Quantity, "nJy2"},
		{"variance of the magnitude [mag]", unit.Opaque, ""},
		{"sky [DN]", unit.Opaque, ""},
		{"ecg (yV)", unit.Opaque, ""},
		{"Amount in minor units of `currency`", unit.Quantity, ""},
		{"signal (dBm)", unit.Log, ""},
		{"The amount, in the smallest denomination of the currency. When the currency is USD, the amount is in cents.", unit.Quantity, ""},
	} {
		f := Infer(&Statement{Field: "x", Doc: tt.doc, Carrier: Double})
		if f.Unit == nil || f.Unit.Kind != tt.kind || f.Unit.Code != tt.code {
			t.Errorf("%q: %+v, want %v %q", tt.doc, f.Unit, tt.kind, tt.code)
		}
	}
}
