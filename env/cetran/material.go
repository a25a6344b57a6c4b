package cetran

import (
	"math/bits"

	"ludens/env"
)

// worth is what a man counts in pawns. Nothing is published for this army: the
// values are proportional to the mean number of squares an officer attacks on a
// board where each other square is empty with probability 0.7 (Betza's crowded
// mobility), a rook being 5. Those means are N 5.25, B 5.9, R 8.1, H 9.5,
// A 11.2, C 13.4, S 13.5, Q 14.1.
var worth = [kinds]int{
	pawn: 1, knight: 3, bishop: 4, rook: 5, queen: 9,
	chancellor: 8, archbishop: 7, horse: 6, sissa: 8,
}

// material returns what the men of p are worth.
func (b *board) material(p env.Player) (sum int) {
	for k, set := range b.kind {
		sum += worth[k] * bits.OnesCount64(set&b.men[p])
	}
	return sum
}
