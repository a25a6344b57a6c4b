package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"ludens/arena"
	"ludens/internal/report"
)

func newBalancePieces() *cobra.Command {
	b := balancing{usual: usual{games: 400}}
	c := &cobra.Command{
		Use:   "pieces GAME",
		Short: "Estimate the value of each piece from results of games",
		Long: `Pieces fits the results of games to the pieces that both sides have, and reports the
value of each kind with its interval. The games are those of balance GAME, or the
self-play games of runs with --records. See balance odds for the other way: to play
without a piece.`,
		Example: `  ludens balance pieces cetran2 --agent mcts:400
  ludens balance pieces celta --records runs/celta`,
		Args: arguments(1, 1, "balance pieces GAME"),
	}
	b.ask(c, func([]string) (asked, error) {
		if b.study.Pieces = len(b.study.Records) == 0; b.study.Pieces {
			if _, err := arena.WorthOf(b.Game, nil); err != nil {
				return nil, fmt.Errorf("balance pieces: %w", err)
			}
			return b.plain, nil
		}
		return b.recorded, nil
	})
	c.Flags().IntVar(&b.games, "games", 0, "games for each strength (default 400)")
	c.Flags().StringArrayVar(&b.study.Records, "records", nil, "the self-play games of a run's folder instead of games played now (may be repeated)")
	return c
}

// recorded answers from games of self-play.
func (b *balancing) recorded(context.Context) (*report.Study, error) {
	found, err := b.study.Recorded()
	if err != nil {
		return nil, err
	}
	return report.Worths(b.Game.Spec().Name, b.Game.Spec().Roles, found), nil
}
