package main

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"ludens/agent"
	"ludens/arena"
	"ludens/internal/roster"
	runs "ludens/internal/run"
	"ludens/internal/study"
)

func newLadder() *cobra.Command {
	var l ladder
	c := &cobra.Command{
		Use:   "ladder GAME RUN|AGENT...",
		Short: "Rate many agents on one scale",
		Long: `Ladder plays games between agents and places them on one Elo scale, with 95 %
intervals and the likelihood that each is better than the next. A run's folder
stands for its checkpoints, and makes the game's name unnecessary; runs/celta@50
gives them 50 simulations a move. Baselines take part, too.

It plays the pairs of agents whose result is least known: neighbours, after a
while. The anchor's rating is fixed, random's at 0 if nothing else is asked for.

Every finished game is kept in a folder, with the table as ladder.json and
ladder.csv. The same command goes on where it was stopped or killed; with more
games or other agents it keeps what it knows.`,
		Example: `  ludens ladder runs/celta
  ludens ladder runs/celta@50 --checkpoints 20 --games 2000
  ludens ladder connect4 mcts:100 mcts:400 alphabeta:4 --anchor random=0
  ludens ladder celta runs/a runs/b --baselines random,greedy --json`,
		Args: arguments(1, 1000, "ladder GAME RUN|AGENT..."),
		RunE: func(c *cobra.Command, args []string) error {
			request, err := l.read(args)
			if err != nil {
				return err
			}
			return l.end(l.run(c.Context(), c.OutOrStdout(), request))
		},
	}
	l.flags(c, "ladders/GAME", randomOpenings)
	c.Flags().IntVar(&l.each, "each", 60, "games in all for each agent, unless --games says how many there are")
	c.Flags().IntVar(&l.games, "games", 0, "games in all")
	c.Flags().IntVar(&l.most, "checkpoints", 10, "checkpoints of a run at most, evenly spread")
	c.Flags().StringSliceVar(&l.baselines, "baselines", []string{"random", "greedy", "mcts:100"}, "agents that take part, too")
	c.Flags().StringVar(&l.anchor, "anchor", "", "the agent whose rating is fixed, and at what (default random=0)")
	return c
}

// maxRungs is how many checkpoints of a run may take part.
const maxRungs = 1000

// ladder is the flags of the verb.
type ladder struct {
	meeting
	each, games, most int
	baselines         []string
	anchor            string
}

// read returns the ladder of the command line.
func (l *ladder) read(args []string) (*study.Ladder, error) {
	name, args, err := gameOf(args)
	if err != nil {
		return nil, err
	}
	if l.Game, err = roster.Game(name); err != nil {
		return nil, err
	}
	if err := l.check(); err != nil {
		return nil, err
	}
	if err := inRange(amount{"games", l.games, 0, arena.MaxGames}, inEachRole("each", l.each), amount{"checkpoints", l.most, 1, maxRungs}); err != nil {
		return nil, err
	}
	l.named("ladders", l.Game.Spec().Name)
	return &study.Ladder{
		Setting: l.Setting, Runs: roster.OfRuns, Agents: append(args, l.baselines...), Most: l.most,
		Games: l.games, Each: l.each, Anchor: l.anchor,
	}, nil
}

// gameOf returns the game and the agents of the command line: a run's folder
// or a checkpoint in front says itself which game it is for.
func gameOf(args []string) (game string, agents []string, err error) {
	if spec, err := agent.Typed(args[0]); err == nil && spec.Kind == "ckpt" && !roster.IsGameFile(args[0]) {
		c, _, _, err := runs.ReadCheckpoint(spec.Path)
		if err != nil {
			return "", nil, err
		}
		return c.Game, args, nil
	}
	return args[0], args[1:], nil
}

// run plays what is missing, and prints how the ladder stands even if it was
// stopped.
func (l *ladder) run(ctx context.Context, out io.Writer, request *study.Ladder) error {
	t, stopped := request.Play(ctx)
	if t == nil {
		return asFlags("ladder", stopped)
	}
	games := l.Out + ", the table as ladder.json and ladder.csv"
	if err := errors.Join(t.Save(l.Out), l.writeReport(ctx, t, t.Openings, t.Players), l.tell(out, t, games, t.Pace)); err != nil {
		return err
	}
	return l.halted(ctx, stopped)
}
