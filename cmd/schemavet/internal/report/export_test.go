package report

// Validate holds a json report against the JSON Schema.
var Validate = validate
