// Package rollout decides whether every state that a rollout plan can reach is safe: every mix of old and new readers,
// writers and stored data, rollbacks and retention included.
//
// The way through the package: Load reads a plan strictly (plan.go names its keys). Check turns it into a partial order
// of events (order.go): each step starts and completes, and a step that may be undone has a moment at which its window
// closes. From that follow intervals: a build may run from the start of its deploy until nothing can bring it back
// (fleet.go), data may lie in a channel from its first possible write until a removal that starts after the last one
// (stored.go). A pair that the formats do not allow is a fault when its intervals can overlap (meet.go): in a partial
// order two intervals are apart only if one ends before the other starts in every run, so two bit tests in the closure
// decide all interleavings. What the formats allow is asked of an Oracle; this package knows no format.
//
// Coverage and authority over copies of a dataset are no matter of pairs; a small search over the steps that touch the
// dataset decides them (coverage.go). Gates are judged by the intervals of what they certify (rule_gate_stale.go). Each
// invariant is one Rule in one file, with a plan that breaks it and the same plan repaired.
//
// A finding carries the shortest run into it (trace.go), the edge that is missing and other ways out (explain.go, mend.go).
// Triangle tells how far a plan can be taken back from each of its moments. Make writes a plan from versions and builds,
// or the circle that proves that no order is safe; Fix finds the smallest change that repairs an order. The drawings are
// text, a lane chart, a graph, a sequence diagram and JSON, all deterministic.
//
// The judge of the interval reasoning is a plain breadth-first search over states, in judge_test.go; differential_test.go compares the two on random plans.
package rollout
