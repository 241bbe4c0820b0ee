package hazard_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/avro"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
)

// An edit is a field whose doc somebody rewrote. typ is the type's JSON, or its name.
type edit struct{ field, typ, before, after string }

func (e edit) sides(t *testing.T) (before, after string) {
	t.Helper()
	typ := e.typ
	if !strings.ContainsAny(typ, `{[`) {
		typ = `"` + typ + `"`
	}
	side := func(doc string) string {
		if strings.HasPrefix(doc, "@") { // further members: @"unit":"ms"
			return fmt.Sprintf(`{"name":%q,"type":%s,%s}`, e.field, typ, doc[1:])
		}
		return fmt.Sprintf(`{"name":%q,"type":%s,"doc":%q}`, e.field, typ, doc)
	}
	return side(e.before), side(e.after)
}

// told is what the rules say about fields that were edited: errors, warnings, and notes that a unit went.
func told(t *testing.T, before, after string) string {
	t.Helper()
	w := parse(t, "writer.avsc", []byte(`{"type":"record","name":"R","fields":[`+before+`]}`))
	r := parse(t, "reader.avsc", []byte(`{"type":"record","name":"R","fields":[`+after+`]}`))
	found := find(w, r, nil, quiet(hazard.Rules))
	pass := compat.Pass{Subject: "test", Facts: hazard.NewFacts(nil).Of}
	avro.Resolve(w, r).Trace(false).Walk(func(s *compat.Site) { // what a side says of itself that it did not say before
		if s.Writer == nil || s.Reader == nil {
			return
		}
		was := pass.RunNode(hazard.Rules, s.Path, s.Writer)
		for _, f := range pass.RunNode(hazard.Rules, s.Path, s.Reader) {
			if !slices.ContainsFunc(was, func(g *compat.Finding) bool { return g.Message == f.Message }) {
				found = append(found, f)
			}
		}
	})
	var all []string
	for _, f := range found {
		if f.Level >= compat.Warning || f.Rule.ID == "unit-removed" {
			all = append(all, fmt.Sprintf("%s %s", f.Level, f.Rule.ID))
		}
	}
	return strings.Join(all, ", ")
}

// TestHarmlessEdits are rewordings as teams make them. None says another unit, so nothing is said about any of them.
func TestHarmlessEdits(t *testing.T) {
	for _, e := range harmlessEdits {
		before, after := e.sides(t)
		if got := told(t, before, after); got != "" {
			t.Errorf("%s: %q → %q: %s", e.field, e.before, e.after, got)
		}
		if got := told(t, after, before); got != "" {
			t.Errorf("%s: back from %q to %q: %s", e.field, e.after, e.before, got)
		}
	}
}

// TestHarmfulEdits change what the number means, and something has to be said.
func TestHarmfulEdits(t *testing.T) {
	for _, tt := range harmfulEdits {
		for _, e := range tt.edits {
			before, after := e.sides(t)
			if got := told(t, before, after); got != tt.want {
				t.Errorf("%s: %q → %q: %q, want %q", e.field, e.before, e.after, got, tt.want)
			}
		}
	}
}

const (
	millis = `{"type":"long","logicalType":"timestamp-millis"}`
	cash   = `{"type":"bytes","logicalType":"decimal","precision":12,"scale":2}`
)

