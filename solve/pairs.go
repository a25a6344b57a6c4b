package solve

import (
	"context"
	"fmt"
	"io"
	"math/bits"

	"ludens/env"
)

// Pairs is the work of solving a game whose positions are pairs of placements
// (env.Pairing). It goes by levels, as Game does: level k are the positions k
// plies from the end. But it takes 4096 positions at a time, the bits of a block
// of a matrix.
//
// Rows of decided are the mover's placements, columns his opponent's. Those of
// won and lost are the other way round: row i, column j is the position in which
// j is to move against i. A move leaves the opponent's pieces where they are. So
// after one to placement i, row i says for each of his placements whether he
// has won or lost:
//
//	won  in level k, odd:  some move leads into lost
//	lost in level k, even: all moves lead into won
//
// Turns alternate, so a mover wins in an odd number of plies and loses in an
// even one.
//
// All that is of bound movers. What free ones are worth follows by one ply and
// is counted along the way.
type Pairs struct {
	*grid
	workers int
	before  [][]uint32 // by row and block: positions in the blocks before

	decided, won, lost *matrix
	freeDecided        *matrix // nil if no move yields: free movers are worth the same
	wonNews, lostNews  changes // where the last level changed won or lost
	table              []worth // of bound movers: row by row, by the opponent's placement
	tally              tally
}

// NewPairs returns the work on a game before its first level, if it needs no
// more than that many bytes of memory.
func NewPairs(g env.Game, workers int, memory uint64) (*Pairs, error) {
	s, err := newPairs(g, workers, memory)
	if err != nil {
		return nil, fmt.Errorf("solve: %s: %w", g.Spec().Name, err)
	}
	s.begin()
	return s, nil
}

func newPairs(g env.Game, workers int, memory uint64) (*Pairs, error) {
	if workers < 1 {
		return nil, fmt.Errorf("workers = %d, want at least 1", workers)
	}
	grid, err := newGrid(g)
	if err != nil {
		return nil, err
	}
	if need := grid.needs(); memory < need.Memory {
		return nil, fmt.Errorf("%w for %d MiB of memory: %d pairs of placements need %d MiB", ErrTooLarge, memory>>20, need.Pairs, need.Memory>>20+1)
	}
	s := &Pairs{grid: grid, workers: workers}
	s.allocate()
	return s, nil
}

func (s *Pairs) allocate() {
	s.decided, s.won, s.lost = newMatrix(s.n, s.n), newMatrix(s.n, s.n), newMatrix(s.n, s.n)
	if s.yields() {
		s.freeDecided = newMatrix(s.n, s.n)
	}
	s.wonNews, s.lostNews = make(changes, s.n), make(changes, s.n)
	s.table = make([]worth, s.pairs())
	s.before = make([][]uint32, s.n)
	s.rows(func(_ *kernel, m int) { s.open(m) })
}

// open says of row m which columns are not positions.
func (s *Pairs) open(m int) {
	s.before[m] = make([]uint32, blocksOf(s.n))
	count := 0
	for b := range s.before[m] {
		s.before[m][b] = uint32(count)
		var vacant block
		s.vacant(m, b, &vacant)
		count += vacant.count()
		for w, positions := range vacant {
			s.decided.block(m, b)[w] = ^positions
		}
	}
}

// rows has the workers do all rows, 64 neighbours by one of them: so no two
// write to one word of won or lost.
func (s *Pairs) rows(work func(k *kernel, m int)) {
	kernels := make([]kernel, s.workers)
	// No row fails, and nothing stops a level half way.
	_ = spread(context.Background(), s.workers, uint64(s.n), 64, nil, func(worker int, low, high uint64) error {
		for m := low; m < high; m++ {
			work(&kernels[worker], int(m))
		}
		return nil
	})
}

// PairProgress is how far the work has got.
type PairProgress struct {
	Level   int     // complete
	Found   uint64  // positions of bound movers that are of that level
	Decided uint64  // of all levels, and those where the game is over
	Pairs   uint64  // all of them
	Done    bool    // no other level will have any
	Left    float64 // levels, if they go on getting smaller; +Inf if that is not in sight
}

// Progress returns how far the work has got.
func (s *Pairs) Progress() PairProgress {
	won, lost, _ := s.tally.Bound.sums()
	return PairProgress{
		Level: s.tally.Level, Found: s.tally.Bound.ByLevel[s.tally.Level],
		Decided: won + lost + s.tally.Over + s.tally.Absent, Pairs: s.pairs(), Done: s.tally.Done, Left: s.tally.Bound.levelsLeft(),
	}
}

