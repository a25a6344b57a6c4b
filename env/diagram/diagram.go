// Package diagram holds a board as data and draws it: as plain text, in colour
// for a terminal, as SVG and as PNG. It knows squares, marks and figures, not
// rules.
package diagram

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
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
	Outline string // of a figure from a file: what the function Outline returns; of a tile or token: the one of Signs that it carries, "" for its letter
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

// Grid is a net of lines on whose crossings pieces stand, in the place of squares.
type Grid uint8

const (
	NoGrid    Grid = iota
	PointGrid      // gomoku: lines, and stars
	RiverGrid      // xiangqi: a river across the middle, and a palace on either side
	LinkGrid       // lines between the cells of Links, on which pieces stand
	HexGrid        // cells are hexagons: each row lies half a cell to the right of the row above it
)

// Lines returns the lines of d's grid as a path of SVG from the board's upper left corner, in
// units of 1/40 of a cell; "" if there is none.
func (d Diagram) Lines() string {
	if d.Grid == NoGrid || d.Grid == HexGrid {
		return ""
	}
	var path strings.Builder
	line := func(row, col, toRow, toCol int) {
		at := func(n int) float64 { return unit * (float64(n) + 0.5) }
		fmt.Fprintf(&path, "M%s %sL%s %s", num(at(col)), num(at(row)), num(at(toCol)), num(at(toRow)))
	}
	for _, l := range d.Links {
		line(l[0]/d.Cols, l[0]%d.Cols, l[1]/d.Cols, l[1]%d.Cols)
	}
	if d.Grid == LinkGrid {
		return path.String()
	}
	last, right := d.Rows-1, d.Cols-1
	for row := range d.Rows {
		line(row, 0, row, right)
	}
	for col := range d.Cols {
		if d.Grid == RiverGrid && col > 0 && col < right {
			line(0, col, d.Rows/2-1, col)
			line(d.Rows/2, col, last, col)
			continue
		}
		line(0, col, last, col)
	}
	if d.Grid == RiverGrid {
		left := d.Cols/2 - 1
		for _, row := range []int{0, last - 2} {
			line(row, left, row+2, left+2)
			line(row, left+2, row+2, left)
		}
	}
	return path.String()
}

// stars marks the points that players find their way by: those in the fourth lines of a board
// of 13 at least, in the third of a smaller one, and the middle.
func (d Diagram) stars() (cells []int) {
	if d.Grid != PointGrid || min(d.Rows, d.Cols) < 9 || d.Rows%2 == 0 || d.Cols%2 == 0 {
		return nil
	}
	in := 2
	if min(d.Rows, d.Cols) >= 13 {
		in = 3
	}
	for _, row := range []int{in, d.Rows - 1 - in} {
		cells = append(cells, row*d.Cols+in, row*d.Cols+d.Cols-1-in)
	}
	return append(cells, d.Rows/2*d.Cols+d.Cols/2)
}

// OnPoints returns d with a grid in the place of its squares: they are plain, with stars.
func (d Diagram) OnPoints(g Grid) Diagram {
	d = d.Uncheckered()
	d.Grid = g
	for _, i := range d.stars() {
		if d.Cells[i].Mark == NoMark {
			d.Cells[i].Mark = StarMark
		}
	}
	return d
}

// Uncheckered returns d with plain squares in the place of light and dark ones. It writes
// into d's cells.
func (d Diagram) Uncheckered() Diagram {
	for i, c := range d.Cells {
		if c.Ground == LightCell || c.Ground == DarkCell {
			d.Cells[i].Ground = Plain
		}
	}
	return d
}

// overhang is how far a hexagon reaches into the rows above and below its own.
const overhang = unit / 8

// hexagon returns the outline of a hexagon as a path of SVG, whose row begins at (x, y).
func hexagon(x, y float64) string {
	left, middle, right := num(x), num(x+unit/2), num(x+unit)
	high, low := num(y+overhang), num(y+unit-overhang)
	return fmt.Sprintf("M%s %sL%s %sL%s %sL%s %sL%s %sL%s %sZ", left, high, middle, num(y-overhang), right, high, right, low, middle, num(y+unit+overhang), left, low)
}

// Slants returns how far each row is drawn to the right, in cells, and how wide the board is;
// nil if its cells are squares. The leftmost cell of the board has no room to its left.
func (d Diagram) Slants() (slants []float64, breadth float64) {
	if d.Grid != HexGrid {
		return nil, float64(d.Cols)
	}
	left, right := float64(d.Cols+d.Rows), 0.0
	for i, c := range d.Cells {
		if c.Ground != NoCell {
			x := float64(i/d.Cols)/2 + float64(i%d.Cols)
			left, right = min(left, x), max(right, x+1)
		}
	}
	for row := range d.Rows {
		slants = append(slants, float64(row)/2-left)
	}
	return slants, right - left
}

// ends returns the first column with a cell of each row of hexagons, and the last row of each
// column: where labels stand. Rows of squares begin with the first column.
func (d Diagram) ends() (first, foot []int) {
	first, foot = make([]int, d.Rows), make([]int, d.Cols)
	for row := range d.Rows {
		for col := d.Cols - 1; col >= 0; col-- {
			if d.Cells[row*d.Cols+col].Ground != NoCell {
				if d.Grid == HexGrid {
					first[row] = col
				}
				foot[col] = row
			}
		}
	}
	return first, foot
}
