package meaning

import (
	"strings"

	"github.com/schemavet/schemavet/compat/position"
	"github.com/schemavet/schemavet/compat/unit"
)

// unitKey reports a property name that people use for a unit. codes says that its values may be UN/CEFACT codes (schema.org's unitCode).
func (r *Reader) unitKey(name string) (is, codes bool) {
	switch name {
	case "unit", "units", "uom", "x-unit", "x-units", "x_unit", "__neon_units", "unitOfMeasure", "unit_of_measure", "unitOfMeasurement", "unitText", "measurementUnit", "measurement_unit", "schemavet.unit", "ucum":
		return true, false
	case "unitCode", "unit_code", "unitcode":
		return true, true
	}
	for _, k := range r.UnitKeys {
		if k == name {
			return true, false
		}
	}
	return false, false
}

// properties reads the custom attributes: unit and its kind, companion, meaning tag, range, symbol docs.
func (w *work) properties() {
	for i := range w.s.Properties {
		p := &w.s.Properties[i]
		if is, codes := w.r.unitKey(p.Name); is {
			w.unitProperty(p, jsonText(p.JSON), p.Name, codes)
			continue
		}
		switch p.Name {
		case "connect.parameters", "customProperties", "custom_properties", "meta", "metadata":
			w.nested(p)
		case "logicalType":
			if p.Where != OnField { // beside the type it is misplaced, which has its own fact
				w.unknownLogical(jsonText(p.JSON))
			}
		case "connect.name":
			w.connectName(jsonText(p.JSON))
		case "unitKind", "unit_kind", "unit-kind":
			w.kindText = jsonText(p.JSON)
		case "unitField", "unit_field", "unit-field", "currencyField", "currency_field":
			role := "unit"
			if strings.HasPrefix(p.Name, "currency") {
				role = "currency"
			}
			w.companion(jsonText(p.JSON), role, evidence(FromProperty, p.JSON, "property "+p.Name, Stated))
		case "meaning", "semantic", "semantics", "semanticType", "semantic-type":
			if v := jsonText(p.JSON); v != "" {
				w.f.Tag = &Text{v, evidence(FromProperty, p.JSON, "property "+p.Name, Stated)}
			}
		case "min", "minimum", "max", "maximum", "range", "valid_range":
			w.rangeProperty(p)
		case "symbolDocs", "symbolDoc", "symbolDescriptions", "symbol_descriptions", "symbol-descriptions", "enumDocs", "symbol-docs", "x-enum-descriptions", "enumDescriptions", "symbol_docs":
			w.symbolDocs(p)
		}
	}
}

// unitProperty reads a unit that a property states; what does not parse is kept as text.
func (w *work) unitProperty(p *Property, text, name string, codes bool) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > 200 {
		return
	}
	u, ok := unit.Unit{}, false
	spelled, common := commonCodes[text]
	if common && codes {
		u, ok = unit.Lookup(spelled)
	}
	if !ok {
		u, ok = unit.Lookup(text)
	}
	if !ok && common {
		u, ok = unit.Lookup(spelled)
	}
	if text == "C" || text == "F" { // what the doc speaks of tells degrees from coulombs and farads
		g := docGrammar{doc: w.s.Doc, field: w.s.Field}
		if degrees, about := g.letter(text); about {
			u = degrees
		}
	}
	if ok && name == p.Name && p.JSON != "" && (p.JSON[0] == '{' || p.JSON[0] == '[') {
		ok = false // an object of somebody's own
	}
	if !ok {
		u = unit.OpaqueText(text)
		w.fault(UnreadableUnit, `the property `+name+` says "`+text+`", which is no unit that is known here`, evidence(FromProperty, text, "property "+name, Stated), Evidence{})
	}
	conf := Stated
	if u.Kind == unit.Opaque {
		conf = Slot
	}
	place := "property " + name
	if p.Where != OnField {
		place += " of the " + p.Where.String()
	}
	w.add(u, evidence(FromProperty, text, place, conf))
}

// nested reads a unit inside connect.parameters, ODCS customProperties and free-form metadata maps.
func (w *work) nested(p *Property) {
	if len(p.JSON) > 64<<10 || !strings.Contains(p.JSON, "nit") && !strings.Contains(p.JSON, "uom") {
		return
	}
	doc, err := position.Parse("", []byte(p.JSON))
	if err != nil {
		return
	}
	root := doc.Root()
	switch root.Kind() {
	case position.Object:
		for m := range root.Members() {
			if is, codes := w.r.unitKey(m.Key); is && m.Value.Is(position.String) {
				w.unitProperty(p, m.Value.Text(), p.Name+"."+m.Key, codes)
			}
		}
	case position.Array: // ODCS: [{"property": "unit", "value": "ms"}]
		for v := range root.Elements() {
			if !v.Is(position.Object) {
				continue
			}
			key, _ := v.Member("property")
			value, ok := v.Member("value")
			if !ok || !key.Is(position.String) || !value.Is(position.String) {
				continue
			}
			if is, codes := w.r.unitKey(key.Text()); is {
				w.unitProperty(p, value.Text(), p.Name+"."+key.Text(), codes)
			}
		}
	}
}

