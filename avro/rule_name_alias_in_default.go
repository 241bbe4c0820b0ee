package avro

import (
	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

var nameAliasInDefault = &compat.Rule{
	ID: "name-alias-in-default", Level: compat.Error, Since: "0.1",
	Title: "An alias renames a field that a default of the writer's names",
	Why: "Java's reader first rewrites the writer's schema by the reader's aliases, and keeps its defaults as they were. A default of a record " +
		"then names a field that is called otherwise, is refused, and no datum is read, although no default is needed and every checker calls the pair compatible.",
	Spec: "Avro 1.12, Aliases",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"p","type":{"type":"record","name":"P","fields":[{"name":"x","type":"int"}]},"default":{"x":0}}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"p","type":{"type":"record","name":"P","fields":[{"name":"y","type":"int","aliases":["x"]}]},"default":{"y":0}}]}`,
		Path:    "R.p",
		Written: `{"p":{"x":42}}`, Read: "nothing: Java fails",
		Fixed: `{"type":"record","name":"R","fields":[{"name":"p","type":{"type":"record","name":"P","fields":[{"name":"x","type":"int"}]},"default":{"x":0}}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"leave the field inside {{field}} its name",
		"or release the writer's schema without the default of {{field}} first, and rename when its data is the oldest that is read",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		f := fieldOf(s.Writer)
		own, ok := p.Trace.Sampler.(*sampler)
		if f == nil || !ok || !f.Default.Is(position.Object) && !f.Default.Is(position.Array) { // a scalar names no field
			return
		}
		if !own.javaReader().stale(f) {
			return
		}
		found := p.Report(s, "Java reads no datum: the writer's default %s of %s names a field that the reader's aliases rename", clip(f.Default.Raw()), clip(f.Name))
		found.Runtimes = []string{"java"}
		proveIn(p, found, s, "", "Java fails: the rewritten schema has an invalid default", true)
	},
}
