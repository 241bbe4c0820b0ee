package avro

import "github.com/schemavet/schemavet/compat"

var nameFieldRenamed = &compat.Rule{
	ID: "name-field-renamed", Level: compat.Error, Since: "0.1",
	Title: "A field looks renamed without an alias, so the reader's default replaces what was written",
	Why: "Fields match by name. Without an alias the written value is skipped and the default taken for every record, and every checker " +
		"calls that compatible.",
	Spec: "Avro 1.12, Schema Resolution, records; Aliases",
	Example: compat.Example{
		Format:  "avro",
		Writer:  `{"type":"record","name":"R","fields":[{"name":"amount","type":"int"}]}`,
		Reader:  `{"type":"record","name":"R","fields":[{"name":"order_amount","type":"int","default":0}]}`,
		Path:    "R.order_amount",
		Written: `{"amount":42}`,
		Read:    `{"order_amount":0}`,
		Fixed:   `{"type":"record","name":"R","fields":[{"name":"order_amount","type":"int","aliases":["amount"],"default":0}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"if it is one field under a new name, add \"aliases\": [\"{{written}}\"] to {{field}}",
		"an alias says that the values mean the same: when unit or sense changed too, keep {{written}} and add {{field}} beside it",
		"readers that are not rebuilt still ask for {{written}}: keep writing it until they are gone",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		for _, like := range renamings(p, s) {
			if !like.recased {
				reportRenaming(p, &like)
			}
		}
	},
}

// level is how much a renaming matters: Off when nothing false is read and the names alone say too little.
func (like *renaming) level() compat.Level {
	r := fieldOf(like.filled.Reader)
	switch null := r.HasDefault() && r.Default.Raw() == "null"; {
	case !r.HasDefault(): // the reader fails at once, and that finding carries the hint
		if like.joinable {
			return compat.Error
		}
		return compat.Off
	case null && like.recased && like.joinable: // the same word: no doubt that the value is lost
		return compat.Error
	case null && like.likeness < strong:
		return compat.Off
	case !null && like.joinable && like.likeness >= strong:
		return compat.Error
	}
	return compat.Warning
}

// reportRenaming reports a field that takes its default where a value was written under another name.
func reportRenaming(p *compat.Pass, like *renaming) {
	w, r := fieldOf(like.written.Writer), fieldOf(like.filled.Reader)
	level := like.level()
	if level == compat.Off || !r.HasDefault() {
		return
	}
	other := ""
	if !like.joinable {
		other = "; as " + r.Type.Spelling() + " cannot take a written " + w.Type.Spelling() + ", an alias would not help"
	}
	found := p.Report(like.filled, "%s reads its default %s, and the %s that was written is skipped (%s)%s",
		like.filled.Path, clip(r.Default.Raw()), told(w.Name), like.why, other)
	found.Level = level
	found.Writer = like.written.Writer.At
	found.Fill("written", clip(w.Name))
	if !like.joinable {
		found.Recipe = []string{
			"read " + clip(w.Name) + " too and convert it in code, until the last data that holds it has left retention",
			"let the default of " + clip(r.Name) + " say \"not recorded\": null",
		}
	}
	found.From, found.To = w.Name, r.Name
	prove(p, found, like.written, telling(w.Type), r.Default.Raw(), false)
	shown := *found.Sample
	shown.Read, shown.Fails = r.Default.Raw(), false
	found.Sample = &shown
}
