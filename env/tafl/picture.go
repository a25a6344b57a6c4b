package tafl

import (
	"math/bits"

	"ludens/env"
	"ludens/env/diagram"
)

// String draws the board, its top row first.
func (s *State) String() string { return diagram.Text(s.Diagram()) }

// Diagram implements diagram.Pictured.
func (s *State) Diagram() diagram.Diagram {
	g := s.game
	d := diagram.Diagram{
		Rows:    g.rows,
		Cols:    g.cols,
		Cells:   make([]diagram.Cell, g.cells()),
		Files:   diagram.Lettered(g.cols),
		Ranks:   diagram.Numbered(g.rows),
		Caption: s.caption(),
	}
	for c := range cell(g.cells()) {
		d.Cells[c] = g.groundOf(c)
		if k := g.kindAt(s.board, c); k != nothing {
			d.Cells[c].Piece = g.pictureOf(k)
		}
	}
	if s.last.on() {
		d.Last = []int{int(s.last.from), int(s.last.to)}
	}
	return g.head.Styled(d)
}

// outlines returns the pieces with a figure of the game's own.
func (g *Game) outlines() (all []diagram.Piece) {
	for k := range g.kinds {
		if g.kinds[k].outline != "" {
			all = append(all, g.pictureOf(kind(k)))
		}
	}
	return all
}

// pictureOf returns a piece as it is drawn: the king's side light and the attackers
// dark, whichever side moves first.
func (g *Game) pictureOf(k kind) diagram.Piece {
	p := &g.kinds[k]
	x := diagram.FirstSide
	if p.side == attackers {
		x = diagram.SecondSide
	}
	drawn := diagram.Piece{Figure: p.figure, Outline: p.outline, Side: x, Letter: rune(p.letter)}
	if k > king {
		drawn.Called = p.name
	}
	return drawn
}

// groundOf returns an empty square.
func (g *Game) groundOf(c cell) (empty diagram.Cell) {
	switch {
	case g.rules.Throne && g.thrones.has(c):
		empty.Ground, empty.Mark = diagram.ThroneCell, diagram.CrossMark
	case g.escapes.has(c):
		empty.Ground = diagram.CornerCell
	}
	switch {
	case g.rules.Corners && g.corners.has(c):
		empty.Mark = diagram.CrossMark
	case g.camps.has(c):
		empty.Mark = diagram.BarMark
	case g.forts.has(c):
		empty.Mark = diagram.RingMark
	}
	return empty
}

// caption says whose turn it is and which piece moves again, or how the game ended.
func (s *State) caption() string {
	switch s.result {
	case env.Ongoing:
		if s.wild != s.game.beyond {
			return s.mover.String() + " to move, again with " + s.game.name(s.wild)
		}
		return s.mover.String() + " to move"
	case env.Drawn:
		return "drawn: " + s.Ending()
	case env.WinFor(s.game.playerOf(attackers)):
		return "attackers win: " + s.Ending()
	}
	return "king's side wins: " + s.Ending()
}

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

// Owner implements env.Spatial: whether the attackers are First's depends on the rules.
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

// PieceKinds implements env.Placing.
func (g *Game) PieceKinds() (all []env.PieceKind) {
	for k := range g.kinds {
		all = append(all, env.PieceKind{Name: g.kinds[k].name, Royal: kind(k) == king})
	}
	return all
}

// Seen implements env.Placing: both sides see the board from the same side.
func (g *Game) Seen(cell int, _ env.Player) int { return cell }

// Pieces implements env.Placing.
func (g *Game) Pieces(s env.State, dst []env.Piece) []env.Piece {
	board := s.(*State).board
	for k := range g.kinds {
		owner := g.playerOf(g.kinds[k].side)
		for w, word := range board[k*g.words : (k+1)*g.words] {
			for ; word != 0; word &= word - 1 {
				dst = append(dst, env.Piece{Cell: int16(64*w + bits.TrailingZeros64(word)), Kind: uint8(k), Owner: owner})
			}
		}
	}
	return dst
}