var harmlessEdits = []edit{
	// payments
	{"amount", "long", "Amount in cents", "Amount in cents (1/100 of a dollar)"},
	{"amount", "long", "Amount in cents", "Amount in cents (1/100 dollar)"},
	{"amount", "long", "Amount in cents", "Amount in cents. Deprecated, use amount_usd (in dollars) instead"},
	{"amount", "long", "Amount in cents", "Amount in cents. Deprecated: replaced by total_usd, which is in dollars."},
	{"amount", "long", "Amount in cents", "Amount in cents. See also amount_usd, the amount in dollars."},
	{"amount", "long", "Amount in cents.", "DEPRECATED. Use amount_decimal (in dollars) instead. Amount in cents."},
	{"amount", "long", "Amount in cents.", "Amount in cents, e.g. 1999 for 19.99 dollars."},
	{"amount", "long", "Amount in cents.", "Amount in cents. Divide by 100 to get the amount in dollars."},
	{"amount", "long", "Amount in cents.", "Amount in cents (multiply dollars by 100)."},
	{"amount", "long", "Amount in minor units of the currency", "Amount in the currency's minor units, for USD in cents"},
	{"amount", "long", "Amount in the smallest currency unit", "Amount in the smallest currency unit (e.g. cents for USD, yen for JPY)"},
	{"amount", "long", "Amount in minor units.", "Amount in minor units. JPY has none, so 500 is ¥500."},
	{"amount", "long", "Amount in minor units (cents)", "Amount in minor units, e.g. cents"},
	{"amount", cash, "Order total in EUR", "Order total, in euros, incl. VAT"},
	{"fee", "long", "Fee in pence", "Fee, pence sterling"},
	{"fee", "double", "Fee in pounds sterling", "Fee in GBP"},
	{"fee", "double", "Fee in pounds", "Fee in GBP"},
	{"fee_bps", "int", "Fee in basis points", "Fee in basis points (1 bp = 0.01 %)"},
	{"fee_bps", "int", "Fee in basis points", "Fee in bps. 100 = 1%."},
	{"rate", "double", "Interest rate in percent", "Interest rate in percent per year"},
	{"exchange_rate", "double", "Exchange rate to USD", "Exchange rate, units of the currency for one USD"},
	{"tip_cents", "int", "Tip", "Tip given in the app"},
	{"refund_amount", "long", "Refund in cents", "Refunded amount (in cents); 0 when nothing was refunded"},
	{"tax", "double", "Tax in USD", "Sales tax in USD, rounded to cents"},
	{"tax_rate", "double", "Tax rate in percent", "VAT rate in percent (19.0 for Germany)"},
	{"installments", "int", "Number of installments", "Number of monthly installments, 1 to 24"},
	{"limit", "long", "Daily limit in cents", "Daily limit in cents; resets at midnight UTC"},
	{"balance", "long", "Balance in cents", "Balance in cents after this booking. Replaces balance_dollars."},
	// orders and retail
	{"weight", "double", "Weight in kg", "Weight in kg (1 kg = 2.2 lb)"},
	{"weight", "double", "Weight in kg", "Weight of the parcel in kg, up to 31.5 kg"},
	{"weight", "double", "Weight in kg", "Weight in kg, without packaging of up to 500 g"},
	{"length", "double", "Length in cm", "Length in cm, longest side; the carrier's limit is 1.2 m"},
	{"quantity", "int", "Quantity ordered", "Quantity ordered (number of units)"},
	{"quantity", "int", "Quantity ordered", "Quantity ordered, in units of measure of the item"},
	{"delivery_days", "int", "Delivery time in days", "Delivery time in business days"},
	{"eta", "long", "ETA in minutes", "ETA in minutes from now, refreshed every 30 seconds"},
	{"discount_pct", "double", "Discount in percent", "Discount in percent of the list price"},
	{"discount", "double", "Discount in percent (0-100)", "Discount, percentage from 0 to 100"},
	{"vat", "int", "VAT in %", "VAT in % (7 or 19)"},
	{"status", "int", "0 = new, 1 = paid", "0 = new; 1 = paid; 2 = shipped"},
	{"status", "int", "Status code: 0=NEW, 1=PAID", "0=NEW, 1=PAID. See the wiki."},
	{"priority", "int", "1 = high, 2 = low", "Priority of the order (1 = high, 2 = low, 3 = none)"},
	// ads
	{"impressions", "long", "Impressions", "Impressions (1000s are billed as CPM)"},
	{"impressions", "long", "Impressions", "Number of impressions"},
	{"bid_micros", "long", "Bid in micros", "Bid in micros, i.e. millionths of the account currency"},
	{"bid_micros", "long", "Bid in micros", "Bid in micros: 1,000,000 is one USD"},
	{"ctr", "double", "Click-through rate (0..1)", "Click-through rate, between 0 and 1"},
	{"ctr", "double", "Click-through rate in percent", "CTR in percent, clicks per 100 impressions"},
	{"ecpm", "double", "eCPM in USD", "eCPM in USD (revenue per thousand impressions)"},
	{"viewability", "double", "Share of viewable impressions (0-1)", "Viewability, 0 to 1; 50 % of pixels for 1 s"},
	{"spend", "double", "Spend in USD", "Spend in USD over the last day"},
	// telemetry
	{"ts", millis, "Event time", "Event time in milliseconds since the epoch"},
	{"ts", millis, "Event time, rounded to seconds", "Event time, truncated to the second"},
	{"ts", millis, "Event time", "Event time, with a precision of seconds"},
	{"ts", millis, "Time of the event", "Time of the event, at most 30 seconds late"},
	{"ts", "long", "Event time in ms", "Event time in ms (not seconds)"},
	{"latency", "long", "Latency in ms", "Latency in ms, never in seconds"},
	{"latency", "long", "Latency in ms", "Latency in ms (was in seconds before v2)"},
	{"latency", "long", "Latency in ms", "Latency in ms. Before v3 this was documented in seconds by mistake."},
	{"latency", "long", "Latency in ms", "Latency in ms, formerly in seconds"},
	{"latency", "long", "Latency in ms", "Latency in ms, measured over a window of 60 seconds"},
	{"latency", "double", "p99 latency (ms)", "99th percentile of the latency in milliseconds"},
	{"uptime", "long", "Uptime in seconds", "Seconds since the process started"},
	{"timeout", "int", "Timeout in ms", "Timeout in ms; 30 seconds if not set"},
	{"timeout", "int", "Timeout in ms", "Timeout (ms). Must be below the gateway's (60 s)."},
	{"size", "long", "Size in bytes", "Size in bytes; printed in MB by the console"},
	{"size", "long", "Size in bytes", "Size in bytes. The UI shows it in megabytes."},
	{"cpu", "double", "CPU usage in percent", "CPU usage in percent of one core"},
	{"rss", "long", "Resident memory in bytes", "Resident set size, bytes (from /proc, in pages of 4 KiB)"},
	{"rate", "double", "Requests per second", "Requests per second, averaged over 1 minute"},
	{"throughput", "double", "Throughput in MB/s", "Throughput in megabytes per second"},
	{"offset", "long", "Offset in bytes", "Byte offset into the file, in bytes"},
	{"temp", "double", "Temperature in °C", "Temperature in °C (32 °F = 0 °C)"},
	{"temp", "int", "Temperature in 0.1 °C", "Temperature in tenths of a degree Celsius"},
	{"humidity", "double", "Humidity (%)", "Relative humidity in %RH"},
	{"humidity", "double", "Humidity (%)", "Relative humidity (% RH)"},
	// energy
	{"energy", "double", "Energy in kWh", "Energy in kWh (1 kWh = 3.6 MJ)"},
	{"energy", "double", "Energy used, kWh", "Energy consumed over the interval of 15 minutes, in kWh"},
	{"power", "double", "Power in kW", "Active power in kW, mean over 15 minutes"},
	{"voltage", "double", "Voltage in V", "Voltage (V), phase to neutral"},
	{"soc", "double", "State of charge in %", "State of charge, percent of the usable capacity"},
	{"price", "double", "Price in EUR/MWh", "Price in EUR per MWh"},
	{"co2", "double", "CO2 intensity in g/kWh", "Carbon intensity in grams of CO2 per kWh"},
	// health
	{"dose", "double", "Dose in mg", "Dose in mg (1000 mg = 1 g)"},
	{"glucose", "double", "Glucose (mg/dL)", "Glucose in mg/dL; divide by 18 for mmol/L"},
	{"heart_rate", "int", "Heart rate in bpm", "Heart rate in beats per minute"},
	{"sleep", "int", "Sleep in minutes", "Minutes asleep"},
	{"age", "int", "Age in years", "Age in years; children under 2 in field age_months"},
	{"height", "double", "Height in cm", "Body height in centimetres"},
	{"bp", "int", "Systolic blood pressure in mmHg", "Systolic blood pressure (mmHg), seated after 5 minutes of rest"},
	{"spo2", "double", "SpO2 (%)", "Oxygen saturation in percent"},
	// logistics and maps
	{"distance", "double", "Distance in km", "Distance in km (driving, not as the crow flies)"},
	{"distance", "double", "Distance in km", "Distance in km. For miles see distance_mi."},
	{"lat", "double", "Latitude in degrees", "Latitude in decimal degrees, WGS84"},
	{"heading", "double", "Heading in degrees", "Heading in degrees clockwise from north (0 to 360)"},
	{"speed", "double", "Speed in m/s", "Speed in m/s (3.6 km/h each)"},
	{"volume", "double", "Volume in m3", "Volume in cubic meters"},
	{"altitude", "double", "Altitude in m", "Altitude in meters above sea level; aviation uses feet"},
	{"temperature", "double", "Cargo temperature in °C", "Cargo temperature in degrees Celsius, -25 when frozen"},
	// gaming
	{"cooldown", "int", "Cooldown in ms", "Cooldown in ms; 1 tick is 50 ms"},
	{"playtime", "long", "Play time in minutes", "Minutes played"},
	{"gold", "long", "Gold", "Gold, the soft currency. 100 gold is 1 gem."},
	{"level", "int", "Level of the player", "Player level, 1 to 100"},
	{"win_rate", "double", "Win rate (0-1)", "Win rate, between 0 and 1 over the last 20 matches"},
	{"fps", "double", "Frames per second", "Mean frames per second (FPS)"},
	// as they stand in the docs of payment, ad, fleet, grid, clinic and game teams
	{"amount", "long", "The amount, expressed in the smallest unit of the currency.", "The amount in minor currency units (e.g. 1050 = 10.50 EUR)."},
	{"amount", "long", "Amount in cents", "Amount in USD cents (¢)"},
	{"amount", "long", "Amount of the charge in cents", "A positive integer representing how much to charge in the smallest currency unit (e.g., 100 cents to charge $1.00 or 100 to charge ¥100, a zero-decimal currency)."},
	{"price", "double", "Price in USD", "Price in USD, excl. 8.25 % sales tax"},
	{"price", "double", "Price in USD", "List price in USD at the time of purchase (see price_eur for euros)"},
	{"commission", "double", "Commission in percent", "Commission in percent, e.g. 2.5 for 2.5%"},
	{"points", "int", "Loyalty points", "Loyalty points; 100 points are worth 1 EUR"},
	{"bid", "long", "Max CPC bid in micros", "Max. CPC bid in micros (1 USD = 1000000 micros)"},
	{"watch_time", "long", "Watch time in seconds", "Total watch time in seconds (excluding ads longer than 15 s)"},
	{"freq", "int", "Frequency cap per day", "Frequency cap: impressions per user per day"},
	{"latency", "long", "Latency in ms", "End-to-end latency in milliseconds. SLO: 200 ms."},
	{"ts", "long", "Event time (epoch ms)", "Event time (epoch ms), second precision only"},
	{"ts", "long", "Epoch millis", "Epoch milliseconds (UTC). Converted to seconds downstream."},
	{"ts", "long", "Timestamp in ms", "Timestamp in ms. Legacy producers send seconds; those are fixed at ingestion."},
	{"ttl", "int", "TTL in seconds", "Time to live, s"},
	{"interval", "int", "Polling interval in seconds", "Polling interval in seconds, between 1 and 60 minutes"},
	{"size", "long", "File size in bytes", "File size in bytes (10 MB max.)"},
	{"mem", "long", "Memory limit in MiB", "Memory limit, MiB (1 MiB = 1024 KiB)"},
	{"disk", "double", "Disk usage in %", "Percentage of disk used"},
	{"temp", "double", "Temperature (°C)", "Ambient temperature in °C; the sensor reports °F, converted by the gateway"},
	{"rssi", "int", "RSSI in dBm", "Signal strength (RSSI) in dBm, -120 to 0"},
	{"acc", "double", "Accuracy in m", "Horizontal accuracy in meters (68 %)"},
	{"speed", "double", "Speed in km/h", "Speed over ground in km/h (not knots)"},
	{"odometer", "long", "Odometer in m", "Odometer reading, in metres. Divide by 1000 for km."},
	{"energy", "double", "Active energy in Wh", "Active energy import, Wh, cumulative"},
	{"power", "double", "Power in kW", "Charging power in kW. AC: up to 22, DC: up to 350."},
	{"price_kwh", "double", "Price per kWh in ct", "Price in ct/kWh"},
	{"co2", "double", "CO2 in kg", "CO2 emissions in kg CO2e"},
	{"weight", "double", "Weight in kg", "Weight in kilograms (lbs are converted on entry)"},
	{"insulin", "double", "Insulin in units", "Insulin dose in international units (IU)"},
	{"dose", "double", "Dose in mg", "Dose in mg, given every 8 hours"},
	{"dur", "long", "Duration in s", "Trip duration in seconds incl. stops of more than 5 minutes"},
	{"dmg", "double", "Damage per second", "Damage per second (DPS) over the fight"},
	{"session", "long", "Session length in seconds", "Session length in seconds; sessions end after 30 minutes of inactivity"},
	{"level", "double", "Water level in m", "Water level in m above datum (mm precision)"},
	{"status", "int", "1 = active, 2 = suspended", "1 = active, 2 = suspended (no payments), 3 = closed"},
	{"gender", "string", "M = male, F = female", "M = male, F = female, X = other"},
	{"duration", "long", "Duration in milliseconds", "Duration in milliseconds\n\nUse duration_ns for nanoseconds."},
	{"duration", "long", "Duration in ms", "<p>Duration in <b>ms</b></p>"},
	{"duration", "long", "Duration in ms", "Duration in `ms`."},
	{"duration", "long", "Duration in ms", "TODO: migrate to seconds. Duration in ms."},
	{"duration", "long", "Duration in ms", "Duration in ms. Will be changed to seconds in v3."},
	{"duration", "long", "Duration in ms", "Duration in ms; seconds as of v3"},
	{"d", "string", "Date, YYYY-MM-DD", "Date, ISO 8601 (yyyy-mm-dd)"},
	{"d", "string", "Date", "Date as YYYY-MM-DD"},
	{"country", "string", "ISO 3166-1 alpha-2 code", "Country code (ISO 3166-1 Alpha-2)"},
	{"digest", "string", "Digest in hex", "Hexadecimal digest"},
	{"token", "string", "Token, base64", "Token, base64 or hex"},
	{"total", "long", "Total in cents", "Total in cents, i.e. dollars times 100"},
	{"lat", "int", "Latitude in degrees * 1e7", "Latitude, degrees multiplied by 10000000"},
	// remarks beside the unit
	{"amount", "long", "Amount in cents", "Amount in cents; use `currency` to find the currency"},
	{"amount", "long", "Amount in cents", "Amount in cents. Use with currency."},
	{"amount", "long", "Amount in cents", "Amount in cents (not dollars!)"},
	{"amount", "long", "Amount in cents", "Amount in cents, NOT in dollars"},
	{"amount", "long", "Amount in cents", "Amount in integer cents (no decimals)"},
	{"amount", "long", "Amount in cents", "IMPORTANT: amount in cents"},
	{"amount", "long", "Amount in cents", "Amount in cents, positive for credits and negative for debits"},
	{"amount", "long", "Amount in cents", "Amount in cents of the settlement currency"},
	{"amount", "long", "Amount in cents", "Amount in cents (settlement currency, see settlement_currency)"},
	{"amount", "long", "Amount in USD cents", "Amount in US cents, before fees of 2.9 % + 30 cents"},
	{"amount", "double", "Amount in EUR", "Amount in EUR, converted from USD at the daily rate"},
	{"amount", "double", "Amount in EUR", "Amount in EUR (converted to EUR if paid in another currency)"},
	{"amount", "double", "Amount in EUR", "Amount, EUR, as of the booking date"},
	{"price", "double", "Price in EUR per item", "Item price in EUR"},
	{"tax", "double", "Tax in %", "Tax in % (0 if exempt)"},
	{"discount", "double", "Discount in percent", "Discount in percent; capped at 50 %"},
	{"latency", "long", "Latency in ms", "Latency in ms. Values above 30s indicate a timeout."},
	{"latency", "long", "Latency in ms", "Latency in ms, rounded up to the next 10 ms"},
	{"latency", "long", "Latency in ms", "Latency in ms with microsecond precision lost"},
	{"latency", "double", "Latency in ms", "Latency in ms, with a resolution of 1 us"},
	{"latency", "long", "Latency in ms", "Latency in ms (1/1000 s)"},
	{"latency", "long", "Latency in ms", "Latency in ms = 1/1000 second"},
	{"latency", "long", "Latency in ms", "Latency in ms (milliseconds)"},
	{"latency", "long", "Latency in ms", "Latency in ms, i.e. thousandths of a second"},
	{"latency", "long", "Latency in ms", "Latency in ms. For historical reasons older rows are in seconds."},
	{"latency", "long", "Latency in ms", "Latency in ms [since v2; v1 had seconds]"},
	{"ts", "long", "Event time, epoch ms", "Event time in epoch ms, local time zone of the store is in tz"},
	{"ts", "long", "Event time, epoch ms", "Event time, epoch ms (13 digits)"},
	{"ts", "long", "Event time, epoch ms", "Event time, ms since 1970-01-01T00:00:00.000Z, in UTC"},
	{"ts", "long", "Event time in seconds since epoch", "Event time in seconds since epoch (10 digits), e.g. 1700000000"},
	{"dur", "int", "Duration in minutes", "Duration in minutes, rounded to quarter hours"},
	{"dur", "int", "Duration in minutes", "Duration in minutes (90 = 1.5 hours)"},
	{"dur", "int", "Duration in hours", "Duration in hours, at least 1 day for long bookings"},
	{"delay", "int", "Delay in seconds", "Delay in seconds before the next retry (doubles each time, max. 1 hour)"},
	{"size", "long", "Size in bytes", "Size in bytes. Note: S3 reports MB."},
	{"size", "long", "Size in bytes", "Size in bytes, multiple of 4 KiB"},
	{"mem", "long", "Memory in MB", "Memory in MB (1 MB = 1000 kB)"},
	{"temp", "double", "Temperature in °C", "Temperature in °C, NaN when the sensor is off"},
	{"temp", "double", "Temperature in °C", "Temperature in °C at 2 m above ground"},
	{"temp", "double", "Temperature in °C", "Temperature in °C measured at 10 cm depth"},
	{"wind", "double", "Wind speed in m/s", "Wind speed in m/s at 10 m height"},
	{"rain", "double", "Rain in mm", "Rain in mm over the past hour"},
	{"pm", "double", "PM2.5 in µg/m³", "PM2.5 in µg/m³ (24 h mean)"},
	{"energy", "double", "Energy in kWh", "Energy in kWh since the start of the day"},
	{"energy", "double", "Energy in kWh", "Energy in kWh (AC side), 3 phases of 230 V"},
	{"volt", "double", "Voltage in V", "Voltage in V (nominal 230 V, 50 Hz)"},
	{"soc", "double", "SoC in %", "SoC in % of 75 kWh"},
	{"dose", "double", "Dose in mg", "Dose in mg, e.g. 500 mg twice per day"},
	{"dose", "double", "Dose in mg", "Dose in mg (max. 4 g per day)"},
	{"weight", "double", "Weight in kg", "Weight in kg, to the nearest 100 g"},
	{"weight", "double", "Weight in kg", "Weight in kg rounded to 0.1 kg"},
	{"height", "double", "Height in cm", "Height in cm (without shoes, ± 0.5 cm)"},
	{"hr", "int", "Heart rate in bpm", "Heart rate in bpm, average of 15 seconds"},
	{"dist", "double", "Distance in km", "Distance in km from the depot (straight line; road distance is about 1.3 times longer)"},
	{"dist", "double", "Distance in m", "Distance in m; accuracy 5 m or better"},
	{"speed", "double", "Speed in km/h", "Speed in km/h, limit 130 km/h"},
	{"speed", "double", "Speed in km/h", "Vehicle speed in km/h from CAN (0.1 km/h resolution)"},
	{"alt", "double", "Altitude in m", "Altitude in m (WGS84 ellipsoid, not above sea level)"},
	{"vol", "double", "Volume in l", "Volume in l at 15 °C"},
	{"score", "double", "Score in percent", "Score in percent of the maximum of 500 points"},
	{"fov", "double", "Field of view in degrees", "Horizontal field of view in degrees"},
	{"rate", "double", "Sampling rate in Hz", "Sampling rate in Hz (samples per second)"},
	{"n", "int", "Number of retries", "Number of retries in the last hour"},
	{"n", "int", "Items per page", "Items per page (max 100)"},
	{"p", "double", "Probability", "Probability in [0, 1]"},
	{"p", "double", "Probability in [0, 1]", "Probability, between 0 (never) and 1 (always)"},
	{"pct", "double", "Percent", "Percent, 0-100"},
	{"ratio", "double", "Ratio (0-1)", "Ratio (0.0-1.0), 1 = all"},
	{"level", "int", "Battery level (0-100)", "Battery level in percent (0-100)"},
	{"level", "int", "Volume, 0-100", "Volume, 0-100 %"},
	{"grade", "int", "Grade, 1-6", "Grade from 1 (best) to 6 (worst)"},
	{"status", "int", "0 - off, 1 - on", "0 = off; 1 = on"},
	{"status", "int", "Status (0=off, 1=on)", "Status: 0 off / 1 on"},
	{"status", "int", "0=A, 1=B", "0=A, 1=B, 2=C (since v2)"},
	{"status", "int", "0: pending, 1: done", "0: pending (waiting for payment), 1: done"},
	{"status", "int", "0: pending, 1: done", "0: Pending payment, 1: Done / delivered"},
	{"http", "int", "HTTP status, e.g. 200 = ok, 404 = not found", "HTTP status, e.g. 200 = OK, 500 = server error"},
	{"flag", "boolean", "True if active", "Whether the account is active"},
	{"flag", "boolean", "True if the order is not paid", "True when the order has not been paid"},
	{"flag", "boolean", "Is the price with tax", "Is the price with tax (true) or without (false)"},
	{"flag", "boolean", "true if opted in", "true if the user opted in to mail"},
	{"age", "int", "Age in years; -1 if unknown", "Age in years; -1 if unknown or withheld"},
	{"age", "int", "-1 if unknown", "-1: unknown"},
	{"age", "int", "0 means unlimited", "0 = unlimited"},
	{"age", "int", "0 for no limit, -1 for unknown", "-1 for unknown, 0 for no limit"},
	// truth values, formats, letters, shares
	{"flag", "boolean", "Whether the user has opted out of mail", "True if the user opted out of email"},
	{"flag", "boolean", "Set when the card is on file", "Set if a card is on file, false otherwise"},
	{"flag", "boolean", "true = active, false = closed", "true if active, false if closed"},
	{"flag", "boolean", "Open for orders", "Open for new orders"},
	{"flag", "boolean", "Enabled", "Enabled or not"},
	{"flag", "boolean", "If set, the price includes tax", "If true, the price includes tax; no tax otherwise"},
	{"s", "string", "Country code, e.g. DE", "Country code, e.g. US"},
	{"s", "string", "One of: A = annual, M = monthly", "A: annual, M: monthly, W: weekly"},
	{"s", "string", "Grade (A = best)", "Grade (A = best, F = worst)"},
	{"s", "string", "ID: UUID v4, URL: see wiki", "ID: UUID, URL: see docs"},
	{"s", "string", "JSON: payload as sent. XML: legacy", "JSON: payload as received. XML: deprecated"},
	{"s", "string", "Timestamp, ISO 8601, e.g. 2024-01-31T12:00:00Z", "Timestamp (ISO 8601, UTC)"},
	{"s", "string", "Hash in hex (64 characters)", "SHA-256 in hex, lower case"},
	{"k", `{"type":"enum","name":"E","symbols":["NEW","PAID"],"doc":"NEW: just created. PAID: money received."}`, "State", "State of the order"},
	{"k", `{"type":"enum","name":"E","symbols":["NEW","PAID"]}`, "NEW: just created, PAID: money received", "NEW - created; PAID - paid in full"},
	{"n", "int", "Level, 1-10", "Level, 1-5"},
	{"n", "int", "Number of pages, 0-100", "Number of pages"},
	{"n", "double", "Score, 0-10", "Score from 0 to 10 points"},
	{"n", "double", "Percent of users", "Percentage of users (0-100)"},
	{"n", "double", "Ratio of errors, 0 to 1", "Error ratio between 0 and 1"},
	{"n", "double", "Share (0-1)", "Share of the total, as a fraction (0-1)"},
	{"n", "double", "Rate as percent", "Rate as percent (0..100)"},
	{"n", "long", "Users in thousands", "Number of users, in thousands"},
	{"n", "double", "Revenue in EUR (thousands)", "Revenue in thousands of EUR"},
	{"n", "double", "Revenue, kEUR", "Revenue in thousands of euros"},
	{"n", "long", "Days since 1970-01-01", "Days since the Unix epoch"},
	{"n", "long", "Seconds since 2000-01-01", "Seconds since 2000-01-01T00:00:00Z"},
	{"n", "long", "Time in ms. Use 0 for none.", "Time in ms. Use -1 to disable."},
	{"n", "long", "Price in cents. Prefer this field.", "Price in cents. Prefer this over price."},
	{"n", "int", "Weight (g), see product_weight_kg", "Weight in grams"},
	{"n", "double", "Temperature difference in K", "Temperature difference in kelvin"},
	{"n", "double", "Temperature change in °C", "Change of temperature in °C"},
	{"n", "double", "Latency in ms (p50)", "Median latency in ms"},
	{"n", "double", "Speed in m/s or null if parked", "Speed in m/s"},
	{"n", "int", "Battery voltage in mV, e.g. 3700 = 3.7 V", "Battery voltage (mV)"},
	{"n", "int", "Value in 0.1 mm", "Value in tenths of a millimeter"},
	{"n", "int", "Value in 1/100 EUR", "Value in euro cents"},
	{"n", "int", "Value in EUR * 100", "Value in euro cents"},
	{"n", "int", "Temperature in °C x 10", "Temperature in tenths of °C"},
	{"n", "double", "Max speed in km/h (m/s in v1)", "Max speed in km/h"},
	// null, codes, defaults
	{"age", "int", "Age in years, -1 when unknown", "Age in years, or -1 if it is not known"},
	{"kind", "int", "Port, e.g. 80: http, 443: https", "Port, e.g. 22: ssh, 80: http"},
	{"status", "int", "NEW(0), PAID(1)", "NEW (0), PAID (1), VOID (2)"},
	{"status", "int", "NEW=0, PAID=1", "0 = new, 1 = paid"},
	{"size", "string", "Shirt size (S)", "Shirt size (M)"},
	{"size", "int", "Shirt size (s)", "Shirt size (m)"},
	{"category", "int", "Category (A)", "Category (V)"},
	{"temp", "double", "Temperature in C", "Temperature in °C"},
	{"accel", "double", "Acceleration in g", "Acceleration in g (9.81 m/s2)"},
	{"revenue", "double", "Revenue, USD m", "Revenue in millions of USD"},
	{"at", "long", "Seconds since 1970-01-01", "Seconds since the Unix epoch"},
	{"state", `{"type":"enum","name":"S","symbols":["A","B"]}`, "A = approved, B = blocked", "A = approved by the bank, B = blocked"},
	{"state", `{"type":"enum","name":"S","symbols":["A","B"]}`, "A = approved, B = blocked", "State of the card"},
	{"flag", "string", "Y = yes, N = no", "Y: yes, N: no"},
	{"created", "long", "Created at, unix seconds", "Creation time (Unix seconds, UTC)"},
}

