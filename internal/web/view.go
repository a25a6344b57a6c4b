package web

import (
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/record"
)

// position is one position of a game as the page draws it.
type position struct {
	Pieces  []int    `json:"pieces"`          // by cell: 0 for none, else one more than the index in story.Kinds
	Hands   [][]held `json:"hands,omitempty"` // by player; none in games without pieces in hand
	Marks   []string `json:"marks,omitempty"`
	Last    []int    `json:"last,omitempty"` // cells of the move that led here
	Caption string   `json:"caption"`
	ToMove  int      `json:"toMove"`          // 0, 1, or -1 if the game is over
	Words   string   `json:"words,omitempty"` // what the move that led here did
	SAN     string   `json:"san,omitempty"`   // that move, as env.SANWriter writes it
	Binds   string   `json:"binds,omitempty"` // what binds the side to move, as env.Constrained says it
	Text    string   `json:"text,omitempty"`  // the position in the game's notation
	Over    *ending  `json:"over,omitempty"`
}

// held is pieces of one kind in hand.
type held struct {
	Piece int `json:"piece"` // as in position.Pieces
	Count int `json:"count"`
}

// ending is how a game ended.
type ending struct {
	Result string `json:"result"` // as env.Result has it; "ongoing" if it was cut off
	Ending string `json:"ending,omitempty"`
	Means  string `json:"means,omitempty"` // what the game's book says of it
}

// kind is a kind of piece.
type kind struct {
	Sprite string `json:"sprite"` // its drawing among the page's, less the theme
	Name   string `json:"name"`
	Side   int    `json:"side"` // whose it is: 0, 1
	Letter string `json:"letter"`
	Turned string `json:"turned,omitempty"` // the sprite on a board that is turned, if it is another
}

// choice is a legal move.
type choice struct {
	Text     string `json:"text"`
	From     int    `json:"from"`               // the cell that is left; that of To if a stone is put down, -1 off the board
	To       int    `json:"to"`                 // the cell that is entered; -1 off the board
	Captured []int  `json:"captured,omitempty"` // cells whose piece goes
	Piece    int    `json:"piece,omitempty"`    // what will stand on To, as in position.Pieces
	Hand     bool   `json:"hand,omitempty"`     // the piece comes from a hand
	Choice   string `json:"choice,omitempty"`   // distinguishes it from others between the same cells
	Words    string `json:"words,omitempty"`
}

// viewer turns the positions of a sheet into what the page draws.
type viewer struct {
	game    env.Game
	notated env.Notated // nil if positions have no text
	sheet   *record.Sheet
	dress   env.Dress
	kinds   []kind
	names   map[diagram.Piece]int
}

func (v *viewer) position(ply int) position {
	s := v.sheet.At(ply)
	d := diagram.Of(s)
	p := position{Pieces: v.pieces(s, d), Last: d.Last, Caption: v.dress.Text(d.Caption), ToMove: int(s.ToMove())}
	for side, all := range d.Hands {
		p.Hands = append(p.Hands, []held{})
		for _, h := range all {
			p.Hands[side] = append(p.Hands[side], held{v.number(d, h.Piece, env.Player(side)), h.Count})
		}
	}
	if m := marksOf(d); !slices.Equal(m, marksOf(diagram.Of(v.game.New(0)))) {
		p.Marks = m
	}
	if v.notated != nil {
		p.Text = v.notated.Position(s)
	}
	if ply > 0 {
		p.Words = diagram.Change(diagram.Of(v.sheet.At(ply-1)), d)
		p.SAN = short(v.sheet.At(ply-1), v.sheet.Record().Moves[ply-1])
	}
	if x, ok := s.(env.Constrained); ok {
		p.Binds = x.Constraint()
	}
	if ply == v.sheet.Ply() && v.sheet.Over() {
		p.ToMove, p.Over = -1, v.ending()
	}
	return p
}

// short returns a legal move of a position in short notation; "" if there is none.
func short(before env.State, move string) string {
	w, ok := before.(env.SANWriter)
	if !ok {
		return ""
	}
	a, err := record.ParseMove(before, move)
	if err != nil {
		return "" // a sheet has played it
	}
	return w.SAN(a)
}

// ending says how the game ended, in the words of its book.
func (v *viewer) ending() *ending {
	r := v.sheet.Record()
	e := &ending{Result: r.Result.String(), Ending: v.dress.Text(r.Ending)}
	if d, ok := env.As[env.Described](v.game); ok {
		e.Means = means(d.Book().Dressed(v.dress), r.Ending)
	}
	if r.Result == env.Ongoing {
		e.Means = "the game reached its greatest length: neither side has won, and it is not a draw by the rules"
	}
	return e
}

// pieces numbers the pieces on the board of s, which d draws.
func (v *viewer) pieces(s env.State, d diagram.Diagram) []int {
	all := make([]int, len(d.Cells))
	for i := range d.Cells {
		all[i] = v.piece(s, d, i)
	}
	return all
}

// piece returns the number of the kind of piece on a cell, a new one if need be;
// 0 if it is empty.
func (v *viewer) piece(s env.State, d diagram.Diagram, cell int) int {
	p := d.Cells[cell].Piece
	owner, ok := env.OwnerOf(s, d, cell)
	if !ok {
		return 0
	}
	return v.number(d, p, owner)
}

// number returns the number of a kind of piece, a new one if need be.
func (v *viewer) number(d diagram.Diagram, p diagram.Piece, owner env.Player) int {
	if n, ok := v.names[p]; ok {
		return n
	}
	if v.names == nil {
		v.names = map[diagram.Piece]int{}
	}
	k := kind{Sprite: v.dress.Diagram(d).Sprite(p), Name: p.Name(), Side: int(owner), Letter: string(p.Letter)}
	if other := p.Opposite(); other != p {
		k.Turned = v.dress.Diagram(d).Sprite(other)
	}
	v.kinds = append(v.kinds, k)
	v.names[p] = len(v.kinds)
	return len(v.kinds)
}

// legal returns the legal moves of the last position.
func (v *viewer) legal() []choice {
	s := v.sheet.State()
	before := diagram.Of(s)
	var child env.State
	all := []choice{}
	for _, a := range s.Legal(nil) {
		x := env.SquaresOf(s, a)
		c := choice{Text: s.Format(a), From: hold(x), To: x.To, Captured: x.Captured, Choice: x.Choice}
		if x.To >= 0 {
			child = s.Copy(child)
			child.Play(a)
			after := diagram.Of(child)
			c.Piece, c.Words = v.piece(child, after, x.To), diagram.Change(before, after)
			c.Hand = x.From < 0 && before.Hands != nil
		}
		all = append(all, c)
	}
	return all
}

// hold returns the cell that a hand takes hold of to make a move: of a stone that
// is put down, the cell where it goes.
func hold(x env.Squares) int {
	if x.From < 0 {
		return x.To
	}
	return x.From
}

// means returns what a book says of an ending.
func means(b env.Book, ending string) string {
	for _, e := range b.Endings {
		if strings.HasPrefix(ending, e.Words) {
			return e.Means
		}
	}
	return ""
}
