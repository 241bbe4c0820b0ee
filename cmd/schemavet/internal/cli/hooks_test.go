package cli

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// TestPreCommitHooks: the pre-commit framework's file names commands that are there, and runs for deletions too.
func TestPreCommitHooks(t *testing.T) {
	text, err := os.ReadFile("../../../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var hooks []struct {
		ID, Name, Description, Entry, Language, Files string
		LanguageVersion                               string `yaml:"language_version"`
		AlwaysRun                                     bool   `yaml:"always_run"`
		PassFilenames                                 bool   `yaml:"pass_filenames"`
		RequireSerial                                 bool   `yaml:"require_serial"`
		Stages                                        []string
		MinimumVersion                                string `yaml:"minimum_pre_commit_version"`
	}
	if err := yaml.Load(text, &hooks, yaml.WithKnownFields()); err != nil {
		t.Fatal(err)
	}
	if len(hooks) != 2 || hooks[0].Language != "golang" || hooks[1].Language != "system" {
		t.Fatalf("hooks %+v; one that is built and one that is installed are wanted", hooks)
	}
	for _, h := range hooks {
		if !h.AlwaysRun || h.PassFilenames || !h.RequireSerial {
			t.Errorf("%s would miss a commit that only deletes, or run several times: %+v", h.ID, h)
		}
		if h.LanguageVersion != "" {
			t.Errorf("%s pins a language version, which forces a toolchain download", h.ID)
		}
		if _, err := regexp.Compile(h.Files); err != nil {
			t.Errorf("%s: files: %v", h.ID, err)
		}
		words := strings.Fields(h.Entry)
		command, rest, err := find(words[1:])
		if words[0] != "schemavet" || err != nil || command == nil {
			t.Fatalf("%s runs %q, which is no command: %v", h.ID, h.Entry, err)
		}
		if fs, _ := command.flags(); fs.Parse(rest) != nil {
			t.Errorf("%s runs %q with flags that are not there", h.ID, h.Entry)
		}
	}
}
