package gate

import (
	"slices"

	"github.com/schemavet/schemavet/compat"
)

// add keeps a finding unless the same transition is there already, of another version or seen from the other side.
func (r *runner) add(f *Finding, direction, version string) {
	if f.Level = level(r.subject.Config, f.Finding); f.Level == compat.Off {
		return
	}
	key := direction + f.Fingerprint()
	if f.From != "" || f.To != "" {
		mirror := *f.Finding
		mirror.From, mirror.To = f.To, f.From
		other := "forward"
		if direction == other {
			other = "backward"
		}
		if r.seen[other+mirror.Fingerprint()] != nil {
			return
		}
	}
	f.other = version
	if first := r.seen[key]; first != nil {
		if first.Level < f.Level { // the worse of two views counts
			f.Older, version = first.Older, first.other
			*first = *f
			first.Older = slices.DeleteFunc(first.Older, func(v string) bool { return v == first.other })
		}
		if version != "" && version != first.other && !slices.Contains(first.Older, version) {
			first.Older = append(first.Older, version)
		}
		return
	}
	r.seen[key] = f
	r.out.findings = append(r.out.findings, f)
}

// writers is the population beside a pair: which writer versions do not write a field that the reader asks for.
type writers struct {
	lacking map[compat.Path][]string
}

func (w *writers) add(version string, t *compat.Trace) {
	if t == nil {
		return
	}
	if w.lacking == nil {
		w.lacking = map[compat.Path][]string{}
	}
	t.Walk(func(s *compat.Site) {
		if s.Writer == nil && s.Reader != nil {
			if at := w.lacking[s.Path]; len(at) == 0 || at[len(at)-1] != version {
				w.lacking[s.Path] = append(at, version)
			}
		}
	})
}

// Lacking implements compat.Population.
func (w *writers) Lacking(path compat.Path) ([]string, bool) { return w.lacking[path], true }
