package ruletest

import twmb "github.com/twmb/avro"

// ReadByTwmb decodes an Avro datum under a pair with another implementation: what an example says must hold there too.
func ReadByTwmb(writer, reader string, datum []byte) (v any, err error) {
	w, err := twmb.Parse(writer)
	if err != nil {
		return nil, err
	}
	r, err := twmb.Parse(reader)
	if err != nil {
		return nil, err
	}
	resolved, err := twmb.Resolve(w, r)
	if err != nil {
		return nil, err
	}
	_, err = resolved.Decode(datum, &v)
	return v, err
}
