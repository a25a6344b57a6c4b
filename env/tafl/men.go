package tafl

import (
	"fmt"
	"strings"

	"ludens/env"
)

// Men implements env.Manned: each kind that the start position has.
func (g *Game) Men() (all []env.Man) {
	for k, p := range g.kinds {
		if g.army[k] > 0 {
			all = append(all, env.Man{Name: p.name, Letter: string(p.letter), Moves: g.manInWords(kind(k)), Reach: p.drawing()})
		}
	}
	return all
}

// manInWords says in a few words what a piece does.
func (g *Game) manInWords(k kind) string {
	p := &g.kinds[k]
	parts := []string{"like a rook"}
	if p.reach < max(g.rows, g.cols)-1 {
		parts[0] = fmt.Sprintf("%d along a row or column", p.reach)
	}
	if words := jumpsInWords[p.jumps]; words != "" {
		parts = append(parts, words)
	}
	if k >= firstOther && p.strength != 2 {
		parts = append(parts, fmt.Sprintf("taken by %d", p.strength))
	}
	if words := armsInWords[[2]bool{p.hammer, p.anvil}]; words != "" {
		parts = append(parts, words)
	}
	return strings.Join(parts, ", ")
}

var (
	jumpsInWords = map[Jumps]string{JumpsOver: "jumps over an enemy", Captures: "jumps over an enemy and captures him",
		Restricted: "jumps over an enemy from or to a special square"}
	armsInWords = map[[2]bool]string{{true, false}: "captures by its own moves alone", {false, true}: "captures only as the one who waits",
		{false, false}: "captures no piece"}
)

// drawing shows where a piece goes along rows and columns. It captures by surrounding,
// never by moving to an occupied square.
func (p *piece) drawing() []string {
	return env.Reach(string(p.letter), func(down, right int) byte {
		away := max(down, -down, right, -right)
		switch {
		case down != 0 && right != 0:
			return env.Nowhere
		case away == 2 && p.jumps != NoJumps:
			return env.Hops
		case away <= p.reach:
			return env.GoesOnly
		}
		return env.Nowhere
	})
}
