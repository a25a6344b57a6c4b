package main

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"ludens/arena"
	"ludens/internal/exit"
	"ludens/internal/report"
	"ludens/internal/study"
)

// noOpponent is the value of --opponent for games of the agent against itself only.
const noOpponent = "none"

func newBalanceOdds() *cobra.Command {
	var b balancing
	var x study.Odds
	c := &cobra.Command{
		Use:   "odds GAME [PIECES...]",
		Short: "Measure the value of pieces by games in which one side lacks them",
		Long: `Odds plays from start positions in which one side lacks an officer or some pawns, or
only the named pieces, and compares the results with what the agent's search and its
network alone expect. Each start is played with either side at odds.`,
		Example: `  ludens balance odds cetran2 --agent champion:400 --draw 24
  ludens balance odds cetran2 queen "2 pawns" --agent alphabeta:3 --opponent none`,
		Args: arguments(1, 1000, "balance odds GAME [PIECES...]"),
	}
	b.ask(c, func(words []string) (_ asked, err error) {
		for _, name := range []string{"opening", "openings"} {
			if c.Flags().Changed(name) {
				return nil, exit.Usagef("balance odds: --%s does not apply: each start position is played with either side at odds", name)
			}
		}
		if err := inRange(amount{"draw", x.Arrays, 1, maxArrays}); err != nil {
			return nil, err
		}
		if err := b.oneStrength("odds are played"); err != nil {
			return nil, err
		}
		if x.Opponent == noOpponent {
			x.Opponent = ""
		}
		_, uncounted := arena.WorthOf(b.Game, nil)
		b.study.Pieces = uncounted == nil
		x.Missing, err = study.ParseOdds(b.Game, strings.Join(words, ","))
		return func(ctx context.Context) (*report.Study, error) { return b.atOdds(ctx, x) }, err
	})
	c.Flags().IntVar(&x.Arrays, "draw", 24, "number of start positions to draw by the seed")
	c.Flags().StringVar(&x.Opponent, "opponent", "alphabeta:4", "an agent that the agent plays, too; none: it plays only itself")
	return c
}

// atOdds answers from what has been played if it is stopped.
func (b *balancing) atOdds(ctx context.Context, x study.Odds) (*report.Study, error) {
	found, stopped := b.study.AtOdds(ctx, x)
	if found == nil {
		return nil, stopped
	}
	s, err := found.Study()
	return s, errors.Join(err, stopped)
}
