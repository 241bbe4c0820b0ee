package rollout

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Merge takes several plans that run at the same time as one: their steps with no order between them, so that every
// interleaving counts. What both describe (a channel, a participant) must be described alike; versions and builds add
// up. Steps of the same id are told apart by their plan's name. The error is a *LoadError.
func Merge(plans ...*Plan) (*Plan, error) {
	m := &merger{known: map[string]bool{}, ids: map[string]string{}}
	for i, original := range plans {
		p := inFile(original)
		if i == 0 {
			sum := *p
			m.sum, sum.Steps = &sum, nil
			m.take(p)
			continue
		}
		m.sum.Name, m.sum.File = m.sum.Name+" + "+p.Name, m.sum.File+" + "+p.File
		m.take(p)
		m.add(p)
	}
	m.across()
	if m.problems != nil {
		return nil, &LoadError{m.sum.File, firstProblems(m.problems)}
	}
	m.sum.Policy.Order = "after"
	return m.sum, nil
}

// A merger adds plans up.
type merger struct {
	sum      *Plan
	problems []Problem
	known    map[string]bool   // ids of the sum's steps
	ids      map[string]string // plan/step -> the step's id in the sum
}

// across finds the steps of the other plans that steps wait for.
func (m *merger) across() {
	find := func(ref *Ref) {
		switch id := m.ids[ref.Name]; {
		case ref.Name == "end", m.known[ref.Name]:
		case id != "":
			ref.Name = id
		default:
			m.fail(ref.At, "no step is called %q in any of the plans that are checked together%s", ref.Name, didYouMean(ref.Name, slices.Sorted(maps.Keys(m.ids))))
		}
	}
	m.sum.outside = nil
	for i := range m.sum.Steps {
		for k := range m.sum.Steps[i].After {
			find(&m.sum.Steps[i].After[k])
		}
		if r := m.sum.Steps[i].Rollback; r != nil {
			find(&r.Until)
		}
	}
}

// strangers says of a plan that is checked alone that it waits for steps of others.
func (p *Plan) strangers() []Problem {
	var problems []Problem
	for _, ref := range p.outside {
		plan, step, _ := strings.Cut(ref.Name, "/")
		problems = append(problems, Problem{ref.At, fmt.Sprintf("no step is called %q here; if %s is a step of the plan %s, check both files together: schemavet plan check FILE FILE", ref.Name, step, plan)})
	}
	return firstProblems(problems)
}

func (m *merger) fail(at Pos, format string, args ...any) {
	m.problems = append(m.problems, Problem{at, fmt.Sprintf(format, args...)})
}

// inFile copies a plan and writes its file's name into every place, so that findings say which of the files they are
// about.
func inFile(p *Plan) *Plan {
	return placed(reflect.ValueOf(p).Elem(), p.File).Addr().Interface().(*Plan)
}

// placed copies a value with the file in every Pos.
func placed(v reflect.Value, file string) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch {
	case v.Type() == reflect.TypeFor[Pos]():
		if v.Field(0).Int() > 0 {
			out.FieldByName("File").SetString(file)
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.Field(i).Set(placed(v.Field(i), file))
			}
		}
	case v.Kind() == reflect.Slice && !v.IsNil():
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(placed(v.Index(i), file))
		}
	case v.Kind() == reflect.Pointer && !v.IsNil():
		out.Set(reflect.New(v.Type().Elem()))
		out.Elem().Set(placed(v.Elem(), file))
	}
	return out
}

// take adds a plan's steps, renamed where an id is taken.
func (m *merger) take(p *Plan) {
	rename := map[string]string{}
	for _, s := range p.Steps {
		if m.known[s.ID] {
			rename[s.ID] = p.Name + "/" + s.ID
		}
	}
	ref := func(r *Ref) {
		if fresh := rename[r.Name]; fresh != "" {
			r.Name = fresh
		}
	}
	for i := range p.Gates {
		for k := range p.Gates[i].RequiredBy {
			ref(&p.Gates[i].RequiredBy[k])
		}
	}
	for i := range p.Promises {
		ref(&p.Promises[i].Before)
	}
	for _, s := range p.Steps {
		if fresh := rename[s.ID]; fresh != "" {
			s.ID = fresh
		}
		s.listed = false // what the list implied stands in After now
		for k := range s.After {
			ref(&s.After[k])
		}
		if s.Rollback != nil {
			ref(&s.Rollback.Until)
		}
		if m.known[s.ID] {
			m.fail(s.At, "the step id %q is given twice, in plans of one name", s.ID)
		}
		m.known[s.ID] = true
		m.sum.Steps = append(m.sum.Steps, s)
	}
	for _, s := range p.Steps {
		m.ids[p.Name+"/"+s.ID] = cmp.Or(rename[s.ID], s.ID)
	}
}

