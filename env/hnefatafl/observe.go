package hnefatafl

import (
	"fmt"

	"ludens/env"
)

// PlaneNames returns what each plane of an observation shows. Rows and columns are
// those of the board, whoever moves.
func (g *Game) PlaneNames() []string {
	names := []string{
		"own ordinary men",
		"enemy ordinary men",
		"king",
		"everywhere 1 if the mover has the king",
		"squares where the mover's ordinary men may not stop",
		"squares where the king escapes",
	}
	for k := firstOther; int(k) < len(g.kinds); k++ {
		names = append(names, fmt.Sprintf("%c: %s of the %s", g.kinds[k].letter, g.kinds[k].name, g.kinds[k].side))
	}
	if g.rules.Berserk != Calm {
		names = append(names, "the piece that moves again")
	}
	for n := 2; n < g.rules.Repeat; n++ {
		names = append(names, fmt.Sprintf("everywhere 1 if the position occurs at least for the %s time", env.Ordinal(n)))
	}
	return names
}

// fixedPlanes is how many planes there are in every game.
const fixedPlanes = 6

// Observe writes the planes of PlaneNames.
func (s *State) Observe(dst []float32) {
	g, n := s.game, s.game.cells()
	dst = dst[:g.spec.Size()]
	clear(dst)
	for c, k := range s.men[:n] {
		switch {
		case k == nothing:
		case k == s.mover.men():
			dst[c] = 1
		case k == s.mover.other().men():
			dst[n+c] = 1
		case k == king:
			dst[2*n+c] = 1
		default:
			dst[(fixedPlanes+int(k-firstOther))*n+c] = 1
		}
	}
	if s.mover == kingsSide {
		fill(dst[3*n : 4*n])
	}
	for c := range cell(n) {
		if !g.stop[s.mover.men()].has(c) {
			dst[4*n+int(c)] = 1
		}
		if g.escapes(c) {
			dst[5*n+int(c)] = 1
		}
	}
	at := fixedPlanes + len(g.kinds) - int(firstOther)
	if g.rules.Berserk != Calm {
		if s.wild != beyond {
			dst[at*n+int(s.wild)] = 1
		}
		at++
	}
	fill(dst[at*n : min(at+s.seen, g.spec.Shape[0])*n])
}

func fill(plane []float32) {
	for i := range plane {
		plane[i] = 1
	}
}
