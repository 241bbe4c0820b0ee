package avro

import twmb "github.com/twmb/avro"

// twmbReads is where github.com/twmb/avro v1.9 departs from the specification as a reader: a nullable field that was not
// written becomes null without a default, and a branch of the reader's union is chosen by name before it is chosen by fit.
var twmbReads = Policy{Runtime: "twmb", NullableFills: true, Choice: NameThenPromotion, AliasAnyNamespace: true}

// twmbLibrary asks its parser, its checker and its resolver.
var twmbLibrary = library[*twmb.Schema]{
	reads: &twmbReads,
	parse: func(text string) (*twmb.Schema, error) { return twmb.Parse(text) },
	check: func(w, r *twmb.Schema) error { return twmb.CheckCompatibility(w, r) },
	read: func(w, r *twmb.Schema, datum []byte) error {
		resolved, err := twmb.Resolve(w, r)
		if err != nil || datum == nil {
			return err
		}
		var v any
		_, err = resolved.Decode(datum, &v)
		return err
	},
	stuck: func(*Resolution) string { return "" },
}
