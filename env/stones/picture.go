package stones

import (
	"math/bits"
	"slices"
	"strconv"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/variant"
)

func (s *State) String() string { return diagram.Text(s.Diagram()) }

// Diagram implements diagram.Pictured.
func (s *State) Diagram() diagram.Diagram {
	g := s.game
	d := diagram.Diagram{Rows: g.rows, Cols: g.cols, Cells: make([]diagram.Cell, g.rows*g.cols), Caption: s.caption()}
	for c := range d.Cells {
		switch owner, ok := s.Owner(c); {
		case ok:
			d.Cells[c].Piece = g.look.pieces[owner]
		case !g.cells.has(c):
			d.Cells[c].Ground = diagram.NoCell
		case s.closed.has(c):
			d.Cells[c] = diagram.Cell{Ground: diagram.CornerCell, Mark: diagram.CrossMark}
		}
	}
	d.Files = diagram.Lettered(g.cols)
	for row := range g.rows {
		d.Ranks = append(d.Ranks, g.rank(row, g.rules.Ranks))
	}
	for _, c := range s.last {
		if c >= 0 {
			d.Last = append(d.Last, int(c))
		}
	}
	if g.hexagons {
		d.Grid = diagram.HexGrid
		return d
	}
	if g.lined {
		d.Grid, d.Links = diagram.LinkGrid, g.links
		return d
	}
	return g.head.Styled(d)
}

// rank returns the number of a row, which is counted from the top.
func (b *board) rank(row int, ranks string) string {
	if ranks == "down" {
		return strconv.Itoa(row + 1)
	}
	return strconv.Itoa(b.rows - row)
}

// nameOf returns "a1".
func (b *board) nameOf(c int, ranks string) string {
	return string(rune('a'+c%b.cols)) + b.rank(c/b.cols, ranks)
}

func (g *Game) cellName(c int) string { return g.nameOf(c, g.rules.Ranks) }

// caption says how the game stands.
func (s *State) caption() (text string) {
	g := s.game
	switch s.result {
	case env.Ongoing:
		text = g.look.names[s.ToMove()] + " to move"
		switch {
		case s.taking || s.removing():
			text = g.look.names[s.ToMove()] + " to remove a stone"
		case s.moved >= 0:
			text = g.look.names[s.ToMove()] + " to close a cell"
		case s.canSwap():
			text += ", or to swap"
		case s.passed > 0:
			text += " after a pass"
		}
	case env.Drawn:
		text = "drawn: " + s.Ending()
	case env.FirstWins:
		text = g.look.names[env.First] + " wins: " + s.Ending()
	case env.SecondWins:
		text = g.look.names[env.Second] + " wins: " + s.Ending()
	}
	if s.end == byCount {
		text += ", " + g.points(s, s.sideOf(env.First)) + " to " + g.points(s, s.sideOf(env.Second))
	}
	if g.rules.Reserve > 0 && s.hand[0]+s.hand[1] > 0 {
		first := s.sideOf(env.First)
		text += "; " + strconv.Itoa(int(s.hand[first])) + " and " + strconv.Itoa(int(s.hand[1-first])) + " stones still to be put"
	}
	return text
}

// Squares implements env.Spatial.
func (s *State) Squares(a env.Action) env.Squares {
	g := s.game
	k, c, p := g.act(a)
	x := env.Squares{From: -1, To: c}
	switch k {
	case passes, swaps:
		x.Choice = g.format(a)
		return x
	case takes:
		x.Captured = []int{c}
		return x
	case moves:
		x.From, x.To = c, int(p.to[c])
		s.captured(c, p, func(q int) { x.Captured = append(x.Captured, q) })
		if p.dir >= 0 {
			for q := int(g.dirs[p.dir].next[c]); q != x.To; q = int(g.dirs[p.dir].next[q]) {
				x.Path = append(x.Path, q)
			}
		}
	}
	switch {
	case s.moved >= 0:
		x.Closed = true
	case g.rules.Flip != "none":
		flipped := s.flips(x.To)
		flipped.each(func(q int) { x.Flipped = append(x.Flipped, q) })
	case g.rules.Capture:
		x.Captured = s.wouldCapture(c)
	}
	slices.Sort(x.Captured)
	return x
}

// wouldCapture returns the cells that a stone put on a cell empties, its own among them if
// it is part of a suicide.
func (s *State) wouldCapture(c int) (all []int) {
	after := s.Copy(nil).(*State)
	after.put(c)
	before := s.stones[0].or(&s.stones[1])
	before.add(c)
	left := after.stones[0].or(&after.stones[1])
	gone := before.minus(&left)
	gone.each(func(q int) { all = append(all, q) })
	return all
}

