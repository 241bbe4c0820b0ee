package rollout

import "cmp"

// A Pos is a place in the plan file: 1-based line and column, the column in characters. The zero Pos is "nowhere".
type Pos struct {
	Line, Col int
	File      string // of several plans taken together: which; else empty
}

// before orders places: by file, then by line and column.
func (p Pos) before(q Pos) bool {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col)) < 0
}

// A Ref is a name written in the plan and the place where it is written, so that a dangling one can be shown.
type Ref struct {
	Name string
	At   Pos
}

// A Plan is one rollout: what runs and what is stored before it, what it wants to reach, and the steps on the way.
// Lists keep the file's order. The tags drive both the strict reader and the JSON Schema.
type Plan struct {
	Version      int           `plan:"version" doc:"version of this file format; 1"`
	Name         string        `plan:"plan" doc:"name of the rollout"`
	Owner        string        `plan:"owner" doc:"team that answers for the plan as a whole"`
	Policy       Policy        `plan:"policy" doc:"how strict the check is"`
	Channels     []Channel     `plan:"channels" keyed:"channel" doc:"where data lies or passes"`
	Meanings     []Meanings    `plan:"meanings" keyed:"channel or channel.version" doc:"what the fields mean when no build says otherwise"`
	Transforms   []Transform   `plan:"transforms" doc:"conversions between versions of one channel"`
	Participants []Participant `plan:"participants" keyed:"participant" doc:"programs that read or write the channels"`
	Datasets     []Dataset     `plan:"datasets" keyed:"dataset" doc:"things that several channels may hold a copy of"`
	Repair       *Repair       `plan:"repair" doc:"a recomputation of stored data; the repair document as it stands"`
	Gates        []Gate        `plan:"gates" keyed:"gate" doc:"what must be shown before a step may start"`
	Steps        []Step        `plan:"steps" doc:"the steps; only after: orders them"`
	Promises     []Promise     `plan:"promises" doc:"cases in the data that writers do not produce before a step, or at all"`
	Tested       []Tested      `plan:"tested" doc:"pairs of data and reader that a test has exercised"`
	Waivers      []Waiver      `plan:"waivers" doc:"findings accepted by the owner of the reader, with a reason and an end"`
	Approvals    []Approval    `plan:"approvals" doc:"sign-offs of the gates' approvers"`

	File string // as given by the caller; the prefix of every position

	outside []Ref // steps of other plans, as plan/step, that steps of this one wait for
}

// Policy holds the choices that apply to the whole plan.
type Policy struct {
	RollbackScope       ScopeWord   `plan:"rollbackScope" doc:"self: any team may undo its own step while others stay ahead; suffix: the plan is unwound in reverse by a coordinator"`
	Coordinator         string      `plan:"coordinator" doc:"who unwinds the plan when rollbackScope is suffix"`
	ClockSkew           Span        `plan:"clockSkew" doc:"largest difference between clocks"`
	UnknownParticipants UnknownWord `plan:"unknownParticipants" doc:"what an observed reader or writer that the plan does not name does to the verdict"`
	VersionSkew         int         `plan:"versionSkew" doc:"versions that data and reader may lie apart without a test; 0: not checked"`
	Order               OrderWord   `plan:"order" doc:"after: steps are ordered by after only; listed: each step also waits for the one above it"`
}

// A Channel is a place where data lies (log, table, kv, state, dlq, cache, backup) or passes (rpc).
type Channel struct {
	Name          string
	At            Pos
	Kind          ChannelKind `plan:"kind" req:"yes" doc:"what sort of store it is"`
	Format        string      `plan:"format" doc:"avro, iceberg, ...: which adapter answers for it"`
	Of            Ref         `plan:"of" doc:"the channel whose records a dlq, cache or backup holds; the participant whose state it is"`
	Retention     Retention   `plan:"retention" doc:"14d, infinite, compact, size:10GB"`
	Lag           *Span       `plan:"lag" doc:"how far the slowest reader may be behind"`
	Schemas       []Version   `plan:"schemas" keyed:"version" doc:"label to path, git:REV:path or iceberg:path"`
	Metadata      string      `plan:"metadata" doc:"table metadata file"`
	SnapshotsKept Span        `plan:"snapshotsKept" doc:"how long a snapshot can be gone back to"`
	Tags          []string    `plan:"tags" doc:"tags, branches or holds that pin old data"`
	Fields        []string    `plan:"fields" doc:"columns of the table before the plan, when no metadata is given"`
	Holds         Inventory   `plan:"holds" doc:"versions known to lie in the channel before the plan, besides what the running builds write; [] when nothing does"`
	Registered    []Ref       `plan:"registered" doc:"versions the registry knows before the plan"`
	Observed      Inventory   `plan:"observed" doc:"consumer groups, principals or query users seen on the channel; [] when somebody looked and nobody reads it"`
}

