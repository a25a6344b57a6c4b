package solve

import (
	"fmt"
	"io"
	"math/bits"

	"ludens/env"
)

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
