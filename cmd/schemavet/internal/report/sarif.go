package report

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
	"github.com/schemavet/schemavet/compat"
)

// SARIF 2.1.0, as code scanning reads it. Field notes: paths are relative to the top of the repository, which is what
// %SRCROOT% stands for there, with slashes and percent-encoded (where that is on one machine is nobody's business: no
// originalUriBaseIds); columns are counted in the unit that columnKind states; the message must stand alone, since markdown
// in it is dropped; GitHub takes no notice of suppressions, so accepted findings are left out here and stay in the json
// format; a rule's name must differ from its id.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool       sarifTool     `json:"tool"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID               string       `json:"id"`
	Name             string       `json:"name"`
	ShortDescription sarifText    `json:"shortDescription"`
	FullDescription  sarifText    `json:"fullDescription"`
	Help             sarifHelp    `json:"help"`
	Default          sarifDefault `json:"defaultConfiguration"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifHelp struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown"`
}

type sarifDefault struct {
	Level string `json:"level"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints"`
	Baseline     string            `json:"baselineState"`
}

type sarifLocation struct {
	ID       int           `json:"id,omitempty"`
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifText    `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI       string `json:"uri"`
	URIBaseID string `json:"uriBaseId,omitempty"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndColumn   int `json:"endColumn,omitempty"`
}

func writeSARIF(w io.Writer, r *Run) error {
	run := sarifRun{
		ColumnKind: "unicodeCodePoints", Results: []sarifResult{},
		Tool: sarifTool{sarifDriver{
			Name: "schemavet", Version: r.Version, InformationURI: "https://github.com/schemavet/schemavet", Rules: []sarifRule{},
		}},
	}
	var ids []string
	for _, f := range r.Findings {
		if f.State == compat.Accepted || f.Level < r.MinLevel {
			continue
		}
		index := slices.Index(ids, f.Rule.ID)
		if index < 0 {
			index = len(ids)
			ids = append(ids, f.Rule.ID)
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, ruleSARIF(f.Rule))
		}
		run.Results = append(run.Results, r.resultSARIF(f, index))
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(sarifLog{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run},
	})
}

func ruleSARIF(r *compat.Rule) sarifRule {
	var name strings.Builder
	for word := range strings.SplitSeq(r.ID, "-") {
		if word != "" {
			name.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	steps := ""
	for _, step := range r.Recipe {
		steps += "\n- " + General(step)
	}
	return sarifRule{
		ID: r.ID, Name: name.String(), ShortDescription: sarifText{r.Title}, FullDescription: sarifText{r.Why},
		Help:    sarifHelp{r.Why + "\n" + steps, "**" + r.Title + "**\n\n" + r.Why + "\n" + steps},
		Default: sarifDefault{r.Level.String()},
	}
}

func (r *Run) resultSARIF(f *gate.Finding, index int) sarifResult {
	message := f.Message
	if f.Sample != nil {
		message += ": " + sample(f.Sample)
	}
	result := sarifResult{
		RuleID: f.Rule.ID, RuleIndex: index, Level: f.Level.String(), Locations: []sarifLocation{r.locationSARIF(at(f))},
		Fingerprints: map[string]string{"schemavet/v1": f.Fingerprint()}, Baseline: "new",
	}
	if f.State == compat.Known {
		result.Baseline = "unchanged"
	}
	if role, other := otherSide(f); other.source != "" && !committed.MatchString(other.source) {
		location := r.locationSARIF(other)
		location.ID, location.Message = 1, &sarifText{"the " + role}
		result.Related = []sarifLocation{location}
		message += " ([" + role + "](1))"
	} else if other.source != "" {
		message += " (" + role + ": " + other.String() + ")"
	}
	result.Message = sarifText{message}
	return result
}

func (r *Run) locationSARIF(s spot) sarifLocation {
	physical := sarifPhysical{Artifact: artifactSARIF(r.Dir, r.file(s))}
	if s.line > 0 {
		physical.Region = &sarifRegion{StartLine: s.line, StartColumn: s.column}
		if s.marked.line == s.line {
			physical.Region.EndColumn = s.column + s.marked.width
		}
	}
	return sarifLocation{Physical: physical}
}

// artifactSARIF is a file below %SRCROOT%, or the whole URI of one that lies elsewhere (3.4.4: what has a base is relative).
func artifactSARIF(dir, path string) sarifArtifact {
	if filepath.IsLocal(filepath.FromSlash(path)) {
		return sarifArtifact{(&url.URL{Path: path}).String(), "%SRCROOT%"}
	}
	if !filepath.IsAbs(filepath.FromSlash(path)) {
		path = filepath.ToSlash(filepath.Join(dir, filepath.FromSlash(path)))
	}
	return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(path, "/")}).String()}
}