// rangeProperty reads min, max and range: [0, 100], "0-100".
func (w *work) rangeProperty(p *Property) {
	r := w.f.Range
	if r == nil {
		r = &Range{Evidence: evidence(FromProperty, p.JSON, "property "+p.Name, Stated)}
	}
	v := jsonText(p.JSON)
	switch p.Name {
	case "min", "minimum":
		r.Min = decimal(v)
	case "max", "maximum":
		r.Max = decimal(v)
	default:
		low, high, ok := interval(v)
		if !ok {
			return
		}
		r.Min, r.Max = low, high
	}
	if r.Min != "" || r.Max != "" {
		w.f.Range = r
	}
}

// symbolDocs reads {"A": "what A means"}.
func (w *work) symbolDocs(p *Property) {
	if len(p.JSON) > 256<<10 || len(p.JSON) == 0 || p.JSON[0] != '{' {
		return
	}
	doc, err := position.Parse("", []byte(p.JSON))
	if err != nil {
		return
	}
	list := &CodeList{Evidence: evidence(FromProperty, clip(p.JSON), "property "+p.Name, Stated)}
	for m := range doc.Root().Members() {
		if m.Value.Is(position.String) {
			list.Codes = append(list.Codes, Code{m.Key, m.Value.Text()})
		}
	}
	if len(list.Codes) > 0 {
		w.f.Symbols = list
	}
}

// jsonText is a scalar's text: a string without its quotes and escapes, any other value as it is spelled.
func jsonText(json string) string {
	if len(json) < 2 || json[0] != '"' {
		return json
	}
	inner := json[1 : len(json)-1]
	if strings.IndexByte(inner, '\\') < 0 {
		return inner
	}
	doc, err := position.Parse("", []byte(json))
	if err != nil {
		return inner
	}
	return doc.Root().Text()
}

// oneLine puts a text on one line.
func oneLine(s string) string {
	if strings.IndexByte(s, '\n') < 0 {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// clip shortens evidence for reports.
func clip(s string) string { return position.Clip(s, 120) }

// commonCodes are UN/CEFACT Recommendation 20 codes, which schema.org's unitCode asks for.
var commonCodes = map[string]string{
	"C26": "ms", "B98": "us", "C47": "ns", "SEC": "s", "MIN": "min", "HUR": "h", "DAY": "d", "WEE": "wk", "MON": "mo", "ANN": "a", "MTR": "m", "KMT": "km", "CMT": "cm", "MMT": "mm", "4H": "um", "C45": "nm",
	"INH": "[in_i]", "FOT": "[ft_i]", "YRD": "[yd_i]", "SMI": "[mi_i]", "NMI": "[nmi_i]", "KGM": "kg", "GRM": "g", "MGM": "mg", "MC": "ug", "LBR": "[lb_av]", "ONZ": "[oz_av]", "TNE": "t", "CEL": "Cel", "FAH": "[degF]", "KEL": "K",
	"P1": "%", "59": "[ppm]", "61": "[ppb]", "LTR": "L", "MLT": "mL", "MTQ": "m3", "MTK": "m2", "KMK": "km2", "HAR": "har", "WTT": "W", "KWT": "kW", "MAW": "MW", "KWH": "kWh", "WHR": "Wh", "MWH": "MWh", "JOU": "J", "KJO": "kJ", "VLT": "V", "2Z": "mV",
	"KVT": "kV", "AMP": "A", "4K": "mA", "OHM": "Ohm", "HTZ": "Hz", "KHZ": "kHz", "MHZ": "MHz", "A86": "GHz", "PAL": "Pa", "KPA": "kPa", "A97": "hPa", "BAR": "bar", "MBR": "mbar", "PS": "[psi]", "DD": "deg", "C81": "rad", "2N": "dB",
	"AD": "By", "A99": "bit", "2P": "kB", "4L": "MB", "E34": "GB", "E35": "TB", "KMH": "km/h", "MTS": "m/s", "HM": "mph", "KNT": "[kn_i]", "LUX": "lx", "LUM": "lm", "NEW": "N", "C62": "1", "AMH": "A.h", "M1": "mg/L", "GQ": "ug/m3", "RPM": "{rev}/min",
	"MSK": "m/s2", "K50": "kJ", "K51": "kcal", "E14": "kcal", "GLI": "[gal_br]", "GLL": "[gal_us]", "STN": "[ston_av]", "LTN": "[lton_av]", "CMQ": "cm3", "DMQ": "dm3", "INQ": "[in_i]3", "FTQ": "[ft_i]3", "CMK": "cm2", "MMK": "mm2", "INK": "[in_i]2", "FTK": "[ft_i]2", "ACR": "[acr_br]", "BLL": "[bbl_us]", "OZA": "[foz_us]", "EA": "1", "H87": "1", "PCE": "1", "NAR": "1", "B11": "J/kg/K", "D54": "W/m2", "D74": "kg/mol", "D10": "S/m", "H61": "mS/cm", "G42": "uS/cm",
}
