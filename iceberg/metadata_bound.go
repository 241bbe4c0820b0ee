package iceberg

import (
	"strings"

	"github.com/schemavet/schemavet/compat/position"
)

func (r *tableReader) specs(v position.Value) error {
	if err := list(v, "partition-specs"); err != nil {
		return err
	}
	for e := range v.Elements() {
		s := &Spec{At: e.Place()}
		fields, err := boundFields(e, "spec-id", &s.ID)
		if err != nil {
			return err
		}
		s.Fields = fields
		r.table.Specs = append(r.table.Specs, s)
	}
	return nil
}

func (r *tableReader) orders(v position.Value) error {
	if err := list(v, "sort-orders"); err != nil {
		return err
	}
	for e := range v.Elements() {
		o := &Order{At: e.Place()}
		fields, err := boundFields(e, "order-id", &o.ID)
		if err != nil {
			return err
		}
		o.Fields = fields
		r.table.Orders = append(r.table.Orders, o)
	}
	return nil
}

// boundFields reads {"spec-id": 0, "fields": […]} and its like for sort orders.
func boundFields(v position.Value, idKey string, id *int) ([]*Bound, error) {
	if !v.Is(position.Object) {
		return nil, fail(v, "a spec or sort order is an object, this is %s", kindWord(v))
	}
	if n, ok := v.Member(idKey); ok {
		if err := integer(n, idKey, id); err != nil {
			return nil, err
		}
	} else {
		return nil, fail(v, "no %q", idKey)
	}
	fields, ok := v.Member("fields")
	if !ok {
		return nil, fail(v, `no "fields"`)
	}
	return boundList(fields)
}

func boundList(fields position.Value) ([]*Bound, error) {
	if err := list(fields, "fields"); err != nil {
		return nil, err
	}
	var all []*Bound
	for e := range fields.Elements() {
		b, err := bound(e)
		if err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

func bound(v position.Value) (*Bound, error) {
	b := &Bound{At: v.Place()}
	if !v.Is(position.Object) {
		return nil, fail(v, "a field of a spec or sort order is an object, this is %s", kindWord(v))
	}
	for m := range v.Members() {
		switch m.Key {
		case "source-id":
			id, err := readInt(m.Value, "source-id")
			if err != nil {
				return nil, err
			}
			if b.Sources == nil {
				b.Sources = []int{id}
			}
		case "source-ids": // version 3, transforms with several arguments; wins over source-id
			if err := list(m.Value, "source-ids"); err != nil {
				return nil, err
			}
			b.Sources = nil
			for e := range m.Value.Elements() {
				id, err := readInt(e, "source-ids")
				if err != nil {
					return nil, err
				}
				b.Sources = append(b.Sources, id)
			}
		case "field-id":
			id, err := readInt(m.Value, "field-id")
			if err != nil {
				return nil, err
			}
			b.FieldID = id
		case "name":
			if err := textOf(m.Value, "name", &b.Name); err != nil {
				return nil, err
			}
		case "transform":
			if err := textOf(m.Value, "transform", &b.Transform); err != nil {
				return nil, err
			}
		case "direction":
			if err := oneOf(m.Value, "direction", "asc", "desc"); err != nil {
				return nil, err
			}
			b.sorted = " " + strings.ToLower(m.Value.Text()) + b.sorted
		case "null-order":
			if err := oneOf(m.Value, "null-order", "nulls-first", "nulls-last"); err != nil {
				return nil, err
			}
			b.sorted += " " + strings.ToLower(m.Value.Text())
		}
	}
	_, single := v.Member("source-id")
	b.bySeveral = !single
	switch {
	case len(b.Sources) == 0:
		return nil, fail(v, "the field has no source-id")
	case b.Transform == "":
		return nil, fail(v, "the field has no transform")
	}
	return b, nil
}

// legacySpec reads version 1's partition-spec where partition-specs is absent.
func (r *tableReader) legacySpec() error {
	v, ok := r.present["partition-spec"]
	if !ok || len(r.table.Specs) > 0 || !v.Is(position.Array) {
		return nil
	}
	fields, err := boundList(v)
	if err != nil {
		return err
	}
	r.table.Specs = []*Spec{{ID: max(r.defaultSpec, 0), Fields: fields, At: v.Place()}}
	r.defaultSpec = r.table.Specs[0].ID
	return nil
}
