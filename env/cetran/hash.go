package cetran

import "ludens/env/seed"

// hashes are the numbers that are xored together into a position's key
// (Zobrist 1970). They are fixed for good: a key means the same tomorrow.
var hashes = func() (h struct {
	man     [2][kinds][64]uint64 // by player, kind and square
	passant [64]uint64
	free    [64]uint64
	bound   [64]uint64
	turn    uint64 // the second player is to move
	clock   [clockSteps + 1]uint64
	seen    [3]uint64
}) {
	r := seed.New(1998).At("cetran", 0).Rand()
	fill := func(numbers []uint64) {
		for i := range numbers {
			numbers[i] = r.Uint64()
		}
	}
	for p := range h.man {
		for k := range h.man[p] {
			fill(h.man[p][k][:])
		}
	}
	fill(h.passant[:])
	h.turn = r.Uint64()
	fill(h.free[:])
	fill(h.bound[:])
	fill(h.clock[1:])
	fill(h.seen[1:])
	return h
}()
