package lesson

import (
	"strings"

	"ludens/env"
	"ludens/env/diagram"
)

// fact is something that a move shows.
type fact struct {
	what what
	name string // of the piece that moves, of the choice, of the ending; "" where there is one kind
}

type what int

// In the order of a lesson.
const (
	moves    what = iota // a piece of that name goes from one square to another
	puts                 // a stone is put on the board
	jumps                // over a piece
	captures             // a piece of the enemy
	several              // two pieces of the enemy or more
	aside                // a piece of the enemy that is not on the square that is entered
	drops                // a piece from the hand
	promotes             // the piece becomes another
	together             // two pieces of one side, as in castling
	loses                // the piece that moves is captured by that
	chooses              // one of several moves between the same squares, or a move off the board
	defends              // the enemy, who could win at once, no longer can
	wins                 // the game, by that ending
	gives                // the game to the enemy, by that ending
)

func (w what) String() string {
	return [...]string{"moves", "puts", "jumps", "captures", "several", "aside", "drops", "promotes", "together", "loses", "chooses", "defends", "wins", "gives"}[w]
}

// facts returns what a legal action of s shows, but for how the game ends. x are its
// squares, d draws s, and plain reports whether its text is the shortest of those with
// these squares.
func (m *miner) facts(s env.State, x env.Squares, d diagram.Diagram, plain bool) (all []fact) {
	me := s.ToMove()
	add := func(w what, name string) { all = append(all, fact{w, name}) }
	if x.To < 0 {
		return []fact{{chooses, x.Choice}}
	}
	switch {
	case x.From >= 0:
		add(moves, m.name(s, d, x.From))
	case d.Hands != nil:
		add(drops, "")
	default:
		add(puts, "")
	}
	over := false
	if x.From >= 0 {
		for _, cell := range x.Path {
			_, stands := env.OwnerOf(s, d, cell)
			over = over || stands
		}
	}
	if over {
		add(jumps, "")
	}
	taken, beside := 0, false
	for _, cell := range x.Captured {
		switch p, stands := env.OwnerOf(s, d, cell); {
		case stands && p != me:
			taken++
			beside = beside || cell != x.To
		case cell == x.To:
			add(loses, "")
		}
	}
	m.displaces, m.takesOne = m.displaces || taken > 0 && !beside, m.takesOne || taken == 1
	if taken > 0 {
		add(captures, "")
	}
	if taken > 1 {
		add(several, "")
	}
	if beside {
		add(aside, "")
	}
	if x.Promotion != "" {
		add(promotes, "")
	} else if x.Choice != "" && x.From >= 0 && !plain {
		add(chooses, x.Choice)
	}
	return all
}

// name returns what the book calls the piece on a cell.
func (m *miner) name(s env.State, d diagram.Diagram, cell int) string {
	if men := m.book.Men; len(men) == 1 {
		return men[0].Name // all go alike
	}
	if p, ok := env.As[env.Placing](m.game); ok {
		kinds := p.PieceKinds()
		m.pieces = p.Pieces(s, m.pieces[:0])
		for _, piece := range m.pieces {
			if int(piece.Cell) == cell {
				name, _, _ := strings.Cut(kinds[piece.Kind].Name, " who was ") // a promoted one goes as the others do
				return name
			}
		}
	}
	return d.Cells[cell].Piece.Name()
}

// ending returns how the move of a player that led to s has decided the game, by the endings
// of the book; false if it has not.
func (m *miner) ending(s env.State, me env.Player) (fact, bool) {
	w := gives
	switch s.Result() {
	case env.WinFor(me):
		w = wins
	case env.WinFor(me.Other()):
	default:
		return fact{}, false
	}
	if x, ok := s.(env.Explained); ok {
		for _, e := range m.book.Endings {
			if strings.HasPrefix(x.Ending(), e.Words) {
				return fact{w, e.Words}, true
			}
		}
	}
	return fact{}, false
}
