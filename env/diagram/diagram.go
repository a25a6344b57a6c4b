// Package diagram holds a board as data and draws it: as plain text, in colour
// for a terminal, as SVG and as PNG. It knows squares, marks and figures, not
// rules.
package diagram

import (
	"slices"
	"strconv"
)

// Diagram is a rectangular board seen from First's side, row 0 on top.
type Diagram struct {
	Rows, Cols int
	Cells      []Cell   // Rows*Cols, row by row
	Grid       Grid     // lines through the middles of the cells, on which pieces stand, or hexagons
	Links      [][2]int // cells that a LinkGrid joins
	Files      []string // one label a column, left to right; may be nil
	Ranks      []string // one label a row, top to bottom; may be nil
	Last       []int    // cells of the last move: from, to; may be nil
	Hints      []int    // cells to point out, e.g. legal targets; may be nil
	Caption    string   // one line below the board
	Hands      [][]Held // by player: First's, Second's; nil in games without pieces in hand
	Inks       [SecondSide + 1]Ink
}

// Lettered returns the labels of n columns as chess has them: "a", "b" and so on.
func Lettered(n int) (files []string) {
	for i := range n {
		files = append(files, string(rune('a'+i)))
	}
	return files
}

// Numbered returns the labels of n rows as chess has them: "1" at the bottom.
func Numbered(n int) (ranks []string) {
	for i := range n {
		ranks = append(ranks, strconv.Itoa(n-i))
	}
	return ranks
}

// Pictured is a position that can be drawn.
type Pictured interface {
	Diagram() Diagram
}

// Of returns the drawing of a position; an empty one if it has none.
func Of(position any) Diagram {
	if p, ok := position.(Pictured); ok {
		return p.Diagram()
	}
	return Diagram{}
}

// Held is pieces of one kind that a player has in hand.
type Held struct {
	Piece Piece
	Count int // at least 1
}

// Cell is one square and what stands on it.
type Cell struct {
	Ground Ground
	Mark   Mark // drawn under the piece
	Piece  Piece
}

// Ground is the colour of an empty square. A theme turns it into a colour.
type Ground uint8

const (
	Plain      Ground = iota // the only square colour of a board that is not chequered
	LightCell                // chequered boards
	DarkCell                 //
	BlueCell                 // goal rows
	GreenCell                //
	RedCell                  //
	CornerCell               // tafl: escape squares
	ThroneCell               // tafl: the king's seat
	HoleCell                 // connect four: a round opening in a board
	NoCell                   // a place outside the board: nothing is drawn
)

// Mark is a sign on a square that is there whether or not a piece covers it.
type Mark uint8

const (
	NoMark    Mark = iota
	CrossMark      // a saltire, on tafl's corners and throne
	DotMark        // a small dot, distinct without colour
	RingMark       // a small ring
	BarMark        // a small bar
	StarMark       // a dot in the middle, where lines cross
)

// Side is whose piece it is: it decides fill and outline.
type Side uint8

const (
	NoSide Side = iota
	FirstSide
	SecondSide
)

// Tone is an accent colour on a piece, for games whose pieces come in kinds.
// A Disc is of its tone altogether; Mitre and Crown also carry a sign, so that
// tones are distinct without colour.
type Tone uint8

const (
	NoTone     Tone = iota
	BlueTone        // a dot, as DotMark
	GreenTone       // a ring, as RingMark
	RedTone         // a bar, as BarMark
	YellowTone      // connect four
)

// Figure is the shape of a piece.
type Figure uint8

const (
	Nothing    Figure = iota
	Disc              // a plain man
	Crowned           // a disc with a crown: tafl's king
	CrossStone        // noughts and crosses
	RingStone         //
	Mitre             // Cetro's one kind of pieces (the published set used bishops)
	Crown             // Cetro's other kind (the published set used kings)
	Pawn              // chess, and the fairy pieces
	Knight
	Bishop
	Rook
	Queen
	King
	Chancellor  // rook and knight
	Archbishop  // bishop and knight
	DragonHorse // bishop and one orthogonal step
	Sissa       // n steps like a rook and n like a bishop
	Outlined    // as its own Outline says
	Tile        // shogi: a wedge that points ahead, with its letter; red if it was promoted (RedTone)
	Token       // xiangqi: a disc with its letter, in red or black
)

// Piece is a figure of a side. The zero Piece is an empty cell.
type Piece struct {
	Figure Figure
	Side   Side
	Tone   Tone
	Letter rune // what plain text shows: 'k', 'P', 'x'

	Called  string // its name, where it is not that of its figure
	Outline string // of a figure from a file: what the function Outline returns
}

// Turned returns d as it is seen from the other side.
func (d Diagram) Turned() Diagram {
	d.Cells, d.Files, d.Ranks = slices.Clone(d.Cells), slices.Clone(d.Files), slices.Clone(d.Ranks)
	slices.Reverse(d.Cells)
	for i := range d.Cells {
		d.Cells[i].Piece = d.Cells[i].Piece.Opposite()
	}
	slices.Reverse(d.Files)
	slices.Reverse(d.Ranks)
	d.Last, d.Hints = d.opposite(d.Last), d.opposite(d.Hints)
	return d
}

// opposite returns where cells lie on the turned board.
func (d Diagram) opposite(cells []int) (all []int) {
	for _, c := range cells {
		all = append(all, d.Rows*d.Cols-1-c)
	}
	return all
}
