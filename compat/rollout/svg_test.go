package rollout

import (
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestChartsAreForEveryProgram: charts are well-formed, every class in them has a rule, and they use nothing that programs which turn them
// into pictures do not know: custom properties, scripts, things from elsewhere.
func TestChartsAreForEveryProgram(t *testing.T) {
	charts, err := filepath.Glob(filepath.Join(scenarios, "*", "chart.svg"))
	if err != nil || len(charts) < 20 {
		t.Fatalf("%d charts, %v", len(charts), err)
	}
	for _, file := range charts {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, foreign := range []string{"var(", "<script", "href", "@import", "currentColor"} {
			if strings.Contains(string(text), foreign) {
				t.Errorf("%s: it holds %s", file, foreign)
			}
		}
		d := xml.NewDecoder(strings.NewReader(string(text)))
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			element, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			for _, a := range element.Attr {
				if a.Name.Local != "class" {
					continue
				}
				for _, class := range strings.Fields(a.Value) {
					if !strings.Contains(svgStyle(), "."+class+" {") {
						t.Errorf("%s: nothing colours class %s", file, class)
					}
				}
			}
		}
	}
}
