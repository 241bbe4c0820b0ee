// Command schemavet tells what each reader of a schema will make of what each writer wrote.
package main

import (
	"os"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/cli"
)

func main() { os.Exit(cli.Run(cli.System())) }
