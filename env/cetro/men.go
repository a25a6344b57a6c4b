package cetro

import "ludens/env"

// Men implements env.Manned: all men move alike, a step back or a jump ahead.
func (g *Game) Men() []env.Man {
	return []env.Man{{
		Name: "every man", Letter: "A", Moves: "steps back along diagonals, jumps ahead along them over any man",
		Reach: env.Reach("A", func(down, right int) byte {
			switch {
			case down == 1 && (right == 1 || right == -1):
				return env.GoesOnly
			case down == -2 && (right == 2 || right == -2):
				return env.Hops
			}
			return env.Nowhere
		}),
	}}
}
