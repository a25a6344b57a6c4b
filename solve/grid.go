package solve

import (
	"fmt"
	"math/bits"

	"ludens/env"
)

// grid is the pairs of a game's placements: a row for each placement of the
// mover, a column for each of his opponent. The pairs that have no square in
// common are its positions; each row has as many.
type grid struct {
	game    env.Game
	pairing env.Pairing
	n       int          // placements
	perRow  int          // positions of a row
	steps   [][]env.Step // by the mover's placement
	squares *matrix      // row q: the opponent's placements with a piece on square q, as the mover sees it
}

// Further rows of squares.
const (
	anywhere = 64 + iota // all placements
	goals                // those that are goals
	squareRows
)

var errPlacements = fmt.Errorf("%w: more than %d placements", ErrTooLarge, mostColumns)

func newGrid(g env.Game) (*grid, error) {
	paired, ok := env.As[env.Paired](g)
	if !ok {
		return nil, ErrUnnumbered
	}
	p, err := paired.Pairing()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnnumbered, err)
	}
	s := &grid{game: g, pairing: p, n: p.Len()}
	if s.n > mostColumns {
		return nil, errPlacements
	}
	s.drawSquares()
	s.perRow = s.rank(0, s.n)
	for i := range s.n {
		s.steps = append(s.steps, p.Steps(i, nil))
	}
	return s, nil
}

func (s *grid) drawSquares() {
	s.squares = newMatrix(squareRows, s.n)
	for i := range s.n {
		for _, facing := s.pairing.Squares(i); facing != 0; facing &= facing - 1 {
			s.squares.add(bits.TrailingZeros64(facing), i)
		}
		s.squares.add(anywhere, i)
		if s.pairing.Goal(i) {
			s.squares.add(goals, i)
		}
	}
}

// pairs returns how many positions of bound movers there are with First to move.
func (s *grid) pairs() uint64 { return uint64(s.n) * uint64(s.perRow) }

// vacant writes which pairs of row m, block b, are positions.
func (s *grid) vacant(m, b int, dst *block) {
	*dst = *s.squares.block(anywhere, b)
	for own, _ := s.pairing.Squares(m); own != 0; own &= own - 1 {
		for w, taken := range s.squares.block(bits.TrailingZeros64(own), b) {
			dst[w] &^= taken
		}
	}
}

// rank counts the positions of row m before column o.
func (s *grid) rank(m, o int) (n int) {
	var vacant block
	for b := range blocksOf(s.n) {
		if b*columns >= o {
			break
		}
		s.vacant(m, b, &vacant)
		n += vacant.countBefore(o - b*columns)
	}
	return n
}

// index returns where in a table a position is.
func (s *grid) index(m, o int) uint64 { return uint64(m)*uint64(s.perRow) + uint64(s.rank(m, o)) }

// yields reports whether some moves are open to free movers only.
func (s *grid) yields() bool {
	for _, steps := range s.steps {
		for _, step := range steps {
			if step.Yields {
				return true
			}
		}
	}
	return false
}

// cannotMove reports whether a mover with placement m has no move against o.
func (s *grid) cannotMove(m, o int) bool {
	stays, yields := s.moves(m, o)
	return !stays && !yields
}

// moves reports whether a mover with placement m has a move against o that does
// not yield, and one that does.
func (s *grid) moves(m, o int) (stays, yields bool) {
	_, facing := s.pairing.Squares(o)
	for _, step := range s.steps[m] {
		if possible(step, facing) {
			stays, yields = stays || !step.Yields, yields || step.Yields
		}
	}
	return stays, yields
}

// possible reports whether the opponent's pieces allow a move.
func possible(step env.Step, facing uint64) bool {
	return facing>>step.Into&1 == 0 && (step.Over < 0 || facing>>step.Over&1 == 1)
}

// PairNeeds is what solving a game by pairs takes.
type PairNeeds struct {
	Pairs  uint64 // positions of bound movers with First to move
	Memory uint64 // bytes
	File   uint64 // bytes of the table
}

// Needs returns what solving a game by pairs takes, or an error if it cannot be
// solved so.
func Needs(g env.Game) (PairNeeds, error) {
	s, err := newGrid(g)
	if err != nil {
		return PairNeeds{}, fmt.Errorf("solve: %s: %w", g.Spec().Name, err)
	}
	return s.needs(), nil
}

func (s *grid) needs() PairNeeds {
	const spare = 64 << 20 // steps, squares
	matrices := uint64(3)
	if s.yields() {
		matrices++
	}
	return PairNeeds{
		Pairs:  s.pairs(),
		Memory: matrices*matrixBytes(s.n, s.n) + 2*s.pairs() + spare,
		File:   2*s.pairs() + maxHeader,
	}
}
