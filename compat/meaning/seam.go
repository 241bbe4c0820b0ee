package meaning

// Placeholder of the lead so that package compat compiles; the owner of this package deletes this file as soon as the
// real types stand.
type (
	Statement struct{}
	Facts     struct{}
)
