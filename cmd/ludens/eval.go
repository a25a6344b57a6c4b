package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"ludens/agent"
	"ludens/arena"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/exact"
	"ludens/internal/exit"
	"ludens/internal/prose"
	"ludens/internal/report"
	"ludens/internal/roster"
	"ludens/internal/session"
	"ludens/internal/study"
	"ludens/internal/tui"
)

func newEval() *cobra.Command {
	var e evaluation
	var t truth
	var asJSON, lines, untabled bool
	c := &cobra.Command{
		Use:   "eval GAME AGENT|CHECKPOINT|FOLDER",
		Short: "Measure an agent against baselines, in both roles",
		Long: `Eval plays an agent against each baseline, the same openings in both roles, and
prints its score in each role with a 95 % interval. A game that is cut off at
the game's length limit counts half a point to each side, and is counted apart.
The baselines are the same for every game, so that agents can be compared by
reading; only alphabeta:20ms plays by the clock. A network meets itself as it was
before its first step of training, too (untrained), with the same search; and a few
games show what it does alone, without a search (the column @0).

With --truth it asks the agent for a move in positions whose worth is known, and
prints how many of its moves keep that, and how many won positions it throws
away. With --truth and the name of an endgame (kq-k: king and queen against king)
it asks only in won positions, and then has the agent play some of them on against
the best defence: does it mate before the fifty moves are over? See ludens solve.
This exam is taken without the exact tables from which agents that search otherwise
play such endgames, and by the network alone, too. --untabled takes the tables away
in games against baselines.

With --listen or --nats other processes and machines play the matches, too (see ludens
work), but those of agents that depend on the clock.`,
		Example: `  ludens eval celta runs/celta
  ludens eval celta runs/celta@50 --baselines random,greedy --games 200
  ludens eval connect4 mcts:400 --baselines alphabeta:4 --json
  ludens eval connect4 runs/connect4@100 --truth
  ludens eval cetro-5x5 alphabeta:4 --truth --positions 5000
  ludens eval cetran2 champion:100 --truth kq-k,kr-k
  ludens eval celta runs/celta --games 1000 --listen :4222   others help: ludens work`,
		Args: arguments(2, 3, "eval GAME AGENT"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := t.take(args[2:]); err != nil {
				return err
			}
			if err := cmp.Or(e.check(), t.check()); err != nil {
				return err
			}
			if e.many.wanted() && (t.Table != "" || lines) {
				return exit.Usagef("eval: --truth and --every-line are played here only: want neither --listen nor --nats")
			}
			g, err := roster.Game(args[0])
			if err != nil {
				return err
			}
			loader := &roster.Loader{Tell: trainedElsewhere()}
			e.game, e.load = g, loader.Load
			e.bars = tui.Terminal(stderr)
			spec, err := agent.Typed(args[1])
			if err == nil {
				spec, err = roster.Seated(spec, g, e.load, loader.Tell)
			}
			if err != nil {
				return err
			}
			spec.Untabled = untabled
			control, err := loader.Control(g, spec)
			if err != nil {
				return err
			}
			if control != "" && !c.Flags().Changed("baselines") {
				e.baselines = append(slices.Clone(e.baselines), control)
			}
			shared, err := e.share(spec)
			if err != nil {
				return err
			}
			me := shared.Entrant(e.load)
			// A missing or foreign checkpoint is reported before any game.
			first, err := me.New(g, seed.New(0))
			if err != nil {
				return err
			}
			env.Close(first)
			columns := tui.Width(c.OutOrStdout())
			if t.Table != "" {
				bars := &tui.Phases{Visible: e.bars, Errs: stderr}
				t.Game, t.Seed, t.Workers, t.Seen = g, e.seed, e.workers, bars.Seen
				return t.Judge(c.Context(), spec, e.load, exact.Printer{Out: c.OutOrStdout(), JSON: asJSON, Columns: columns, Finish: bars.Finish})
			}
			measure := e.run
			if lines {
				measure = e.study().EveryLine
			}
			standings, err := measure(c.Context(), me)
			err = e.end(err)
			identity, unknown := roster.Identity(g, spec, e.load)
			if asJSON {
				return errors.Join(err, unknown, json.NewEncoder(c.OutOrStdout()).Encode(measured{identity, standings}))
			}
			report.Standings(c.OutOrStdout(), g.Spec().Roles, standings, columns)
			if !lines && len(standings) > 0 {
				fmt.Fprintf(c.OutOrStdout(), "\nopenings %s\n", e.study().Openings())
			}
			fmt.Fprint(c.OutOrStdout(), "\n"+prose.Words(identity, columns, "  "))
			return errors.Join(err, unknown)
		},
	}
	c.Flags().StringSliceVar(&e.baselines, "baselines", standard, "opponents, as in ludens play --agent")
	c.Flags().IntVar(&e.games, "games", 100, "games in each role")
	c.Flags().IntVar(&e.opening, "opening", 0, "random plies before the agents take over (default 2; none where the game draws its start)")
	e.opening = study.Usual
	c.Flags().Uint64Var(&e.seed, "seed", 1, "equal seeds play equal games")
	c.Flags().IntVar(&e.workers, "workers", runtime.GOMAXPROCS(0), "games at once; the outcome does not depend on it")
	c.Flags().BoolVar(&asJSON, "json", false, "print the standings and the identity of the agent as JSON")
	c.Flags().BoolVar(&untabled, "untabled", false, "the agent plays without exact tables of small endgames")
	t.flags(c)
	e.many.flags(c)
	c.Flags().BoolVar(&lines, "every-line", false, "instead of baselines: every line that an opponent could play (small games)")
	return c
}

