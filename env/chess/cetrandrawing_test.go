package chess

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

// drawn returns the position of a drawing, rank 8 on top, one letter a square:
// capitals for White, '.' for an empty square. Two more letters say what the
// test expects: '*' is an empty square and 'x' a black pawn that a man must be
// able to go to; marked returns them.
func drawn(t testing.TB, mover env.Player, board string) *State {
	t.Helper()
	rows := rowsOf(board)
	for i := range rows {
		rows[i] = strings.NewReplacer("*", ".", "x", "p").Replace(rows[i])
	}
	return position(t, cetran2Game(t), contract(rows)+" "+"wb"[mover:mover+1])
}

// rowsOf returns the lines of a drawing without spaces.
func rowsOf(board string) (rows []string) {
	for line := range strings.Lines(strings.TrimSpace(board)) {
		rows = append(rows, strings.Join(strings.Fields(line), ""))
	}
	return rows
}

// marked returns the squares marked in a drawing, sorted.
func marked(board string) (list []string) {
	for y, row := range rowsOf(board) {
		for x, letter := range row {
			if letter == '*' || letter == 'x' {
				list = append(list, eight.name(square(8*y+x)))
			}
		}
	}
	slices.Sort(list)
	return list
}

// targets returns the squares the man on a square may legally go to, sorted.
func targets(s *State, from string) (to []string) {
	for _, a := range s.Legal(nil) {
		if text := s.Format(a); text[:2] == from {
			to = append(to, text[2:4])
		}
	}
	slices.Sort(to)
	return slices.Compact(to)
}

// must plays moves given as texts of Format.
func must(t testing.TB, s *State, moves ...string) *State {
	t.Helper()
	for _, text := range moves {
		a, err := env.Parse(s, text)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(a)
	}
	return s
}
