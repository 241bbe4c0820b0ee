package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const corpus = "../../../../../shared/corpus"

// TestCorpus runs the command over every public history that lies beside the project: it must end, with an exit code that its
// report explains.
func TestCorpus(t *testing.T) {
	subjects, err := filepath.Glob(corpus + "/*/*/001.avsc")
	if err != nil || len(subjects) == 0 {
		t.Skip("the public histories are not here: ../shared/corpus")
	}
	configuration := filepath.Join(t.TempDir(), "schemavet.yaml")
	for _, first := range subjects {
		folder, err := filepath.Abs(filepath.Dir(first))
		if err != nil {
			t.Fatal(err)
		}
		text := "subjects: [{files: " + filepath.ToSlash(folder) + "/*.avsc, subject: it, history: files, mode: full-transitive}]\n"
		if err := os.WriteFile(configuration, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		exit := Run(&Env{
			Args: []string{"check", folder, "--config", configuration, "--format", "json"}, Stdout: &out, Stderr: &errs, Dir: folder,
			Now: time.Now, Environ: append(os.Environ(), "GIT_DIR="+t.TempDir()),
		})
		explained(t, strings.TrimPrefix(folder, filepath.Dir(filepath.Dir(folder))+"/"), exit, out.Bytes(), errs.String())
	}
}

func explained(t *testing.T, name string, exit int, out []byte, errs string) {
	t.Helper()
	var report struct {
		Run struct {
			Coverage struct {
				Skipped []struct{ Source, Why string }
			}
		}
		Findings []struct {
			Level, State   string
			Sample         *struct{ Written, Read string }
			Reader, Writer *struct{ Line int }
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Errorf("%s: exit code %d and no report: %v %s", name, exit, err, errs)
		return
	}
	errors := 0
	for _, f := range report.Findings {
		if f.Level == "error" && f.State == "new" {
			errors++
			if f.Sample == nil {
				t.Errorf("%s: an error without a value that proves it", name)
			}
		}
		if f.Reader == nil && f.Writer == nil {
			t.Errorf("%s: a finding without a place", name)
		}
	}
	switch {
	case exit == exitOK && errors > 0, exit == exitFound && errors == 0:
		t.Errorf("%s: exit code %d with %d errors", name, exit, errors)
	case exit == exitFailure && len(report.Run.Coverage.Skipped) == 0:
		t.Errorf("%s: could not finish and says not what it did not look at: %s", name, errs)
	case exit == exitUsage || exit > exitFailure:
		t.Errorf("%s: exit code %d: %s", name, exit, errs)
	}
}
