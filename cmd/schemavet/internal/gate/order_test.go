package gate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
	"github.com/schemavet/schemavet/compat/meaning"
)

// ordering are options under which a run looks at the order of a rollout, as check does.
func ordering(ruling Ruling) Options {
	return Options{
		Rules: hazard.Rules, Facts: func() func(*compat.Node) *meaning.Facts { return hazard.NewFacts(nil).Of },
		Order: func(*Contraction) Ruling { return ruling },
	}
}

// orders are the findings of a run about order, as "rule path from>to".
func orders(r *Result) []string {
	var all []string
	for _, f := range r.Findings {
		if f.Rule.Family() == "order" {
			all = append(all, fmt.Sprintf("%s %s %s>%s", f.Rule.ID, f.Path, f.From, f.To))
		}
	}
	return all
}

func TestContracts(t *testing.T) {
	enum := func(symbols, more string) string {
		return `{"type":"enum","name":"E","symbols":[` + symbols + `]` + more + `}`
	}
	for _, c := range []struct{ name, before, after, want string }{
		{"nothing", order(`a "int"`), order(`a "int"`), ""},
		{"a doc", order(`a "int"`), strings.Replace(order(`a "int"`), `"type":"int"`, `"type":"int","doc":"x"`, 1), ""},
		{"nullable and new", order(`a "int"`), order(`a "int"`, `b ["null","int"] null`), ""},
		{"required and new: no thing is gone", order(`a "int"`), order(`a "int"`, `b "int"`), ""},
		{"widened", order(`a "int"`), order(`a "long"`), ""},
		{"another type", order(`a "int"`), order(`a "string"`), ""},
		{"removed", order(`a "int"`, `b "int"`), order(`a "int"`), "Order.b is removed"},
		{"removed inside", order(`a {"type":"array","items":{"type":"record","name":"I","fields":[{"name":"x","type":"int"},{"name":"y","type":"int"}]}}`),
			order(`a {"type":"array","items":{"type":"record","name":"I","fields":[{"name":"x","type":"int"}]}}`), "Order.a[].y is removed"},
		{"alias", order(`a "int"`), `{"type":"record","name":"Order","fields":[{"name":"b","type":"int","aliases":["a"]}]}`, "Order.b is the new name of a"},
		{"record renamed", order(`a "int"`), `{"type":"record","name":"Sale","aliases":["Order"],"fields":[{"name":"a","type":"int"}]}`, ""},
		{"symbol", order("a " + enum(`"A","B","C"`, "")), order("a " + enum(`"A","B"`, "")), "Order.a loses the symbol C"},
		{"symbol with default", order("a " + enum(`"A","B","C"`, `,"default":"A"`)), order("a " + enum(`"A","B"`, `,"default":"A"`)), "Order.a loses the symbol C"},
		{"symbol of a nullable enum", order(`a ["null",` + enum(`"A","B","C"`, "") + "]"), order(`a ["null",` + enum(`"A","B"`, "") + "]"), "Order.a loses the symbol C"},
		{"symbol of items", order(`a {"type":"array","items":` + enum(`"A","B","C"`, "") + "}"), order(`a {"type":"array","items":` + enum(`"A"`, "") + "}"), "Order.a[] no longer takes B, C"},
		{"removed behind a union", order(`a ["null",{"type":"record","name":"I","fields":[{"name":"x","type":"int"},{"name":"y","type":"int"}]}] null`),
			order(`a ["null",{"type":"record","name":"I","fields":[{"name":"x","type":"int"}]}] null`), "Order.a.y is removed"},
		{"null of items", order(`a {"type":"map","values":["null","int"]}`), order(`a {"type":"map","values":"int"}`), "Order.a{} becomes required: null is no longer taken"},
		{"in a tree of itself", order(`a {"type":"record","name":"T","fields":[{"name":"l","type":["null","T"]},{"name":"v","type":"int"}]}`),
			order(`a {"type":"record","name":"T","fields":[{"name":"l","type":["null","T"]}]}`), "Order.a.v is removed"},
		{"symbol added", order("a " + enum(`"A"`, "")), order("a " + enum(`"A","B"`, "")), ""},
		{"branch", order(`a ["null","int","string"]`), order(`a ["null","int"]`), "Order.a no longer takes string"},
		{"branch added", order(`a ["null","int"]`), order(`a ["null","int","string"]`), ""},
		{"branch replaced", order(`a ["null","int"]`), order(`a ["null","string"]`), ""},
		{"null", order(`a ["null","int"]`), order(`a "int"`), "Order.a becomes required: null is no longer taken"},
		{"default", order(`a "int" 0`), order(`a "int"`), "Order.a becomes required: its default is gone"},
		{"what is gone comes first", order(`a "int" 0`, `b "int"`), order(`a "int"`), "Order.b is removed; Order.a becomes required: its default is gone"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, mode := range []string{"backward", "forward", "full-transitive"} {
				var told []string
				o := ordering(Ruling{})
				o.Order = func(c *Contraction) Ruling { told = append(told, c.Told()); return Ruling{} }
				result := run(t, o, history(mode, c.before, c.after))
				if got := strings.Join(told, " | "); got != c.want {
					t.Errorf("%s: contracts %q, want %q", mode, got, c.want)
				}
				notes := slices.DeleteFunc(orders(result), func(f string) bool { return !strings.HasPrefix(f, "order-contracts ") })
				if want := min(len(c.want), 1); len(notes) != want {
					t.Errorf("%s: notes %v, want %d", mode, notes, want)
				}
			}
		})
	}
}

