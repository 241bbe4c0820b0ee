package hazard_test

import (
	"fmt"
	"testing"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/hazard"
)

func TestDump(t *testing.T) {
	for _, h := range corpus(t) {
		for i := 1; i < len(h.versions); i++ {
			for _, f := range find(h.versions[i-1].schema, h.versions[i].schema, nil, hazard.Rules) {
				if f.Level >= compat.Note {
					s := ""
					if f.Sample != nil {
						s = f.Sample.Written + " => " + f.Sample.Read
					}
					fmt.Printf("%s\t%s\t%s %s→%s\t%s\t%s\t[%s]\n", f.Level, f.Rule.ID, h.name, h.versions[i-1].number, h.versions[i].number, f.Path, f.Message, s)
				}
			}
		}
	}
}
