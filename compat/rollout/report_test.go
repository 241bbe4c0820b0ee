package rollout

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// unitChange is a plan with one hazard, to which lists can be added.
const unitChange = `version: 1
channels: { orders: { kind: log, retention: 7d, lag: 1h } }
participants:
  app:
    builds:
      a1: { writes: { orders: { fields: [amount] } }, meanings: { orders: { amount: { unit: USD } } } }
      a2: { writes: { orders: { fields: [amount] } }, meanings: { orders: { amount: { unit: USD/100 } } } }
  ledger: { owner: ledger-team, builds: { c1: { reads: { orders: { uses: [amount] } }, meanings: { orders: { amount: { unit: USD } } } } } }
steps: [ { id: app-a2, do: deploy, participant: app, build: a2 } ]
`

// TestWaivers: a hazard is accepted by the owner of the reader, with an end; nobody else accepts it, and not for ever.
func TestWaivers(t *testing.T) {
	today := Options{Today: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
	for _, tt := range []struct {
		name, waiver string
		opt          Options
		want         Verdict
		says         string
	}{
		{"by the owner", "{ rule: order-meaning-safe, reason: known, by: ledger-team, until: 2026-12-31 }", today, Safe, "waived by ledger-team"},
		{"by code and subject", "{ rule: ORDER002, subject: orders -> ledger/c1, reason: known, by: ledger-team, until: 2026-12-31 }", today, Safe, "waived"},
		{"on its last day", "{ rule: order-meaning-safe, reason: known, by: ledger-team, until: 2026-11-30 }", today, Safe, "waived"},
		{"run out", "{ rule: order-meaning-safe, reason: known, by: ledger-team, until: 2026-11-28 }", today, Unsafe, "ended on 2026-11-28"},
		{"no clock", "{ rule: order-meaning-safe, reason: known, by: ledger-team, until: 2026-12-31 }", Options{}, Unsafe, "ended on"},
		{"by somebody else", "{ rule: order-meaning-safe, reason: known, by: app-team, until: 2026-12-31 }", today, Unsafe, "only ledger-team can accept it"},
		{"of another pair", "{ rule: order-meaning-safe, subject: orders -> ledger/c9, reason: known, by: ledger-team, until: 2026-12-31 }", today, Unsafe, "matches no finding"},
		{"of another rule", "{ rule: order-read-safe, reason: known, by: ledger-team, until: 2026-12-31 }", today, Unsafe, "matches no finding"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			report := checkText(t, unitChange+"waivers: [ "+tt.waiver+" ]\n", tt.opt)
			var b bytes.Buffer
			if err := report.WriteText(&b); err != nil {
				t.Fatal(err)
			}
			if report.Verdict != tt.want || !strings.Contains(strings.Join(strings.Fields(b.String()), " "), tt.says) {
				t.Errorf("%s; want %s and %q in\n%s", report.Verdict, tt.want, tt.says, b.String())
			}
		})
	}
}

// TestFixedRulesAreNotWaived: what loses data for good is never hidden.
func TestFixedRulesAreNotWaived(t *testing.T) {
	for _, r := range []*Rule{irreversibleInWindow, coverageGap, authorityRollback} {
		text := r.Broken + fmt.Sprintf("waivers: [ { rule: %s, reason: x, by: app-team, until: 2099-01-01 } ]\n", r.ID)
		report := checkText(t, text, Options{Today: time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)})
		if report.Verdict != Unsafe {
			t.Errorf("%s is waived: %s", r.ID, report.Verdict)
		}
	}
}

// TestApprovals: a plan whose gates nobody has signed is safe and not yet approved, with an exit code of its own.
func TestApprovals(t *testing.T) {
	head := "version: 1\nchannels: { o: { kind: log } }\nparticipants: { app: { builds: { a1: { writes: { o: { fields: [id] } } } } } }\ngates: { ready: { subject: app, evidence: checkdata, approve: [one, two] } }\nsteps: [ { id: look, do: verify, gate: ready } ]\n"
	for approvals, want := range map[string]Verdict{
		"": NotApproved,
		"approvals: [ { gate: ready, by: one } ]\n":                                           NotApproved,
		"approvals: [ { gate: ready, by: one }, { gate: ready, by: two, evidence: a.md } ]\n": Safe,
	} {
		report := checkText(t, head+approvals, Options{})
		if report.Verdict != want {
			t.Errorf("%q: %s, want %s", approvals, report.Verdict, want)
		}
	}
}

