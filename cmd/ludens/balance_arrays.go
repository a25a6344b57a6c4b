package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"ludens/env"
	"ludens/internal/exit"
	"ludens/internal/report"
)

// maxArrays bounds how many arrays are drawn.
const maxArrays = 100_000

func newBalanceArrays() *cobra.Command {
	b := balancing{usual: usual{games: 20, confirm: 200}}
	drawn := 0
	c := &cobra.Command{
		Use:   "arrays GAME [ARRAY...]",
		Short: "Rank start arrays by fairness, where a game draws its start",
		Long: `Arrays measures the named start arrays and those that --draw adds, ranks them by the
score of the first player, and plays the fairest and the least fair afresh.`,
		Example: `  ludens balance arrays cetran2 --draw 40 --agent mcts:100 --games 20
  ludens balance arrays cetran2 qrknchsa/KSNRCAQH --agent mcts:400 --games 400`,
		Args: arguments(1, 1000, "balance arrays GAME [ARRAY...]"),
	}
	b.ask(c, func(words []string) (asked, error) {
		if c.Flags().Changed("draw") || len(words) == 0 {
			if err := inRange(amount{"draw", drawn, 1, maxArrays}); err != nil {
				return nil, err
			}
		}
		named, err := b.arraysOf(words)
		return func(ctx context.Context) (*report.Study, error) { return asStudy(b.study.Rank(ctx, named, drawn)) }, err
	})
	c.Flags().IntVar(&b.games, "games", 0, "games for each array (default 20)")
	b.confirmFlag(c, "of each array at both ends of the ranking")
	c.Flags().IntVar(&drawn, "draw", 0, "number of arrays to draw by the seed")
	return c
}

// arraysOf reads the arrays that are to be measured.
func (b *balancing) arraysOf(words []string) (names []string, err error) {
	if err := b.oneStrength("arrays are compared"); err != nil {
		return nil, err
	}
	g, ok := env.As[env.Arrayed](b.Game)
	if !ok {
		return nil, nil // the study says why not
	}
	for _, text := range words {
		a, err := g.ParseArray(text)
		if err != nil {
			return nil, fmt.Errorf("balance arrays: %w", err)
		}
		if slices.Contains(names, a) {
			return nil, exit.Usagef("balance arrays: %s is named twice", a)
		}
		names = append(names, a)
	}
	return names, nil
}
