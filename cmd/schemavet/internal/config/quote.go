package config

import (
	"strings"

	"github.com/schemavet/schemavet/compat/yamltext"
)

// quote writes a text as a YAML scalar: bare where that is safe, else in double quotes, whose escapes YAML shares with JSON.
func quote(text string) string {
	if text == "" || strings.TrimSpace(text) != text || !bare(text) {
		return yamltext.Quoted(text)
	}
	return text
}

// bare reports whether YAML reads the text back as the same string without quotes.
func bare(text string) bool {
	letter := false
	for i, r := range text {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			letter = true
		case r >= '0' && r <= '9' || r == '_' || r == '.' || r == '/' || r == '@':
		case i > 0 && (r == '-' || r == ' ' || r == '+' || r == '$'):
		default:
			return false
		}
	}
	switch strings.ToLower(text) {
	case "true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", ".nan", ".inf":
		return false
	}
	if first := text[0]; first >= '0' && first <= '9' || first == '.' || first == '@' {
		return false // it may be a number or a date
	}
	return letter
}
