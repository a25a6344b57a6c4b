package tafl

import "ludens/env"

// Score returns how far p has come, in [-1, 1]. For the king's side it is
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
	score := (s.material() + s.escape() - s.threat()) / 2
	if p == s.game.playerOf(attackers) {
		return -score
	}
	return score
}

// material is M.
func (s *State) material() float32 { return s.share(kingsSide) - s.share(attackers) }

// share returns how much of the army of side x is left.
func (s *State) share(x side) float32 {
	return float32(s.board[x.men()].count()) / float32(s.game.army[x])
}

// threat is T.
func (s *State) threat() float32 {
	k := s.board[king]
	if k.empty() {
		return 1
	}
	return float32(s.game.neighbours[k.first()].and(s.board[attacker]).count()) / 4
}

// escape is E. The king's reach grows by one move at a time.
func (s *State) escape() float32 {
	g, reached := s.game, s.board[king]
	if reached.meets(g.escapes) {
		return 1
	}
	empty := g.all.minus(s.board.occupied())
	for n := 1; ; n++ {
		grown := g.kingReach(reached, empty)
		if grown.meets(g.escapes) {
			return 1 / float32(n)
		}
		if grown == reached {
			return 0
		}
		reached = grown
	}
}

// kingReach returns from and where a king gets from there in one move.
func (g *Game) kingReach(from, empty squares) squares {
	reached := from
	for d := range directions {
		way := from
		for n := 0; n < g.reach(king) && !way.empty(); n++ {
			way = g.shift(way, d).and(empty)
			reached = reached.or(way.minus(g.shut[king]))
			way = way.minus(g.barred[king])
		}
	}
	return reached
}
