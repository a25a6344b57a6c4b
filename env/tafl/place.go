package tafl

import "ludens/env"

// Squares implements env.Spatial. Where a piece may step in between two enemies at its
// peril, the square that it enters may be among those captured.
func (s *State) Squares(a env.Action) env.Squares {
	g, m := s.game, s.game.moveOf(a)
	if !m.on() {
		return env.Squares{From: -1, To: -1, Choice: stopText}
	}
	x := env.Squares{From: int(m.from), To: int(m.to), Path: g.between(m)}
	_, taken := s.after(m)
	for _, c := range g.cellsOf(&taken) {
		x.Captured = append(x.Captured, int(c))
	}
	return x
}

// between returns the cells that a move passes, from its start on.
func (g *Game) between(m move) []int {
	for d := range directions {
		var path []int
		for c := g.next[d][m.from]; c != g.beyond; c = g.next[d][c] {
			if c == m.to {
				return path
			}
			path = append(path, int(c))
		}
	}
	return nil
}

// Owner implements env.Owned: whether the attackers are First's depends on the rules.
func (s *State) Owner(c int) (p env.Player, ok bool) {
	x := s.game.sides[s.game.kindAt(s.board, cell(c))]
	if x == noSide {
		return 0, false
	}
	return s.game.playerOf(x), true
}

// Material counts the men of p by kind. The king, without whom there is no game, is left
// out.
func (s *State) Material(p env.Player) (all []env.Men) {
	g := s.game
	for _, k := range g.troops[g.sideOf(p)] {
		if k != king {
			all = append(all, env.Men{Kind: g.kinds[k].name, Count: g.count(s.board, k)})
		}
	}
	return all
}
