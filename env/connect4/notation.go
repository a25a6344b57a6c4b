package connect4

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"ludens/env"
)

// Format names the column, "1" to "7" from the left, as solvers do.
func (s *position) Format(a env.Action) string { return string(rune('1' + a)) }

// letters are those of First, red, and Second, yellow.
const letters = "ry"

// Position writes the rows from the top, "......./....../" and so on, with r
// and y for the stones: whose turn it is follows from their number.
func (Game) Position(s env.State) string {
	p := s.(*position)
	var b strings.Builder
	for c := range cells {
		if c > 0 && c%cols == 0 {
			b.WriteByte('/')
		}
		b.WriteByte(p.letter(c))
	}
	return b.String()
}

// letter returns that of the stone on a cell, or a dot.
func (s *position) letter(c int) byte {
	for p, stones := range s.stones {
		if stones.has(c) {
			return letters[p]
		}
	}
	return '.'
}

// Arrange implements env.Arranged.
func (Game) Arrange(letters []rune, _ env.Player) string { return env.Rows(letters, cols, true) }

// ParsePosition reads what Position writes. The error says why a text is none,
// or why no game leads to its position.
func (Game) ParsePosition(text string) (env.State, error) {
	s := &position{last: -1}
	lines := strings.Split(text, "/")
	if len(lines) != rows {
		return nil, fmt.Errorf("connect4: position has %d rows, want %d", len(lines), rows)
	}
	for r, line := range lines {
		if len(line) != cols {
			return nil, fmt.Errorf("connect4: row %q has %d cells, want %d", line, len(line), cols)
		}
		for c := range cols {
			p := strings.IndexByte(letters, line[c])
			if p >= 0 {
				s.stones[p] |= 1 << bit(r*cols+c)
			} else if line[c] != '.' {
				return nil, fmt.Errorf("connect4: row %q: want r, y or a dot, not %q", line, line[c])
			}
		}
	}
	if err := s.settle(); err != nil {
		return nil, fmt.Errorf("connect4: position %s: %w", text, err)
	}
	return s, nil
}

// settle finds mover and result from the stones, or why they cannot be.
func (s *position) settle() error {
	taken := s.taken()
	if (taken+bottom)&taken != 0 {
		return errors.New("a stone has nothing below it")
	}
	red, yellow := bits.OnesCount64(uint64(s.stones[0])), bits.OnesCount64(uint64(s.stones[1]))
	if red != yellow && red != yellow+1 {
		return fmt.Errorf("%d red and %d yellow, but red begins and they take turns", red, yellow)
	}
	last := env.Second
	if red > yellow {
		last = env.First
	}
	if s.stones[last.Other()].four() || s.stones[last].four() && !s.justWon(last) {
		return errors.New("a stone was dropped after the end")
	}
	s.mover = last
	s.result = s.outcome()
	s.mover = last.Other()
	return nil
}

// justWon reports whether one of p's topmost stones is part of all its fours,
// so that it may have been the last.
func (s *position) justWon(p env.Player) bool {
	tops := (s.taken() + bottom) >> 1
	for b := tops & s.stones[p]; b != 0; b &= b - 1 {
		if stone := b & -b; !(s.stones[p] &^ stone).four() {
			return true
		}
	}
	return false
}
