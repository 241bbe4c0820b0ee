package meaning

func (w *work) nullSense()    {}
func (w *work) defaultSense() {}
func (w *work) declaredLast() {}
func (w *work) companion(field, role string, e Evidence) {
	w.f.Companion = &Companion{Field: field, Role: role, Evidence: e}
}
func decimal(s string) string                       { return s }
func interval(s string) (low, high string, ok bool) { return "", "", false }
