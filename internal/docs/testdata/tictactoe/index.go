package tictactoe

import "ludens/env"

// Numbering implements env.Indexed: a board is a number of nine digits of base
// 3, 0 for an empty cell, 1 for First's stone and 2 for Second's.
func (Game) Numbering() (env.Numbering, error) { return numbering{}, nil }

type numbering struct{}

func (numbering) Len() uint64 { return 19683 }

func (numbering) At(i uint64, dst env.State) env.State {
	s, ok := dst.(*position)
	if !ok {
		s = new(position)
	}
	*s = position{last: -1}
	for c := range cells {
		if digit := i % 3; digit > 0 {
			s.stones[digit-1] |= 1 << c
		}
		i /= 3
	}
	if s.settle() != nil {
		return nil
	}
	return s
}

func (numbering) Of(state env.State) (uint64, bool) {
	s, i := state.(*position), uint64(0)
	for c := cells - 1; c >= 0; c-- {
		i *= 3
		switch {
		case s.stones[env.First].has(c):
			i++
		case s.stones[env.Second].has(c):
			i += 2
		}
	}
	return i, true
}
