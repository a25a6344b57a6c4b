package foreign

import (
	"regexp"
	"strconv"

	"ludens/env"
)

// square is one in moves: in "e1e10q", "N@e10".
var square = regexp.MustCompile(`[a-l][0-9]+`)

// ToXBoard writes moves as XBoard and engines of its protocol do: on a board of ten ranks
// these are numbered from 0.
func ToXBoard(g env.Game, moves string) string { return renumbered(g, moves, -1) }

// FromXBoard reads such moves.
func FromXBoard(g env.Game, moves string) string { return renumbered(g, moves, 1) }

func renumbered(g env.Game, moves string, by int) string {
	if g.Spec().Shape[1] != 10 {
		return moves
	}
	return square.ReplaceAllStringFunc(moves, func(s string) string {
		n, _ := strconv.Atoi(s[1:])
		return s[:1] + strconv.Itoa(n+by)
	})
}
