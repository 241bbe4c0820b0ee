package meaning

import (
	"hash/maphash"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// TestAround: of two records in which a field says the same, the facts about it are the same where Around is. Most changes of other
// fields leave Around alone, so that facts are inferred once.
func TestAround(t *testing.T) {
	names := []string{"amount", "amount_cents", "currency", "amountCurrency", "unit", "length", "length_err", "lengthErr", "window", "windowUnit", "size", "note", "kind"}
	texts := []string{"", "", "Amount in cents of `currency`.", "In milliseconds.", "Length [m]", "Error [s]", "In the unit that `unit` names."}
	carriers := []Carrier{Int, Long, Double, Decimal, String, String, Enum, Bool}
	seed := maphash.MakeSeed()
	same, apart := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		sibling := func() Sibling {
			return Sibling{rapid.SampledFrom(names).Draw(r, "name"), rapid.SampledFrom(texts).Draw(r, "doc"), rapid.SampledFrom(carriers).Draw(r, "carrier")}
		}
		self := sibling()
		s := Statement{Field: self.Name, Doc: self.Doc, Carrier: self.Carrier}
		switch rapid.IntRange(0, 5).Draw(r, "states") {
		case 0:
			s.Properties = []Property{{Name: "unitField", JSON: `"unit"`}}
		case 1:
			s.Declared = &Declaration{UnitField: "currency"}
		}
		var of [2]Statement
		for i := range of {
			fields := []Sibling{self}
			for range rapid.IntRange(0, 3).Draw(r, "siblings") {
				fields = append(fields, sibling())
			}
			var content uint64
			for _, f := range fields {
				content = maphash.Comparable(seed, struct {
					before uint64
					field  Sibling
				}{content, f})
			}
			of[i] = s
			of[i].Family = NewFamily(fields, content)
		}
		if of[0].Around() != of[1].Around() {
			apart++
			return
		}
		same++
		if a, b := Infer(&of[0]), Infer(&of[1]); !reflect.DeepEqual(a, b) {
			r.Fatalf("%+v\nbeside %+v: %+v\nbeside %+v: %+v", s, of[0].Family.Fields(), a, of[1].Family.Fields(), b)
		}
	})
	if same < apart/4 || apart < same/20 {
		t.Errorf("%d pairs of records are the same around the field and %d are not: too few of one kind to show anything", same, apart)
	}
}
