package hnefatafl

import "ludens/env"

// Score returns how far p has come, in [-1, 1]: the formula of package tafl. For the
// king's side it is
//
//	(M + E - T) / 2
//
//	M  in [-1, 1]  the share of its men still there minus that of the attackers
//	E  in [0, 1]   1/n if the king needs n moves to escape while nobody else
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
	all := s.game.armyOf(&s.game.start.board, x)
	if all == 0 {
		return 0
	}
	return float32(s.game.armyOf(&s.board, x)) / float32(all)
}

// threat is T.
func (s *State) threat() float32 {
	if s.king == beyond {
		return 1
	}
	n := 0
	for d := range directions {
		c := s.game.next[d][s.king]
		if c != beyond && s.men[c] != nothing && s.game.kinds[s.men[c]].side == attackers {
			n++
		}
	}
	return float32(n) / 4
}

// escape is E. The king's reach grows by one move at a time.
func (s *State) escape() float32 {
	g := s.game
	if s.king == beyond {
		return 0
	}
	if g.escapes(s.king) {
		return 1
	}
	var reached set
	var queue [maxCells]cell
	reached.add(s.king)
	queue[0] = s.king
	n, done := 1, 0
	for moves := 1; done < n; moves++ {
		for last := n; done < last; done++ {
			for d := range directions {
				r := 0
				for c := g.next[d][queue[done]]; c != beyond && s.men[c] == nothing && r < g.kinds[king].reach; c = g.next[d][c] {
					r++
					if g.stop[king].has(c) && !reached.has(c) {
						if g.escapes(c) {
							return 1 / float32(moves)
						}
						reached.add(c)
						queue[n] = c
						n++
					}
					if !g.pass[king].has(c) {
						break
					}
				}
			}
		}
	}
	return 0
}
