package iceberg

import (
	"sort"

	"github.com/schemavet/schemavet/compat"
)

// A History is the schemas of one table, oldest first, with what every id and every name once stood for. Rules ask it
// what two neighbouring schemas do not show: a column dropped long ago whose id or name comes back.
type History struct {
	Schemas []*Schema
	place   map[*Schema]int
	ids     map[int][]run
	names   map[compat.Path][]run
	highest []int // highest[i]: the highest id of all schemas before i
}

// A run is a stretch of schemas, from first to last, in which an id or a name stood for one column.
type run struct {
	first, last int
	field       *Field // as the last of them has it
}

// NewHistory indexes schemas that are given oldest first. A schema may stand in it more than once.
func NewHistory(schemas []*Schema) *History {
	h := &History{Schemas: schemas, place: make(map[*Schema]int, len(schemas)), ids: map[int][]run{}, names: map[compat.Path][]run{},
		highest: make([]int, len(schemas)+1)}
	for i, s := range schemas {
		h.place[s] = i
		h.highest[i+1] = max(h.highest[i], s.HighestID)
		for _, f := range s.All {
			h.ids[f.ID] = extend(h.ids[f.ID], i, f, true)
			if f.role() == Struct {
				h.names[f.Path] = extend(h.names[f.Path], i, f, false)
			}
		}
	}
	return h
}

// gaveOut tells that ids up to highest had been given out before schema i, by schemas that are not here.
func (h *History) gaveOut(i, highest int) {
	for ; i < len(h.highest); i++ {
		h.highest[i] = max(h.highest[i], highest)
	}
}

// extend adds schema i to the last run, or starts a new run where the column was away or another one took its place.
func extend(runs []run, i int, f *Field, byID bool) []run {
	if n := len(runs); n > 0 {
		last := &runs[n-1]
		if last.last == i { // a duplicate id or name in one schema is a problem of its own
			return runs
		}
		if last.last == i-1 && (byID || last.field.ID == f.ID) {
			last.last, last.field = i, f
			return runs
		}
	}
	return append(runs, run{i, i, f})
}

// index is where a schema stands, len(Schemas) for one that is not of the history.
func (h *History) index(s *Schema) int {
	if i, ok := h.place[s]; ok {
		return i
	}
	return len(h.Schemas)
}

// bore is the last other column that had a name before schema i; nil without one.
func (h *History) bore(path compat.Path, id, before int) *Field {
	runs := h.names[path]
	for k := since(runs, before) - 1; k >= 0; k-- {
		if runs[k].field.ID != id {
			return runs[k].field
		}
	}
	return nil
}

// named is the column that has a name in schema i, as the last schema in which it has it knows it; nil without one.
func (h *History) named(path compat.Path, i int) *Field {
	runs := h.names[path]
	if k := since(runs, i+1) - 1; k >= 0 && i <= runs[k].last {
		return runs[k].field
	}
	return nil
}

// since is the number of runs that began before schema i.
func since(runs []run, i int) int {
	return sort.Search(len(runs), func(k int) bool { return runs[k].first >= i })
}

// gone is the column that an id stood for before it went away, for an id that came back between the schemas older and
// younger; nil when it did not.
func (h *History) gone(id, older, younger int) *Field {
	runs := h.ids[id]
	k := since(runs, younger+1) - 1
	if k > 0 && younger <= runs[k].last && runs[k].first > older {
		return runs[k-1].field
	}
	return nil
}
