package solve

import (
	"fmt"
	"slices"

	"ludens/env"
)

// walker looks at the moves from numbered positions. It is used by one
// goroutine.
type walker struct {
	positions env.Numbering
	at, next  env.State
	legal     []env.Action

	// What visit has found.
	mover env.Player
	to    []uint32 // where moves lead that do not end the game, in increasing order, none twice
	wins  bool     // a move ends the game in the mover's favour
	draws bool     // a move ends it in a draw
}

// kind is what a number stands for.
type kind uint8

const (
	absent kind = iota // nothing
	over               // a position in which the game is over
	open               // one in which it goes on
)

// visit looks at position i and its moves.
func (w *walker) visit(i uint64) (kind, error) {
	w.to, w.wins, w.draws = w.to[:0], false, false
	at := w.positions.At(i, w.at)
	if at == nil {
		return absent, nil
	}
	w.at = at
	if at.Result() != env.Ongoing {
		return over, nil
	}
	w.mover = at.ToMove()
	w.legal = at.Legal(w.legal[:0])
	for _, a := range w.legal {
		if err := w.follow(a); err != nil {
			return open, err
		}
	}
	slices.Sort(w.to)
	w.to = slices.Compact(w.to)
	return open, nil
}

// follow looks at where one move leads.
func (w *walker) follow(a env.Action) error {
	w.next = w.at.Copy(w.next)
	w.next.Play(a)
	switch w.next.Result() {
	case env.WinFor(w.mover):
		w.wins = true
	case env.Drawn:
		w.draws = true
	case env.Ongoing:
		to, ok := w.positions.Of(w.next)
		if !ok {
			return fmt.Errorf("%s leads to a position without number from\n%s", w.at.Format(a), w.at)
		}
		w.to = append(w.to, uint32(to))
	}
	return nil
}

// arrows returns the moves that matter: none if there is a win at once.
func (w *walker) arrows() []uint32 {
	if w.wins {
		return nil
	}
	return w.to
}
