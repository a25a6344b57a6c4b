package tictactoe

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"ludens/env"
)

// Format names the cell as on a chessboard: "a1" at the lower left.
func (s *position) Format(a env.Action) string {
	return string([]byte{'a' + byte(a)%size, '0' + size - byte(a)/size})
}

// letter returns "x" for First and "o" for Second.
func letter(p env.Player) string { return "xo"[p : p+1] }

// Position writes the rows from the top, "x.o/.x./...": whose turn it is
// follows from the stones.
func (Game) Position(s env.State) string {
	p := s.(*position)
	var b strings.Builder
	for c := range cells {
		if c > 0 && c%size == 0 {
			b.WriteByte('/')
		}
		switch {
		case p.stones[env.First].has(c):
			b.WriteString(letter(env.First))
		case p.stones[env.Second].has(c):
			b.WriteString(letter(env.Second))
		default:
			b.WriteByte('.')
		}
	}
	return b.String()
}

// Arrange implements env.Arranged.
func (Game) Arrange(letters []rune, _ env.Player) string { return env.Rows(letters, size, true) }

// ParsePosition reads what Position writes. The error says why a text is not a position,
// or why no game leads to its position.
func (Game) ParsePosition(text string) (env.State, error) {
	s := &position{last: -1}
	rows := strings.Split(text, "/")
	if len(rows) != size {
		return nil, fmt.Errorf("tictactoe: position has %d rows, want %d", len(rows), size)
	}
	for r, row := range rows {
		if len(row) != size {
			return nil, fmt.Errorf("tictactoe: row %q has %d cells, want %d", row, len(row), size)
		}
		for c := range size {
			switch row[c] {
			case 'x':
				s.stones[env.First] |= 1 << (r*size + c)
			case 'o':
				s.stones[env.Second] |= 1 << (r*size + c)
			case '.':
			default:
				return nil, fmt.Errorf("tictactoe: row %q: want x, o or a dot, not %q", row, row[c])
			}
		}
	}
	if err := s.settle(); err != nil {
		return nil, fmt.Errorf("tictactoe: position %s: %w", text, err)
	}
	return s, nil
}

// settle finds mover and result from the stones, or why they cannot be.
func (s *position) settle() error {
	x, o := bits.OnesCount16(uint16(s.stones[env.First])), bits.OnesCount16(uint16(s.stones[env.Second]))
	if x != o && x != o+1 {
		return fmt.Errorf("%d x and %d o, but x begins and they take turns", x, o)
	}
	last := env.Second
	if x > o {
		last = env.First
	}
	if s.stones[last.Other()].three() {
		return errors.New(letter(last) + " has moved after the end")
	}
	s.mover = last
	s.result = s.outcome()
	s.mover = last.Other()
	return nil
}