// TestInventory: somebody who was seen and is not in the plan makes it not verifiable, or a warning when it says so.
func TestInventory(t *testing.T) {
	head := "version: 1\npolicy: { unknownParticipants: %s }\nchannels: { o: { kind: log } }\nparticipants: { app: { builds: { a1: { writes: { o: { fields: [id] } } } } } }\n"
	opt := Options{Inventory: []Seen{{"o", "app"}, {"o", "notebook"}, {"elsewhere", "x"}}}
	if report := checkText(t, fmt.Sprintf(head, "fail"), opt); report.Verdict != NotVerifiable || len(report.Unknown) != 1 {
		t.Errorf("%s, unknown %v", report.Verdict, report.Unknown)
	}
	if report := checkText(t, fmt.Sprintf(head, "warn"), opt); report.Verdict != Safe || len(report.Findings) != 1 {
		t.Errorf("%s, %d findings", report.Verdict, len(report.Findings))
	}
}

// TestFingerprints: they survive renamed steps and moved lines, and tell findings apart.
func TestFingerprints(t *testing.T) {
	moved := "# a line more\n" + strings.ReplaceAll(unitChange, "app-a2", "another-name")
	a, b := checkText(t, unitChange, Options{}), checkText(t, moved, Options{})
	if a.Findings[0].Fingerprint() != b.Findings[0].Fingerprint() {
		t.Error("a renamed step changes the fingerprint")
	}
	for _, s := range loadScenarios(t) {
		report, err := Check(s.plan, s.opt)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]string{}
		for _, f := range report.Findings {
			if other, twice := seen[f.Fingerprint()]; twice {
				t.Errorf("%s: %q and %q have one fingerprint", s.name, other, f.Message)
			}
			seen[f.Fingerprint()] = f.Message
		}
	}
}

