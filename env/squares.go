package env

import (
	"strings"

	"ludens/env/diagram"
)

// Spatial is a State whose actions happen on the board that its diagram draws.
type Spatial interface {
	// Squares says where a legal action happens.
	//
	// Laws. Two legal actions with the same From and To differ in Choice. An
	// action on the board (To >= 0) leaves every piece where it was but for those
	// on From, To, Captured and Flipped, and Diagram().Last of the position that it leads to
	// begins with From, if there is one, and ends with To. An action off the board
	// has a Choice.
	Squares(a Action) Squares
	// Owner returns whose piece stands on a cell of the diagram; ok is false where
	// none does.
	//
	// Law: pieces that are drawn alike belong to the same player, in all positions
	// that come of one start. The piece that a legal action moves is the mover's.
	Owner(cell int) (p Player, ok bool)
}

// Squares is where an action happens. Cells are those of the diagram: row by row
// from the top, for both players.
type Squares struct {
	From int `json:"from"` // the cell that a piece leaves; -1 if none does, as where a stone is put down
	To   int `json:"to"`   // the cell where a piece arrives; -1 if the action is not on the board, as a pass
	// Path are the cells that the piece passes on its way, in that order: the
	// pieces on them are jumped over. It is nil if no cell lies between, or if the
	// way is not unique.
	Path []int `json:"path,omitempty"`
	// Captured are the cells, in increasing order, whose piece goes off the board.
	// To is among them if a piece was captured there, or the one that arrives is.
	Captured []int `json:"captured,omitempty"`
	// Flipped are the cells, in increasing order, whose piece becomes the other side's.
	Flipped []int `json:"flipped,omitempty"`
	// Closed reports that no piece arrives on To: the cell is closed from now on.
	Closed bool `json:"closed,omitempty"`
	// Promotion is what the piece becomes: "queen"; "" if it stays what it is.
	Promotion string `json:"promotion,omitempty"`
	// Choice distinguishes the action for people from others with the same squares:
	// "queen", "just move", "pass". It is "" where the squares alone do.
	Choice string `json:"choice,omitempty"`
}

// SquaresOf returns the squares of a legal action. Those of a State that is not
// Spatial are off the board, and the text of the action is the choice.
func SquaresOf(s State, a Action) Squares {
	if x, ok := s.(Spatial); ok {
		return x.Squares(a)
	}
	return Squares{From: -1, To: -1, Choice: s.Format(a)}
}

// OwnerOf returns whose piece stands on a cell of the diagram d of s. Where s is
// not Spatial, First has the pieces of the first side.
func OwnerOf(s State, d diagram.Diagram, cell int) (p Player, ok bool) {
	if x, spatial := s.(Spatial); spatial {
		return x.Owner(cell)
	}
	piece := d.Cells[cell].Piece
	if piece.Side == diagram.SecondSide {
		p = Second
	}
	return p, piece.Figure != diagram.Nothing
}

// SideOf returns the side of the diagram d of s whose pieces are p's.
func SideOf(s State, d diagram.Diagram, p Player) diagram.Side {
	for cell, c := range d.Cells {
		owner, ok := OwnerOf(s, d, cell)
		if ok && owner == p {
			return c.Piece.Side
		}
		if ok {
			return diagram.FirstSide + diagram.SecondSide - c.Piece.Side
		}
	}
	return diagram.FirstSide + diagram.Side(p)
}

// Countable is a State whose men can be counted, so that games can show what
// each of them is worth.
type Countable interface {
	// Material returns how many men of each kind p has: the same kinds in the
	// same order in every position of the game, the unit in which others are
	// given first. Both players may name the same kinds, or each his own. What is
	// never lost before the end, as a king, is left out.
	Material(p Player) []Men
}

// Men is how many men of a kind a player has.
type Men struct {
	Kind  string // "pawn"
	Count int
}

// Man is a kind of men that moves in a way of its own.
type Man struct {
	Name   string   `json:"name"`   // "sissa"
	Letter string   `json:"letter"` // in drawings: "S"
	Moves  string   `json:"moves"`  // as its author wrote them, or in words
	Reach  []string `json:"reach"`  // a small board, a row a line: where it goes from the middle
}

// The signs of Man.Reach.
const (
	Nowhere      = '.' // it does not go there
	AnyWay       = '+' // it goes there, and captures
	GoesOnly     = 'o'
	CapturesOnly = 'x'
	AtFirst      = '*' // it goes there from its first square only
	Hops         = '^' // it goes there over another man
)

// ReachSide is the width and height of the empty board on which a man is shown.
const ReachSide = 9

// Reach draws where the man of a letter goes from the middle of an empty board. sign
// returns one of the signs above for a square that lies so far down and to the right.
func Reach(letter string, sign func(down, right int) byte) (rows []string) {
	const middle = ReachSide / 2
	for down := -middle; down <= middle; down++ {
		var row []string
		for right := -middle; right <= middle; right++ {
			if down == 0 && right == 0 {
				row = append(row, letter)
				continue
			}
			row = append(row, string(sign(down, right)))
		}
		rows = append(rows, strings.Join(row, " "))
	}
	return rows
}
