package cetran

import "ludens/env/diagram"

// String draws the position, rank 8 on top.
func (s *State) String() string { return diagram.Text(s.Diagram()) }

// Diagram draws the chequered board, a1 dark, with the last move. A dot marks a
// bishop that may convert, a ring one that must.
func (s *State) Diagram() diagram.Diagram {
	d := diagram.Diagram{
		Rows: 8, Cols: 8,
		Cells:   make([]diagram.Cell, 64),
		Files:   diagram.Lettered(8),
		Ranks:   diagram.Numbered(8),
		Caption: s.caption(),
	}
	for q := range square(64) {
		d.Cells[q^flip] = s.board.cell(q)
	}
	if s.last.from != nowhere {
		d.Last = []int{int(s.last.from ^ flip), int(s.last.to ^ flip)}
	}
	return d
}

func (b *board) cell(q square) diagram.Cell {
	cell := diagram.Cell{Ground: diagram.LightCell}
	if (q.file()+q.rank())%2 == 0 {
		cell.Ground = diagram.DarkCell
	}
	if k, p := b.at(q); k != none {
		side := diagram.FirstSide + diagram.Side(p)
		cell.Piece = diagram.Piece{Figure: figures[k], Side: side, Letter: rune(letterOf(k, p))}
	}
	switch {
	case b.free&q.bit() != 0:
		cell.Mark = diagram.DotMark
	case b.bound&q.bit() != 0:
		cell.Mark = diagram.RingMark
	}
	return cell
}

func (s *State) caption() string {
	us, them := colours[s.board.toMove], colours[s.board.toMove.Other()]
	switch s.ending() {
	case ongoing:
		if s.board.inCheck() {
			return us + " to move, in check"
		}
		return us + " to move"
	case checkmate:
		return them + " wins: checkmate"
	}
	return "drawn: " + s.Ending()
}
