package meaning

// A Reader infers facts. Its zero value reads the properties that are in use everywhere; configuration may add names.
type Reader struct {
	UnitKeys []string // further property names that hold a unit
}

// Infer is what is known about one side, with the property names that are in use everywhere.
func Infer(s *Statement) *Facts { return (&Reader{}).Infer(s) }

// Infer is what is known about one side. It is pure; the same statement gives the same facts.
func (r *Reader) Infer(s *Statement) *Facts {
	return &Facts{}
}
