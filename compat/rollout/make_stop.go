package rollout

import (
	"fmt"
	"strings"
	"time"
)

// fullStop plans an outage: writers stop and are fenced, readers drain what is left and stop, the data is converted,
// everybody starts again on the new version. Nothing old and new ever meets, so it works where nothing else does.
func (m *maker) fullStop() *Proposal {
	movers, refusal := m.movers()
	if refusal != "" {
		return refuse("%s", refusal)
	}
	m.moves = nil
	drain := m.add(Step{ID: m.stepID("drain-" + m.channel.Name), Do: Wait, For: m.drainTime(movers)})
	var writers, readers []int
	for i := range movers {
		mv := &movers[i]
		if mv.writes {
			stop := m.stop(mv)
			writers = append(writers, stop)
			m.edge(stop, drain, "what is under way has to arrive before anything is converted")
		}
	}
	for i := range movers {
		if mv := &movers[i]; !mv.writes {
			stop := m.stop(mv)
			readers = append(readers, stop)
			m.edge(drain, m.stepNamed(m.stopped[mv.part.Name]), "readers finish the old records before they stop")
		}
	}
	register := m.registerOn(m.channel.Name)
	ready := m.convert(append(append([]int{drain}, writers...), readers...))
	if register >= 0 {
		ready = append(ready, register)
	}
	m.stateOutage(movers, m.restart(movers, ready))
	return m.written("full stop: drain, fence, convert, restart")
}

// drainTime is how long old records and writes may be under way: the lag of the slowest reader, the longest write, the
// period of a scheduled job.
func (m *maker) drainTime(movers []mover) Span {
	wait := m.plan.Policy.ClockSkew
	if m.channel.Lag != nil {
		wait += *m.channel.Lag
	}
	longest := Span(0)
	for _, mv := range movers {
		longest = max(longest, mv.part.InFlight)
		if mv.part.Fleet == Scheduled {
			longest = max(longest, mv.part.Every+Span(day))
		}
	}
	return max(wait+longest, Span(time.Hour))
}

// stop adds the steps that end a participant's old build, and gives the last of them.
func (m *maker) stop(mv *mover) int {
	step := Step{ID: m.stepID("stop-" + mv.part.Name), Do: Retire, Participant: Ref{Name: mv.part.Name}, Strategy: Recreate, Owner: mv.part.Owner}
	last := m.add(step)
	if m.stopped == nil {
		m.stopped = map[string]string{}
	}
	m.stopped[mv.part.Name] = step.ID
	if mv.writes || mv.part.Fleet != Controlled {
		last = m.add(Step{ID: m.stepID("fence-" + mv.part.Name), Do: FenceOff, Participant: Ref{Name: mv.part.Name}, Builds: []Ref{{Name: mv.old.Name}}, How: m.fenceWord("all"), Stops: "all", After: []Ref{{Name: step.ID}}})
	}
	return last
}

// convert adds the steps that turn everything stored into the new version, copies of the channel included, and gives
// those that have to be complete before anybody starts again.
func (m *maker) convert(after []int) []int {
	wait := func(step int) {
		for _, a := range after {
			m.edge(a, step, "nothing old may run or arrive while the data is converted")
		}
	}
	var ready []int
	if m.channel.Kind == Table {
		alter := m.add(Step{ID: m.stepID("alter-" + m.channel.Name), Do: Alter, Channel: Ref{Name: m.channel.Name}, V: Ref{Name: m.req.To}, NoReturn: true, Owner: m.owner})
		wait(alter)
		after, ready = []int{alter}, []int{alter}
	}
	if m.channel.Kind == RPC {
		return after
	}
	rewrite := m.add(Step{ID: m.stepID("convert-" + m.channel.Name), Do: Rewrite, Channel: Ref{Name: m.channel.Name}, To: Ref{Name: m.req.To}, NoReturn: true, Owner: m.owner})
	wait(rewrite)
	ready = append(ready, rewrite)
	for i := range m.plan.Channels {
		ch := &m.plan.Channels[i]
		if ch.Of.Name != m.channel.Name || ch.Kind != DLQ && ch.Kind != Cache && ch.Kind != Backup {
			continue
		}
		twin := m.add(Step{ID: m.stepID("convert-" + ch.Name), Do: Rewrite, Channel: Ref{Name: ch.Name}, To: Ref{Name: m.req.To}, NoReturn: true, Owner: m.owner})
		m.edge(rewrite, twin, fmt.Sprintf("%s may bring old records back", ch.Name))
		ready = append(ready, twin)
	}
	return ready
}

// restart starts everybody on the new version: readers first, so that the first new record finds them. It gives the step
// of each participant.
func (m *maker) restart(movers []mover, ready []int) map[string]string {
	var readers []int
	starts := map[string]string{}
	up := -1
	for _, writing := range []bool{false, true} {
		if writing && len(readers) > 0 {
			up = m.add(Step{ID: m.stepID("readers-up"), Do: Wait})
			for _, r := range readers {
				m.edge(r, up, "all of them")
			}
		}
		for i := range movers {
			mv := &movers[i]
			if mv.writes != writing {
				continue
			}
			start := m.add(Step{ID: m.stepID("start-" + mv.part.Name), Do: Deploy, Participant: Ref{Name: mv.part.Name}, Build: Ref{Name: mv.target.Name}, Strategy: Recreate, Owner: mv.part.Owner})
			starts[mv.part.Name] = m.plan.Steps[start].ID
			for _, r := range ready {
				m.edge(r, start, "everything stored is converted, and the registry knows the version")
			}
			m.edge(m.stepNamed(m.stopped[mv.part.Name]), start, "it was stopped before")
			if writing && up >= 0 {
				m.edge(up, start, "readers are there before the first new record")
			}
			if !writing {
				readers = append(readers, start)
			}
		}
	}
	return starts
}

// stateOutage says how long nobody is served, from the steps as they are.
func (m *maker) stateOutage(movers []mover, starts map[string]string) {
	var from, to []string
	for _, writing := range []bool{true, false} {
		for _, mv := range movers {
			if mv.writes == writing && (writing || from == nil) {
				from, to = append(from, m.stopped[mv.part.Name]), append(to, starts[mv.part.Name])
			}
		}
		if from != nil {
			break
		}
	}
	m.note("OUTAGE: from %s to %s nobody is served through %s, for at least %s and as long as the conversion takes; there is no way back once it has begun",
		strings.Join(from, ", "), strings.Join(to, ", "), m.channel.Name, m.drainTime(movers))
}
