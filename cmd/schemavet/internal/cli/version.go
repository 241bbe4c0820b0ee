package cli

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/pflag"
)

var versionCommand = &Command{
	Name: "version", Short: "print the version",
	Examples: []Example{{"schemavet version", "the module's version and the Go that built it"}},
	Setup: func(*pflag.FlagSet) Action {
		return func(e *Env, args []string) (int, error) {
			if err := noArguments(args); err != nil {
				return 0, err
			}
			goVersion := ""
			if info, ok := debug.ReadBuildInfo(); ok {
				goVersion = " " + info.GoVersion
			}
			_, err := fmt.Fprintf(e.Stdout, "schemavet %s%s\n", version(), goVersion)
			return exitOK, err
		}
	},
}

// version is the module's version, "devel" for a build from a working tree.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
