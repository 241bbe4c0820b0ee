package gate

import "strings"

// A Mode says which pairs of a subject must work.
type Mode struct {
	Backward   bool // the schema under review reads data of the others
	Forward    bool // the others read data of the schema under review
	Transitive bool // the others are the whole history, else the version compared with alone
}

// DefaultMode is what data that outlives code needs.
const DefaultMode = "backward-transitive"

// ParseMode reads a mode's name; the caller has checked that it is one.
func ParseMode(name string) Mode {
	direction, transitive := strings.CutSuffix(name, "-transitive")
	return Mode{
		Backward:   direction == "backward" || direction == "full",
		Forward:    direction == "forward" || direction == "full",
		Transitive: transitive,
	}
}

func (m Mode) String() string {
	name := "backward"
	switch {
	case m.Backward && m.Forward:
		name = "full"
	case m.Forward:
		name = "forward"
	}
	if m.Transitive {
		name += "-transitive"
	}
	return name
}