// An Inventory is what somebody found who looked. One that is given and empty says that there is nothing; one that is not
// given says nothing.
type Inventory []Ref

// A Version is one labelled schema of a channel.
type Version struct {
	Name string
	At   Pos
	Path string `plan:"path" short:"yes" doc:"path, git:REV:path or iceberg:path"`
}

// Meanings says what the fields of a channel (or of one version, channel.version) mean.
type Meanings struct {
	Name   string
	At     Pos
	Fields []Meaning `plan:"fields" inline:"yes" keyed:"field"`
}

// A Meaning is what is known about one field that its type does not tell.
type Meaning struct {
	Name         string
	At           Pos
	Unit         string `plan:"unit" doc:"unit of the number, such as USD or USD/100"`
	NullMeans    string `plan:"nullMeans" doc:"what an absent value says; never: it does not occur"`
	DefaultMeans string `plan:"defaultMeans" doc:"what the default says"`
}

// A Transform converts records of one version into another. A lossless one gives back what was put in, both ways.
type Transform struct {
	At       Pos
	From     Ref    `plan:"from" req:"yes" doc:"channel.version"`
	To       Ref    `plan:"to" req:"yes" doc:"channel.version"`
	Where    string `plan:"at" doc:"reader, registry or sink: where it runs; one in the registry is there from the registration of the newer version on, for the builds that list it under upcasters"`
	Expr     string `plan:"expr" doc:"the conversion, for people"`
	Lossless bool   `plan:"lossless" doc:"down(up(x)) = x for every x that may be written"`
	Evidence string `plan:"evidence" doc:"the test that shows it"`
}

// A Participant is a program, or a fleet of it, with the builds that the plan moves it through.
type Participant struct {
	Name     string
	At       Pos
	Role     Role     `plan:"role" doc:"producer, consumer or both"`
	Owner    string   `plan:"owner" doc:"team that answers for it"`
	Fleet    Fleet    `plan:"fleet" doc:"controlled: a deploy replaces every copy; uncontrolled: old builds end only at a fence; scheduled: the old build runs until the next run"`
	Every    Span     `plan:"every" doc:"period of a scheduled participant"`
	RMW      []Ref    `plan:"rmw" doc:"channels whose records it reads, changes and writes back"`
	OnError  OnError  `plan:"onError" doc:"what it does with a record it cannot read"`
	Position Position `plan:"position" doc:"earliest, tail or replay:7d: how far back it reads"`
	Binds    Binds    `plan:"binds" doc:"whether fields are found by id, name or position"`
	Engine   string   `plan:"engine" doc:"engine and version that reads the table"`
	InFlight Span     `plan:"inFlight" doc:"how long a write may be under way after the writer was stopped"`
	Running  *Ref     `plan:"running" doc:"build that runs before the plan; the first listed one when not given"`
	Builds   []Build  `plan:"builds" req:"yes" keyed:"build" doc:"the builds, oldest first"`
}

// A Build is one released state of a participant.
type Build struct {
	Name     string
	At       Pos
	Reads    []Read     `plan:"reads" keyed:"channel" doc:"what it reads and how"`
	Writes   []Write    `plan:"writes" keyed:"channel" doc:"what it writes"`
	Position Position   `plan:"position" doc:"as of the participant, for this build"`
	Atomic   string     `plan:"atomic" doc:"mechanism (outbox, transaction) that makes writes to several channels one write"`
	Meanings []Meanings `plan:"meanings" keyed:"channel" doc:"what this build takes or makes the fields to mean"`
}

// A Read is how a build reads one channel.
type Read struct {
	Name      string // channel, perhaps with @branch
	At        Pos
	V         Ref      `plan:"v" short:"yes" doc:"reader's version; latest: whatever was registered last"`
	Uses      []string `plan:"uses" doc:"fields the build looks at; all of them when not given"`
	Upcasters []Ref    `plan:"upcasters" doc:"conversions this build has, as v1>v2"`
	Position  Position `plan:"position" doc:"as of the participant, for this channel"`
	Binds     Binds    `plan:"binds" doc:"as of the participant, for this channel"`
	Engine    string   `plan:"engine" doc:"as of the participant, for this channel"`
}

