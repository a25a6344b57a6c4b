package study

import (
	"context"

	"ludens/arena"
	"ludens/stat"
)

// playUntilDecided plays cells of as many games each, as play does. If Decide says so,
// the score of First is looked at on the way (stat.UsualLooks), and a cell whose answer is
// decided by then is not played on; early reports whether there was one.
func (b *Balance) playUntilDecided(ctx context.Context, cells []arena.Cell, what string) (all [][]arena.Game, early bool, err error) {
	if !b.Decide {
		all, err = b.play(ctx, cells, what, 1)
		return all, false, err
	}
	most, rule := cells[0].Games, stat.UsualLooks
	all = make([][]arena.Game, len(cells))
	open := make([]int, len(cells))
	for i := range open {
		open[i] = i
	}
	for _, n := range append(rule.Before(most), most) {
		var now []arena.Cell
		for _, i := range open {
			c := cells[i]
			c.Games = n
			now = append(now, c)
		}
		b.later = (most - n) * len(open)
		games, err := b.play(ctx, now, what, 1)
		b.later = 0
		if games == nil {
			return nil, early, err
		}
		var left []int
		for k, i := range open {
			all[i] = games[k]
			s := firstScore(games[k])
			if !rule.Decided(stat.Counts{s.Losses, s.Draws, s.Wins}, len(cells)) {
				left = append(left, i)
			}
		}
		early = early || n < most && len(left) < len(open)
		if open = left; err != nil || len(open) == 0 {
			return all, early, err
		}
	}
	return all, early, nil
}
