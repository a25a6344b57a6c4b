package solve

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
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

// arrows are the moves of a game turned round: for each position those from
// which a move leads to it. The ones into position i lie side by side, from
// begin[i] to begin[i+1].
//
// They are drawn section by section, as many at a time as memory holds. If that
// takes several sections they go to scratch.
type arrows struct {
	begin   []uint32
	from    []uint32 // those of the section at hand
	offset  uint32   // where in all of them it begins
	scratch Scratch  // nil: one section, which is at hand
}

// Scratch is a file without other users.
type Scratch interface {
	io.ReaderAt
	io.WriterAt
}

// section is a range of positions and of the arrows into them.
type section struct {
	low, high   int
	begin, size uint32
}

var errMoves = errors.New("the game has more than 4294967295 moves between its positions")

// newArrows makes arrows of which into counts those into each position, and
// keeps it. After the last position it has one more element.
func newArrows(into []uint32) (*arrows, error) {
	total := uint64(0)
	for i, n := range into {
		if total += uint64(n); total > 1<<32-1 {
			return nil, errMoves
		}
		into[i] = uint32(total) // the end: each arrow that is drawn moves it down
	}
	return &arrows{begin: into}, nil
}

// total returns how many arrows there are.
func (a *arrows) total() uint32 { return a.begin[len(a.begin)-1] }

// sections cuts the positions so that no more than most arrows lead into a
// section, or into one position.
func (a *arrows) sections(most uint64) (all []section) {
	now, last := section{}, uint32(0)
	for i, end := range a.begin[:len(a.begin)-1] {
		if uint64(end-now.begin) > most && i > now.low {
			now.high, now.size = i, last-now.begin
			all = append(all, now)
			now = section{low: i, begin: last}
		}
		last = end
	}
	now.high, now.size = len(a.begin)-1, last-now.begin
	return append(all, now)
}

// open makes room for the arrows of a section.
func (a *arrows) open(s section) {
	if uint32(cap(a.from)) < s.size {
		a.from = make([]uint32, s.size)
	}
	a.from, a.offset = a.from[:s.size], s.begin
}

// draw adds an arrow into a position of the section at hand. Several goroutines
// may draw at once.
func (a *arrows) draw(from, to uint32) {
	a.from[atomic.AddUint32(&a.begin[to], ^uint32(0))-a.offset] = from
}

// spill writes the section at hand to scratch.
func (a *arrows) spill() error {
	const block = 1 << 18
	var bytes []byte
	for i := 0; i < len(a.from); i += block {
		bytes = bytes[:0]
		for _, from := range a.from[i:min(i+block, len(a.from))] {
			bytes = binary.LittleEndian.AppendUint32(bytes, from)
		}
		if _, err := a.scratch.WriteAt(bytes, 4*(int64(a.offset)+int64(i))); err != nil {
			return err
		}
	}
	return nil
}

// quiver fetches arrows for one goroutine.
type quiver struct {
	*arrows
	bytes []byte
	from  []uint32
}

// into returns the positions from which a move leads to i, until the next call.
func (q *quiver) into(i int) ([]uint32, error) {
	low, high := q.begin[i], q.begin[i+1]
	if q.scratch == nil {
		return q.arrows.from[low:high], nil
	}
	size := 4 * int(high-low)
	if cap(q.bytes) < size {
		q.bytes = make([]byte, 2*size)
	}
	q.bytes = q.bytes[:size]
	if _, err := q.scratch.ReadAt(q.bytes, 4*int64(low)); err != nil {
		return nil, err
	}
	q.from = q.from[:0]
	for at := 0; at < size; at += 4 {
		q.from = append(q.from, binary.LittleEndian.Uint32(q.bytes[at:]))
	}
	return q.from, nil
}
