package chess

import (
	"slices"

	"ludens/env"
	"ludens/env/diagram"
)

// outlines returns the pieces with a figure of the game's own.
func (g *Game) outlines() (all []diagram.Piece) {
	for k := range kind(g.men()) {
		for p := range env.Player(2) {
			if x := g.pictureOf(pieceOf(k, p)); x.Outline != "" || x.Lettered() {
				all = append(all, x)
			}
		}
	}
	return all
}

// pictureOf returns a man as he is drawn.
func (g *Game) pictureOf(x piece) diagram.Piece {
	w := &g.kinds[kindOf(x)]
	called := w.name
	if g.cetran != nil && figures[called] == w.figure {
		called = "" // the figure's own
	}
	p := diagram.Piece{Figure: w.figure, Called: called, Outline: w.outline, Side: diagram.FirstSide + diagram.Side(ownerOf(x)), Letter: rune(letterOf(w, ownerOf(x)))}
	if p.Lettered() {
		p.Outline = w.signs[ownerOf(x)]
	}
	if p.Lettered() && w.was != noKind {
		p.Tone = diagram.RedTone
	}
	return p
}

// String draws the position, the last rank on top.
func (s *State) String() string { return diagram.Text(s.Diagram()) }

// Diagram draws the chequered board, a1 dark, with the last move. A dot marks a man who
// was promoted and will be again what he was, or a bishop that may convert, a ring one
// that must.
func (s *State) Diagram() diagram.Diagram {
	g := s.game
	d := diagram.Diagram{Rows: g.rows, Cols: g.cols, Cells: make([]diagram.Cell, g.cells), Caption: s.caption()}
	d.Files, d.Ranks = diagram.Lettered(g.cols), diagram.Numbered(g.rows)
	for q := range square(g.cells) {
		d.Cells[q] = g.cell(&s.board, q)
	}
	for _, q := range s.last {
		if q != nowhere {
			d.Last = append(d.Last, int(q))
		}
	}
	if len(g.inHands) > 0 {
		d.Hands = [][]diagram.Held{g.held(&s.board, env.First), g.held(&s.board, env.Second)}
	}
	return g.head.Styled(d)
}

// held returns what p has in hand, by letter.
func (g *Game) held(b *board, p env.Player) (all []diagram.Held) {
	for k := range kind(g.letters) {
		if n := int(b.hand[p][k]); n > 0 {
			all = append(all, diagram.Held{Piece: g.pictureOf(pieceOf(k, p)), Count: n})
		}
	}
	return all
}

func (g *Game) cell(b *board, q square) diagram.Cell {
	if g.holes.has(q) || g.isWall(b, q) {
		return diagram.Cell{Ground: diagram.CornerCell, Mark: diagram.CrossMark}
	}
	c := diagram.Cell{Ground: diagram.LightCell}
	if g.dark(q) {
		c.Ground = diagram.DarkCell
	}
	x := b.at[q]
	if x == 0 {
		return c
	}
	w := &g.kinds[kindOf(x)]
	c.Piece = g.pictureOf(x)
	switch {
	case w.was != noKind && !c.Piece.Lettered(), w.converts && kindOf(x) == w.free:
		c.Mark = diagram.DotMark
	case w.converts:
		c.Mark = diagram.RingMark
	}
	return c
}

// letterOf returns the letter of a man: a capital for White.
func letterOf(w *ware, p env.Player) byte {
	if p == env.Second {
		return w.letter - 'A' + 'a'
	}
	return w.letter
}

// caption says who is to move, who has what in hand, or how the game ended.
func (s *State) caption() string {
	us := s.board.toMove
	text := ""
	switch s.Result() {
	case env.Ongoing:
		text = s.game.sides[us] + " to move"
		if s.walled != nowhere {
			text = s.game.sides[us] + " to close a square"
		}
		if s.game.inCheck(&s.board, us) {
			text += ", in check"
		}
	case env.Drawn:
		text = "drawn: " + s.Ending()
	case env.WinFor(us):
		text = s.game.sides[us] + " wins: " + s.Ending()
	default:
		text = s.game.sides[us.Other()] + " wins: " + s.Ending()
	}
	if hands := s.game.hands(&s.board); hands != "" {
		text += ", in hand " + hands
	}
	return text
}