var harmfulEdits = []struct {
	want  string
	edits []edit
}{
	{"error unit-scale-changed", []edit{
		{"amount", "long", "Amount, cents", "Amount, euros"},
		{"amount", "long", "amount in cents (integer)", "amount in dollars (integer)"},
		{"amount", "long", "Amount. In cents.", "Amount. In dollars."},
		{"amount", "long", "The total in cents", "The total in whole dollars"},
		{"amount", "long", "Charged amount, minor units (ISO 4217)", "Charged amount, major units"},
		{"amount", "long", "Price in hundredths of a cent", "Price in cents"},
		{"rate", "double", "Price in EUR/MWh", "Price in ct/kWh"},
		{"apr", "double", "APR in basis points", "APR in percent"},
		{"ecpm", "long", "eCPM in micro-USD", "eCPM in USD"},
		{"budget", "long", "Daily budget in micros", "Daily budget in cents"},
		{"viewtime", "long", "View time, ms", "View time, s"},
		{"ts", "long", "Unix time (seconds)", "Unix time (ms)"},
		{"ts", "long", "epoch_ms", "epoch_s"},
		{"ts", "long", "UTC ms", "UTC seconds"},
		{"dur", "long", "ms", "s"},
		{"dur", "long", "[ms] duration", "[s] duration"},
		{"dur", "long", "Duration: ms", "Duration: s"},
		{"dur", "long", "Duration - milliseconds", "Duration - seconds"},
		{"dur", "long", "How many seconds it took", "How many milliseconds it took"},
		{"dur", "long", "Number of seconds", "Number of minutes"},
		{"dur", "long", "Elapsed time (millis)", "Elapsed time (micros)"},
		{"dur", "long", "duration as milliseconds", "duration as nanoseconds"},
		{"interval", "int", "Sampling interval; unit: s", "Sampling interval; unit: ms"},
		{"interval", "int", "Unit is seconds", "Unit is minutes"},
		{"mem", "long", "Heap used (MB)", "Heap used (KB)"},
		{"mem", "long", "Heap in mebibytes", "Heap in megabytes"},
		{"cpu", "double", "CPU in millicores", "CPU in cores"},
		{"net", "double", "Throughput, bytes/s", "Throughput, bits/s"},
		{"net", "double", "kbps", "Mbps"},
		{"temp", "int", "Temperature in deci-degrees Celsius", "Temperature in degrees Celsius"},
		{"temp", "int", "temperature * 100, in Celsius", "temperature, in Celsius"},
		{"temp", "int", "Temperature in centi-Celsius", "Temperature in Celsius"},
		{"lat", "int", "Latitude in degrees * 1e7", "Latitude in degrees"},
		{"lat", "int", "Latitude in 1e-7 degrees", "Latitude in degrees"},
		{"lat", "int", "Latitude in microdegrees", "Latitude in degrees"},
		{"lat", "double", "Latitude (deg)", "Latitude (rad)"},
		{"heading", "int", "Heading in degrees", "Heading in tenths of degrees"},
		{"heading", "int", "Heading in degrees", "Heading in centidegrees"},
		{"rpm", "int", "Engine speed in rpm", "Engine speed in rad/s"},
		{"energy", "long", "Energy in Wh", "Energy in mWh"},
		{"energy", "double", "Energy (MJ)", "Energy (kWh)"},
		{"power", "double", "Power in MW", "Power in mW"},
		{"gas", "double", "Gas volume in m3", "Gas volume in ft3"},
		{"flow", "double", "Flow in l/min", "Flow in m3/h"},
		{"flow", "double", "Flow (L/s)", "Flow (L/min)"},
		{"wind", "double", "Wind speed in knots", "Wind speed in m/s"},
		{"rain", "double", "Rainfall in mm", "Rainfall in inches"},
		{"weight", "double", "Birth weight in grams", "Birth weight in kilograms"},
		{"weight", "double", "Weight in lb", "Weight in oz"},
		{"height", "double", "Height (cm)", "Height (m)"},
		{"hba1c", "double", "HbA1c in percent", "HbA1c in mmol/mol"},
		{"hr", "int", "Heart rate per minute", "Heart rate per second"},
		{"distance", "double", "Distance in nautical miles", "Distance in km"},
		{"area", "double", "Area in hectares", "Area in acres"},
		{"area", "double", "Area in sqm", "Area in sqft"},
		{"load", "double", "Load in kg", "Load in t"},
		{"angle", "double", "Angle in degrees", "Angle in revolutions"},
		{"age", "int", "Age in months", "Age in years"},
		{"tenor", "int", "Tenor in days", "Tenor in months"},
		{"retention", "int", "Retention in hours", "Retention in days"},
		{"price", "double", "Price (GBP)", "Price (pence)"},
		{"price", "double", "price in pounds", "price in pence"},
		{"amount", "long", "in ¢", "in $"},
		{"amount", "long", "Amount in minor units", "Amount in micros (millionths of the currency)"},
		{"amount", "long", "Amount in minor units of the currency.", "Amount in major units of the currency."},
		{"total", "long", "Total in the smallest currency unit (e.g. cents)", "Total in the main currency unit (e.g. dollars)"},
		{"total", "long", "Total in cents", "Total in dollars (100 cents)"},
		{"total", "long", "Total in cents. Deprecated, use total_usd instead.", "Total in dollars. Deprecated, use total_usd instead."},
		{"fee", "long", "Fee, in pence", "Fee, in pounds"},
		{"price", "double", "Price in thousands of EUR", "Price in millions of EUR"},
		{"price", "double", "Price in USD", "Price in kUSD"},
		{"rate", "double", "Rate in basis points", "Rate in percent"},
		{"rate", "double", "Interest rate in percent", "Interest rate as a decimal fraction"},
		{"rate", "double", "Tax rate (in percent)", "Tax rate (in fraction)"},
		{"bid", "long", "Bid in micros of the account currency", "Bid in cents of the account currency"},
		{"spend", "double", "Spend in USD", "Spend in thousands of USD"},
		{"ctr", "double", "CTR in %", "CTR as a ratio"},
		{"impressions", "long", "Impressions in thousands", "Impressions in millions"},
		{"temp", "int", "Temperature in 0.1 °C", "Temperature in °C"},
		{"temp", "int", "Temperature in 1/10 °C", "Temperature in °C"},
		{"temp", "int", "Temperature (0.1 °C)", "Temperature (°C)"},
		{"voltage", "int", "Voltage in 0.01 V", "Voltage in V"},
		{"current", "int", "Current in 10 mA steps", "Current in mA"},
		{"latency", "long", "Latency in ms", "Latency in us"},
		{"latency", "double", "Latency (seconds)", "Latency (milliseconds)"},
		{"latency", "long", "Round-trip latency, milliseconds", "Round-trip latency, microseconds"},
		{"timeout", "int", "Timeout in seconds; 0 disables it", "Timeout in minutes; 0 disables it"},
		{"ts", "long", "Event time, epoch seconds", "Event time, epoch millis"},
		{"ts", "long", "Event time as Unix timestamp in seconds", "Event time as Unix timestamp in milliseconds"},
		{"uptime", "long", "Uptime in seconds", "Uptime in hours"},
		{"size", "long", "Size in bytes", "Size in kilobytes"},
		{"size", "long", "Payload size (KB)", "Payload size (bytes)"},
		{"bandwidth", "double", "Bandwidth in Mbit/s", "Bandwidth in MB/s"},
		{"memory", "long", "Memory in MiB", "Memory in GiB"},
		{"energy", "double", "Energy in kWh", "Energy in Wh"},
		{"energy", "double", "Meter reading in kWh", "Meter reading in MWh"},
		{"power", "double", "Power in W", "Power in kW"},
		{"price", "double", "Price in EUR/MWh", "Price in EUR/kWh"},
		{"voltage", "double", "Battery voltage (mV)", "Battery voltage (V)"},
		{"dose", "double", "Dose in mg", "Dose in µg"},
		{"dose", "double", "Dose (mcg)", "Dose (mg)"},
		{"weight", "double", "Weight in kg", "Weight in pounds"},
		{"weight", "int", "Parcel weight in grams", "Parcel weight in kilograms"},
		{"weight", "double", "Weight in tonnes", "Weight in short tons"},
		{"length", "int", "Length in mm", "Length in cm"},
		{"height", "double", "Body height in cm", "Body height in inches"},
		{"distance", "double", "Trip distance in kilometers", "Trip distance in miles"},
		{"distance", "double", "Distance to the stop (m)", "Distance to the stop (km)"},
		{"altitude", "double", "Altitude in meters", "Altitude in feet"},
		{"speed", "double", "Speed (km/h)", "Speed (m/s)"},
		{"speed", "double", "Vehicle speed in mph", "Vehicle speed in km/h"},
		{"heading", "double", "Heading in degrees", "Heading in radians"},
		{"lat", "double", "Latitude in decimal degrees", "Latitude in decimal radians"},
		{"fuel", "double", "Fuel level in liters", "Fuel level in gallons"},
		{"pressure", "double", "Tyre pressure in bar", "Tyre pressure in psi"},
		{"pressure", "double", "Air pressure [hPa]", "Air pressure [Pa]"},
		{"playtime", "long", "Play time in minutes", "Play time in seconds"},
		{"cooldown", "int", "Cooldown in ms", "Cooldown in s"},
		{"rate", "double", "Requests per minute", "Requests per second"},
		{"rate", "double", "Rate per hour", "Rate per day"},
		{"rain", "double", "Rain in mm per hour", "Rain in mm per day"},
		{"salinity", "double", "Salinity in per mille", "Salinity in percent"},
		{"alcohol", "double", "Blood alcohol in ‰", "Blood alcohol in %"},
		{"share", "double", "Fraction of requests that failed", "Percentage of requests that failed"},
		{"share", "double", "Ratio of cache hits to requests", "Percentage of cache hits"},
		{"t", "double", `@"uom":"KGM"`, `@"uom":"LBR"`},
		{"t", "double", `@"unitCode":"KGM"`, `@"unitCode":"LBR"`},
		{"t", "double", `@"unit":"[gal_us]"`, `@"unit":"[gal_br]"`},
	}},
	{"warning unit-kind-changed", []edit{
		{"ts", "long", "Seconds since midnight", "Seconds since the epoch"},
		{"signal", "double", "Signal in dBm", "Signal in percent"},
	}},
	{"error unit-currency-changed", []edit{
		{"price", "double", "Price in €", "Price in CHF"},
		{"price", "double", "Price in USD.", "Price in EUR."},
		{"price", "double", "Price (€)", "Price ($)"},
		{"price", cash, "Net price in Swiss francs", "Net price in euros"},
		{"amount", "long", "Amount in US cents", "Amount in euro cents"},
	}},
	{"error unit-dimension-changed", []edit{
		{"apr", "double", "APR in percent per year", "APR in percent per month"},
		{"energy", "double", "Meter reading, kWh", "Meter reading, m3"},
		{"conc", "double", "PM2.5 in µg/m3", "PM2.5 in ppm"},
		{"dose", "double", "Dose in mg/kg", "Dose in mg"},
		{"dose", "double", "Dose in mL", "Dose in mg"},
		{"creat", "double", "Creatinine in mg/dL", "Creatinine in µmol/L"},
		{"load", "double", "Axle load in kN", "Axle load in kg"},
		{"fuel", "double", "Consumption in l/100km", "Consumption in mpg"},
		{"fps", "double", "Frame time in ms", "Frames per second"},
		{"humidity", "double", "Absolute humidity in g/m3", "Relative humidity in %"},
		{"noise", "double", "Noise level in dB(A)", "Noise level in dB"},
		{"power", "double", "Power (kW)", "Energy (kWh)"},
		{"battery", "int", "Battery level in percent", "Battery level in mV"},
		{"battery", "int", "Capacity in mAh", "Capacity in Wh"},
		{"bandwidth", "double", "Transferred bytes, in MB", "Transfer rate, in MB/s"},
		{"glucose", "double", "Glucose in mg/dL", "Glucose in mmol/L"},
		{"quantity", "double", "Quantity in kg", "Quantity in liters"},
	}},
	{"error unit-offset-changed", []edit{
		{"ts", "long", "GPS time in seconds", "Unix time in seconds"},
		{"temp", "double", "Body temperature, °F", "Body temperature, °C"},
		{"temp", "double", "Temperature in C", "Temperature in F"},
		{"at", "long", "Seconds since 1970-01-01", "Seconds since 1980-01-06"},
		{"day", "int", "Days since 1970-01-01", "Days since 1900-01-01"},
		{"day", "int", "Days since 1970", "Days since 1900"},
		{"temp", "double", "Temperature in degrees Celsius", "Temperature in degrees Fahrenheit"},
		{"temp", "double", "Temperature in Kelvin", "Temperature in Celsius"},
		{"temp", "double", "Cargo temperature (°C)", "Cargo temperature (°F)"},
	}},
	{"warning unit-range-mismatch", []edit{
		{"bounce", "double", "Bounce rate [%]", "Bounce rate [0-1]"},
		{"disk", "double", "Disk usage, 0-100 %", "Disk usage, 0-1"},
		{"soc", "double", "SoC [%]", "SoC [0..1]"},
		{"ctr", "double", "Click-through rate in percent", "Click-through rate (0..1)"},
		{"ctr", "double", "Click-through rate, 0-1", "Click-through rate in percent"},
		{"ctr", "double", "Click-through rate, 0-100", "Click-through rate, 0-1"},
		{"score", "double", "Confidence, between 0 and 100", "Confidence, between 0 and 1"},
		{"score", "double", "Confidence from 0 to 1", "Confidence from 0 to 100"},
		{"score", "double", "Confidence (0-100)", "Confidence (0-1)"},
		{"score", "int", "Fraud score, range 0..1000", "Fraud score, range 0..100"},
	}},
	{"warning text-format-changed", []edit{
		{"d", "string", "Date, YYYY-MM-DD", "Date, DD.MM.YYYY"},
		{"d", "string", "Expiry date (MM/yy)", "Expiry date (yyyy-MM)"},
		{"country", "string", "ISO 3166-1 alpha-2 code of the country", "ISO 3166-1 alpha-3 code of the country"},
		{"digest", "string", "SHA-256 of the body, hex-encoded", "SHA-256 of the body, base64-encoded"},
	}},
	{"warning null-sentinel-changed", []edit{
		{"age", "int", "Age, -1 when unknown", "Age, 0 when unknown"},
		{"score", "double", "Score; NaN if not computed", "Score; -1 if not computed"},
	}},
	{"warning code-meaning-changed", []edit{
		{"tax_included", "boolean", "True if the price includes tax", "True if the price excludes tax"},
		{"active", "boolean", "true when the account is active", "true when the account is not active"},
		{"flag", "string", "D = debit, C = credit", "D = deposit, C = credit"},
		{"kind", "int", "Port, e.g. 80: http, 443: https", "Port, e.g. 22: ssh, 80: gopher"},
	}},
	{"warning code-meaning-changed, warning code-meaning-changed", []edit{
		{"flag", "string", "Y = yes, N = no", "Y = no, N = yes"},
	}},
	{"warning enum-symbol-repurposed", []edit{
		{"state", `{"type":"enum","name":"S","symbols":["A","B"]}`, "A = approved, B = blocked", "A = archived, B = blocked"},
	}},
	{"error code-meaning-changed, error code-meaning-changed", []edit{
		{"status", "int", "NEW(0), PAID(1)", "PAID(0), NEW(1)"},
		{"status", "int", "NEW=0, PAID=1", "PAID=0, NEW=1"},
	}},
	{"error code-meaning-changed", []edit{
		{"kind", "int", "Kind: 1 = debit, 2 = credit", "Kind: 1 = credit, 3 = debit"},
		{"level", "int", "Severity (0=low, 1=high)", "Severity (0=high, 2=low)"},
	}},
	{"warning unit-conflict", []edit{
		{"t", millis, "Created, in milliseconds", "Created, in seconds"},
		{"t", millis, "Created", "Created, seconds since the epoch"},
		{"t", "long", `@"unit":"ms"`, `@"unit":"ms","doc":"Timeout in seconds"`},
	}},
	{"warning unit-scale-changed", []edit{
		{"damage", "double", "Damage per second", "Damage per minute"},
		{"impressions", "long", "Impressions", "Impressions in thousands"},
		{"impressions", "long", "Number of impressions (thousands)", "Number of impressions"},
	}},
	{"error unit-kind-changed", []edit{
		{"t", "long", `@"unit":"ms","unitKind":"instant"`, `@"unit":"ms","unitKind":"duration"`},
	}},
	{"warning unit-companion-changed", []edit{
		{"v", "double", `@"unitField":"u1"},{"name":"u1","type":"string"},{"name":"u2","type":"string"`, `@"unitField":"u2"},{"name":"u1","type":"string"},{"name":"u2","type":"string"`},
	}},
	{"warning unit-text-changed", []edit{
		{"v", "double", `@"unit":{"code":"ms"}`, `@"unit":{"code":"s"}`},
	}},
}

