package tafl

import (
	"math/bits"
	"slices"

	"ludens/env/seed"
)

// zobrist are the numbers that are xored together into a position's key (Zobrist
// 1970). They are fixed for good: a key means the same tomorrow.
type zobrist struct {
	piece [mostKinds][64 * maxWords]uint64
	again [64 * maxWords]uint64 // the piece there moves again
	turn  uint64                // the king's side is to move
	seen  [maxRepeat]uint64     // by earlier occurrences of the position
	end   [endings + 1]uint64
}

// keysOf returns the numbers of a game. Those that package tafl played before it took in
// all boards and rules keep theirs: see drawing.classic.
func keysOf(classic bool) *zobrist {
	if classic {
		return classicKeys
	}
	return generalKeys
}

var classicKeys = func() *zobrist {
	const cells = 9 * 9
	h, r := new(zobrist), seed.New(1732).At("tafl", 0).Rand()
	for k := attacker; k <= king; k++ {
		fill(h.piece[k][:cells], r.Uint64)
	}
	h.turn = r.Uint64()
	fill(h.seen[1:], r.Uint64)
	for e := kingTaken; e <= endings; e++ {
		if !slices.Contains([]ending{kingFromThree, fort, surrounded}, e) {
			h.end[e] = r.Uint64()
		}
	}
	return h
}()

var generalKeys = func() *zobrist {
	h, r := new(zobrist), seed.New(1587).At("hnefatafl", 0).Rand()
	fill(make([]uint64, maxCells), r.Uint64) // of empty squares once
	for k := range h.piece {
		fill(h.piece[k][:maxCells], r.Uint64)
	}
	fill(h.again[:maxCells], r.Uint64)
	h.turn = r.Uint64()
	fill(h.seen[1:], r.Uint64)
	fill(h.end[1:], r.Uint64)
	return h
}()

func fill(numbers []uint64, next func() uint64) {
	for i := range numbers {
		numbers[i] = next()
	}
}

// of returns the number of pieces of a kind on the cells of word w of a set.
func (h *zobrist) of(k kind, w int, cells uint64) (sum uint64) {
	for ; cells != 0; cells &= cells - 1 {
		sum ^= h.piece[k][64*w+bits.TrailingZeros64(cells)]
	}
	return sum
}

// wild returns the number of a berserk piece on c.
func (h *zobrist) wild(g *Game, c cell) uint64 {
	if c == g.beyond {
		return 0
	}
	return h.again[c]
}
