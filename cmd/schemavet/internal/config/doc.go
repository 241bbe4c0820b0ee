// Package config reads schemavet.yaml and the accept file. It takes no key that it does not know, and every error names the
// place: file:line:column, with the key that was probably meant.
package config
