package rollout

import (
	"fmt"
	"strings"

	"github.com/schemavet/schemavet/compat"
)

var registration = &Rule{
	Code: "ORDER008",
	Rule: levelled("order-registration",
		"A version is written before, or against, its registration",
		"A registry is a participant: it refuses what was not registered, its mode may refuse the registration, and a reader "+
			"that follows the latest version changes its schema without any deploy.",
		"register a version before the first build that writes it starts",
		"check the registration against the subject's mode first",
		"pin readers to a version; let them move by a deploy",
	),
	Broken: `version: 1
channels: { orders: { kind: log, schemas: { v1: v1.avsc, v2: v2.avsc } } }
participants: { checkout: { builds: { p1: { writes: { orders: v1 } }, p2: { writes: { orders: v2 } } } } }
steps:
  - { id: checkout-p2, do: deploy, participant: checkout, build: p2 }
  - { id: register-v2, do: register, channel: orders, v: v2, after: [checkout-p2] }
`,
	Repaired: `version: 1
channels: { orders: { kind: log, schemas: { v1: v1.avsc, v2: v2.avsc } } }
participants: { checkout: { builds: { p1: { writes: { orders: v1 } }, p2: { writes: { orders: v2 } } } } }
steps:
  - { id: register-v2, do: register, channel: orders, v: v2 }
  - { id: checkout-p2, do: deploy, participant: checkout, build: p2, after: [register-v2] }
`,
	check: func(c *checker, r *Rule) {
		for i := range c.plan.Channels {
			ch := &c.plan.Channels[i]
			if registers := c.registers(ch.Name); len(registers) > 0 {
				c.writersRegistered(r, ch, registers)
				c.followsLatest(r, ch, registers)
				c.modeAllows(r, ch, registers)
			}
		}
	},
}

// writersRegistered wants each version known to the registry before a build writes it.
func (c *checker) writersRegistered(r *Rule, ch *Channel, registers []int) {
	for _, d := range c.data[ch.Name] {
		if d.writer == nil || d.writer.step < 0 || c.knownBefore(ch, d.class.Version) {
			continue
		}
		step := &c.plan.Steps[d.writer.step]
		subject := fmt.Sprintf("%s -> %s", d.writer, d.subject())
		register := -1
		for _, i := range registers {
			if c.plan.Steps[i].V.Name == d.class.Version {
				register = i
			}
		}
		switch {
		case register < 0:
			f := c.fault(r, step.At, subject, fmt.Sprintf("add a register step for %s, or list it under registered: of %s if the registry has it", d.class.Version, ch.Name),
				"%s writes %s, and nothing says that the registry knows it", d.writer, d.label())
			f.Level = compat.Warning
		case !c.order.precedes(c.order.doneOf[register], c.order.startOf[d.writer.step]):
			id := c.plan.Steps[register].ID
			f := c.fault(r, step.At, subject, fmt.Sprintf("add edge: done(%s) before start(%s)", id, step.ID), "%s may write %s before %s has registered it", d.writer, d.label(), id)
			f.Missing = []Edge{{Before: fmt.Sprintf("done(%s)", id), After: fmt.Sprintf("start(%s)", step.ID), Step: step.ID, Needs: id, before: c.order.doneOf[register], after: c.order.startOf[d.writer.step]}}
		}
	}
}

// knownBefore tells whether the registry has the version before the plan: as declared, or because a running build
// writes it.
func (c *checker) knownBefore(ch *Channel, version string) bool {
	for _, ref := range append(append([]Ref(nil), ch.Registered...), ch.Holds...) {
		if ref.Name == version {
			return true
		}
	}
	for _, d := range c.data[ch.Name] {
		if d.class.Version == version && d.writer != nil && d.writer.step < 0 {
			return true
		}
	}
	return false
}

// followsLatest reports readers for which a registration is a deploy without window or owner.
func (c *checker) followsLatest(r *Rule, ch *Channel, registers []int) {
	reported := map[*stint]bool{}
	for _, rd := range c.readers[ch.Name] {
		if rd.read.V.Name != "latest" || reported[rd.stint] {
			continue
		}
		reported[rd.stint] = true
		first := &c.plan.Steps[registers[0]]
		c.fault(r, first.At, fmt.Sprintf("%s latest -> %s", ch.Name, rd.stint), "pin the reader to a version and move it by a deploy",
			"%s follows the latest version of %s: %s changes its schema at once, without a deploy that could be taken back", rd.stint, ch.Name, first.ID)
	}
}

// modeAllows asks the oracle what the registry would answer to each registration.
func (c *checker) modeAllows(r *Rule, ch *Channel, registers []int) {
	if c.opt.Oracles[ch.Format] == nil || ch.Format == "" {
		return
	}
	known := c.versionsBefore(ch)
	for _, i := range registers {
		step := &c.plan.Steps[i]
		against := known
		if !strings.HasSuffix(string(step.Mode), "_TRANSITIVE") && len(known) > 0 {
			against = known[len(known)-1:]
		}
		for _, old := range against {
			for _, pair := range registryPairs(step.Mode, old, step.V.Name) {
				if note, refused := c.registryRefuses(ch, pair[0], pair[1]); refused {
					c.fault(r, step.At, fmt.Sprintf("%s.%s against %s", ch.Name, step.V.Name, old), "register under another mode on purpose, or change the schema so that the mode holds",
						"the registry refuses %s: in mode %s, %s must read what %s wrote, and %s", step.ID, step.Mode, pair[1], pair[0], note)
				}
			}
		}
		known = append(append([]string(nil), known...), step.V.Name)
	}
}

// versionsBefore lists the versions that the registry has before the plan, in the order of the channel's schemas.
func (c *checker) versionsBefore(ch *Channel) []string {
	var known []string
	for _, v := range ch.Schemas {
		if c.knownBefore(ch, v.Name) {
			known = append(known, v.Name)
		}
	}
	return known
}

// registryPairs gives the (writer, reader) pairs that a mode wants to be readable.
func registryPairs(mode Mode, old, fresh string) [][2]string {
	switch strings.TrimSuffix(string(mode), "_TRANSITIVE") {
	case "BACKWARD":
		return [][2]string{{old, fresh}}
	case "FORWARD":
		return [][2]string{{fresh, old}}
	case "FULL":
		return [][2]string{{old, fresh}, {fresh, old}}
	}
	return nil
}

func (c *checker) registryRefuses(ch *Channel, writer, reader string) (string, bool) {
	j := c.ask(judgedKey{'r', ch, writer, "registry " + reader, 0}, fmt.Sprintf("can %s read %s of %s", reader, writer, ch.Name), func(o Oracle) (Judgment, error) {
		return o.Read(DataClass{Channel: ch, Version: writer, Origin: "live"}, nil, ReaderView{Participant: &Participant{Name: "registry"}, Build: &Build{Name: reader}, Channel: ch, Version: reader})
	})
	for _, n := range j.Notes { // a registry refuses for a case in the data what a reader fails on only when it meets it
		if n.Case != "" {
			return n.Message, true
		}
	}
	return firstNote(j).Message, j.Answer == Refused
}
