package traversal

import (
	"fmt"

	"ludens/env"
	"ludens/env/diagram"
)

// String draws the position as plain text.
func (s *State) String() string { return diagram.Text(s.Diagram()) }

// Diagram draws the board as South sees it. Squares where South's men belong have a dot,
// those of North's a ring, those of both a bar.
func (s *State) Diagram() diagram.Diagram {
	b := s.game.board
	d := diagram.Diagram{Rows: b.rows, Cols: b.cols, Caption: s.caption()}
	d.Files, d.Ranks = diagram.Lettered(b.cols), diagram.Numbered(b.rows)
	for at, m := range s.cells {
		cell := s.game.grounds[at]
		cell.Piece = s.game.piece(m)
		d.Cells = append(d.Cells, cell)
	}
	switch {
	case s.last.from >= 0:
		d.Last = []int{s.last.from, s.last.to}
	case s.last.onBoard():
		d.Last = []int{s.last.to}
	}
	return d
}

// grounds returns the empty cells. A hole is plain, where squares are chequered.
func grounds(b *board) []diagram.Cell {
	cells := make([]diagram.Cell, b.cells())
	for at := range cells {
		switch {
		case !b.square[at]:
			cells[at].Mark = diagram.CrossMark
		case (b.rows-1-at/b.cols+at%b.cols)%2 == 0: // a1 is dark
			cells[at].Ground = diagram.DarkCell
		default:
			cells[at].Ground = diagram.LightCell
		}
	}
	marks := [2]diagram.Mark{south: diagram.DotMark, north: diagram.RingMark}
	for x, far := range b.far {
		for _, at := range far {
			if cells[at].Mark != diagram.NoMark {
				cells[at].Mark = diagram.BarMark
				continue
			}
			cells[at].Mark = marks[x]
		}
	}
	return cells
}

// shapes are the figures of the kinds, in the order of their letters; where there is
// one kind only it has discs.
var shapes = [mostKinds]diagram.Piece{
	{Figure: diagram.Mitre, Tone: diagram.BlueTone}, {Figure: diagram.Mitre, Tone: diagram.GreenTone}, {Figure: diagram.Mitre, Tone: diagram.RedTone},
	{Figure: diagram.Crown, Tone: diagram.BlueTone}, {Figure: diagram.Crown, Tone: diagram.GreenTone}, {Figure: diagram.Crown, Tone: diagram.RedTone},
	{Figure: diagram.Pawn}, {Figure: diagram.Knight}, {Figure: diagram.Bishop}, {Figure: diagram.Rook}, {Figure: diagram.Queen},
	{Figure: diagram.King}, {Figure: diagram.Chancellor}, {Figure: diagram.Archbishop}, {Figure: diagram.DragonHorse}, {Figure: diagram.Sissa},
}

// piece returns how a man is drawn.
func (g *Game) piece(m man) diagram.Piece {
	if m == nobody {
		return diagram.Piece{}
	}
	p := diagram.Piece{Figure: diagram.Disc}
	if len(g.board.letters) > 1 {
		p = shapes[m.kind()]
	}
	p.Side = diagram.FirstSide + diagram.Side(g.player(m.side()))
	p.Letter = rune(g.board.letter(m))
	return p
}

// caption says whose turn it is, or how the game ended, and how the race stands.
func (s *State) caption() string {
	roles := s.game.spec.Roles
	us := roles[s.ToMove()]
	switch s.result {
	case env.Drawn:
		return "drawn: " + s.Ending()
	case env.FirstWins:
		return roles[env.First] + " wins: " + s.Ending()
	case env.SecondWins:
		return roles[env.Second] + " wins: " + s.Ending()
	}
	turn := us + " to move"
	switch {
	case s.judging():
		turn = us + " to accept or veto " + s.game.text(s.judged)
	case s.must:
		turn = us + " to move, must jump if possible"
	case s.hand(s.mover) > 0:
		turn = fmt.Sprintf("%s to put one of %d men on the board", us, s.hand(s.mover))
	}
	return fmt.Sprintf("%s; moves needed: south %d, north %d", turn, s.need[south], s.need[north])
}
