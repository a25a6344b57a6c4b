package tafl

import (
	"fmt"

	"ludens/env"
)

// Men implements env.Manned.
func (g *Game) Men() []env.Man {
	man := func(name string, letter byte, far int) env.Man {
		return env.Man{Name: name, Letter: string(letter), Moves: ReachInWords(far), Reach: Reach(letter, far, false)}
	}
	all := []env.Man{man("attacker", 'a', g.rules.ManRange), man("defender", 'd', g.rules.ManRange), man("king", 'k', g.rules.KingRange)}
	switch {
	case !g.hammer && !g.anvil:
		all[2].Moves += ", captures nobody"
	case !g.hammer:
		all[2].Moves += ", captures only as the one who waits"
	case !g.anvil:
		all[2].Moves += ", captures by its own moves alone"
	}
	return all
}

// ReachInWords tells how far a piece goes; 0: like a rook.
func ReachInWords(far int) string {
	if far == 0 {
		return "like a rook"
	}
	return fmt.Sprintf("%d along a row or column", far)
}

// Reach draws where a piece goes that goes so far (0: like a rook) along rows and columns,
// and jumps over a man beside it or does not. It captures by surrounding, never by going
// where somebody is.
func Reach(letter byte, far int, jumps bool) []string {
	return env.Reach(string(letter), func(down, right int) byte {
		away := max(down, -down, right, -right)
		switch {
		case down != 0 && right != 0:
			return env.Nowhere
		case away == 2 && jumps:
			return env.Hops
		case far == 0 || away <= far:
			return env.GoesOnly
		}
		return env.Nowhere
	})
}
