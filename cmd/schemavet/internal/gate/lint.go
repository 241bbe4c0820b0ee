package gate

// Each gathers every schema of the inputs by itself, with nothing to compare it with.
func (l *Loader) Each(q Request) (*Gathered, error) {
	out := &Gathered{}
	all, _, err := l.sides(&q, q.Paths, out)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, out.nothing()
	}
	for _, s := range all {
		if err := l.lone(&q, s, s.version, nil, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Lint looks at the current version of each subject alone, with every rule that looks at one side: what a schema says twice
// and differently, and what makes it invalid.
func Lint(subjects []*Subject, o Options) (*Result, error) {
	result := &Result{As: []string{"spec"}, Subjects: len(subjects), Changed: len(subjects)}
	outcomes := make([]outcome, len(subjects))
	selections, err := o.selections(subjects)
	if err != nil {
		return nil, err
	}
	each(len(subjects), o.Workers, func(i int) {
		r := runner{subject: subjects[i].alone(), options: &o, selection: selections[i]}
		r.lintAlone()
		outcomes[i] = r.out
	})
	for _, out := range outcomes {
		result.Findings = append(result.Findings, out.findings...)
		result.skip(out.skipped)
		result.Failures = append(result.Failures, out.failures...)
	}
	if err := settle(result, subjects, &o); err != nil {
		return nil, err
	}
	result.sort()
	return result, nil
}

// alone is the subject without its other versions.
func (s *Subject) alone() *Subject {
	lone := *s
	lone.Base, lone.Retained, lone.Steps = nil, nil, nil
	return &lone
}

func (r *runner) lintAlone() {
	r.begin()
	v := r.subject.Current
	switch {
	case v == nil: // a deleted subject says nothing that could contradict itself
		return
	case v.Err != nil:
		r.fail(v, v.Err)
		return
	}
	schema, err := v.parse(r.subject.Format)
	if err != nil {
		r.unreadable(v, err)
		return
	}
	r.unreadRefs(schema)
	r.alone(schema)
}
