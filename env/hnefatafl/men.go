package hnefatafl

import (
	"fmt"
	"strings"

	"ludens/env"
	"ludens/env/tafl"
)

// Men implements env.Manned: each kind that the start position has.
func (g *Game) Men() (all []env.Man) {
	for k := attacker; int(k) < len(g.kinds); k++ {
		p := &g.kinds[k]
		if g.army[k] == 0 {
			continue
		}
		all = append(all, env.Man{Name: p.name, Letter: string(p.letter), Moves: g.manInWords(k), Reach: tafl.Reach(p.letter, p.reach, p.jumps != NoJumps)})
	}
	return all
}

// manInWords tells in a few words what a piece does.
func (g *Game) manInWords(k kind) string {
	p := &g.kinds[k]
	far := p.reach
	if far >= max(g.rows, g.cols)-1 {
		far = 0
	}
	parts := []string{tafl.ReachInWords(far)}
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
		{false, false}: "captures nobody"}
)
