package connect4

import (
	"ludens/env"
	"ludens/env/diagram"
)

func (s *position) String() string { return diagram.Text(s.Diagram()) }

// pieces are the stones of First and Second as they are drawn.
var pieces = [2]diagram.Piece{
	{Figure: diagram.Disc, Side: diagram.FirstSide, Tone: diagram.RedTone, Letter: 'r'},
	{Figure: diagram.Disc, Side: diagram.SecondSide, Tone: diagram.YellowTone, Letter: 'y'},
}

// Diagram implements diagram.Pictured.
func (s *position) Diagram() diagram.Diagram {
	d := diagram.Diagram{
		Rows:    rows,
		Cols:    cols,
		Cells:   make([]diagram.Cell, cells),
		Files:   []string{"1", "2", "3", "4", "5", "6", "7"},
		Caption: s.caption(),
	}
	for c := range cells {
		d.Cells[c].Ground = diagram.HoleCell
		for p, stones := range s.stones {
			if stones.has(c) {
				d.Cells[c].Piece = pieces[p]
			}
		}
	}
	if s.last >= 0 {
		d.Last = []int{cell(int(s.last))}
	}
	return d
}

func (s *position) caption() string {
	roles := Game{}.Spec().Roles
	switch s.result {
	case env.Ongoing:
		return roles[s.mover] + " to move"
	case env.Drawn:
		return "drawn: " + s.Ending()
	}
	return roles[s.mover.Other()] + " wins: " + s.Ending()
}