// look is what the stones of First and of Second are, and are called.
type look struct {
	roles  [2]string
	names  [2]string // before "wins" and "to move"
	pieces [2]diagram.Piece
}

// letter returns that of a player's stones.
func (l look) letter(p env.Player) byte { return byte(l.pieces[p].Letter) }

// A diagram's second side is the dark one.
var (
	white = diagram.Piece{Figure: diagram.Disc, Side: diagram.FirstSide, Letter: 'w'}
	black = diagram.Piece{Figure: diagram.Disc, Side: diagram.SecondSide, Letter: 'b'}
)

var looks = map[string]look{
	"black_white": {[2]string{"black", "white"}, [2]string{"black", "white"}, [2]diagram.Piece{black, white}},
	"white_black": {[2]string{"white", "black"}, [2]string{"white", "black"}, [2]diagram.Piece{white, black}},
	"red_blue": {[2]string{"red", "blue"}, [2]string{"red", "blue"}, [2]diagram.Piece{
		{Figure: diagram.Disc, Side: diagram.FirstSide, Tone: diagram.RedTone, Letter: 'r'},
		{Figure: diagram.Disc, Side: diagram.SecondSide, Tone: diagram.BlueTone, Letter: 'b'},
	}},
}

// viewsOf returns the planes that the rules need: the stones, and whatever else legal
// actions and results depend on.
func viewsOf(r *rules, b *board) variant.Views[*State] {
	var all variant.Views[*State]
	all.Add(true, "own stones", func(s *State, dst []float32) { s.paint(dst, &s.stones[s.side]) })
	all.Add(true, "enemy stones", func(s *State, dst []float32) { s.paint(dst, &s.stones[1-s.side]) })
	all.Add(b.cells.count() < b.rows*b.cols, "cells of the board", func(s *State, dst []float32) { s.paint(dst, &s.game.cells) })
	all.Add(r.Shoot, "closed cells", func(s *State, dst []float32) { s.paint(dst, &s.closed) })
	all.Add(r.Shoot, "the stone that closes a cell now", func(s *State, dst []float32) { s.spot(dst, s.moved) })
	all.Add(r.Mill > 0 || r.Removal, "stones to remove now", func(s *State, dst []float32) {
		if s.taking || s.removing() {
			t := s.takable()
			s.paint(dst, &t)
		}
	})
	all.Add(r.Goal == "sides", "sides that the mover joins", func(s *State, dst []float32) {
		for _, edge := range s.game.edges(s.side) {
			s.paint(dst, &edge)
		}
	})
	all.Add(r.Ko != "none", "cells closed by ko", func(s *State, dst []float32) {
		s.spot(dst, s.ko)
		barred := s.barred()
		s.paint(dst, &barred)
	})
	all.Add(r.Pass == "free", "a pass ends the game", func(s *State, dst []float32) { variant.Fill(dst, int(s.passed), 1) })
	all.Add(r.Reserve > 0, "own stones to be put", func(s *State, dst []float32) { variant.Fill(dst, int(s.hand[s.side]), r.Reserve) })
	all.Add(r.Reserve > 0, "enemy stones to be put", func(s *State, dst []float32) { variant.Fill(dst, int(s.hand[1-s.side]), r.Reserve) })
	all.Add(r.Quiet > 0, "plies without a stone put or removed", func(s *State, dst []float32) { variant.Fill(dst, int(s.quiet), r.Quiet) })
	all.Add(r.Swap, "a swap is possible", func(s *State, dst []float32) { variant.Fill(dst, b2i(s.canSwap()), 1) })
	all.Add(r.Komi != 0 && (r.Goal == "none" || r.Stuck == counts), "the mover's stones began", func(s *State, dst []float32) { variant.Fill(dst, b2i(s.side == 0), 1) })
	return all
}

// PlaneNames implements env.Labelled.
func (g *Game) PlaneNames() []string { return g.views.Names() }

// Turned implements env.Labelled.
func (*Game) Turned() bool { return false }

// Observe shows the planes of the game.
func (s *State) Observe(dst []float32) {
	s.game.views.Observe(s, dst, s.game.rows*s.game.cols)
}

// paint sets the cells of a set.
func (s *State) paint(dst []float32, cells *set) {
	for i := range s.game.words {
		for w := cells[i]; w != 0; w &= w - 1 {
			dst[i<<6+bits.TrailingZeros64(w)] = 1
		}
	}
}

// spot sets a cell, if it is one.
func (s *State) spot(dst []float32, c int16) {
	if c >= 0 {
		dst[c] = 1
	}
}
