package tafl

import (
	"ludens/env"
	"ludens/env/diagram"
)

// String draws the board, its top row first.
func (s *State) String() string { return diagram.Text(s.Diagram()) }

// Diagram implements diagram.Pictured.
func (s *State) Diagram() diagram.Diagram {
	g := s.game
	d := diagram.Diagram{
		Rows:    g.size,
		Cols:    g.size,
		Cells:   make([]diagram.Cell, g.cells()),
		Files:   diagram.Lettered(g.size),
		Ranks:   diagram.Numbered(g.size),
		Caption: s.caption(),
	}
	occupied := s.board.occupied()
	for c := range cell(g.cells()) {
		d.Cells[c] = g.ground(c)
		if occupied.has(c) {
			d.Cells[c].Piece = pieces[s.board.at(c)]
		}
	}
	if s.last.from != beyond {
		d.Last = []int{int(s.last.from), int(s.last.to)}
	}
	return d
}

// ground returns an empty square.
func (g *Game) ground(c cell) (empty diagram.Cell) {
	if g.escapes.has(c) {
		empty.Ground = diagram.CornerCell
	}
	if g.rules.Throne && g.throne.has(c) {
		empty.Ground, empty.Mark = diagram.ThroneCell, diagram.CrossMark
	}
	if g.rules.Corners && g.corners.has(c) {
		empty.Mark = diagram.CrossMark
	}
	return empty
}

// pieces are those of the kinds as they are drawn: the king's side light and
// the attackers dark, whoever moves first.
var pieces = [kinds]diagram.Piece{
	attacker: {Figure: diagram.Disc, Side: diagram.SecondSide, Letter: 'a'},
	defender: {Figure: diagram.Disc, Side: diagram.FirstSide, Letter: 'd'},
	king:     {Figure: diagram.Crowned, Side: diagram.FirstSide, Letter: 'k'},
}

func (s *State) caption() string {
	switch s.result {
	case env.Ongoing:
		return s.mover.String() + " to move"
	case env.Drawn:
		return "drawn: " + s.Ending()
	case env.WinFor(s.game.playerOf(attackers)):
		return "attackers win: " + s.Ending()
	}
	return "king's side wins: " + s.Ending()
}
