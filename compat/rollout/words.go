package rollout

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// The closed vocabularies of the plan file. Each type lists its words; the first is the default.
type (
	ScopeWord   string // how a rollback unwinds
	UnknownWord string // what an unknown participant does
	OrderWord   string // what orders the steps
	ChannelKind string // what sort of store a channel is
	Role        string // what a participant does
	Fleet       string // who decides when an old build ends
	OnError     string // what a reader does with a record it cannot read
	Binds       string // how a reader finds a field
	Consumption string // what a consumer does with a new copy
	EndWord     string // whether the interval's end is inside
	Action      string // what a step does
	Mode        string // a registry's compatibility mode
	Strategy    string // how a deploy replaces a build
	StopsWord   string // what a fence stops
)

// The words that the checker itself asks for.
const (
	Log, Table, KV, RPC, State, DLQ, Cache, Backup ChannelKind = "log", "table", "kv", "rpc", "state", "dlq", "cache", "backup"

	Controlled, Uncontrolled, Scheduled Fleet = "controlled", "uncontrolled", "scheduled"

	Halt, Skip, ToDLQ OnError = "halt", "skip", "dlq"

	Register, Deploy, Wait, Alter, Backfill, Catchup, Verify Action = "register", "deploy", "wait", "alter", "backfill", "catchup", "verify"
	Cutover, Publish, FenceOff, Expire, Rewrite, Drop        Action = "cutover", "publish", "fence", "expire", "rewrite", "drop"
	Retire                                                   Action = "retire"

	Rolling, Canary, BlueGreen, Recreate, Atomic Strategy = "rolling", "canary", "blue-green", "recreate", "atomic"

	Replace, AppendDelta, Versioned Consumption = "replace", "append-delta", "versioned"
)

// vocabulary is implemented by every closed word type.
type vocabulary interface{ words() []string }

func (ScopeWord) words() []string   { return []string{"self", "suffix"} }
func (UnknownWord) words() []string { return []string{"fail", "warn"} }
func (OrderWord) words() []string   { return []string{"after", "listed"} }
func (ChannelKind) words() []string {
	return []string{"log", "table", "kv", "rpc", "state", "dlq", "cache", "backup"}
}
func (Role) words() []string        { return []string{"consumer", "producer", "both"} }
func (Fleet) words() []string       { return []string{"controlled", "uncontrolled", "scheduled"} }
func (OnError) words() []string     { return []string{"halt", "skip", "dlq"} }
func (Binds) words() []string       { return []string{"id", "name", "position"} }
func (Consumption) words() []string { return []string{"replace", "append-delta", "versioned"} }
func (EndWord) words() []string     { return []string{"exclusive", "inclusive"} }
func (Action) words() []string {
	return []string{"register", "deploy", "wait", "alter", "backfill", "catchup", "verify", "cutover", "publish", "fence", "expire", "rewrite", "drop", "retire"}
}
func (Mode) words() []string {
	return []string{"NONE", "BACKWARD", "BACKWARD_TRANSITIVE", "FORWARD", "FORWARD_TRANSITIVE", "FULL", "FULL_TRANSITIVE"}
}
func (Strategy) words() []string {
	return []string{"rolling", "canary", "blue-green", "recreate", "atomic"}
}
func (StopsWord) words() []string { return []string{"write", "read", "all"} }

// parsed is implemented by value types with a grammar of their own.
type parsed interface {
	parse(text string) error
	grammar() (pattern, doc string)
}

// A Span is a length of time as people write it: 90s, 5m, 48h, 15d, 2w, or several such parts, largest first.
type Span time.Duration

const day = 24 * time.Hour

var spanUnits = []struct {
	suffix byte
	unit   time.Duration
}{{'w', 7 * day}, {'d', day}, {'h', time.Hour}, {'m', time.Minute}, {'s', time.Second}}

