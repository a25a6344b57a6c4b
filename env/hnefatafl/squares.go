package hnefatafl

import "ludens/env"

// Squares implements env.Spatial.
func (s *State) Squares(a env.Action) env.Squares {
	g, m := s.game, s.game.moveOf(a)
	if !m.on() {
		return env.Squares{From: -1, To: -1, Choice: stopText}
	}
	b := s.board
	k := b.men[m.from]
	b.remove(m.from)
	b.put(k, m.to)
	x := env.Squares{From: int(m.from), To: int(m.to), Path: g.between(m)}
	taken := g.captured(&b, m)
	for c := range cell(g.cells()) {
		if taken.has(c) {
			x.Captured = append(x.Captured, int(c))
		}
	}
	return x
}

// between returns the cells that a move passes, from its start on.
func (g *Game) between(m move) []int {
	for d := range directions {
		var path []int
		for c := g.next[d][m.from]; c != beyond; c = g.next[d][c] {
			if c == m.to {
				return path
			}
			path = append(path, int(c))
		}
	}
	return nil
}

// Owner implements env.Owned.
func (s *State) Owner(c int) (p env.Player, ok bool) {
	k := s.men[c]
	if k == nothing {
		return 0, false
	}
	return s.game.playerOf(s.game.kinds[k].side), true
}

// Material counts the men of p by kind. The king, without whom there is no game, is
// left out.
func (s *State) Material(p env.Player) (all []env.Men) {
	g := s.game
	for k := attacker; int(k) < len(g.kinds); k++ {
		if k != king && g.kinds[k].side == g.sideOf(p) {
			all = append(all, env.Men{Kind: g.kinds[k].name, Count: int(s.count[k])})
		}
	}
	return all
}
