package race

import (
	"fmt"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
)

// String draws the position as plain text.
func (s *State) String() string { return diagram.Text(s.Diagram()) }

// Diagram draws the board as South sees it. Squares where South's men belong have a dot,
// those of North's a ring, those of both a bar.
// On Cetro's boards South's men are mitres and North's crowns, after the bishops and kings of
// the published set, and the coloured rows have marks, too.
func (s *State) Diagram() diagram.Diagram {
	b := s.game.board
	d := diagram.Diagram{Rows: b.rows, Cols: b.cols, Caption: s.caption()}
	d.Files, d.Ranks = diagram.Lettered(b.cols), diagram.Numbered(b.rows)
	for at, m := range s.cells() {
		cell := s.game.grounds[at]
		cell.Piece = s.game.piece(m)
		d.Cells = append(d.Cells, cell)
	}
	if s.last != none {
		x := s.mover.other()
		for m, i := &s.game.moves[s.last], 0; i < 2; i++ {
			if q := [2]int16{m.from, m.to}[i]; q >= 0 {
				d.Last = append(d.Last, b.place(int(q), x))
			}
		}
	}
	return s.game.file.Styled(d)
}

// groundsOf returns the empty cells. A hole is plain, where squares are chequered.
func (g *Game) groundsOf() []diagram.Cell {
	b := g.board
	cells := make([]diagram.Cell, b.cells())
	marks := [2]diagram.Mark{south: diagram.DotMark, north: diagram.RingMark}
	for at := range cells {
		switch {
		case g.coloured:
			cells[at] = b.rowGround(at)
			continue
		case !b.there[at]:
			cells[at].Mark = diagram.CrossMark
		case (b.rows-1-at/b.cols+at%b.cols)%2 == 0: // a1 is dark
			cells[at].Ground = diagram.DarkCell
		default:
			cells[at].Ground = diagram.LightCell
		}
		for x := range side(2) {
			switch {
			case !b.isFar(x, at):
			case cells[at].Mark != diagram.NoMark:
				cells[at].Mark = diagram.BarMark
			default:
				cells[at].Mark = marks[x]
			}
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
	if m == noMan {
		return diagram.Piece{}
	}
	p := diagram.Piece{Figure: diagram.Disc}
	switch {
	case g.coloured && m.side() == south:
		p = diagram.Piece{Figure: diagram.Mitre, Tone: tones[m.kind()]}
	case g.coloured:
		p = diagram.Piece{Figure: diagram.Crown, Tone: tones[m.kind()]}
	case len(g.board.letters) > 1:
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
		turn = us + " to accept or veto " + s.game.text(s.judged, s.mover.other())
	case s.must:
		turn = us + " to move, must jump if possible"
	case s.hand(s.mover) > 0:
		turn = fmt.Sprintf("%s to put one of %d men on the board", us, s.hand(s.mover))
	}
	return fmt.Sprintf("%s; moves needed: south %d, north %d", turn, s.need[south], s.need[north])
}

// menShown returns the kinds of men: all men of a game move alike, so there is one.
func (g *Game) menShown() []env.Man {
	letter := strings.ToUpper(string(g.board.letters[:1]))
	steps, jumps := g.board.steps, g.board.jumps
	return []env.Man{{
		Name: "every man", Letter: letter, Moves: g.manInWords(),
		Reach: env.Reach(letter, func(down, right int) byte {
			v := vector{down, right}
			at := func(n int) func(direction) bool { return func(d direction) bool { return vectors[d].times(n) == v } }
			switch {
			case slices.ContainsFunc(steps, at(1)):
				return env.GoesOnly
			case slices.ContainsFunc(jumps, at(2)):
				return env.Hops
			}
			return env.Nowhere
		}),
	}}
}

// manInWords says in a few words what a man does.
func (g *Game) manInWords() string {
	r := &g.rules
	text := "steps " + r.Steps + ", jumps " + r.Jumps
	if len(g.board.jumps) > 0 {
		text += " over " + map[string]string{"any": "any man", "own": "own men", "enemy": "enemies"}[r.Over]
		if r.Chain {
			text += ", on and on"
		}
		if r.Capture {
			text += ", which captures"
		}
	}
	return text
}
