package iceberg

import (
	"strconv"

	"github.com/schemavet/schemavet/compat"
)

var boundsWidth = &compat.Rule{
	ID:    "iceberg-bounds-width",
	Level: compat.Note,
	Title: "Bounds in manifests keep the width of the old type",
	Why:   "Promotion does not rewrite them: a reader that decodes a 4-byte bound as the 8-byte type fails on filtered scans or prunes files that match. iceberg-go 0.7.0 fails.",
	Spec:  "Iceberg table specification, Schema Evolution, length of bounds",
	Since: "0.1",
	Example: compat.Example{
		Format:  "iceberg",
		Writer:  columns(0, "1 id! long", "2 k int"),
		Reader:  columns(1, "1 id! long", "2 k long"),
		Path:    "k",
		Written: "34, with a bound of 4 bytes",
		Read:    "34; a filtered scan that expects 8 bytes fails",
		Fixed:   columns(1, "1 id! long", "2 k int"),
		FixedIs: "reader",
	},
	Recipe: []string{
		"check that each engine decodes bounds by their length",
		"or rewrite the old files, which rewrites their bounds",
	},
	Check: func(p *compat.Pass, s *compat.Site) {
		o, y := kept(p, s)
		if !ownStep(p) && len(p.Trace.Readings) == 0 || o == nil || y == nil || insideKey(y) || retyped(o, y, versionOf(p)) != promotion || boundsBytes(o.Type) == boundsBytes(y.Type) || o.Type.Kind == Unknown {
			return
		}
		f := p.Report(s, "%s (field id %d): bounds of files from before are %d bytes (%s), of files from now on %d (%s)%s", s.Path, y.ID, boundsBytes(o.Type), o.Type, boundsBytes(y.Type), y.Type, partitionToo(pairOf(p), y))
		f.Sample = &compat.Sample{Written: sampleValue(o.Type) + ", with bounds of " + strconv.Itoa(boundsBytes(o.Type)) + " bytes", Read: promoted(sampleValue(o.Type), o.Type, y.Type) + "; a filtered scan fails or misses the file where bounds are decoded by the new type"}
		for _, r := range p.Trace.Readings {
			if r.Read == "fails" || r.Read == "changed" {
				f.Level, f.Runtimes = compat.Warning, append(f.Runtimes, r.Runtime)
			}
		}
	},
}
