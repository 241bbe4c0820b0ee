// Package position reads JSON text into a Document in which every value knows where it stands: its JSON pointer (RFC
// 6901) and its span of lines and columns.
//
// It is a reader for checkers, not for programs that want Go values. Numbers stay text, so no integer or decimal is ever
// rounded; a key that an object has twice is an error, since readers disagree about which one counts; comments (// and
// /* */) are read, because schema files in the wild have them, and their first place is kept for a note. Lines and columns
// are 1-based, columns count Unicode code points, offsets count bytes of the text after a byte order mark.
//
// The document is a flat tape: one small fixed-size node per value, in text order, found by index. Nothing is built per
// value but that node; strings, pointers and columns are worked out when somebody asks.
package position