func (s *Span) parse(text string) error {
	rest, total, lastUnit := text, time.Duration(0), 100*365*day
	for rest != "" {
		digits := 0
		for digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9' {
			digits++
		}
		if digits == 0 || digits > 9 || digits == len(rest) {
			return fmt.Errorf("%q is no length of time; write it as 90s, 5m, 48h, 15d or 2w", text)
		}
		n, _ := strconv.Atoi(rest[:digits])
		unit := time.Duration(0)
		for _, u := range spanUnits {
			if u.suffix == rest[digits] {
				unit = u.unit
			}
		}
		if unit == 0 || unit >= lastUnit {
			return fmt.Errorf("%q is no length of time; write it as 90s, 5m, 48h, 15d or 2w", text)
		}
		if n > int(100*365*day/unit) {
			return fmt.Errorf("%q is longer than a hundred years", text)
		}
		total, lastUnit, rest = total+time.Duration(n)*unit, unit, rest[digits+1:]
	}
	if text == "" {
		return fmt.Errorf("a length of time is empty; write it as 90s, 5m, 48h, 15d or 2w")
	}
	*s = Span(total)
	return nil
}

func (*Span) grammar() (pattern, doc string) {
	return `^([0-9]{1,9}w)?([0-9]{1,9}d)?([0-9]{1,9}h)?([0-9]{1,9}m)?([0-9]{1,9}s)?$`, "a length of time: 90s, 5m, 48h, 15d, 2w"
}

// String writes the span in its largest units: 15d, 1d12h. Weeks are written as days.
func (s Span) String() string {
	d := time.Duration(s)
	if d == 0 {
		return "0s"
	}
	if d < 0 {
		return "-" + Span(-d).String()
	}
	var b strings.Builder
	for _, u := range spanUnits[1:] {
		if n := d / u.unit; n > 0 {
			fmt.Fprintf(&b, "%d%c", n, u.suffix)
			d -= n * u.unit
		}
	}
	return b.String()
}

// Retention says when stored data leaves by itself.
type Retention struct {
	Kind RetentionKind
	Time Span   // of Kind ByTime
	Text string // as written; empty: not declared
}

// RetentionKind is how a store forgets.
type RetentionKind uint8

const (
	Undeclared RetentionKind = iota // nothing is known
	ByTime                          // data older than Time leaves
	BySize                          // the oldest leave when the store is full: no bound in time
	Compacted                       // the last value of a quiet key never leaves
	Infinite                        // nothing leaves
)

func (r *Retention) parse(text string) error {
	r.Text = text
	switch {
	case text == "infinite" || text == "none":
		r.Kind = Infinite
	case text == "compact":
		r.Kind = Compacted
	case strings.HasPrefix(text, "size:") && len(text) > 5 && text[5] >= '0' && text[5] <= '9':
		r.Kind = BySize
	default:
		r.Kind = ByTime
		if err := r.Time.parse(text); err != nil {
			return fmt.Errorf("%q is no retention; write a length of time such as 14d, or infinite, compact, size:10GB", text)
		}
	}
	return nil
}

func (*Retention) grammar() (pattern, doc string) {
	return `^(infinite|none|compact|size:[0-9].*|([0-9]{1,9}[wdhms])+)$`, "14d, infinite, compact or size:10GB"
}

// A Position is how far back a reader looks: all that is retained, from its last place on, or a bounded replay.
type Position struct {
	Kind   PositionKind
	Replay Span // of Kind ReplayBack
}

// PositionKind is the word of a Position.
type PositionKind uint8

const (
	PositionUnset PositionKind = iota // as the level above says; Earliest at the top
	Earliest
	Tail
	ReplayBack
)

func (p *Position) parse(text string) error {
	switch {
	case text == "earliest":
		p.Kind = Earliest
	case text == "tail" || text == "latest":
		p.Kind = Tail
	case strings.HasPrefix(text, "replay:"):
		p.Kind = ReplayBack
		return p.Replay.parse(strings.TrimPrefix(text, "replay:"))
	default:
		return fmt.Errorf("%q is no position; write earliest, tail or replay:7d", text)
	}
	return nil
}

func (*Position) grammar() (pattern, doc string) {
	return `^(earliest|tail|latest|replay:([0-9]{1,9}[wdhms])+)$`, "earliest, tail or replay:7d"
}

// ParseSpan reads a length of time such as 48h or 3d.
func ParseSpan(text string) (Span, error) {
	var s Span
	err := s.parse(text)
	return s, err
}
