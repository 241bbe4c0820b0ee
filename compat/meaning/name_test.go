package meaning

import (
	"slices"
	"testing"

	"github.com/schemavet/schemavet/compat/unit"
)

// names are field names with the unit that they end in; "" is none.
var names = []struct{ name, code string }{
	// strong endings
	{"took_ms", "ms"}, {"tookMs", "ms"}, {"elapsedMillis", "ms"}, {"duration_milliseconds", "ms"}, {"TotalTaskDurationNanoSeconds", "ns"}, {"latency_micros", "us"}, {"delaySecs", "s"}, {"timeout_seconds", "s"},
	{"retentionHours", "h"}, {"retention_days", "d"}, {"BYTES_READ", "By"}, {"heap_bytes", "By"}, {"heapMiB", "MiBy"}, {"heap_kib", "KiBy"}, {"disk_gb", "GBy"}, {"energykWh", "kW.h"}, {"energy_kwh", "kW.h"}, {"powerKWh", "kW.h"},
	{"charge_mAh", "mA.h"}, {"voltage_mV", "mV"}, {"power_kW", "kW"}, {"freq_GHz", "GHz"}, {"freq_mhz", "MHz"}, {"distance_km", "km"}, {"distanceKm", "km"}, {"trip_miles", "[mi_i]"}, {"height_cm", "cm"}, {"weight_kg", "kg"}, {"weightInGrams", "g"},
	{"temperature_celsius", "Cel"}, {"temp_fahrenheit", "[degF]"}, {"battery_pct", "%"}, {"cpuPercent", "%"}, {"percent_complete", "%"}, {"error_ppm", "[ppm]"}, {"cache_hit_ratio", "1"}, {"pressure_hpa", "hPa"}, {"tire_psi", "[psi]"},
	{"heading_deg", "deg"}, {"ra_radians", "rad"}, {"speed_kmh", "km/h"}, {"speed_mph", "[mi_i]/h"}, {"wind_knots", "[kn_i]"}, {"engine_rpm", "{rev}/min"}, {"heart_rate_bpm", "/min"}, {"width_px", "{pixel}"}, {"displayHeightPixels", "{pixel}"},
	{"brightness_lux", "lx"}, {"tank_liters", "L"}, {"area_sqft", "[ft_i]2"}, {"area_square_meters", "m2"}, {"link_mbps", "Mbit/s"}, {"glucose_mg_dl", "mg/dL"}, {"pm25_ug_m3", "ug/m3"}, {"speed_km_h", "km/h"},
	// money
	{"price_usd", "{USD}"}, {"priceUSD", "{USD}"}, {"usd_price", "{USD}"}, {"amount_cents", "10*-2.{currency}"}, {"amountCents", "10*-2.{currency}"}, {"price_usd_cents", "10*-2.{USD}"}, {"fee_pence", "10*-2.{GBP}"}, {"amountMicros", "10*-6.{currency}"},
	{"cost_micros", "10*-6.{currency}"}, {"budget_amount_micros", "10*-6.{currency}"}, {"total_dollars", "{USD}"}, {"salary_eur", "{EUR}"}, {"price_per_kwh", "/(kW.h)"}, {"usd_per_kwh", "{USD}/(kW.h)"},
	// a head noun before a weak ending
	{"duration_s", "s"}, {"timeoutS", "s"}, {"uptime_h", "h"}, {"ttl_sec", "s"}, {"gc_pause_ns", "ns"}, {"latency_us", "us"}, {"distance_m", "m"}, {"depthM", "m"}, {"altitude_ft", "[ft_i]"}, {"wavelength_nm", "nm"}, {"temp_c", "Cel"}, {"temperature_f", "[degF]"}, {"tempK", "K"},
	{"size_b", "By"}, {"weight_g", "g"}, {"dose_mg", "mg"}, {"volume_ml", "mL"}, {"battery_mv", "mV"}, {"current_ma", "mA"}, {"snr_db", "dB"}, {"spread_bps", "10*-4"}, {"link_bps", "bit/s"}, {"accel_g", "[g]"},
	{"area_m2", "m2"}, {"volumeM3", "m3"}, {"land_km2", "km2"}, {"sq_meters", "m2"}, {"accel_mps2", "m/s2"}, {"model_m2", ""}, {"torque_nm", "N.m"}, {"dist_nm", ""}, {"wavelengthNm", "nm"}, {"pressure_bar", "bar"}, {"pressure_pa", "Pa"}, {"bar_bar", ""},
	{"height_in", "[in_i]"}, {"logged_in", ""}, {"percent_change", "%"}, {"pct_of_total", "%"}, {"charge_ah", "A.h"}, {"turbidity_ntu", "{NTU}"}, {"revenue_kusd", "10*3.{USD}"}, {"minutes_of_day", ""}, {"flow_l_per_min", "L/min"}, {"metersToTarget", "m"},
	{"price_kwh", ""}, {"cost_km", ""}, {"price_eur_per_kwh", "{EUR}/(kW.h)"}, {"budget_k_usd", "10*3.{USD}"}, {"opening_hours", ""}, {"cholesterol_mgdl", "mg/dL"}, {"reactive_power_kvar", "k{var}"}, {"dew_point_c", "Cel"},
	{"wind_speed_kt", "[kn_i]"}, {"cpu_millicores", "m{core}"}, {"alcohol_permille", "[ppth]"}, {"alcohol_promille", "[ppth]"},
	// a whole name
	{"rpm", "{rev}/min"}, {"mph", "[mi_i]/h"}, {"kwh", "kW.h"}, {"psi", "[psi]"}, {"km", "km"}, {"kg", "kg"}, {"lux", "lx"}, {"qps", "/s"}, {"mb", ""}, {"px", ""}, {"mpg", "[mi_i]/[gal_us]"},
	// clocks
	{"startTimeUnixNano", "ns"}, {"time_unix_nano", "ns"}, {"createdUnixSec", "s"}, {"epochSecond", "s"}, {"epoch_s", "s"}, {"epochMilli", "ms"}, {"epochDay", "d"}, {"ts_nano", "ns"}, {"ms_since_epoch", "ms"}, {"start_sec", "s"}, {"time_in_state_ms", "ms"}, {"state_ms", ""},
	// two units in a row
	{"price_eur_mwh", "{EUR}/(MW.h)"}, {"price_ct_kwh", "10*-2.{currency}/(kW.h)"}, {"co2_g_km", "g/km"}, {"density_g_cm3", "g/cm3"}, {"flow_m3_hr", "m3/h"}, {"rain_mm_h", "mm/h"}, {"dose_usv_h", "uSv/h"}, {"speed_m_s", "m/s"}, {"size_m_s", ""}, {"energy_kw_h", ""}, {"dose_mg_kg", "mg/kg"}, {"weight_kg_min", "kg"},
	{"distance_min_km", "km"}, {"fuel_l_100km", "10*-2.L/km"}, {"solar_radiation_wm2", "W/m2"},
	{"radiation_w_per_m2", "W/m2"}, {"soil_temp_10cm", ""}, {"soilTemp10cm", ""}, {"co2ppm", "[ppm]"}, {"windSpeed10m", ""}, {"sensor1Volts", "V"}, {"ias_kt", "[kn_i]"}, {"ambient_c", "Cel"}, {"energy_kvarh", "k{var}.h"},
	// heads of further dimensions
	{"parallax_mas", "m''"}, {"distance_au", "AU"}, {"distance_kpc", "kpc"}, {"dose_rate_usv", "uSv"}, {"energy_mev", "MeV"}, {"capacitance_pf", "pF"}, {"angle_mrad", "mrad"}, {"vitamin_d_iu", "[iU]"}, {"fleet_usv", ""}, {"article_pc", ""},
	// what is counted
	{"byte_count", "By"}, {"byteOffset", "By"}, {"numberOfDays", "d"}, {"list_of_days", ""}, {"years_of_experience", "a"}, {"minutes_of_meeting", ""}, {"weeks_on_chart", "wk"}, {"days_in_transit", "d"}, {"days_in_month", "d"}, {"loan_term_yrs", "a"},
	{"bytes_in_per_sec", "By/s"}, {"bytesOutPerSec", "By/s"}, {"bytes_sent_per_second", "By/s"}, {"messages_in_per_sec", "/s"}, {"last_px", ""}, {"avgPx", ""}, {"revenue_mm", ""}, {"secondsSinceMidnight", "s"}, {"days_since_1970", "d"},
	// statistics and roles behind the unit
	{"latency_ms_p99", "ms"}, {"latencyMsMax", "ms"}, {"http_request_duration_seconds_sum", "s"}, {"node_memory_bytes_total", "By"}, {"max_lag_seconds_threshold", "s"}, {"rewindTimeInSecondsOverride", "s"},
	// participles and prepositions
	{"bytesReceived", "By"}, {"headerBytesReceived", "By"}, {"minutesPlayed", "min"}, {"days_since_last_login", "d"}, {"DaysSinceEpoch", "d"}, {"seconds_until_expiry", "s"}, {"bytes_in", "By"},
	// products
	{"throughput_bytes_per_second", "By/s"}, {"framesPerSecond", "/s"}, {"requests_per_minute", "/min"}, {"kmPerHour", "km/h"}, {"metersPerSecond", "m/s"}, {"bytesPerSec", "By/s"},
	// windows
	{"BytesReadLast5Minutes", "By"}, {"FlowFilesSentLast5Minutes", ""}, {"clicks_7d", ""}, {"bytes_24h", "By"},
	// scaled integers
	{"lat_e7", "10*-7.deg"}, {"latE7", "10*-7.deg"}, {"longitudeE6", "10*-6.deg"}, {"price_x100", "10*-2.{currency}"}, {"temp_c_x10", "10*-1.Cel"},
	// one piece
	{"timeoutms", "ms"}, {"latencysecs", "s"}, {"seconds", "s"}, {"bytes", "By"}, {"percent", "%"},
	// false friends
	{"items", ""}, {"params", ""}, {"alarms", ""}, {"sums", ""}, {"min_price", ""}, {"us_state_code", ""}, {"sales_us", ""}, {"ms_office_version", ""}, {"gb_orders", ""}, {"in_count", ""}, {"checked_in", ""}, {"second_score", ""}, {"day", ""}, {"month", ""}, {"year", ""},
	{"hour_of_day", ""}, {"day_of_week", ""}, {"node_degree", ""}, {"trigrams", ""}, {"ma_20", ""}, {"ml_score", ""}, {"h_index", ""}, {"f1", ""}, {"plan_b", ""}, {"foot_traffic", ""}, {"percentile", ""}, {"pct_rank", ""}, {"bits_per_pixel", ""}, {"unit_price", ""}, {"units_sold", ""},
	{"stressMin", ""}, {"contributorLatency", ""}, {"latency_min", ""}, {"temp_min", ""}, {"max_m", ""}, {"x_m", ""}, {"rate", ""}, {"QuotaInRecords", ""}, {"throughputQuotaInRecords", ""}, {"id", ""}, {"customer_id", ""}, {"level", ""}, {"updated_at", ""}, {"amount", ""}, {"duration", ""},
	{"mw_version", ""}, {"pt", ""}, {"bar_count", ""}, {"price_per_unit", ""}, {"cost_per_click", ""}, {"rows_per_page", ""}, {"temperature_2m", ""}, {"ms", ""}, {"s", ""}, {"m", ""}, {"g", ""}, {"c", ""}, {"country_gb", ""}, {"p99", ""}, {"x100", ""}, {"e7", ""}, {"speed_ms", ""}, {"grams_index", ""},
	{"numberOfSomaticSnvsPerMb", ""}, {"reads_per_kb", ""}, {"cost_per_mb", "/MBy"}, {"errorsPerMb", "/MBy"},
	{"daily_count", ""}, {"grade", ""}, {"unitId", ""}, {"orderunits", ""}, {"currency", ""}, {"start_time", ""}, {"degree", ""}, {"aspect_ratio", ""}, {"", ""}, {"___", ""}, {"ünit_ms", ""},
}

