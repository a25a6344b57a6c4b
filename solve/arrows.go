package solve

import (
	"encoding/binary"
	"errors"
	"io"
	"sync/atomic"
)

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
