package rollout

// An Answer is what the oracle says about one pair, from harmless to harmful.
type Answer uint8

const (
	Fine        Answer = iota // read, with the meaning that was written
	Conditional               // fine unless the data holds a named case
	Hazard                    // read, and some value means something else
	Refused                   // for some value the reader fails
)

func (a Answer) String() string { return [...]string{"ok", "conditional", "hazard", "error"}[a] }

// A Note is one reason for an answer.
type Note struct {
	Rule    string // id of the adapter's rule, when it has one
	Path    string // where in the schema: Order.currency
	Message string // "enum E has no symbol C"
	Case    string // of a conditional answer: the case in the data it depends on, such as "cur is null"
	Remedy  string // what in the schema would settle it, when that is known
}

// A Judgment is an answer with its reasons.
type Judgment struct {
	Answer Answer
	Notes  []Note
}

// worse keeps the more harmful of two judgments; equal ones keep both sets of reasons.
func (j Judgment) worse(k Judgment) Judgment {
	switch {
	case k.Answer > j.Answer:
		return k
	case k.Answer == j.Answer && k.Answer > Fine:
		return Judgment{j.Answer, append(append([]Note(nil), j.Notes...), k.Notes...)}
	}
	return j
}

// A DataClass is a kind of data that may lie in a channel.
type DataClass struct {
	Channel *Channel
	Version string    // writer's label; empty for a table whose versions have no labels
	Fields  []string  // columns filled, for such a table; nil: not known
	Meaning []Meaning // what the writer says its fields mean
	Origin  string    // live, or backfill:STEP
}

// A TableSchema is what a table looks like between two alter steps.
type TableSchema struct {
	Channel *Channel
	Version string  // label, when the alter names one
	Alters  []*Step // the alter steps that have happened, in order
	Later   []*Step // those still to come
}

// A ReaderView is how one build reads one channel.
type ReaderView struct {
	Participant *Participant
	Build       *Build
	Channel     *Channel
	Version     string // reader's label
	Uses        []string
	Binds       Binds
	Engine      string
	Meaning     []Meaning
}

// A WriterView is how one build writes one channel.
type WriterView struct {
	Participant *Participant
	Build       *Build
	Channel     *Channel
	Version     string
	Fields      []string
	Binds       Binds
	Meaning     []Meaning
}

// An Oracle answers for one format. The order check knows no format: it asks, and asks once for each pair of
// versions. An error means that the question cannot be answered (a schema that is not there), which makes the plan
// not verifiable; it never means that the pair is bad.
type Oracle interface {
	// Read tells whether r reads data of class d with unchanged meaning in the fields it uses. t is the table's
	// schema at that time, nil for a channel that is no table.
	Read(d DataClass, t *TableSchema, r ReaderView) (Judgment, error)
	// Bind tells whether the names or ids that r asks for exist in the table.
	Bind(t *TableSchema, r ReaderView) (Judgment, error)
	// Write tells whether the table accepts what w writes.
	Write(t *TableSchema, w WriterView) (Judgment, error)
	// Preserve tells what a build loses that reads d, changes it and writes it back.
	Preserve(d DataClass, r ReaderView, w WriterView) (Judgment, error)
}

// A Fielder tells the top-level fields of a version of a channel; nil: not known. An oracle that reads schemas is one.
type Fielder interface {
	Fields(c *Channel, version string) []string
}

// A Bridger writes the schema between two versions that cannot follow each other: it keeps the old fields, adds the
// new ones with a default that says "not yet written", and is readable both ways.
type Bridger interface {
	Bridge(c *Channel, from, to string) (file string, schema []byte, err error)
}
