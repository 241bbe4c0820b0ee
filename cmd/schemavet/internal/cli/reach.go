package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/spf13/pflag"

	"github.com/schemavet/schemavet/cmd/schemavet/internal/config"
	"github.com/schemavet/schemavet/cmd/schemavet/internal/gate"
)

// reach is the flags that say how far a command goes for what it reads: over a network or not, and for how long.
type reach struct {
	fetch   *bool
	offline *bool
	timeout *time.Duration
}

func reachFlags(fs *pflag.FlagSet) *reach {
	return &reach{
		fetch:   fs.Bool("fetch", false, "let git fetch what is missing: the history that a shallow clone lacks, a revision that is not here"),
		offline: fs.Bool("offline", false, "ask no network, whatever later versions can ask: what is missing is an error. Without --fetch that is so anyway"),
		timeout: fs.Duration("timeout", 0, "give up after this `TIME`, as in 10s, with exit code 3; 0 is no limit"),
	}
}

// vet checks what the flags say, before anything is run.
func (r *reach) vet() error {
	switch {
	case *r.fetch && *r.offline:
		return &gate.Usage{Problem: "--fetch asks the network, and --offline forbids it; leave one of them out"}
	case *r.timeout < 0:
		return &gate.Usage{Problem: fmt.Sprintf("--timeout %v: a time is not negative; 0 is no limit", *r.timeout)}
	}
	return nil
}

// A verdict is what a run over schemas comes to. The configuration is there with most errors, too.
type verdict struct {
	result *gate.Result
	config *config.Config
	err    error
}

// run gives work a loader that goes as far as the flags say, and gives up on it when the time is over: what git is doing then
// is ended.
func (r *reach) run(e *Env, work func(*gate.Loader) verdict) (*gate.Result, *config.Config, error) {
	if err := r.vet(); err != nil {
		return nil, nil, err
	}
	ctx, limit, began := context.Background(), *r.timeout, time.Now()
	if limit > 0 {
		ended, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		heard, stop := signal.NotifyContext(ended, os.Interrupt) // a terminal tells us only, not what runs apart from us
		defer stop()
		ctx = heard
	}
	l := loader(e)
	l.Context, l.Fetch = ctx, *r.fetch
	done := make(chan verdict, 1)
	go func() { done <- work(l) }()
	select {
	case v := <-done:
		late := limit > 0 && time.Since(began) > limit // the same for everyone, whichever of the two was noticed first
		if !late && (v.err == nil || ctx.Err() == nil) {
			return v.result, v.config, v.err
		}
	case <-ctx.Done():
		select { // what git is doing is being ended
		case <-done:
		case <-time.After(500 * time.Millisecond):
		}
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil, nil, errors.New("could not finish: interrupted")
	}
	return nil, nil, fmt.Errorf("could not finish: gave up after %v (--timeout)", limit)
}