func TestContractWithExpand(t *testing.T) {
	doc := func(name, typ, text string) string {
		return fmt.Sprintf(`{"type":"record","name":"Order","fields":[{"name":%q,"type":%s,"doc":%q}]}`, name, typ, text)
	}
	for _, c := range []struct{ name, before, after, want string }{
		{"unit", order(`amount "double"`), order(`amount_cents ["null","long"] null`), "amount>amount_cents"},
		{"type in the name", order(`price "double"`), order(`price_decimal ["null",{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}] null`), "price>price_decimal"},
		{"time", order(`ts "long"`), order(`ts_ms "long" 0`), "ts>ts_ms"},
		{"unit with in", order(`weight "double"`), order(`weight_in_grams "int" 0`), "weight>weight_in_grams"},
		{"camel case", order(`timeoutSeconds "int"`), order(`timeoutMs "int" 0`), "timeoutSeconds>timeoutMs"},
		{"version", order(`address {"type":"map","values":"string"}`), order(`address_v2 ["null","string"] null`), "address>address_v2"},
		{"likeness", order(`amount "int"`), order(`order_amount "int" 0`), "amount>order_amount"},
		{"case", order(`userId "int"`), order(`user_id "int" 0`), "userId>user_id"},
		{"the new doc says so", order(`amount "int"`), doc("total", `["null","string"]`, "Replaces `amount`."), "amount>total"},
		{"the old doc says so", doc("amount", `"int"`, "Deprecated, use total"), order(`total ["null","string"] null`), "amount>total"},
		{"required", order(`amount "double"`), order(`amount_cents "long"`), "amount>amount_cents"},
		{"by an alias the values survive", order(`amount "int"`), `{"type":"record","name":"Order","fields":[{"name":"amount_cents","type":"int","aliases":["amount"],"default":0}]}`, ""},
		{"both stay", order(`amount "double"`), order(`amount "double"`, `amount_cents ["null","long"] null`), ""},
		{"the overlap ends", order(`amount "double"`, `amount_cents ["null","long"] null`), order(`amount_cents ["null","long"] null`), ""},
		{"a third form stays", order(`amount "double"`, `amount_str "string"`), order(`amount "double"`, `amount_cents "long" 0`), ""},
		{"two that have nothing to do with each other", order(`note "string"`), order(`amount_cents ["null","long"] null`), ""},
		{"one word in common", order(`user_name "string"`), order(`user_email ["null","string"] null`), ""},
		{"two came", order(`size "int"`), order(`size_kb "int" 0`, `size_mb "int" 0`), ""},
		{"units of other quantities", order(`total_bytes "long"`), order(`total_seconds "long" 0`), ""},
		{"a share and an amount", order(`disk_percent "int"`), order(`disk_bytes "long" 0`), ""},
		{"protocols", order(`ip_v4 "string"`), order(`ip_v6 ["null","string"] null`), ""},
		{"protocols in camel case", order(`hostIPV4 "string"`), order(`hostIPV6 ["null","string"] null`), ""},
		{"numbered", order(`line1 "string"`), order(`line2 ["null","string"] null`), ""},
		{"units alone", order(`days "int"`), order(`hours "int" 0`), ""},
		{"versions", order(`price_v1 "string"`), order(`price_v2 "string" ""`), "price_v1>price_v2"},
		{"decimal of minor units", order(`fee_minor_units "long"`), order(`fee "double" 0`), "fee_minor_units>fee"},
		{"currencies", order(`price_usd "long"`), order(`price_cents ["null","long"] null`), "price_usd>price_cents"},
		{"a record of that stem", order(`price {"type":"array","items":"int"}`), order(`price_usd "int" 0`), ""},
		{"the doc denies it", order(`amount "int"`), doc("total", `["null","string"]`, "does not replace amount"), ""},
		{"the doc names it", order(`amount "int"`), doc("total", `["null","string"]`, "sum of amount and vat"), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, f := range run(t, ordering(Ruling{}), history("backward", c.before, c.after)).Findings {
				if f.Rule != orderContractWithExpand {
					continue
				}
				got = append(got, f.From+">"+f.To)
				if f.Level != compat.Error || f.Sample == nil || f.Sample.Written == "" || f.Sample.Read == "" || f.Writer.IsZero() || f.Reader.IsZero() || strings.Contains(strings.Join(f.Recipe, ""), "{{") {
					t.Errorf("not told in full: %+v", f.Finding)
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("replaced %v, want %q", got, c.want)
			}
		})
	}
}