// TestWordsOfEdits holds what a finding says about values that need an example of their own.
func TestWordsOfEdits(t *testing.T) {
	for _, tt := range []struct{ name, before, after, rule, says string }{
		{"duration", `{"name":"d","type":{"type":"fixed","name":"D","size":12,"logicalType":"duration"}}`, `{"name":"d","type":{"type":"fixed","name":"D","size":12}}`, "text-bytes-reread", "twelve raw bytes"},
		{"uuid", `{"name":"d","type":{"type":"fixed","name":"D","size":16,"logicalType":"uuid"}}`, `{"name":"d","type":{"type":"fixed","name":"D","size":16}}`, "text-bytes-reread", "sixteen raw bytes"},
		{"fixed decimal", `{"name":"d","type":{"type":"fixed","name":"D","size":8}}`, `{"name":"d","type":{"type":"fixed","name":"D","size":8,"logicalType":"decimal","precision":9}}`, "text-bytes-reread", "the digits of a number"},
		{"time of day", `{"name":"d","type":"int","doc":"Seconds since midnight"}`, `{"name":"d","type":{"type":"int","logicalType":"time-millis"}}`, "time-reinterpreted", "45296 (seconds since midnight)"},
		{"kinds", `{"name":"d","type":"double","unit":"Cel","unitKind":"quantity"}`, `{"name":"d","type":"double","unit":"Cel","unitKind":"difference"}`, "unit-kind-changed", "written as an amount and read as a difference"},
		{"enum default removed", `{"name":"d","type":{"type":"enum","name":"E","symbols":["A","B"],"default":"A"}}`, `{"name":"d","type":{"type":"enum","name":"E","symbols":["A","B"]}}`, "enum-default-changed", "is refused by the reader's"},
		{"scaled integer", `{"name":"lat_e7","type":"long"}`, `{"name":"lat","type":"double","aliases":["lat_e7"]}`, "unit-rename", "1/10000000 degrees, then degrees"},
		{"cents in a long", `{"name":"price_cents","type":"long"}`, `{"name":"price","type":"double","aliases":["price_cents"]}`, "unit-rename", "cents, then whole currency units"},
	} {
		w := parse(t, "writer.avsc", []byte(`{"type":"record","name":"R","fields":[`+tt.before+`]}`))
		r := parse(t, "reader.avsc", []byte(`{"type":"record","name":"R","fields":[`+tt.after+`]}`))
		found := find(w, r, nil, hazard.Rules)
		i := slices.IndexFunc(found, func(f *compat.Finding) bool { return f.Rule.ID == tt.rule })
		if i < 0 {
			t.Errorf("%s: no %s in %v", tt.name, tt.rule, found)
			continue
		}
		if f := found[i]; !strings.Contains(f.Message+f.Sample.Written+f.Sample.Read, tt.says) {
			t.Errorf("%s: %q, %q, %q, want %q", tt.name, f.Message, f.Sample.Written, f.Sample.Read, tt.says)
		}
	}
}

