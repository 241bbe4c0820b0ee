package avro

import "github.com/schemavet/schemavet/compat"

var nameFieldRecased = &compat.Rule{
	ID: "name-field-recased", Level: compat.Error, Since: "0.1",
	Title: "A field's name changed its letter case or separators, so the reader's default replaces what was written",
	Why: "Names match letter by letter. The written value is skipped and the default taken for every record, and every checker calls that " +
		"compatible.",
	Spec: "Avro 1.12, Schema Resolution, records; Aliases",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"userId","type":"int"}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"user_id","type":"int","default":0}]}`,
		Path:    "R.user_id",
		Written: `{"userId":42}`,
		Read:    `{"user_id":0}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"user_id","type":"int","aliases":["userId"],"default":0}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"add \"aliases\": [\"{{written}}\"] to {{field}}, or take the old spelling back",
		"readers that are not rebuilt still ask for {{written}}: keep writing it until they are gone",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		for _, like := range renamings(p, s) {
			if like.recased {
				reportRenaming(p, &like)
			}
		}
	},
}