func TestNames(t *testing.T) {
	for _, tt := range names {
		f := Infer(&Statement{Field: tt.name, Carrier: Long})
		got := ""
		if f.Unit != nil {
			got = f.Unit.Code
		}
		if got != tt.code {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.code)
		}
	}
}

// TestNamesOfTexts: only numbers have units in their names.
func TestNamesOfTexts(t *testing.T) {
	for _, c := range []Carrier{String, Bool, Enum, Record, Bytes, UUID, NoCarrier} {
		if f := Infer(&Statement{Field: "took_ms", Doc: "time (ms)", Carrier: c}); f.Unit != nil {
			t.Errorf("%v took_ms: %v", c, f.Unit)
		}
	}
}

func TestNamesOfDecimals(t *testing.T) {
	for name, code := range map[string]string{"dec_bytes": "", "price_usd": "{USD}", "weight_kg": "kg"} {
		f := Infer(&Statement{Field: name, Carrier: Decimal, Logical: Logical{Name: "decimal", Precision: 9, Scale: 2}})
		if got := f.Unit; (got == nil) != (code == "") || got != nil && got.Code != code {
			t.Errorf("%s: %+v, want %q", name, got, code)
		}
	}
}

func TestNameKinds(t *testing.T) {
	for _, tt := range []struct {
		name string
		kind unit.Kind
	}{
		{"created_at_ms", unit.Instant}, {"timestampMs", unit.Instant}, {"ts_micros", unit.Instant}, {"event_time_ms", unit.Instant}, {"epoch_seconds", unit.Instant}, {"DaysSinceEpoch", unit.Instant}, {"updatedMillis", unit.Instant}, {"startTimeUnixNano", unit.Instant}, {"epochDay", unit.Instant}, {"days_since_1970", unit.Instant}, {"secondsSinceMidnight", unit.TimeOfDay}, {"time_in_state_ms", unit.Quantity},
		{"processing_time_ms", unit.Quantity}, {"elapsed_ms", unit.Quantity}, {"startTimeOffsetMs", unit.Quantity}, {"timestamp_lag_ms", unit.Quantity}, {"days_since_last_login", unit.Quantity}, {"rewindTimeInSeconds", unit.Quantity}, {"expires_in_seconds", unit.Quantity}, {"retry_after_ms", unit.Quantity}, {"valid_until_ms", unit.Instant}, {"ageAtOnsetInYears", unit.Quantity}, {"age_at_death_years", unit.Quantity},
	} {
		f := Infer(&Statement{Field: tt.name, Carrier: Long})
		if f.Unit == nil || f.Unit.Kind != tt.kind {
			t.Errorf("%s: %+v, want kind %v", tt.name, f.Unit, tt.kind)
		}
	}
}