// TestFirstDocumentation: an older reader that does not state the unit yet lost nothing.
func TestFirstDocumentation(t *testing.T) {
	older := parse(t, "v1.avsc", []byte(`{"type":"record","name":"R","fields":[{"name":"a","type":"long"},{"name":"b","type":"long"}]}`))
	newer := parse(t, "v2.avsc", []byte(`{"type":"record","name":"R","fields":[{"name":"a","type":"long","doc":"in cents"},{"name":"b","type":"long","unit":"ms"}]}`))
	pass := compat.Pass{Trace: avro.Resolve(newer, older).Trace(false), Facts: hazard.NewFacts(nil).Of, Forward: true}
	if found := pass.Run(hazard.Rules); len(found) > 0 {
		t.Errorf("%v", found[0].Message)
	}
	pass.Forward = false
	if found := pass.Run(hazard.Rules); len(found) != 2 {
		t.Errorf("%d findings without the direction, want 2", len(found))
	}
}

// TestRecordDocs: a record's doc may speak for all of its fields.
func TestRecordDocs(t *testing.T) {
	for _, tt := range []struct{ before, after, want string }{
		{"All amounts are in cents.", "All amounts are in dollars.", "warning unit-scale-changed"},
		{"Prices in USD", "Prices in EUR", "warning unit-currency-changed"},
		{"Timestamps are in epoch seconds.", "Timestamps are in epoch milliseconds.", "warning unit-scale-changed"},
		{"An order.", "An order. All amounts are in cents.", ""},
		{"All amounts are in cents.", "An order. All amounts are in minor units (cents).", ""},
		{"All amounts in cents, all durations in ms.", "All amounts in dollars, all durations in ms.", ""}, // two units: nobody can tell
	} {
		side := func(doc string) *avro.Schema {
			return parse(t, "r.avsc", []byte(fmt.Sprintf(`{"type":"record","name":"R","doc":%q,"fields":[{"name":"price","type":"long"}]}`, doc)))
		}
		var got []string
		for _, f := range find(side(tt.before), side(tt.after), nil, quiet(hazard.Rules)) {
			got = append(got, fmt.Sprintf("%s %s", f.Level, f.Rule.ID))
		}
		if told := strings.Join(got, ", "); told != tt.want {
			t.Errorf("%q → %q: %q, want %q", tt.before, tt.after, told, tt.want)
		}
	}
}