// TestOneCauseOneFrame: what another rule has found already is told in one frame, the worse finding's, and stays a finding.
func TestOneCauseOneFrame(t *testing.T) {
	for _, c := range []struct{ before, after, frame, inside string }{
		{order(`amount "int"`), order(`order_amount "int" 0`), "name-field-renamed", "order-contract-with-expand"},
		{order(`amount "double"`), order(`amount_cents "long"`), "avro-field-missing", "order-contract-with-expand"},
		{order(`price_usd "long"`), order(`price_cents ["null","long"] null`), "order-contract-with-expand", "unit-drop-add"},
	} {
		var inside []string
		for _, f := range run(t, ordering(Ruling{}), history("backward", c.before, c.after)).Findings {
			if f.Within != nil {
				inside = append(inside, f.Rule.ID+" in "+f.Within.Rule.ID)
			}
		}
		if diff := cmp.Diff([]string{c.inside + " in " + c.frame}, inside); diff != "" {
			t.Errorf("%s -> %s (-want +got):\n%s", c.before, c.after, diff)
		}
	}
}

// TestOrderIsAskedFor: without the plans' say a run is about what changes mean, and the rules can be switched off.
func TestOrderIsAskedFor(t *testing.T) {
	s := func() *Subject { return history("backward", order(`amount "double"`), order(`amount_cents "long" 0`)) }
	o := ordering(Ruling{Rule: OrderPlanMissing, Message: "none covers it"})
	if got := orders(run(t, o, s())); len(got) != 3 {
		t.Errorf("findings %v, want three", got)
	}
	quiet := s()
	quiet.Config = &config.Config{Levels: []config.Level{{Rule: "order", Level: compat.Off}}}
	if got := orders(run(t, o, quiet)); len(got) != 0 {
		t.Errorf("findings at level off: %v", got)
	}
	o.Select = []string{"-order"}
	if got := orders(run(t, o, s())); len(got) != 0 {
		t.Errorf("findings of rules that are off: %v", got)
	}
	o.Select, o.Order = nil, nil
	if got := orders(run(t, o, s())); len(got) != 0 {
		t.Errorf("findings that nobody asked for: %v", got)
	}
}

// TestOrderExamples: the rules fire on their own examples, and not on the repaired ones.
func TestOrderExamples(t *testing.T) {
	for _, rule := range []*compat.Rule{orderContracts, orderContractWithExpand} {
		fires := func(reader string) bool {
			return slices.ContainsFunc(run(t, ordering(Ruling{}), history("backward", rule.Example.Writer, reader)).Findings, func(f *Finding) bool {
				return f.Rule == rule && f.Path == rule.Example.Path
			})
		}
		if !fires(rule.Example.Reader) || fires(rule.Example.Fixed) {
			t.Errorf("%s: its example fires: %v, the repaired one: %v", rule.ID, fires(rule.Example.Reader), fires(rule.Example.Fixed))
		}
	}
}

// FuzzStem: names of any kind neither end a run nor lose what tells two fields apart.
func FuzzStem(f *testing.F) {
	for _, name := range []string{"weight_in_grams", "_new", "_", "V2", "price_v2", "ts", "ns_us_ms", "日_ms", "\xff_ms", ""} {
		f.Add(name, "amount")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if s := stem(a); s != "" && s != stem(s) && stem(stem(s)) == "" {
			t.Errorf("stem of %q is %q, which has none", a, s)
		}
		if otherQuantity(a, b) != otherQuantity(b, a) {
			t.Errorf("%q and %q: it matters which comes first", a, b)
		}
	})
}
