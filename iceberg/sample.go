package iceberg

import (
	"fmt"

	"github.com/schemavet/schemavet/compat"
)

// sampler tells what one value of a column becomes; an Iceberg row has no encoding of its own, so samples carry no datum.
type sampler struct{ pair *Pair }

// Sample implements compat.Sampler.
func (s *sampler) Sample(site *compat.Site, prefer string) *compat.Sample {
	w, f := fieldOf(site.Writer), fieldOf(site.Reader)
	out := &compat.Sample{Written: "nothing", Read: "nothing: the reader does not ask for it"}
	if w != nil {
		out.Written = sampleValue(w.Type)
		if prefer != "" {
			out.Written = prefer
		}
	}
	switch {
	case site.Does == compat.Refuse:
		out.Read, out.Fails = "no value: "+site.Cause, true
	case site.Does == compat.Depends && site.When == "v is null":
		out.Written, out.Read, out.Fails = "null", "no value: "+site.Cause, true
	case site.Does == compat.Depends:
		out.Written, out.Read, out.Fails = `"1600-01-01"`, "no value: "+site.Cause, true
	case f == nil:
	case w == nil:
		out.Read = filled(site, f)
	default:
		out.Read = promoted(out.Written, w.Type, f.Type)
	}
	return out
}

// filled is what a reader makes up for a column that was not written.
func filled(site *compat.Site, f *Field) string {
	switch {
	case site.How == byPartition:
		return "the file's partition value, else " + jsonOf(f.Initial)
	case f.Initial != nil && site.How == byInitial:
		return shown(f.Initial.Value)
	}
	return "null"
}

// promoted is a sample value after a promotion.
func promoted(written string, from, to *Type) string {
	switch {
	case from.Kind == Float && to.Kind == Double && written == "0.1":
		return "0.10000000149011612"
	case from.Kind == Date && isTimestamp(to.Kind):
		return fmt.Sprintf("%sT00:00:00\"", written[:max(len(written)-1, 0)])
	case from.Kind == Unknown:
		return "null"
	}
	return written
}