// A Write is how a build writes one channel.
type Write struct {
	Name   string
	At     Pos
	V      Ref      `plan:"v" short:"yes" doc:"writer's version"`
	Fields []string `plan:"fields" doc:"fields it fills, for a channel without labelled versions"`
	Binds  Binds    `plan:"binds" doc:"as of the participant, for this channel"`
}

// A Dataset is one population of keyed facts; one of its channels has authority at any time.
type Dataset struct {
	Name        string
	At          Pos
	Key         []string    `plan:"key" doc:"fields that identify a row"`
	Channels    []Ref       `plan:"channels" req:"yes" doc:"channels that may hold a copy"`
	Consumption Consumption `plan:"consumption" doc:"what a consumer does with a new copy: replace, append-delta, versioned"`
	Authority   Ref         `plan:"authority" doc:"the channel that counts before the plan"`
}

// Repair is the repair document. Its keys are those of the document, which loads as it stands.
type Repair struct {
	At               Pos
	Repair           string     `plan:"repair" doc:"identity of the computation"`
	Interval         []string   `plan:"interval" doc:"from and to, half-open unless intervalEnd is inclusive"`
	IntervalEnd      EndWord    `plan:"intervalEnd" doc:"exclusive or inclusive"`
	TimeZone         string     `plan:"timeZone" doc:"zone of the interval's dates"`
	DateColumn       string     `plan:"dateColumn" doc:"column the interval's dates are compared with"`
	InputVersion     Ref        `plan:"inputVersion" doc:"pinned input: snapshot:ID, offsets:FILE, tag:NAME or git:REV"`
	InputKept        Span       `plan:"inputKept" doc:"how long the pin is kept from the start of the plan"`
	OutputVersion    Ref        `plan:"outputVersion" doc:"where the candidate lies: branch:NAME, table:NAME or a channel"`
	PublicationGates []Ref      `plan:"publicationGate" doc:"gates that publishing requires"`
	LiveWrites       LiveWrites `plan:"liveWrites" doc:"what happens when live writers and the repair meet on the same keys"`
	Budget           string     `plan:"budget" doc:"bound on what the computation may use"`
	Owner            string     `plan:"owner" doc:"team that answers for the repaired data"`
	RollbackBoundary string     `plan:"rollbackBoundary" doc:"where going back stops being possible"`
	Consumption      string     `plan:"consumption" doc:"replace, append-delta or versioned"`
}

// LiveWrites is an overlap protocol: how live writers and a backfill may meet on the same keys.
type LiveWrites struct {
	At         Pos
	Protocol   string   `plan:"protocol" short:"yes" doc:"conditional, branch-then-merge, fenced"`
	ReviewedBy []string `plan:"reviewedBy" doc:"teams that reviewed it"`
	Evidence   string   `plan:"evidence" doc:"the review"`
}

// A Gate names what must be shown, about what, by whom to be approved.
type Gate struct {
	Name       string
	At         Pos
	Subject    []Ref    `plan:"subject" doc:"a dataset, or the participants whose readiness is shown"`
	Evidence   string   `plan:"evidence" doc:"reconcile, checkdata, or a file"`
	Tolerance  string   `plan:"tolerance" doc:"exact, or how much may differ and why"`
	MaxAge     Span     `plan:"maxAge" doc:"age at which the evidence no longer counts"`
	Approve    []string `plan:"approve" doc:"owners who must sign off"`
	RequiredBy []Ref    `plan:"requiredBy" doc:"steps that may not start without it"`
}