// measured is what eval prints as JSON.
type measured struct {
	Identity  string           `json:"identity"` // network, rules, program
	Standings []arena.Standing `json:"standings"`
}

// standard are the opponents by which agents of any game are compared. The last
// one's games depend on the clock.
var standard = []string{"random", "greedy", "mcts:100", "mcts:1000", "alphabeta:2", "alphabeta:4", "alphabeta:20ms"}

// evaluation is a series of matches of one agent against baselines.
type evaluation struct {
	game      env.Game
	load      agent.Loader
	baselines []string
	games     int // a role
	opening   int
	seed      uint64
	workers   int
	bars      bool
	many      machines
	others    *session.Shared // nil: no other machine plays
	begun     string          // checkpoint whose network before its first step is "untrained"; "": the loader's
}

// check refuses flags that make no sense.
func (e *evaluation) check() error {
	if e.many.anyKernels {
		return exit.Usagef("--any-kernels: eval keeps no games, so nothing would record it")
	}
	return cmp.Or(inRange(append(randomPlies("opening", e.opening), inEachRole("games", e.games), players(e.workers))...), e.many.check())
}

// share has others play the matches of an agent, too, if they may, and returns it as they know it.
func (e *evaluation) share(spec agent.Spec) (shared agent.Spec, err error) {
	if e.many.wanted() {
		e.others = e.many.asked().Share(stderr, "", e.workers)
		spec, err = roster.Filed(spec, "")
		e.begun = spec.Path
	}
	return spec, err
}

// end lets the others go; err is what has come of the matches.
func (e *evaluation) end(err error) error {
	if e.others != nil {
		err = errors.Join(err, e.others.Close(err == nil))
	}
	return err
}

// run plays the matches. What was finished when ctx ended is returned too.
func (e *evaluation) run(ctx context.Context, me agent.Entrant) ([]arena.Standing, error) {
	return e.study().Play(ctx, me)
}

// enter lets a baseline in.
func (e *evaluation) enter(text string) (agent.Entrant, error) {
	spec, err := agent.Typed(text)
	if err == nil && e.others != nil {
		spec, err = roster.Filed(spec, e.begun)
	}
	return spec.Entrant(e.load), err
}

// study is what the flags ask for.
func (e *evaluation) study() *study.Evaluation {
	asked := &study.Evaluation{
		Game: e.game, Baselines: e.baselines, Games: e.games, Opening: e.opening, Seed: e.seed, Workers: e.workers,
		Enter:  e.enter,
		Played: showing(e.bars),
	}
	if e.others != nil {
		asked.Elsewhere = e.others.PlayWhereOthersCan
	}
	return asked
}

// truth are the flags of eval --truth; the table is "" if that was not given.
type truth struct{ exact.Test }

func (t *truth) flags(c *cobra.Command) {
	c.Flags().StringVar(&t.Table, "truth", "", "instead of baselines: how many moves keep what the position is worth, by search or by the table of ludens solve; --truth=FILE names it, --truth=kq-k,kr-k endgames, which are played out, too")
	c.Flags().Lookup("truth").NoOptDefVal = exact.InCache
	c.Flags().IntVar(&t.Positions, "positions", 2000, "with --truth: positions, half of random games, half of games of "+exact.Player+"; of an endgame won ones, drawn evenly")
	c.Flags().IntVar(&t.ToGo, "to-go", 0, "with --truth: positions with at most this number of plies to go (of games searched to their end)")
	c.Flags().IntVar(&t.Games, "mates", 200, "with --truth of endgames: won positions that the agent plays on against the best defence")
}

// take takes the word after --truth, which pflag leaves among the arguments:
// a flag that may stand alone has no value but after "=".
func (t *truth) take(words []string) error {
	if len(words) == 0 {
		return nil
	}
	if t.Table != exact.InCache {
		return exit.Usagef("eval: %q is one word too many; want: ludens eval GAME AGENT", words[0])
	}
	t.Table = words[0]
	return nil
}

// check refuses flags that make no sense.
func (t *truth) check() error {
	return inRange(amount{"positions", t.Positions, 1, maxPositions}, amount{"to-go", t.ToGo, 0, maxPositions}, amount{"mates", t.Games, 1, maxPositions})
}
