package tictactoe

import (
	"ludens/env"
	"ludens/env/diagram"
)

func (s *position) String() string { return diagram.Text(s.Diagram()) }

// Diagram implements diagram.Pictured.
func (s *position) Diagram() diagram.Diagram {
	d := diagram.Diagram{
		Rows:    size,
		Cols:    size,
		Cells:   make([]diagram.Cell, cells),
		Files:   diagram.Lettered(size),
		Ranks:   diagram.Numbered(size),
		Caption: s.caption(),
	}
	for c := range cells {
		switch {
		case s.stones[env.First].has(c):
			d.Cells[c].Piece = diagram.Piece{Figure: diagram.CrossStone, Side: diagram.FirstSide, Letter: 'x'}
		case s.stones[env.Second].has(c):
			d.Cells[c].Piece = diagram.Piece{Figure: diagram.RingStone, Side: diagram.SecondSide, Letter: 'o'}
		}
	}
	if s.last >= 0 {
		d.Last = []int{int(s.last)}
	}
	return d
}

func (s *position) caption() string {
	switch s.result {
	case env.Ongoing:
		return letter(s.mover) + " to move"
	case env.Drawn:
		return "drawn: " + s.Ending()
	}
	return letter(s.mover.Other()) + " wins: " + s.Ending()
}
