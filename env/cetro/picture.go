package cetro

import (
	"fmt"

	"ludens/env"
	"ludens/env/diagram"
)

// String draws the position as plain text.
func (s *State) String() string { return diagram.Text(s.Diagram()) }

// Diagram draws the board as South sees it, whoever moves first. South's men
// are mitres and North's crowns, after the bishops and kings of the published
// set. The coloured rows can be told apart by their marks too.
func (s *State) Diagram() diagram.Diagram {
	g, b := s.game, s.game.board
	d := diagram.Diagram{
		Rows: b.rows, Cols: b.cols,
		Cells:   make([]diagram.Cell, b.cells()),
		Files:   diagram.Lettered(b.cols),
		Ranks:   diagram.Numbered(b.rows),
		Caption: s.caption(),
	}
	for cell := range d.Cells {
		d.Cells[cell] = b.ground(cell)
		d.Cells[cell].Piece = s.piece(cell)
	}
	if m, p := s.last, s.mover.Other(); m.from != m.to {
		d.Last = []int{g.cell(m.from, p), g.cell(m.to, p)}
	}
	return d
}

// rowGrounds and rowMarks are those of the coloured rows.
var (
	rowGrounds = [maxColours]diagram.Ground{diagram.BlueCell, diagram.GreenCell, diagram.RedCell}
	rowMarks   = [maxColours]diagram.Mark{diagram.DotMark, diagram.RingMark, diagram.BarMark}
	tones      = [maxColours]diagram.Tone{diagram.BlueTone, diagram.GreenTone, diagram.RedTone}
)

// ground returns an empty cell.
func (b *board) ground(cell int) diagram.Cell {
	if !dark(cell) {
		return diagram.Cell{Ground: diagram.LightCell}
	}
	row := cell / b.cols
	if c := min(row, b.rows-1-row); c < b.colours {
		return diagram.Cell{Ground: rowGrounds[c], Mark: rowMarks[c]}
	}
	return diagram.Cell{Ground: diagram.DarkCell}
}

// piece returns the man on a cell as South sees it.
func (s *State) piece(cell int) diagram.Piece {
	p, c, ok := s.at(cell)
	if !ok {
		return diagram.Piece{}
	}
	man := diagram.Piece{
		Figure: diagram.Mitre,
		Side:   diagram.FirstSide + diagram.Side(p),
		Tone:   tones[c],
		Letter: rune(s.letter(cell)),
	}
	if p != s.game.south {
		man.Figure = diagram.Crown
	}
	return man
}

// caption says whose turn it is, or how the game ended, and how the race stands.
func (s *State) caption() string {
	roles := s.game.spec.Roles
	us, them := roles[s.mover], roles[s.mover.Other()]
	switch s.result {
	case env.Drawn:
		return "drawn: " + s.Ending()
	case env.WinFor(s.mover):
		return us + " wins: " + s.Ending()
	case env.WinFor(s.mover.Other()):
		return them + " wins: " + s.Ending()
	}
	turn := us + " to move"
	switch {
	case s.judging():
		turn = us + " to accept or veto " + s.game.text(s.judged, s.mover.Other())
	case s.must:
		turn = us + " to move, must jump if possible"
	}
	return fmt.Sprintf("%s; moves needed: south %d, north %d", turn,
		s.sides[s.game.south].need, s.sides[s.game.south.Other()].need)
}
