package lines

import (
	"fmt"
	"math/bits"
	"strconv"

	"ludens/env"
	"ludens/env/diagram"
)

func (s *State) String() string { return diagram.Text(s.Diagram()) }

// Diagram implements diagram.Pictured.
func (s *State) Diagram() diagram.Diagram {
	g := s.game
	d := diagram.Diagram{Rows: g.rows, Cols: g.cols, Cells: make([]diagram.Cell, g.rows*g.cols), Caption: s.caption()}
	for c := range d.Cells {
		switch p := int(g.place[c]); {
		case !g.cells.has(p):
			d.Cells[c] = diagram.Cell{Ground: diagram.CornerCell, Mark: diagram.CrossMark}
			continue
		case g.rules.Gravity:
			d.Cells[c].Ground = diagram.HoleCell
		}
		if owner, ok := s.Owner(c); ok {
			d.Cells[c].Piece = g.look.pieces[owner]
		}
	}
	for col := range g.cols {
		d.Files = append(d.Files, g.file(col))
	}
	if !g.rules.Gravity {
		d.Ranks = diagram.Numbered(g.rows)
	}
	if s.last >= 0 {
		d.Last = []int{int(g.cell[s.last])}
	}
	return g.head.Styled(d)
}

// file returns the label of a column.
func (g *Game) file(col int) string {
	if g.rules.Gravity {
		return strconv.Itoa(col + 1)
	}
	return string(rune('a' + col))
}

// caption says how the game stands.
func (s *State) caption() (text string) {
	g := s.game
	switch s.result {
	case env.Ongoing:
		text = g.look.names[s.ToMove()] + " to move"
		if s.turn() > 1 {
			text += fmt.Sprintf(", %d of %d stones left", s.left, s.turn())
		}
		if s.canSwap() {
			text += ", or to swap"
		}
	case env.Drawn:
		text = "drawn: " + s.Ending()
	case env.FirstWins:
		text = g.look.names[env.First] + " wins: " + s.Ending()
	case env.SecondWins:
		text = g.look.names[env.Second] + " wins: " + s.Ending()
	}
	if g.capturing != nil {
		first := s.sideOf(env.First)
		text += fmt.Sprintf("; %s has captured %d, %s %d", g.look.names[0], s.captured[first], g.look.names[1], s.captured[1-first])
	}
	return text
}

// Squares implements env.Spatial: a stone is put down or falls, and may capture.
func (s *State) Squares(a env.Action) env.Squares {
	g := s.game
	if int(a) == g.puts() {
		return env.Squares{From: -1, To: -1, Choice: swap}
	}
	p := s.landing(a)
	x := env.Squares{From: -1, To: int(g.cell[p])}
	if g.rules.Gravity {
		for c := int(a); c < x.To; c += g.cols {
			if g.cells.has(int(g.place[c])) {
				x.Path = append(x.Path, c)
			}
		}
	}
	var taken set
	s.enclosed(p, s.side, func(q int) { taken.add(q) })
	taken.each(func(q int) { x.Captured = append(x.Captured, int(g.cell[q])) })
	return x
}

// Owner implements env.Spatial.
func (s *State) Owner(cell int) (p env.Player, ok bool) {
	at := int(s.game.place[cell])
	for side := range int8(2) {
		if s.stones[side].has(at) {
			return s.player(side), true
		}
	}
	return 0, false
}

// look is what the stones of First and of Second are, and are called.
type look struct {
	roles  [2]string
	names  [2]string // before "wins" and "to move"
	pieces [2]diagram.Piece
}

// letter returns that of a player's stones.
func (l look) letter(p int) byte { return byte(l.pieces[p].Letter) }

// A diagram's second side is the dark one.
var (
	white = diagram.Piece{Figure: diagram.Disc, Side: diagram.FirstSide, Letter: 'w'}
	black = diagram.Piece{Figure: diagram.Disc, Side: diagram.SecondSide, Letter: 'b'}
)

var looks = map[string]look{
	"crosses_noughts": {
		roles: [2]string{"crosses", "noughts"},
		names: [2]string{"x", "o"},
		pieces: [2]diagram.Piece{
			{Figure: diagram.CrossStone, Side: diagram.FirstSide, Letter: 'x'},
			{Figure: diagram.RingStone, Side: diagram.SecondSide, Letter: 'o'},
		},
	},
	"black_white": {
		roles:  [2]string{"black", "white"},
		names:  [2]string{"black", "white"},
		pieces: [2]diagram.Piece{black, white},
	},
	"white_black": {
		roles:  [2]string{"white", "black"},
		names:  [2]string{"white", "black"},
		pieces: [2]diagram.Piece{white, black},
	},
	"red_yellow": {
		roles: [2]string{"red", "yellow"},
		names: [2]string{"red", "yellow"},
		pieces: [2]diagram.Piece{
			{Figure: diagram.Disc, Side: diagram.FirstSide, Tone: diagram.RedTone, Letter: 'r'},
			{Figure: diagram.Disc, Side: diagram.SecondSide, Tone: diagram.YellowTone, Letter: 'y'},
		},
	},
}

// PieceKinds implements env.Placing.
func (g *Game) PieceKinds() []env.PieceKind { return []env.PieceKind{{Name: "stone"}} }

// Seen implements env.Placing: both sides see the board from the same side.
func (g *Game) Seen(cell int, _ env.Player) int { return cell }

// Pieces implements env.Placing.
func (g *Game) Pieces(state env.State, dst []env.Piece) []env.Piece {
	switch s := state.(type) {
	case *word:
		return s.pieces(dst)
	case *counted:
		return s.pieces(dst)
	}
	s := state.(*State)
	for side := range int8(2) {
		owner := s.player(side)
		for i := range g.words {
			for w := s.stones[side][i]; w != 0; w &= w - 1 {
				dst = append(dst, env.Piece{Cell: g.cell[i<<6+bits.TrailingZeros64(w)], Owner: owner})
			}
		}
	}
	return dst
}

func (s *word) pieces(dst []env.Piece) []env.Piece {
	for p := range env.Player(2) {
		for w := s.stones[p]; w != 0; w &= w - 1 {
			dst = append(dst, env.Piece{Cell: int16(s.board.cells[bits.TrailingZeros64(w)&63]), Owner: p})
		}
	}
	return dst
}
