package iceberg

import (
	"hash/maphash"

	"github.com/schemavet/schemavet/compat/position"
)

// textSeed makes hashes of one run comparable with each other, across documents too.
var textSeed = maphash.MakeSeed()

// contentOf hashes everything that a field states and a rule may read. Its children are hashed before it.
func contentOf(f *Field) uint64 {
	h := mix(uint64(uint32(f.ID)), text(f.Name))
	if f.Required {
		h = mix(h, 1)
	}
	h = mix(h, typeContent(f.Type))
	if f.Doc != "" {
		h = mix(h, text(f.Doc))
	}
	h = mix(mix(h, defaultContent(f.Initial)), defaultContent(f.Write))
	var extra uint64
	for _, m := range f.Extra {
		extra += mix(text(m.Key), jsonContent(m.Value)) // a sum: the order of members says nothing
	}
	return mix(h, extra)
}

func text(s string) uint64 { return maphash.String(textSeed, s) }

// mix combines two hashes, the order counts.
func mix(a, b uint64) uint64 {
	h := (a ^ b>>29) * 0x9E3779B97F4A7C15
	h = (h ^ b) * 0xBF58476D1CE4E5B9
	return h ^ h>>32
}

func typeContent(t *Type) uint64 {
	h := mix(uint64(t.Kind), uint64(t.Precision)<<32|uint64(uint32(t.Scale)))
	if t.Length != 0 {
		h = mix(h, uint64(t.Length))
	}
	if t.CRS != "" {
		h = mix(h, text(t.CRS+"/"+t.Algorithm))
	}
	for _, f := range t.Fields {
		h = mix(h, f.content)
	}
	return h
}

func defaultContent(d *Default) uint64 {
	if d == nil {
		return 0
	}
	return text(d.Text)
}

// jsonContent hashes a JSON value without its layout.
func jsonContent(v position.Value) uint64 {
	h := uint64(v.Kind()) + 1
	switch v.Kind() {
	case position.Object:
		var members uint64
		for m := range v.Members() {
			members += mix(text(m.Key), jsonContent(m.Value))
		}
		return mix(h, members)
	case position.Array:
		for e := range v.Elements() {
			h = mix(h, jsonContent(e))
		}
		return h
	}
	return mix(h, text(v.Text()))
}
