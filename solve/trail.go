package solve

import "sync/atomic"

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
