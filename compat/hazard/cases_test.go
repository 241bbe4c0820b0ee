package hazard_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
)

// TestCases are changes as people make them: the fields before, the fields after, and what is said, levels first.
func TestCases(t *testing.T) {
	for _, tt := range []struct{ name, before, after, want string }{
		{"micro lost in a doc", `{"name":"ecg","type":"float","doc":"ECG signal (V)"}`, `{"name":"ecg","type":"float","doc":"ECG signal (yV)"}`, "warning unit-text-changed"},
		{"property of another project", `{"name":"cond","type":"float","__neon_units":"microsiemensPerCentimeter"}`, `{"name":"cond","type":"float","__neon_units":"millisiemensPerCentimeter"}`, "error unit-scale-changed"},
		{"property respelled", `{"name":"t","type":"float","__neon_units":"celcius"}`, `{"name":"t","type":"float","__neon_units":"degC"}`, ""},
		{"bracket", `{"name":"f","type":"float","doc":"Trail length [nJy]"}`, `{"name":"f","type":"float","doc":"Trail length [deg]"}`, "error unit-dimension-changed"},
		{"calories named properly", `{"name":"e","type":"int","doc":"Energy in calories"}`, `{"name":"e","type":"int","doc":"Energy in kilocalories"}`, ""},
		{"thousands", `{"name":"rev","type":"long","doc":"Revenue in thousands of USD"}`, `{"name":"rev","type":"long","doc":"Revenue in USD"}`, "error unit-scale-changed"},
		{"resolution said at last", `{"name":"at","type":"long","doc":"Unix timestamp of the event"}`, `{"name":"at","type":"long","doc":"Unix timestamp of the event in milliseconds"}`, ""},
		{"currencies in docs", `{"name":"price","type":"double","doc":"Price in USD"}`, `{"name":"price","type":"double","doc":"Price in EUR"}`, "error unit-currency-changed"},
		{"percent and fraction", `{"name":"load","type":"double","doc":"CPU load in percent (0-100)"}`, `{"name":"load","type":"double","doc":"CPU load as a fraction (0-1)"}`, "error unit-scale-changed"},
		{"temperature", `{"name":"temp","type":"double","doc":"Temperature in degrees Celsius"}`, `{"name":"temp","type":"double","doc":"Temperature in degrees Fahrenheit"}`, "error unit-offset-changed"},
		{"short alias", `{"name":"t_s","type":"int"}`, `{"name":"t_ms","type":"int","aliases":["t_s"]}`, "warning unit-rename"},
		{"short alias, widened", `{"name":"t_s","type":"int"}`, `{"name":"t_ms","type":"long","aliases":["t_s"]}`, "warning unit-rename"},
		{"alias without unit", `{"name":"wait","type":"int"}`, `{"name":"delay","type":"int","aliases":["wait"]}`, ""},
		{"alias, doc says the unit", `{"name":"timeout","type":"int","doc":"Timeout in seconds"}`, `{"name":"timeout_ms","type":"int","aliases":["timeout"],"doc":"Timeout in milliseconds"}`, "error unit-scale-changed"},
		{"seconds become a timestamp", `{"name":"at","type":"long","doc":"Seconds since the Unix epoch"}`, `{"name":"at","type":{"type":"long","logicalType":"timestamp-millis"}}`, "error time-reinterpreted"},
		{"int seconds become a timestamp", `{"name":"at","type":"int"}`, `{"name":"at","type":{"type":"long","logicalType":"timestamp-millis"}}`, "error time-reinterpreted"},
		{"bytes and kilobytes", `{"name":"size","type":"long","doc":"Size in bytes"}`, `{"name":"size","type":"long","doc":"Size in kilobytes"}`, "error unit-scale-changed"},
		{"names alone", `{"name":"timeoutSeconds","type":"int"}`, `{"name":"timeoutMillis","type":"int","aliases":["timeoutSeconds"]}`, "warning unit-rename"},
		{"one name, one doc", `{"name":"timeout_ms","type":"int"}`, `{"name":"timeout_ms","type":"int","doc":"Timeout (s)"}`, "warning unit-scale-changed"},
		{"one name, one doc, widened", `{"name":"timeout_ms","type":"int"}`, `{"name":"timeout_ms","type":"long","doc":"Timeout (s)"}`, "error unit-widened"},
		{"amount without its currency", `{"name":"amount","type":"long"},{"name":"currency","type":"string"}`, `{"name":"amount","type":"long"}`, "warning unit-companion-changed"},
		{"currency made up", `{"name":"amount","type":"long"}`, `{"name":"amount","type":"long"},{"name":"currency","type":"string","default":"USD"}`, "warning unit-companion-changed"},
		{"currency may be left out", `{"name":"amount","type":"long"},{"name":"currency","type":"string"}`, `{"name":"amount","type":"long"},{"name":"currency","type":"string","default":"EUR"}`, "warning unit-companion-changed"},
		{"currency may be null", `{"name":"amount","type":"long"}`, `{"name":"amount","type":"long"},{"name":"currency","type":["null","string"],"default":null}`, ""},
		{"map of amounts", `{"name":"sums","type":{"type":"map","values":"long"},"unit":"USD/100"}`, `{"name":"sums","type":{"type":"map","values":"long"},"unit":"USD"}`, "error unit-scale-changed"},
		{"unit on the branch", `{"name":"d","type":["null",{"type":"long","unit":"ms"}]}`, `{"name":"d","type":["null",{"type":"long","unit":"us"}]}`, "error unit-scale-changed"},
		{"connect parameters", `{"name":"d","type":{"type":"long","connect.parameters":{"unit":"ms"}}}`, `{"name":"d","type":{"type":"long","connect.parameters":{"unit":"s"}}}`, "error unit-scale-changed"},
		{"java properties", `{"name":"d","type":"string"}`, `{"name":"d","type":{"type":"string","avro.java.string":"String"}}`, ""},
		{"stop and capital", `{"name":"d","type":"double","doc":"duration of the call (s)"}`, `{"name":"d","type":"double","doc":"Duration of the call (s)."}`, ""},
		{"from zero to one", `{"name":"pos","type":"long","doc":"0-based position on the strand"}`, `{"name":"pos","type":"long","doc":"1-based position on the strand"}`, "warning number-base-changed"},
		{"from zero, in words", `{"name":"pos","type":"long","doc":"0-based position on the strand"}`, `{"name":"pos","type":"long","doc":"The zero-based position on the strand."}`, ""},
		{"null to NaN", `{"name":"v","type":["null","double"],"default":null}`, `{"name":"v","type":["double","null"],"default":"NaN"}`, "warning null-sentinel-introduced"},
		{"new nullable field", `{"name":"a","type":"int"}`, `{"name":"a","type":"int"},{"name":"b","type":["null","double"],"default":null,"doc":"Weight (kg)"}`, ""},
		{"new measured field, made up", `{"name":"a","type":"int"}`, `{"name":"a","type":"int"},{"name":"temp","type":"double","default":0,"doc":"Temperature [degC]"}`, "warning default-in-domain"},
		{"new setting", `{"name":"a","type":"int"}`, `{"name":"a","type":"int"},{"name":"timeoutSeconds","type":"int","default":60}`, ""},
		{"new flag", `{"name":"a","type":"int"}`, `{"name":"a","type":"int"},{"name":"enabled","type":"boolean","default":false}`, ""},
		{"codes with a colon", `{"name":"k","type":"int","doc":"Kind. 1: car, 2: van, 3: bus"}`, `{"name":"k","type":"int","doc":"Kind. 1: van, 2: bus, 3: tram"}`, "error code-meaning-changed, error code-meaning-changed, error code-meaning-changed"},
		{"codes reordered", `{"name":"k","type":"int","doc":"1 = car, 2 = van"}`, `{"name":"k","type":"int","doc":"2 = van, 1 = car, 3 = bus"}`, ""},
		{"window", `{"name":"n","type":"long","doc":"Errors over the last 5 minutes"}`, `{"name":"n","type":"long","doc":"Errors over the last 15 minutes"}`, "warning unit-window-changed"},
		{"milliseconds to nanoseconds in an array of records", `{"name":"xs","type":{"type":"array","items":{"type":"record","name":"X","fields":[{"name":"took","type":"long","unit":"ms"}]}}}`, `{"name":"xs","type":{"type":"array","items":{"type":"record","name":"X","fields":[{"name":"took","type":"long","unit":"ns"}]}}}`, "error unit-scale-changed"},
		{"declared none", `{"name":"n","type":"long","unit":"1"}`, `{"name":"n","type":"long","unit":"%"}`, "error unit-scale-changed"},
		{"default of a string", `{"name":"region","type":"string","default":"eu"}`, `{"name":"region","type":"string","default":"us"}`, "warning default-changed"},
		{"one default in two spellings", `{"name":"x","type":"double","default":1}`, `{"name":"x","type":"double","default":1.0}`, ""},
		{"a record's default", `{"name":"p","type":{"type":"record","name":"P","fields":[{"name":"n","type":"int","default":1}]},"default":{}}`, `{"name":"p","type":{"type":"record","name":"P","fields":[{"name":"n","type":"int","default":2}]},"default":{}}`, "warning default-changed"},
		{"uuid", `{"name":"id","type":"string"}`, `{"name":"id","type":{"type":"string","logicalType":"uuid"}}`, "warning text-bytes-reread"},
		{"nanoseconds in a double", `{"name":"v","type":{"type":"long","logicalType":"timestamp-nanos"}}`, `{"name":"v","type":"double"}`, "error number-precision-lost, warning time-reinterpreted"},
		{"milliseconds in a double", `{"name":"v","type":"long","doc":"Milliseconds since the epoch"}`, `{"name":"v","type":"double","doc":"Milliseconds since the epoch"}`, "warning number-precision-lost"},
		{"zone and resolution", `{"name":"v","type":{"type":"long","logicalType":"local-timestamp-millis"}}`, `{"name":"v","type":{"type":"long","logicalType":"timestamp-micros"}}`, "error time-resolution-changed"},
		{"nullable in the writer alone", `{"name":"v","type":["null",{"type":"long","logicalType":"timestamp-millis"}]}`, `{"name":"v","type":{"type":"long","logicalType":"timestamp-micros"}}`, "error time-resolution-changed"},
		{"text to decimal", `{"name":"v","type":"string"}`, `{"name":"v","type":{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}}`, "error text-bytes-reread"},
		{"decimal to bytes", `{"name":"v","type":{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}}`, `{"name":"v","type":"bytes"}`, "warning text-bytes-reread"},
		{"uuid to text", `{"name":"v","type":{"type":"string","logicalType":"uuid"}}`, `{"name":"v","type":"string"}`, ""},
		{"int to a time of day", `{"name":"v","type":"int"}`, `{"name":"v","type":{"type":"int","logicalType":"time-millis"}}`, "warning time-reinterpreted"},
		{"date to a time of day", `{"name":"v","type":{"type":"int","logicalType":"date"}}`, `{"name":"v","type":{"type":"long","logicalType":"time-micros"}}`, "error time-reinterpreted"},
		{"alias and property", `{"name":"a","type":"double","unit":"m"}`, `{"name":"b","type":"double","unit":"[ft_i]","aliases":["a"]}`, "error unit-scale-changed"},
		{"alias, one property", `{"name":"a","type":"double","unit":"m"}`, `{"name":"b","type":"double","unit":"meters","aliases":["a"]}`, ""},
		{"a branch of three", `{"name":"v","type":["null","string",{"type":"long","logicalType":"timestamp-millis"}]}`, `{"name":"v","type":["null","string",{"type":"long","logicalType":"timestamp-micros"}]}`, "error time-resolution-changed"},
		{"a doc over three branches", `{"name":"v","type":["null","string","long"],"doc":"Size in bytes"}`, `{"name":"v","type":["null","string","long"],"doc":"Size in kilobytes"}`, "error unit-scale-changed"},
		{"items of items", `{"name":"v","type":{"type":"array","items":{"type":"array","items":{"type":"long","logicalType":"timestamp-millis"}}}}`, `{"name":"v","type":{"type":"array","items":{"type":"array","items":{"type":"long","logicalType":"timestamp-micros"}}}}`, "error time-resolution-changed"},
		{"items may be null", `{"name":"v","type":{"type":"array","items":"long"}}`, `{"name":"v","type":{"type":"array","items":["null","long"]}}`, ""},
		{"a suffix goes without alias", `{"name":"timeout_ms","type":"int"}`, `{"name":"timeout_s","type":"int","default":0}`, "warning unit-drop-add"},
		{"unit property goes", `{"name":"v","type":"double","unit":"m"}`, `{"name":"v","type":"double"}`, "warning unit-removed"},
		{"unit in the doc goes", `{"name":"v","type":"double","doc":"Depth (m)"}`, `{"name":"v","type":"double","doc":"Depth"}`, ""},
		{"an enum's field default", `{"name":"v","type":{"type":"enum","name":"E","symbols":["A","B"]},"default":"A"}`, `{"name":"v","type":{"type":"enum","name":"E","symbols":["A","B"]},"default":"B"}`, "warning default-changed"},
		{"a bool's default", `{"name":"v","type":"boolean","default":false}`, `{"name":"v","type":"boolean","default":true}`, "warning default-changed"},
		{"a list's default", `{"name":"v","type":{"type":"array","items":"int"},"default":[]}`, `{"name":"v","type":{"type":"array","items":"int"},"default":[1]}`, "warning default-changed"},
		{"zero to null", `{"name":"v","type":"int","default":0}`, `{"name":"v","type":["null","int"],"default":null}`, "warning null-sentinel-replaced"},
		{"a code to null", `{"name":"v","type":"int","default":0,"doc":"1 => requested, 0 => not requested"}`, `{"name":"v","type":["null","int"],"default":null,"doc":"1 => requested, 0 => not requested"}`, "warning null-missing-vs-null"},
		{"timestamps renamed", `{"name":"created_secs","type":"long","doc":"Unix timestamp"}`, `{"name":"created_ms","type":"long","doc":"Unix timestamp","aliases":["created_secs"]}`, "warning unit-rename"},
		{"a value to null", `{"name":"v","type":"int","default":7}`, `{"name":"v","type":["null","int"],"default":null}`, "warning null-missing-vs-null"},
		{"empty text to null", `{"name":"v","type":"string","default":""}`, `{"name":"v","type":["null","string"],"default":null}`, "warning null-empty-vs-null"},
		{"required to nullable", `{"name":"v","type":"int"}`, `{"name":"v","type":["null","int"],"default":null}`, ""},
		{"epoch to null", `{"name":"v","type":{"type":"long","logicalType":"timestamp-millis"},"default":0}`, `{"name":"v","type":["null",{"type":"long","logicalType":"timestamp-millis"}],"default":null}`, "warning null-sentinel-replaced"},
		{"meaning of null in words", `{"name":"v","type":["null","int"],"doc":"null if unknown"}`, `{"name":"v","type":["null","int"],"doc":"Null when not known"}`, ""},
		{"counter", `{"name":"hits","type":"int","doc":"Number of hits"}`, `{"name":"hits","type":"long","doc":"Number of hits"}`, ""},
		{"meters per second", `{"name":"v","type":"double","doc":"Speed (m/s)"}`, `{"name":"v","type":"double","doc":"Speed (km/h)"}`, "error unit-scale-changed"},
		{"meters per second respelled", `{"name":"v","type":"double","doc":"Speed (m/s)"}`, `{"name":"v","type":"double","doc":"Speed in meters per second"}`, ""},
	} {
		w := parse(t, "writer.avsc", []byte(`{"type":"record","name":"R","fields":[`+tt.before+`]}`))
		r := parse(t, "reader.avsc", []byte(`{"type":"record","name":"R","fields":[`+tt.after+`]}`))
		var got []string
		for _, f := range find(w, r, nil, quiet(hazard.Rules)) {
			if f.Level >= compat.Warning {
				got = append(got, fmt.Sprintf("%s %s", f.Level, f.Rule.ID))
			}
		}
		if said := strings.Join(got, ", "); said != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, said, tt.want)
		}
	}
}