func TestWindows(t *testing.T) {
	for _, tt := range []struct{ name, doc, text, code string }{
		{"BytesReadLast5Minutes", "", "Last5Minutes", "5.min"},
		{"clicks_7d", "", "7d", "7.d"},
		{"load15min", "", "15min", "15.min"},
		{"clicks", "Clicks over the last 30 days.", "last 30 days", "30.d"},
		{"errors", "errors in the past hour", "past hour", "h"},
		{"latency_ms", "", "", ""},
		{"temperature_2m", "", "", ""},
	} {
		f := Infer(&Statement{Field: tt.name, Doc: tt.doc, Carrier: Long})
		text, code := "", ""
		if f.Window != nil {
			text, code = f.Window.Text, f.Window.Length.Code
		}
		if text != tt.text || code != tt.code {
			t.Errorf("%s %q: window %q %s, want %q %s", tt.name, tt.doc, text, code, tt.text, tt.code)
		}
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string][]string{
		"priceInCents": {"price", "in", "cents"}, "HTTPServer_v2": {"http", "server", "v", "2"}, "a.b-c d": {"a", "b", "c", "d"}, "": nil, "___": nil, "größeKm": {"größe", "km"}, "日本Ab": {"日本", "ab"},
	} {
		if got := Words(text); !slices.Equal(got, want) {
			t.Errorf("Words(%q) = %q, want %q", text, got, want)
		}
	}
}
