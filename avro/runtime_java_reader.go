package avro

import (
	"slices"
	"strings"
)

// javaReader is Java's Resolver: aliases rewrite the writer's schema first, by full name and by the full name of the record
// that holds a field; record names count only inside unions, and there by full name, then by structure.
type javaReader struct {
	walk
	aliases map[string]string            // alias -> the reader's full name
	fields  map[string]map[string]string // record's full name -> alias -> field
	rewrite bool
	torn    string                     // why the rewriting throws, "" where it does not
	broken  map[[2]*Type]bool          // of structureFails
	renamed map[*Type]map[string]int32 // of sources
	unions  map[*Type]*javaUnion       // by the reader's union
}

// javaUnion is what every look at a reader's union needs.
type javaUnion struct {
	exact map[string]int // named branches by full name
	fails bool           // the default of some field of a record branch cannot be read
}

func newJavaReader(w, r *Type) *javaReader {
	j := &javaReader{aliases: map[string]string{}, fields: map[string]map[string]string{}, broken: map[[2]*Type]bool{},
		renamed: map[*Type]map[string]int32{}, unions: map[*Type]*javaUnion{}}
	j.collect(r, map[*Type]bool{})
	if j.rewrite = w.id != r.id && len(j.aliases)+len(j.fields) > 0; j.rewrite {
		j.tear(w, map[*Type]bool{})
	}
	return j
}

// tear looks for what makes the rewriting throw, in all that is written, reached or not: two fields or branches of one name, and a
// default that names a field as it was called before.
func (j *javaReader) tear(w *Type, seen map[*Type]bool) {
	if seen[w] || j.torn != "" {
		return
	}
	seen[w] = true
	switch {
	case w.Kind == Union && j.merges(w):
		j.torn = "aliases give two branches of the written union one name"
	case w.Kind == Record && len(j.sources(w)) < len(w.Fields):
		j.torn = "aliases give two written fields one name"
	}
	for _, f := range w.Fields {
		if j.stale(f) {
			j.torn = "aliases rename a field that the writer's default of " + clip(f.Name) + " names"
		}
	}
	w.eachSlot(func(s *Slot) { j.tear(s.Type, seen) })
}

