package meaning

// A Declaration is what configuration says about one field: one row of meanings:. It outranks all other evidence. Reading the file
// and matching rows to fields is the configuration's work; Infer finds errors in Unit and Kind again and then ignores them, so
// Check should be asked when the file is read.
type Declaration struct {
	Unit      string   // any spelling of unit.Parse; "none" for no unit; "" says nothing
	Kind      string   // quantity, duration, instant, local-instant, time-of-day, difference, ratio, count; "" leaves it
	UnitField string   // the sibling field that names the unit or the currency
	Null      string   // what null means: "never ran", "unknown"
	Default   string   // what the default means: "in-domain" or "sentinel", or a text that says so
	Sentinels []string // values, as JSON text, that stand for "no value"
	Meaning   string   // a tag that must not change: net-of-tax
	Key       bool     // joined or grouped by: null and float artefacts matter
	Metric    bool     // summed or averaged: null and defaults matter
	DocFix    bool     // the data never had the old unit: a changed unit text is a correction
	At        string   // where it stands, for messages: "schemavet.yaml:12:5"
}
