package cetran

import (
	"slices"

	"ludens/env"
)

// Features implements env.Featured: all rules but the arrays and the cap. What is
// drawn stands on the board, and the cap is far away.
func (g *Game) Features() (all []env.Feature) {
	flag := func(name string, on bool) { all = append(all, env.Flag(name, on)) }
	for _, k := range g.army.promotions {
		flag("a pawn may become a "+names[k], slices.Contains(g.promotions, k))
	}
	flag("a draw by the fifty-move rule", g.fifty)
	flag("a draw by the third occurrence", g.threefold)
	flag("a draw by too few men", g.insufficient)
	return all
}