// Sample looks at one row in every as a level does that changes everything,
// and decides nothing: what a level takes at most can be measured by it.
func (s *Pairs) Sample(every int) {
	s.rows(func(k *kernel, m int) {
		if m%every == 0 {
			for b := range blocksOf(s.n) {
				k.scan(s, m, b, s.lost, 0)
			}
		}
	})
}

// A file of pairs is like one of a Table, with this magic and pairHeader. It
// names the levels that are complete: those of work that is not finished are
// where it goes on from. Of bound movers alone it says what they are worth, row
// by row, in each by the opponent's placement.
const pairMagic = "ludpair1"

// pairHeader says which game it is about, the one in which movers are always
// bound; and what is known of all positions.
type pairHeader struct {
	header
	Tally tally `json:"tally"`
}

func (s *grid) header(t tally) pairHeader {
	bound := s.pairing.Bound()
	return pairHeader{header{Game: bound.Spec().Name, Rules: env.Fingerprint(bound), Numbers: s.pairs()}, t}
}

// readHeader reads the header of a file about these pairs.
func (s *grid) readHeader(in *summed) (t tally, err error) {
	var head pairHeader
	if err = in.readHead(pairMagic, &head); err == nil {
		err = head.check(s.header(tally{}).header)
	}
	if err == nil && !head.Tally.plausible() {
		err = ErrDamaged
	}
	return head.Tally, err
}

// Write writes what is known after the last level as a file.
func (s *Pairs) Write(w io.Writer) error {
	return writeFile(w, pairMagic, s.header(s.tally), s.table, nil)
}

// ReadPairs returns the work that Write wrote into a file of that size in bytes, to go
// on with, in that much memory at most, whatever the file says.
func ReadPairs(r io.Reader, size int64, g env.Game, workers int, memory uint64) (*Pairs, error) {
	s, err := newPairs(g, workers, memory)
	if err != nil {
		return nil, fmt.Errorf("solve: %s: %w", g.Spec().Name, err)
	}
	if err := s.read(newSummed(r), size); err != nil {
		return nil, fmt.Errorf("solve: %w", err)
	}
	return s, nil
}

func (s *Pairs) read(in *summed, size int64) (err error) {
	if s.tally, err = s.readHeader(in); err != nil {
		return err
	}
	if err := in.fits(size, s.pairs(), 2); err != nil {
		return err
	}
	if err := in.readWorths(s.table); err != nil {
		return err
	}
	if err := in.check(); err != nil {
		return err
	}
	s.recall()
	return nil
}

// recall does again what led to the table. Of the last level nothing has followed
// yet: so it comes after what free movers are worth.
func (s *Pairs) recall() {
	last := s.tally.Level
	s.settleAgain(0, 0)
	if s.freeDecided != nil {
		copy(s.freeDecided.words, s.decided.words)
	}
	if last == 0 {
		return
	}
	s.settleAgain(1, last-1)
	if s.freeDecided != nil {
		s.rows(s.recallFree)
	}
	clear(s.wonNews)
	clear(s.lostNews)
	s.settleAgain(last, last)
}

// recallFree decides the free positions of row m that follow from won and lost.
func (s *Pairs) recallFree(k *kernel, m int) {
	for b := range blocksOf(s.n) {
		decided := s.freeDecided.block(m, b)
		for level := range 2 {
			after, flip, _ := s.children(level)
			k.scan(s, m, b, after, flip)
			k.free.keepNew(decided, flip)
			decided.add(&k.free)
		}
	}
}

// settleAgain settles what the table says of some levels.
func (s *Pairs) settleAgain(low, high int) {
	s.rows(func(_ *kernel, m int) {
		at := m * s.perRow
		for b := range blocksOf(s.n) {
			var vacant block
			s.vacant(m, b, &vacant)
			for w, word := range vacant {
				for ; word != 0; word &= word - 1 {
					if v := s.table[at]; v != 0 && low <= v.level() && v.level() <= high {
						s.decided.block(m, b)[w] |= word & -word
						s.mark(m, b*columns+w*64+bits.TrailingZeros64(word), v)
					}
					at++
				}
			}
		}
	})
}

// plausible reports whether a tally can be one: files are written by others, too.
func (t *tally) plausible() bool {
	levels := t.Level + 1
	return t.Level >= 0 && levels <= int(deepest) && len(t.Bound.ByLevel) == levels && len(t.Free.ByLevel) == levels
}
