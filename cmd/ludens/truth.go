package main

import (
	"github.com/spf13/cobra"

	"ludens/internal/exact"
	"ludens/internal/exit"
)

// truth are the flags of eval --truth; the table is "" if that was not given.
type truth struct{ exact.Test }

func (t *truth) flags(c *cobra.Command) {
	c.Flags().StringVar(&t.Table, "truth", "", "instead of baselines: how many moves keep what the position is worth, by search or by the table of ludens solve; --truth=FILE names it, --truth=kq-k,kr-k endgames, which are played out, too")
	c.Flags().Lookup("truth").NoOptDefVal = exact.InCache
	c.Flags().IntVar(&t.Positions, "positions", 2000, "with --truth: positions, half of random games, half of games of "+exact.Player+"; of an endgame won ones, drawn evenly")
	c.Flags().IntVar(&t.ToGo, "to-go", 0, "with --truth: positions with so many plies to go at most (of games searched to their end)")
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