// Squares implements env.Spatial. A castling moves two men: it is no move on the board
// but a choice of its own. How a sissa got there is not said: it may have had several ways.
func (s *State) Squares(a env.Action) env.Squares {
	g := s.game
	m, ok := s.moveOf(a)
	switch {
	case !ok:
		return env.Squares{From: -1, To: -1, Choice: s.Format(a)}
	case m.what == dropped:
		return env.Squares{From: -1, To: int(m.to), Choice: g.dropInWords(m)}
	case m.what == passed:
		return env.Squares{From: -1, To: -1, Choice: "pass"}
	case m.what == walled:
		return env.Squares{From: -1, To: int(m.to), Closed: true}
	case m.what >= castled:
		return env.Squares{From: -1, To: -1, Choice: "castle " + s.Format(a)}
	}
	x := env.Squares{From: int(m.from), To: int(m.to)}
	if !slices.ContainsFunc(g.kinds[kindOf(s.board.at[m.from])].legs, func(l leg) bool { return l.sissa }) {
		x.Path = g.passing(m)
	}
	switch at := s.board.captured(m); {
	case at == nowhere:
	case g.keys.Blast:
		x.Captured = s.blownUp(m)
	default:
		x.Captured = []int{int(at)}
	}
	if m.becomes != noKind {
		x.Choice = g.kinds[m.becomes].name
		if from := &g.kinds[kindOf(s.board.at[m.from])]; g.kinds[m.becomes].figure != from.figure || g.kinds[m.becomes].letter != from.letter {
			x.Promotion = x.Choice
		}
	} else if g.alsoPromotes(s, m) {
		x.Choice = "stay a " + g.kinds[kindOf(s.board.at[m.from])].name
	}
	return x
}

// blownUp returns the cells that an explosion empties, besides that from where the capturer came.
func (s *State) blownUp(m move) (cells []int) {
	after := s.board
	s.game.shift(&after, m)
	for q := range square(s.game.cells) {
		if q != m.from && s.board.at[q] != 0 && after.at[q] == 0 {
			cells = append(cells, int(q))
		}
	}
	return cells
}

// dropInWords says what is dropped, and as what.
func (g *Game) dropInWords(m move) string {
	text := "drop a " + g.kinds[m.from].name
	if m.becomes != noKind {
		text += " as a " + g.kinds[m.becomes].name
	}
	return text
}

// alsoPromotes reports whether the man of a move may be promoted by it.
func (g *Game) alsoPromotes(s *State, m move) bool {
	return slices.ContainsFunc(s.list(), func(n move) bool {
		return n.from == m.from && n.to == m.to && n.what < dropped && n.becomes != noKind
	})
}

// passing returns the cells that a move along a line passes; none of another.
func (g *Game) passing(m move) (path []int) {
	dx, dy := g.file(m.to)-g.file(m.from), g.rank(m.to)-g.rank(m.from)
	n := max(abs(dx), abs(dy))
	if dx != 0 && dy != 0 && abs(dx) != abs(dy) {
		return nil
	}
	for i := 1; i < n; i++ {
		q, ok := g.at(g.file(m.from)+i*sign(dx), g.rank(m.from)+i*sign(dy))
		if !ok {
			return nil
		}
		path = append(path, int(q))
	}
	return path
}

// Owner implements env.Spatial.
func (s *State) Owner(cell int) (p env.Player, ok bool) {
	x := s.board.at[cell]
	if x == 0 || s.game.isWall(&s.board, square(cell)) {
		return env.First, false
	}
	return ownerOf(x), true
}
