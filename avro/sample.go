package avro

import "github.com/schemavet/schemavet/compat"

// Sample implements compat.Sampler.
func (r *Resolution) Sample(s *compat.Site, prefer string) *compat.Sample { return nil }
