package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMakeScenarios makes the plan of every scenario that has a fleet.yaml, with the real formats, and wants the golden
// one; made again it is the same, checked it is what its first line says, and fixing it changes nothing. The folders are
// scenarios of the order check too.
func TestMakeScenarios(t *testing.T) {
	folders, err := filepath.Glob(filepath.Join(rollouts, "make-*"))
	if err != nil || len(folders) < 9 {
		t.Fatalf("%d scenarios (%v)", len(folders), err)
	}
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			dir, err := filepath.Abs(folder)
			if err != nil {
				t.Fatal(err)
			}
			args := []string{"plan", "make", "--from", "v1", "--to", "v2", "--participants", "fleet.yaml", "--dry-run"}
			if more, err := os.ReadFile(filepath.Join(dir, "args")); err == nil {
				args = append(args, strings.Fields(string(more))...)
			}
			out, errs, code := runPlan(dir, args...)
			if code != 0 {
				t.Fatalf("exit %d\n%s%s", code, out, errs)
			}
			golden := filepath.Join(dir, "plan.yaml")
			got := "# want: safe\n" + out
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil || string(want) != got {
				t.Errorf("the plan made is not %s (%v):\n%s", golden, err, got)
			}
			if again, _, _ := runPlan(dir, args...); again != out {
				t.Error("made again it is another plan")
			}
			if out, _, code := runPlan(dir, "plan", "check", "plan.yaml"); code != 0 {
				t.Errorf("checked it exits %d\n%s", code, out)
			}
			if out, errs, code := runPlan(dir, "plan", "fix", "plan.yaml"); code != 0 || !strings.Contains(errs, "nothing to change") {
				t.Errorf("fixing it exits %d\n%s%s", code, out, errs)
			}
		})
	}
}
