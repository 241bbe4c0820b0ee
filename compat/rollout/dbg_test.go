package rollout

import (
	"fmt"
	"os"
	"testing"
)

func TestDbg(t *testing.T) {
	f := os.Getenv("PLAN")
	data, _ := os.ReadFile(f)
	p, err := Load("plan.yaml", data)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := Check(p, Options{Oracles: map[string]Oracle{"avro": strict{read: func(d, r string) bool { return os.Getenv("BAD") != "" && d != r }}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	r.WriteText(os.Stdout)
	if os.Getenv("TRACE") != "" {
		r.WriteTrace(os.Stdout)
	}
	fmt.Println(r.Verdict, r.Verdict.ExitCode())
	if s := os.Getenv("SVG"); s != "" {
		g, _ := os.Create(s)
		r.WriteSVG(g)
		g.Close()
	}
}
