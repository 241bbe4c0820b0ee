package report

import (
	"encoding/json"
	"io"
	"strconv"

	"github.com/schemavet/schemavet/compat"
)

// GitLab's code quality report. All five fields stand on every row; lines begin at 1; a fingerprint is unique in the file and
// holds no position, or every shift of a line would open the finding again.

type gitlabRow struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
}

func writeGitLab(w io.Writer, r *Run) error {
	rows := []gitlabRow{}
	seen := map[string]int{}
	for _, f := range r.shown() {
		if f.State != compat.New {
			continue
		}
		s := at(f)
		fingerprint := f.Fingerprint()
		if seen[fingerprint]++; seen[fingerprint] > 1 {
			fingerprint += "-" + strconv.Itoa(seen[fingerprint])
		}
		message := f.Message
		if f.Sample != nil {
			message += ": " + sample(f.Sample)
		}
		rows = append(rows, gitlabRow{
			message, f.Rule.ID, fingerprint, gitlabSeverity(f.Level), gitlabLocation{r.file(s), gitlabLines{max(s.line, 1)}},
		})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(rows)
}

func gitlabSeverity(l compat.Level) string {
	switch l {
	case compat.Error:
		return "major"
	case compat.Warning:
		return "minor"
	}
	return "info"
}