// add adds the rest of a plan.
func (m *merger) add(p *Plan) {
	for i := range p.Channels {
		m.channel(&p.Channels[i])
	}
	for i := range p.Participants {
		m.participant(&p.Participants[i])
	}
	for i := range p.Gates {
		if old := m.sum.gate(p.Gates[i].Name); old == nil {
			m.sum.Gates = append(m.sum.Gates, p.Gates[i])
		} else if alike(old) != alike(&p.Gates[i]) {
			m.fail(p.Gates[i].At, "the gate %s is defined in another way in %s", p.Gates[i].Name, old.At.File)
		}
	}
	for i := range p.Datasets {
		if old := m.sum.dataset(p.Datasets[i].Name); old == nil {
			m.sum.Datasets = append(m.sum.Datasets, p.Datasets[i])
		} else if alike(old) != alike(&p.Datasets[i]) {
			m.fail(p.Datasets[i].At, "the dataset %s is described in another way in %s", p.Datasets[i].Name, old.At.File)
		}
	}
	switch {
	case m.sum.Repair == nil:
		m.sum.Repair = p.Repair
	case p.Repair != nil:
		m.fail(p.Repair.At, "both plans have a repair; one of them at a time can be judged")
	}
	m.sum.Meanings = append(slices.Clip(m.sum.Meanings), p.Meanings...)
	m.sum.Transforms = append(slices.Clip(m.sum.Transforms), p.Transforms...)
	m.sum.Promises = append(slices.Clip(m.sum.Promises), p.Promises...)
	m.sum.Tested = append(slices.Clip(m.sum.Tested), p.Tested...)
	m.sum.Waivers = append(slices.Clip(m.sum.Waivers), p.Waivers...)
	m.sum.Approvals = append(slices.Clip(m.sum.Approvals), p.Approvals...)
	m.sum.Policy.ClockSkew = max(m.sum.Policy.ClockSkew, p.Policy.ClockSkew)
}

// alike writes a value without its places, to compare two descriptions.
func alike(v any) string {
	e := &encoder{}
	e.object(reflect.ValueOf(v).Elem())
	return e.b.String()
}

// channel adds a channel, or the versions that the other plan does not know.
func (m *merger) channel(ch *Channel) {
	old := m.sum.channel(ch.Name)
	if old == nil {
		m.sum.Channels = append(slices.Clip(m.sum.Channels), *ch)
		return
	}
	a, b := *old, *ch
	a.Schemas, b.Schemas = nil, nil
	if alike(&a) != alike(&b) {
		m.fail(ch.At, "the channel %s is described in another way in %s", ch.Name, old.At.File)
		return
	}
	old.Schemas = slices.Clone(old.Schemas)
	for _, v := range ch.Schemas {
		known := old.version(v.Name)
		switch {
		case known == nil:
			old.Schemas = append(old.Schemas, v)
		case known.Path != v.Path:
			m.fail(v.At, "version %s of %s is %s here and %s in %s", v.Name, ch.Name, v.Path, known.Path, known.At.File)
		}
	}
}

// participant adds a participant, or the builds that the other plan does not know.
func (m *merger) participant(part *Participant) {
	old := m.sum.participant(part.Name)
	if old == nil {
		m.sum.Participants = append(slices.Clip(m.sum.Participants), *part)
		return
	}
	a, b := *old, *part
	a.Builds, b.Builds = nil, nil
	if alike(&a) != alike(&b) {
		m.fail(part.At, "the participant %s is described in another way in %s", part.Name, old.At.File)
		return
	}
	old.Builds = slices.Clone(old.Builds)
	for i := range part.Builds {
		known := old.build(part.Builds[i].Name)
		switch {
		case known == nil:
			old.Builds = append(old.Builds, part.Builds[i])
		case alike(known) != alike(&part.Builds[i]):
			m.fail(part.Builds[i].At, "the build %s/%s is described in another way in %s", part.Name, part.Builds[i].Name, strings.TrimSpace(known.At.File))
		}
	}
}
