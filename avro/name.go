package avro

import "strings"

// fullName qualifies a name (Avro 1.12, Names): a name with a dot is already full; otherwise the namespace given with it
// counts, then the enclosing one.
func fullName(name, namespace string) string {
	if namespace == "" || strings.IndexByte(name, '.') >= 0 {
		return name
	}
	return namespace + "." + name
}

func shortName(full string) string { return full[strings.LastIndexByte(full, '.')+1:] }

func namespaceOf(full string) string {
	if i := strings.LastIndexByte(full, '.'); i >= 0 {
		return full[:i]
	}
	return ""
}

// validName is the grammar of a simple name: [A-Za-z_][A-Za-z0-9_]*.
func validName(name string) bool {
	for i := range len(name) {
		c := name[i]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

// validFullName is a dot-separated sequence of simple names.
func validFullName(name string) bool {
	for part := range strings.SplitSeq(name, ".") {
		if !validName(part) {
			return false
		}
	}
	return true
}

// primitive finds the primitive type of a spelling; ok is false for other words.
func primitive(word string) (Kind, bool) {
	for k := Null; k <= String; k++ {
		if kindNames[k] == word {
			return k, true
		}
	}
	return 0, false
}
