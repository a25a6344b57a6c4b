package tafl

import (
	"math/bits"

	"ludens/env"
)

// Score returns how far p has come, in [-1, 1]. For the king's side it is
//
//	(M + E - T) / 2
//
//	M  in [-1, 1]  the share of its men still there minus that of the attackers
//	E  in [0, 1]   1/n if the king needs n moves to escape while no other piece
//	               moves, 0 if he has no way out, 1 if he has escaped
//	T  in [0, 1]   the share of four sides on which an attacker stands beside
//	               the king, 1 if he is captured
//
// and for the attackers the opposite.
func (s *State) Score(p env.Player) float32 {
	score := (s.share(kingsSide) - s.share(attackers) + s.escape() - s.threat()) / 2
	if p == s.game.playerOf(attackers) {
		return -score
	}
	return score
}

// share returns how much of the army of side x is left.
func (s *State) share(x side) float32 {
	if s.game.men[x] == 0 {
		return 0
	}
	return float32(s.game.menOf(s.board, x)) / float32(s.game.men[x])
}

// threat is T.
func (s *State) threat() float32 {
	g, n := s.game, 0
	if s.king == g.beyond {
		return 1
	}
	for w, near := range g.near[int(s.king)*g.words : (int(s.king)+1)*g.words] {
		n += bits.OnesCount64(near & g.sideWord(s.board, attackers, w))
	}
	return float32(n) / 4
}

// escape is E. The king's reach grows by one move at a time.
func (s *State) escape() float32 {
	g := s.game
	if s.king == g.beyond {
		return 0
	}
	if g.escapes.has(s.king) {
		return 1
	}
	var reached set
	reached.add(s.king)
	empty := g.empties(s.board)
	for n := 1; ; n++ {
		if !g.kingReach(&reached, &empty) {
			return 0
		}
		if reached.meets(&g.escapes) {
			return 1 / float32(n)
		}
	}
}

// kingReach adds to some squares those where a king gets from there in one move. It
// reports whether there are any.
func (g *Game) kingReach(reached, empty *set) (grown bool) {
	if g.words == 1 {
		w := reached[0]
		reached[0] = g.kingReachWord(w, empty[0])
		return reached[0] != w
	}
	from := *reached
	for d := range directions {
		way, live := from, true
		for n := 0; n < g.kinds[king].reach && live; n++ {
			g.step(&way, d)
			live = false
			for w := range g.words {
				way[w] &= empty[w]
				reached[w] |= way[w] & g.stop[king][w]
				way[w] &= g.pass[king][w]
				live = live || way[w] != 0
			}
		}
	}
	for w := range g.words {
		grown = grown || reached[w] != from[w]
	}
	return grown
}

// kingReachWord is kingReach on boards of one word.
func (g *Game) kingReachWord(from, empty uint64) uint64 {
	reached, n := from, uint8(g.cols)
	shifts := [len(directions)]struct{ forward, backward uint8 }{
		up: {backward: n}, right: {forward: 1}, down: {forward: n}, left: {backward: 1},
	}
	stop, pass, reach := g.stop[king][0], g.pass[king][0], g.kinds[king].reach
	for d, by := range shifts {
		way, ways := from, g.ways[d][0]
		for i := 0; i < reach && way != 0; i++ {
			way = way & ways << (by.forward & 63) >> (by.backward & 63) & empty
			reached |= way & stop
			way &= pass
		}
	}
	return reached
}
