package rollout

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"
)

var update = flag.Bool("update", false, "rewrite the golden files of the scenarios")

const scenarios = "../../testdata/rollout"

// A tableRow is one verdict of an oracle.yaml, which stands in for an adapter where a scenario must not depend on one.
type tableRow struct {
	Channel, Data, Reader, Table, Answer, Message, Case, Remedy string
}

// A tableOracle answers from rows; what is not listed is fine.
type tableOracle struct {
	Reads []tableRow `yaml:"read"`
	Binds []tableRow `yaml:"bind"`
}

func (o *tableOracle) judge(rows []tableRow, channel, data, table string, readers ...string) (Judgment, error) {
	for _, r := range rows {
		if r.Channel == channel && r.Data == data && r.Table == table && contains(readers, r.Reader) {
			answer := map[string]Answer{"ok": Fine, "conditional": Conditional, "hazard": Hazard, "error": Refused}[r.Answer]
			return Judgment{answer, []Note{{Message: r.Message, Case: r.Case, Remedy: r.Remedy}}}, nil
		}
	}
	return Judgment{}, nil
}

func (o *tableOracle) Read(d DataClass, _ *TableSchema, r ReaderView) (Judgment, error) {
	return o.judge(o.Reads, d.Channel.Name, d.Version, "", r.Version, r.Participant.Name+"/"+r.Build.Name)
}
func (o *tableOracle) Bind(t *TableSchema, r ReaderView) (Judgment, error) {
	return o.judge(o.Binds, t.Channel.Name, "", t.Version, r.Participant.Name+"/"+r.Build.Name)
}
func (o *tableOracle) Write(*TableSchema, WriterView) (Judgment, error) { return Judgment{}, nil }
func (o *tableOracle) Preserve(DataClass, ReaderView, WriterView) (Judgment, error) {
	return Judgment{}, nil
}

// A scenario is one folder of testdata/rollout.
type scenario struct {
	name, dir string
	plan      *Plan
	want      string // verdict and rule ids, from the first comment of the plan
	opt       Options
}

func loadScenarios(t *testing.T) []scenario {
	t.Helper()
	dirs, err := os.ReadDir(scenarios)
	if err != nil {
		t.Fatal(err)
	}
	var all []scenario
	for _, d := range dirs {
		s := scenario{name: d.Name(), dir: filepath.Join(scenarios, d.Name())}
		file := "plan.yaml"
		data, err := os.ReadFile(filepath.Join(s.dir, file))
		if err != nil {
			file = "plan.json"
			if data, err = os.ReadFile(filepath.Join(s.dir, file)); err != nil {
				t.Fatal(err)
			}
		}
		s.want = wanted(t, s.dir, data)
		if s.plan, err = Load(file, data); err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		s.opt = Options{Today: time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)}
		if rows, err := os.ReadFile(filepath.Join(s.dir, "oracle.yaml")); err == nil {
			o := &tableOracle{}
			if err := yaml.Load(rows, o, yaml.WithKnownFields()); err != nil {
				t.Fatalf("%s: oracle.yaml: %v", s.name, err)
			}
			s.opt.Oracles = map[string]Oracle{"avro": o}
		}
		all = append(all, s)
	}
	if len(all) < 50 {
		t.Fatalf("%d scenarios found in %s", len(all), scenarios)
	}
	return all
}

// wanted reads the expected outcome: the plan's first comment, or a file beside it where the plan must stand as it is.
func wanted(t *testing.T, dir string, plan []byte) string {
	t.Helper()
	if want, err := os.ReadFile(filepath.Join(dir, "want")); err == nil {
		return strings.TrimSpace(string(want))
	}
	first, _, _ := strings.Cut(string(plan), "\n")
	want, ok := strings.CutPrefix(first, "# want: ")
	if !ok {
		t.Fatalf("%s: the plan does not begin with # want:", dir)
	}
	return want
}

// outcome writes a report as the scenarios expect it: the verdict and the ids of its rules.
func outcome(r *Report) string {
	ids := map[string]bool{}
	for _, f := range r.Findings {
		ids[f.Rule.ID] = true
	}
	list := make([]string, 0, len(ids))
	for id := range ids {
		list = append(list, id)
	}
	sort.Strings(list)
	return strings.TrimSpace(r.Verdict.String() + " " + strings.Join(list, " "))
}

// TestScenarios checks every folder: the verdict and the rules it names, and the golden report, run and chart.
func TestScenarios(t *testing.T) {
	for _, s := range loadScenarios(t) {
		t.Run(s.name, func(t *testing.T) {
			report, err := Check(s.plan, s.opt)
			if err != nil {
				t.Fatal(err)
			}
			if got := outcome(report); got != s.want {
				t.Errorf("outcome %q, want %q", got, s.want)
				for _, f := range report.Findings {
					t.Logf("%s: %s", f.Rule.ID, f.Message)
				}
				for _, u := range report.Unknown {
					t.Logf("unknown: %s", u.Message)
				}
			}
			golden(t, filepath.Join(s.dir, "report.txt"), report.WriteText)
			golden(t, filepath.Join(s.dir, "trace.txt"), report.WriteTrace)
			golden(t, filepath.Join(s.dir, "chart.svg"), report.WriteSVG)
		})
	}
}

// golden compares an output with its file, or rewrites the file under -update.
func golden(t *testing.T, file string, write func(io.Writer) error) {
	t.Helper()
	var got bytes.Buffer
	if err := write(&got); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (run go test with -update to write it)", err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", filepath.Base(file), diff)
	}
}

// TestEveryRuleMatters leaves out one rule at a time and wants some scenario's outcome to change: a rule that no
// scenario needs is a rule that may be broken without anybody noticing.
func TestEveryRuleMatters(t *testing.T) {
	all := loadScenarios(t)
	for _, r := range Rules {
		changed := false
		for _, s := range all {
			opt := s.opt
			opt.without = r.ID
			report, err := Check(s.plan, opt)
			if err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
			if outcome(report) != s.want {
				changed = true
				break
			}
		}
		if !changed {
			t.Errorf("no scenario notices when %s is left out", r.ID)
		}
	}
}

// TestVerdictWords holds the exit codes that scripts rely on.
func TestVerdictWords(t *testing.T) {
	want := map[Verdict]int{Safe: 0, Unsafe: 1, Stuck: 1, NotVerifiable: 3, NotApproved: 4}
	for v, code := range want {
		if v.ExitCode() != code {
			t.Errorf("%s: exit code %d, want %d", v, v.ExitCode(), code)
		}
	}
}
