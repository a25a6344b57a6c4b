package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"ludens/agent"
	"ludens/arena"
	"ludens/env"
	"ludens/env/seed"
)

// count prints how many positions each of two agents looks at, and how many a
// second, from so many openings.
func count(ctx context.Context, out io.Writer, g env.Game, a, b agent.Entrant, openings arena.Openings, n int) error {
	var total [2]tally
	fmt.Fprintf(out, "%-8s %22s %22s\n", "opening", a.Name, b.Name)
	for i := range n {
		s, err := openings.Opening(i).State(g)
		if err != nil {
			return err
		}
		var one [2]tally
		for k, e := range []agent.Entrant{a, b} {
			agent, err := e.New(g, seed.New(uint64(i)))
			if err != nil {
				return err
			}
			began := time.Now()
			d, err := agent.Act(ctx, s)
			if err != nil {
				return err
			}
			one[k] = tally{d.Simulations, time.Since(began)}
			total[k].nodes += one[k].nodes
			total[k].spent += one[k].spent
		}
		fmt.Fprintf(out, "%-8d %22v %22v\n", i, one[0], one[1])
	}
	fmt.Fprintf(out, "%-8s %22v %22v\nnodes: 1/%.1f, time: 1/%.1f\n", "all", total[0], total[1],
		float64(total[0].nodes)/float64(total[1].nodes), total[0].spent.Seconds()/total[1].spent.Seconds())
	return nil
}

// tally is positions looked at, and the time that took.
type tally struct {
	nodes int
	spent time.Duration
}

// String returns "669123 (410 k/s)".
func (t tally) String() string {
	return fmt.Sprintf("%d (%.0f k/s)", t.nodes, float64(t.nodes)/1000/t.spent.Seconds())
}