func (j *javaReader) collect(t *Type, seen map[*Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	for _, a := range t.javaAliases() {
		j.aliases[a] = t.Name
	}
	for _, f := range t.Fields {
		for _, a := range f.Aliases {
			if j.fields[t.Name] == nil {
				j.fields[t.Name] = map[string]string{}
			}
			j.fields[t.Name][a] = f.Name
		}
	}
	t.eachSlot(func(s *Slot) { j.collect(s.Type, seen) })
	if own := j.fields[t.Name]; own != nil && t.Kind == Record {
		for _, a := range t.javaAliases() {
			j.fields[a] = own
		}
	}
}

// name is the writer's full name after aliases have rewritten it.
func (j *javaReader) name(w *Type) string {
	if renamed, ok := j.aliases[w.Name]; ok && j.rewrite {
		return renamed
	}
	return w.Name
}

// stale reports a written field whose default names a field inside that aliases rename: the rewritten schema has no such default.
func (j *javaReader) stale(f *Field) bool {
	if !f.HasDefault() || !j.rewrite || len(j.fields) == 0 {
		return false
	}
	defaults := newJavaDefaults(f)
	defaults.name = j.field
	return !defaults.valid(f.Default, f.Type) && newJavaDefaults(f).valid(f.Default, f.Type)
}

// field is the name of a written record's field after aliases have rewritten it.
func (j *javaReader) field(w *Type, f *Field) string {
	if renamed, ok := j.fields[j.name(w)][f.Name]; ok && j.rewrite {
		return renamed
	}
	return f.Name
}

// sources are the writer's fields by the names that aliases give them.
func (j *javaReader) sources(w *Type) map[string]int32 {
	if known := j.renamed[w]; known != nil {
		return known
	}
	byName := make(map[string]int32, len(w.Fields))
	for i, f := range w.Fields {
		byName[j.field(w, f)] = int32(i)
	}
	j.renamed[w] = byName
	return byName
}

// merges reports whether aliases rename two branches of a written union to one.
func (j *javaReader) merges(w *Type) bool {
	var names []string
	for i := range w.Branches {
		if b := w.Branches[i].Type; b.Kind.Named() {
			names = append(names, j.name(b))
		}
	}
	slices.Sort(names)
	count := len(names)
	return len(slices.Compact(names)) < count
}

func (j *javaReader) visit(w, r *Type) {
	switch {
	case j.torn != "":
		j.meets(doesNotCome, j.torn)
	case w.Kind == Union:
		same := j.equivalent(w, r)
		for i := range w.Branches {
			if same {
				j.reach(w.Branches[i].Type, r.Branches[i].Type)
			} else {
				j.reach(w.Branches[i].Type, r)
			}
		}
	case r.Kind == Union:
		if b := j.branch(w, r); b >= 0 {
			j.reach(w, r.Branches[b].Type)
		} else {
			j.meets(doesNotCome, "its reader finds no branch for "+w.Spelling())
		}
	case w.Kind == r.Kind && (w.Kind == Array || w.Kind == Map):
		j.reach(w.Items.Type, r.Items.Type)
	case w.Kind == r.Kind && w.Kind == Record:
		j.records(w, r)
	case j.fails(w, r):
		j.meets(doesNotCome, "its reader does not read "+w.Spelling()+" as "+r.Spelling())
	default:
		j.scalar(w, r)
	}
}

func (j *javaReader) scalar(w, r *Type) {
	j.meets(promotion(w.Kind, r.Kind).outcome(), w.Kind.String()+" becomes "+r.Kind.String())
	if w.Kind == Enum && len((&joint{w: w, r: r}).missingSymbols()) > 0 {
		if r.Fallback == "" {
			j.meets(doesNotCome, "a written symbol is unknown to the reader's enum")
		}
		j.meets(comesChanged, "unknown symbols become the enum's default")
	}
	if r.Logical.Name != "" && w.Logical != r.Logical {
		j.meets(comesChanged, "the value is converted as "+r.Spelling())
	}
}

func (j *javaReader) records(w, r *Type) {
	sources := j.sources(w)
	for _, f := range r.Fields {
		source, written := sources[f.Name]
		switch {
		case written:
			j.reach(w.Fields[source].Type, f.Type)
		case !f.HasDefault():
			j.meets(doesNotCome, "the field "+clip(f.Name)+" is not written and has no default")
		default:
			o := fills{}.java(f.Default, f.Type)
			if len(f.Aliases) > 0 && o == comesThrough && (&matching{}).byAlias(w, f, unwritten, 0) >= 0 {
				o = comesChanged
			}
			j.meets(o, "the default of "+clip(f.Name)+" is what its reader makes of it")
		}
	}
}

// fails is whether the Resolver has an error at once for a pair, without looking at what lies deeper.
func (j *javaReader) fails(w, r *Type) bool {
	switch {
	case w.Kind == Union:
		return false
	case r.Kind == Union:
		return j.branch(w, r) < 0
	case w.Kind != r.Kind:
		return promotion(w.Kind, r.Kind) == impossible
	case w.Kind == Fixed:
		return shortName(j.name(w)) != r.ShortName() || w.Size != r.Size
	case w.Kind == Enum:
		return shortName(j.name(w)) != r.ShortName()
	case w.Kind == Record:
		return j.lacks(w, r)
	}
	return false
}

func (j *javaReader) lacks(w, r *Type) bool {
	sources := j.sources(w)
	for _, f := range r.Fields {
		if _, written := sources[f.Name]; !written && !f.HasDefault() {
			return true
		}
	}
	return false
}

// union looks once at what every look at a reader's union needs.
func (j *javaReader) union(r *Type) *javaUnion {
	if known := j.unions[r]; known != nil {
		return known
	}
	u := &javaUnion{exact: map[string]int{}}
	for i := range r.Branches {
		b := r.Branches[i].Type
		if b.Kind.Named() {
			u.exact[b.Name] = i
		}
		for _, f := range b.Fields {
			u.fails = u.fails || f.HasDefault() && (fills{}).java(f.Default, f.Type) == doesNotCome
		}
	}
	j.unions[r] = u
	return u
}

// mostStructures bounds the unions whose records are compared by structure. Past it a record that no branch has the name of
// counts as unmatched: comparing each with each would take minutes.
const mostStructures = 2000

// branch is ReaderUnion.firstMatchingBranch: the same full name, else a record of the same structure (the last with the
// same short name, else the first), else the first promotion.
func (j *javaReader) branch(w, r *Type) int {
	exact := -1
	if w.Kind.Named() {
		u := j.union(r)
		if i, met := u.exact[j.name(w)]; met && r.Branches[i].Type.Kind == w.Kind {
			exact = i
		}
		// Records before that branch are resolved too, which matters only when a default fails there.
		if exact >= 0 && !u.fails || w.Kind != Record || len(r.Branches) > mostStructures {
			return exact
		}
	}
	structure := -1
	for i := range r.Branches {
		b := r.Branches[i].Type
		switch {
		case b.Kind != w.Kind:
		case !w.Kind.Named(), i == exact:
			return i
		case w.Kind == Record && !j.structureFails(w, b) && (structure < 0 || shortName(j.name(w)) == b.ShortName()):
			structure = i
		}
	}
	if structure >= 0 {
		return structure
	}
	for i := range r.Branches {
		if b := r.Branches[i].Type; b.Kind != w.Kind && promotion(w.Kind, b.Kind) != impossible {
			return i
		}
	}
	return -1
}

// structureFails is hasMatchError: the record itself or one of its fields has an error at once.
func (j *javaReader) structureFails(w, r *Type) bool {
	key := [2]*Type{w, r}
	if known, met := j.broken[key]; met {
		return known
	}
	j.broken[key] = false // while it is being looked at, as the Resolver's own map has it
	sources := j.sources(w)
	fails := j.lacks(w, r)
	if !fails {
		for _, f := range r.Fields {
			if source, written := sources[f.Name]; written && j.fails(w.Fields[source].Type, f.Type) {
				fails = true
			}
		}
	}
	j.broken[key] = fails
	for _, f := range r.Fields { // defaults are worked out for every branch that is looked at
		if _, written := sources[f.Name]; !written && !fails && f.HasDefault() && (fills{}).java(f.Default, f.Type) == doesNotCome {
			j.meets(doesNotCome, "the default of "+clip(f.Name)+" cannot be read")
		}
	}
	return fails
}

// equivalent is unionEquiv: two unions whose branches agree one by one, by unqualified names, are read branch by branch.
func (j *javaReader) equivalent(w, r *Type) bool {
	return j.alike(w, r, map[[2]*Type]bool{})
}

func (j *javaReader) alike(w, r *Type, seen map[[2]*Type]bool) bool {
	if w.Kind != r.Kind || w.Kind.Named() && shortName(j.name(w)) != r.ShortName() {
		return false
	}
	switch w.Kind {
	case Array, Map:
		return j.alike(w.Items.Type, r.Items.Type, seen)
	case Fixed:
		return w.Size == r.Size
	case Enum:
		return strings.Join(w.Symbols, " ") == strings.Join(r.Symbols, " ")
	case Union:
		if len(w.Branches) != len(r.Branches) {
			return false
		}
		for i := range w.Branches {
			if !j.alike(w.Branches[i].Type, r.Branches[i].Type, seen) {
				return false
			}
		}
		return true
	case Record:
		return j.alikeRecords(w, r, seen)
	}
	return true
}

func (j *javaReader) alikeRecords(w, r *Type, seen map[[2]*Type]bool) bool {
	key := [2]*Type{w, r}
	if known, met := seen[key]; met {
		return known
	}
	seen[key] = true
	sources := j.sources(w)
	same := len(w.Fields) == len(r.Fields)
	for i := 0; same && i < len(r.Fields); i++ {
		source, written := sources[r.Fields[i].Name]
		same = written && int(source) == i && j.alike(w.Fields[i].Type, r.Fields[i].Type, seen)
	}
	seen[key] = same
	return same
}
