package cli

import (
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// Env is everything that a run takes from the world: nothing else in the program asks for the time, the environment, the
// terminal or the working folder.
type Env struct {
	Args     []string // without the program's name
	Stdin    io.Reader
	Stdout   io.Writer
	Stderr   io.Writer
	Environ  []string // git is run with it
	Now      func() time.Time
	Dir      string // the working folder, absolute
	Program  string // the program's own file, absolute; "" when it is not known
	Terminal bool   // Stdout is one
	Width    int    // its columns, 0 when it is not known
}

// System is the real world.
func System() *Env {
	e := &Env{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Environ: os.Environ(), Now: time.Now,
	}
	e.Dir, _ = os.Getwd()          // without one, paths stay as they are given
	e.Program, _ = os.Executable() // without one, a hook relies on the PATH
	if fd := int(os.Stdout.Fd()); term.IsTerminal(fd) {
		e.Terminal = true
		if width, _, err := term.GetSize(fd); err == nil {
			e.Width = width
		}
	}
	return e
}

// lookup is an environment variable, "" when it is not set.
func (e *Env) lookup(name string) string {
	for i := len(e.Environ) - 1; i >= 0; i-- {
		if value, ok := strings.CutPrefix(e.Environ[i], name+"="); ok {
			return value
		}
	}
	return ""
}

// color decides about colour: the flag, then NO_COLOR and CLICOLOR_FORCE, then whether a terminal is there.
func (e *Env) color(flag string) bool {
	switch {
	case flag == "always":
		return true
	case flag == "never", e.lookup("NO_COLOR") != "":
		return false
	case e.lookup("CLICOLOR_FORCE") != "" && e.lookup("CLICOLOR_FORCE") != "0":
		return true
	}
	return e.Terminal && e.lookup("TERM") != "dumb"
}
