package hnefatafl

import "ludens/env/seed"

// zobrist are the numbers that are xored together into a position's key (Zobrist
// 1970). They are fixed for good: a key means the same tomorrow.
type zobrist struct {
	piece [mostKinds][maxCells]uint64
	again [maxCells]uint64  // the piece there moves again
	turn  uint64            // the king's side is to move
	seen  [maxRepeat]uint64 // by earlier occurrences of the position
	end   [endings + 1]uint64
}

var hashes = func() (h zobrist) {
	r := seed.New(1587).At("hnefatafl", 0).Rand()
	fill := func(numbers []uint64) {
		for i := range numbers {
			numbers[i] = r.Uint64()
		}
	}
	for k := range h.piece {
		fill(h.piece[k][:])
	}
	fill(h.again[:])
	h.turn = r.Uint64()
	fill(h.seen[1:])
	fill(h.end[1:])
	return h
}()

// wild returns the number of a berserk piece on c.
func (h *zobrist) wild(c cell) uint64 {
	if c == beyond {
		return 0
	}
	return h.again[c]
}
