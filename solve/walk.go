package solve

import (
	"fmt"
	"slices"
	"sync/atomic"

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

// trail is where the moves of all positions lead, written down while they are
// counted so that they need not be played again to be turned round. If that takes
// more room than there is, nothing is kept.
type trail struct {
	chunks [][]uint32   // by i/chunk: of each position how many moves, and where they lead
	room   atomic.Int64 // for how many more numbers; below 0: there was too little
}

// newTrail makes a trail of n positions that has room for that many numbers.
func newTrail(n, room uint64) *trail {
	t := &trail{chunks: make([][]uint32, (n+chunk-1)/chunk)}
	t.room.Store(int64(room))
	return t
}

// add adds the moves of position i. Those of one chunk must come from one
// goroutine, in order.
func (t *trail) add(i uint64, to []uint32) {
	if t.room.Add(-int64(1+len(to))) < 0 {
		return
	}
	c := &t.chunks[i/chunk]
	*c = append(append(*c, uint32(len(to))), to...)
}

// complete reports whether all moves are there.
func (t *trail) complete() bool { return t.room.Load() >= 0 }

// take calls see for each position of a chunk, and forgets it.
func (t *trail) take(at uint64, see func(i uint64, to []uint32)) {
	rest := t.chunks[at]
	for i := at * chunk; len(rest) > 0; i++ {
		n := rest[0]
		see(i, rest[1:1+n])
		rest = rest[1+n:]
	}
	t.chunks[at] = nil
}
