package race

import (
	"slices"
	"strings"

	"ludens/env"
)

// Men implements env.Manned: all men of a game move alike, so there is one.
func (g *Game) Men() []env.Man {
	letter := strings.ToUpper(string(g.board.letters[:1]))
	steps, jumps := g.board.steps, g.board.jumps
	return []env.Man{{
		Name: "every man", Letter: letter, Moves: g.manInWords(),
		Reach: env.Reach(letter, func(down, right int) byte {
			v := vector{down, right}
			at := func(n int) func(direction) bool { return func(d direction) bool { return vectors[d].times(n) == v } }
			switch {
			case slices.ContainsFunc(steps, at(1)):
				return env.GoesOnly
			case slices.ContainsFunc(jumps, at(2)):
				return env.Hops
			}
			return env.Nowhere
		}),
	}}
}

// manInWords says in a few words what a man does.
func (g *Game) manInWords() string {
	r := &g.rules
	text := "steps " + r.Steps + ", jumps " + r.Jumps
	if len(g.board.jumps) > 0 {
		text += " over " + map[string]string{"any": "any man", "own": "own men", "enemy": "enemies"}[r.Over]
		if r.Chain {
			text += ", on and on"
		}
		if r.Capture {
			text += ", which captures"
		}
	}
	return text
}