// TestSameOutput: two runs print the same bytes.
func TestSameOutput(t *testing.T) {
	for _, s := range loadScenarios(t) {
		var outputs [2]bytes.Buffer
		for i := range outputs {
			report, err := Check(s.plan, s.opt)
			if err != nil {
				t.Fatal(err)
			}
			for _, write := range []func() error{func() error { return report.WriteText(&outputs[i]) }, func() error { return report.WriteSVG(&outputs[i]) },
				func() error { return report.WriteJSON(&outputs[i]) }, func() error { return report.WriteShow(&outputs[i]) }, func() error { return report.WriteDOT(&outputs[i]) }} {
				if err := write(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if !bytes.Equal(outputs[0].Bytes(), outputs[1].Bytes()) {
			t.Errorf("%s: two runs differ", s.name)
		}
	}
}

// TestControlCharacters: no name can move a terminal's cursor or break a drawing.
func TestControlCharacters(t *testing.T) {
	for _, text := range []string{"version: 1\nplan: \"a\\e[2Jb\"\n", "version: 1\nchannels: { \"a\\u0007\": { kind: log } }\n", "version: 1\nsteps: [ { id: \"a\\u009bb\", do: wait } ]\n", "{\"version\":1,\"plan\":\"a\\u202eb\"}"} {
		if _, err := Load("plan.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), "control character") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestDrainIsNoFence: only what refuses at the store ends copies that nobody controls.
func TestDrainIsNoFence(t *testing.T) {
	text := `version: 1
policy: { order: listed }
channels: { orders: { kind: log, retention: 7d, lag: 1h } }
participants:
  app: { builds: { a1: { writes: { orders: { fields: [id, x] } } }, a2: { writes: { orders: { fields: [id] } } } } }
  phone: { fleet: uncontrolled, builds: { c1: { reads: { orders: { uses: [x] } } }, c2: { reads: { orders: { uses: [id] } } } } }
steps:
  - { id: phone-c2, do: deploy, participant: phone, build: c2 }
  - { id: fence-c1, do: fence, participant: phone, builds: [c1]HOW }
  - { id: app-a2, do: deploy, participant: app, build: a2 }
`
	for _, tt := range []struct {
		how  string
		want Verdict
		ids  string
	}{
		{", how: topic-acl", Safe, ""}, {", how: revoke-select", Safe, ""}, {", how: min-version", Safe, ""}, {", how: stop-acl", Safe, ""},
		{"", Safe, "order-missing-fence"}, // a warning: what it is nobody said
		{", how: scaled to zero", Unsafe, "order-missing-fence order-read-safe"}, {", how: Drained", Unsafe, "order-missing-fence order-read-safe"},
	} {
		report := checkText(t, strings.Replace(text, "HOW", tt.how, 1), Options{})
		var ids []string
		for _, f := range report.Findings {
			ids = append(ids, f.Rule.ID)
		}
		slices.Sort(ids)
		if report.Verdict != tt.want || strings.Join(ids, " ") != tt.ids {
			t.Errorf("%q: %s with %v, want %s with %s", tt.how, report.Verdict, ids, tt.want, tt.ids)
		}
	}
}

// TestTraceOfALargePlan: the states of a run list whom it concerns, not all of some hundred participants.
func TestTraceOfALargePlan(t *testing.T) {
	var b strings.Builder
	b.WriteString("version: 1\npolicy: { order: listed }\nchannels: { orders: { kind: log } }\nparticipants:\n")
	b.WriteString("  app: { builds: { a1: { writes: { orders: { fields: [id, x] } } }, a2: { writes: { orders: { fields: [id] } } } } }\n")
	b.WriteString("  report: { builds: { r1: { reads: { orders: { uses: [x] } } } } }\n")
	for i := range maxReplayed {
		fmt.Fprintf(&b, "  other-%d: { builds: { o1: { reads: { orders: { uses: [id] } } } } }\n", i)
	}
	b.WriteString("steps: [ { id: go, do: deploy, participant: app, build: a2 } ]\n")
	var out bytes.Buffer
	if err := checkText(t, b.String(), Options{}).WriteTrace(&out); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, "each state lists those that its run concerns") || !strings.Contains(text, "app/a1+a2  report/r1\n") || strings.Contains(text, "other-") {
		t.Errorf("trace:\n%s", text)
	}
}

// TestWhatFixCanDo: a window that ends with the step that has to come first is ended too, and no order is called
// impossible that there is.
func TestWhatFixCanDo(t *testing.T) {
	head := `version: 1
channels: { orders: { kind: log, retention: 7d, lag: 1h } }
participants:
  app: { builds: { a1: { writes: { orders: { fields: [FROM] } } }, a2: { writes: { orders: { fields: [TO] } } } } }
  report: { builds: { r1: { reads: { orders: { uses: [id] } } }, r2: { reads: { orders: { uses: [USES] } } } } }
steps:
`
	text := strings.NewReplacer("FROM", "id, x", "TO", "x", "USES", "x").Replace(head) +
		"  - { id: app, do: deploy, participant: app, build: a2, rollback: { until: report } }\n  - { id: report, do: deploy, participant: report, build: r2, after: [app] }\n"
	plan, err := Load("plan.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	fixed, err := Fix(plan, Options{})
	if err != nil || fixed.Report.Verdict != Safe || len(fixed.Edits) != 3 {
		t.Fatalf("fixed: %+v, %v", fixed, err)
	}
	if patched := string(Patch([]byte(text), plan, fixed.Plan)); strings.Contains(patched, "strategy") {
		t.Errorf("a default that the file does not have is written:\n%s", patched)
	}
	text = strings.NewReplacer("FROM", "id", "TO", "id, x", "USES", "x").Replace(head) +
		"  - { id: report, do: deploy, participant: report, build: r2, rollback: { until: app } }\n  - { id: app, do: deploy, participant: app, build: a2 }\n  - { id: gone, do: expire, channel: orders, for: 9d, after: [report] }\n"
	report := checkText(t, text, Options{})
	if len(report.Findings) == 0 || strings.Contains(report.Findings[0].Fix, "no order") {
		t.Errorf("app, gone, report is an order that is safe: %v", report.Findings)
	}
}

// TestDeadLettersComeBack: a dlq that the plan declares may hold old records whoever fills it.
func TestDeadLettersComeBack(t *testing.T) {
	for _, onError := range []string{"halt", "skip", "dlq"} {
		text := `version: 1
policy: { order: listed }
channels: { orders: { kind: log, retention: 7d, lag: 1h }, dead: { kind: dlq, of: orders, retention: 30d, lag: 1h } }
participants:
  app: { builds: { a1: { writes: { orders: { fields: [id] } } }, a2: { writes: { orders: { fields: [id, x] } } } } }
  report: { onError: ` + onError + `, builds: { r1: { reads: { orders: { uses: [id] } } }, r2: { reads: { orders: { uses: [x] } } } } }
steps:
  - { id: app, do: deploy, participant: app, build: a2 }
  - { id: gone, do: expire, channel: orders, for: 9d }
DEAD  - { id: report, do: deploy, participant: report, build: r2 }
`
		if report := checkText(t, strings.Replace(text, "DEAD", "", 1), Options{}); report.Verdict != Unsafe || report.Findings[0].Rule.ID != "order-replay-and-restore" {
			t.Errorf("%s: %s %v", onError, report.Verdict, report.Findings)
		}
		if report := checkText(t, strings.Replace(text, "DEAD", "  - { id: dead-gone, do: expire, channel: dead, for: 31d }\n", 1), Options{}); report.Verdict != Safe {
			t.Errorf("%s, expired: %s", onError, report.Verdict)
		}
	}
}

// TestUnitInCodeIsSaidOrNotVerifiable: the schema text is the same, so only what the builds say shows a change of unit.
func TestUnitInCodeIsSaidOrNotVerifiable(t *testing.T) {
	text := `version: 1
channels: { orders: { kind: log } }
participants:
  app:
    builds:
      a1: { writes: { orders: { fields: [amount] } }OLD }
      a2: { writes: { orders: { fields: [amount] } }NEW }
  ledger: { builds: { c1: { reads: { orders: { uses: [amount] } } } } }
steps: [ { id: app-a2, do: deploy, participant: app, build: a2 } ]
`
	said := ", meanings: { orders: { amount: { unit: USD } } }"
	for _, tt := range []struct {
		old, fresh, rest string
		want             Verdict
	}{
		{said, said, "", Safe}, {said, "", "", NotVerifiable}, {"", "", "", Safe}, {"", said, "", Safe},
		{said, "", "meanings: { orders: { amount: { unit: USD } } }", Safe},
		{said, ", meanings: { orders: { amount: { nullMeans: none } } }", "", NotVerifiable},
	} {
		if report := checkText(t, strings.NewReplacer("OLD", tt.old, "NEW", tt.fresh).Replace(text)+tt.rest+"\n", Options{}); report.Verdict != tt.want {
			t.Errorf("%+v: %s", tt, report.Verdict)
		}
	}
}

// TestDeployedTwice: a build that is deployed twice is two nodes of the graph, not a circle.
func TestDeployedTwice(t *testing.T) {
	report := checkText(t, `version: 1
policy: { order: listed }
channels: { orders: { kind: log } }
participants: { app: { builds: { a1: { writes: { orders: { fields: [id] } } }, a2: { writes: { orders: { fields: [id] } } } } } }
steps: [ { id: up, do: deploy, participant: app, build: a2 }, { id: down, do: deploy, participant: app, build: a1 }, { id: again, do: deploy, participant: app, build: a2 } ]
`, Options{})
	var b bytes.Buffer
	if err := report.WriteDOT(&b); err != nil {
		t.Fatal(err)
	}
	for _, node := range []string{`"start app a2 (up)";`, `"start app a2 (again)";`, `"start app a1";`} {
		if strings.Count(b.String(), "\n  "+node+"\n") != 1 {
			t.Errorf("no single node %s in\n%s", node, b.String())
		}
	}
}
