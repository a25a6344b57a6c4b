package chess

import (
	"fmt"
	"sort"
	"strings"

	"ludens/env"
)

// legalTexts returns the legal moves as sorted texts.
func legalTexts(s env.State) (texts []string) {
	for _, a := range s.Legal(nil) {
		texts = append(texts, s.Format(a))
	}
	sort.Strings(texts)
	return texts
}

// expand returns the ranks of a FEN with dots for empty squares.
func expand(fen string) []string {
	placement, _, _ := strings.Cut(fen, " ")
	for n := 1; n <= 8; n++ {
		placement = strings.ReplaceAll(placement, fmt.Sprint(n), strings.Repeat(".", n))
	}
	return strings.Split(placement, "/")
}

// contract is the inverse of expand.
func contract(rows []string) string {
	placement := strings.Join(rows, "/")
	for n := 8; n >= 1; n-- {
		placement = strings.ReplaceAll(placement, strings.Repeat(".", n), fmt.Sprint(n))
	}
	return placement
}
