package config

import _ "embed"

// Schema is the JSON Schema of schemavet.yaml.
//
//go:embed config.schema.json
var Schema string
