package tafl

import "ludens/env/seed"

// hashes are the numbers that are xored together into a position's key
// (Zobrist 1970). They are fixed for good: a key means the same tomorrow.
var hashes = func() (h struct {
	piece [kinds][maxCells]uint64
	turn  uint64            // the king's side is to move
	seen  [maxRepeat]uint64 // by earlier occurrences of the position
	end   [endings]uint64
}) {
	r := seed.New(1732).At("tafl", 0).Rand()
	fill := func(numbers []uint64) {
		for i := range numbers {
			numbers[i] = r.Uint64()
		}
	}
	for k := range h.piece {
		fill(h.piece[k][:])
	}
	h.turn = r.Uint64()
	fill(h.seen[1:])
	fill(h.end[1:])
	return h
}()

// hash returns that of the pieces in b alone.
func (b *board) hash() (h uint64) {
	for k := range b {
		for rest := b[k]; !rest.empty(); rest = rest.rest() {
			h ^= hashes.piece[k][rest.first()]
		}
	}
	return h
}
