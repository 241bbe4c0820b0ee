package position

// Clip shortens text of a document for a message: a name of a megabyte must not fill the terminal. most counts code points.
func Clip(text string, most int) string {
	for i := range text {
		if most == 0 {
			return text[:i] + "…"
		}
		most--
	}
	return text
}
