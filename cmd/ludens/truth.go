package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"ludens/agent"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/exact"
	"ludens/internal/tui"
	"ludens/solve"
)

// truth is what eval --truth was asked for.
type truth struct {
	file      string // as the flag has it; "" if it was not given
	positions int
	toGo      int // 0: any
	mates     int // games of each endgame
}

// inCache is what the flag means without a value.
const inCache = "in the user's cache"

func (t *truth) flags(c *cobra.Command) {
	c.Flags().StringVar(&t.file, "truth", "", "instead of baselines: how many moves keep what the position is worth, by search or by the table of ludens solve; --truth=FILE names it, --truth=kq-k,kr-k endgames, which are played out, too")
	c.Flags().Lookup("truth").NoOptDefVal = inCache
	c.Flags().IntVar(&t.positions, "positions", 2000, "with --truth: positions, half of random games, half of games of "+exact.Player+"; of an endgame won ones, drawn evenly")
	c.Flags().IntVar(&t.toGo, "to-go", 0, "with --truth: positions with so many plies to go at most (of games searched to their end)")
	c.Flags().IntVar(&t.mates, "mates", 200, "with --truth of endgames: won positions that the agent plays on against the best defence")
}

// take takes the word after --truth, which pflag leaves among the arguments:
// a flag that may stand alone has no value but after "=".
func (t *truth) take(words []string) error {
	if len(words) == 0 {
		return nil
	}
	if t.file != inCache {
		return usage{fmt.Errorf("eval: %q is one word too many; want: ludens eval GAME AGENT", words[0])}
	}
	t.file = words[0]
	return nil
}

// check refuses flags that make no sense.
func (t *truth) check() error {
	return inRange(amount{"positions", t.positions, 1, maxPositions}, amount{"to-go", t.toGo, 0, maxPositions}, amount{"mates", t.mates, 1, maxPositions})
}

// asked reports whether the agent is to be judged by the truth.
func (t *truth) asked() bool { return t.file != "" }

// tell tests the agent, as x says and the flags, and prints how it did.
func (t *truth) tell(ctx context.Context, x exact.Test, me agent.Spec, load agent.Loader, out io.Writer, asJSON bool) error {
	bars := &tui.Phases{Visible: tui.Terminal(os.Stderr), Errs: os.Stderr}
	defer bars.Finish()
	x.Positions, x.ToGo, x.Games, x.Seen = t.positions, t.toGo, t.mates, bars.Seen
	if t.file != inCache {
		if _, ok := x.Game.(env.Endgames); ok {
			return t.tellEndgames(ctx, x, me, load, bars, out, asJSON)
		}
		x.Table = t.file
	}
	told, err := x.Run(ctx, candidate(x.Game, me, load))
	if err != nil {
		return err
	}
	bars.Finish()
	if asJSON {
		return json.NewEncoder(out).Encode(told)
	}
	exact.PrintAccuracy(out, told, tui.Width(out))
	return nil
}

// candidate is an agent that is tested.
func candidate(g env.Game, me agent.Spec, load agent.Loader) exact.Agent {
	e := me.Entrant(load)
	return exact.Agent{Name: e.Name, New: func(s seed.Seed) (env.Agent, error) { return e.New(g, s) }}
}

// tellEndgames tests the agent in endgames, without the tables that it is held against,
// and its network alone, and prints how they did.
func (t *truth) tellEndgames(ctx context.Context, x exact.Test, me agent.Spec, load agent.Loader, bars *tui.Phases, out io.Writer, asJSON bool) error {
	names, err := solve.EndgameList(x.Game, t.file)
	if err != nil {
		return err
	}
	var all []exact.EndgameAccuracy
	for _, who := range exact.Candidates(me) {
		for i, name := range names {
			m, err := x.RunEndgame(ctx, name, candidate(x.Game, who, load))
			bars.Finish()
			if err != nil {
				return err
			}
			if all = append(all, m); asJSON {
				continue
			}
			if i == 0 {
				exact.PrintMateHead(out, m, x.Game.Spec().Roles[env.First])
			}
			exact.PrintMate(out, m)
		}
	}
	if asJSON {
		return json.NewEncoder(out).Encode(all)
	}
	fmt.Fprintf(out, "up to %d won positions of each endgame, drawn evenly, for a move; up to %d of them for a game against the best defence; seed %d\n", x.Positions, x.Games, x.Seed)
	fmt.Fprintln(out, "agents play here without the exact tables of endgames, which they are held against")
	return nil
}