// A Step is one thing that is done. What orders it is After, never its place in the file.
type Step struct {
	At          Pos
	ID          string     `plan:"id" req:"yes" doc:"name of the step"`
	Do          Action     `plan:"do" req:"yes" doc:"what is done"`
	After       []Ref      `plan:"after" doc:"steps that are complete before this one starts; plan/step names one of another plan, checked together with this one"`
	For         Span       `plan:"for" doc:"how long the step lasts at least"`
	Owner       string     `plan:"owner" doc:"who does it"`
	Requires    []Ref      `plan:"requires" doc:"gates that must be met when it starts"`
	Rollback    *Rollback  `plan:"rollback" doc:"until when it may be undone; not at all when not given"`
	Channel     Ref        `plan:"channel" doc:"channel that the step changes"`
	V           Ref        `plan:"v" doc:"version that the step is about"`
	Mode        Mode       `plan:"mode" doc:"compatibility mode of the registry subject"`
	Participant Ref        `plan:"participant" doc:"who is deployed, fenced or retired"`
	Build       Ref        `plan:"build" doc:"build that is deployed"`
	Builds      []Ref      `plan:"builds" doc:"builds that are fenced; all but the newest when not given"`
	Strategy    Strategy   `plan:"strategy" doc:"rolling, canary, blue-green: old and new run together; recreate, atomic: they do not, and the new build is at work before the step is complete"`
	Stops       StopsWord  `plan:"stops" doc:"what a fence stops: write, read or all"`
	Gate        Ref        `plan:"gate" doc:"gate that is verified"`
	Uses        string     `plan:"uses" doc:"repair: the backfill is the repair block"`
	Dataset     Ref        `plan:"dataset" doc:"dataset of a backfill, cutover or publish"`
	From        Ref        `plan:"from" doc:"channel (or version, of a rewrite) that is left or copied"`
	To          Ref        `plan:"to" doc:"channel (or version, of a rewrite) that is entered or filled"`
	How         string     `plan:"how" doc:"mechanism: fast-forward, cherry-pick, merge, swap of a publish; conditional, if-absent, if-older of a backfill; topic-acl, epoch, lease of a fence"`
	WapID       string     `plan:"wapId" doc:"write-audit-publish id of a publish"`
	Pin         Ref        `plan:"pin" doc:"pinned input of a backfill"`
	LiveWrites  LiveWrites `plan:"liveWrites" doc:"overlap protocol of a backfill"`
	Idempotent  bool       `plan:"idempotent" doc:"doing it twice is doing it once"`
	Add         []string   `plan:"add" doc:"columns an alter adds"`
	Require     []string   `plan:"require" doc:"columns an alter makes required"`
	Rename      []Rename   `plan:"rename" doc:"columns an alter renames"`
	Field       string     `plan:"field" doc:"column that is dropped"`
	Fields      []string   `plan:"fields" doc:"fields that a rewrite or backfill fills, for a channel without labelled versions"`
	NoReturn    bool       `plan:"pointOfNoReturn" doc:"the plan says that there is no way back from here"`
	Compensates bool       `plan:"compensates" doc:"a publish writes the records that undo the old values"`

	listed bool // the last of After is implied by order: listed
	usual  bool // the strategy is the one that a step without any has
}

// written gives the step as the file has it: without what order: listed implies, and without defaults.
func (s *Step) written() *Step {
	w := *s
	if s.usual {
		w.Strategy = ""
	}
	if s.listed {
		if w.After = s.After[:len(s.After)-1]; len(w.After) == 0 {
			w.After = nil
		}
	}
	return &w
}

// A Rename is one column's change of name.
type Rename struct {
	At   Pos
	From string `plan:"from" req:"yes"`
	To   string `plan:"to" req:"yes"`
}

// A Rollback is a promise: the step may be undone until another step is complete.
type Rollback struct {
	At         Pos
	Until      Ref    `plan:"until" req:"yes" doc:"step whose completion closes the window, after its own effect; end: it never closes"`
	ReturnPath string `plan:"returnPath" doc:"what is gone back to, such as snapshot:ID"`
	Evidence   string `plan:"evidence" doc:"rehearsal of the way back"`
}

// A Promise says that a named case does not occur in the data, before a step starts or at all.
type Promise struct {
	At       Pos
	Case     string `plan:"case" req:"yes" doc:"the case, in the words of the finding that depends on it"`
	Channel  Ref    `plan:"channel" req:"yes" doc:"where"`
	V        Ref    `plan:"v" doc:"version it is about; every version when not given"`
	Before   Ref    `plan:"before" doc:"step before which no writer produces the case"`
	Evidence string `plan:"evidence" doc:"what shows it, when there is no such step"`
}

// Tested is one pair that a test has exercised with real data of the class.
type Tested struct {
	At       Pos
	Data     Ref    `plan:"data" req:"yes" doc:"channel.version"`
	Reader   Ref    `plan:"reader" req:"yes" doc:"participant/build"`
	Evidence string `plan:"evidence" req:"yes" doc:"the test"`
}

// A Waiver accepts one finding until a day.
type Waiver struct {
	At      Pos
	Rule    string `plan:"rule" req:"yes" doc:"rule id"`
	Finding string `plan:"finding" doc:"fingerprint of the finding"`
	Subject string `plan:"subject" doc:"the pair, as the finding names it: orders.v2 -> ledger/c1"`
	Reason  string `plan:"reason" req:"yes"`
	By      string `plan:"by" req:"yes" doc:"owner of the reader"`
	Until   string `plan:"until" req:"yes" doc:"last day, as 2027-01-31"`
}

// An Approval is one sign-off of one gate.
type Approval struct {
	At       Pos
	Gate     Ref    `plan:"gate" req:"yes"`
	By       string `plan:"by" req:"yes"`
	Evidence string `plan:"evidence" doc:"where it is recorded"`
}
