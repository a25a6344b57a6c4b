package chess

import (
	"sync"

	"ludens/env/seed"
)

// zobrist are the numbers that are xored together into a position's key (Zobrist 1970).
// They are fixed for good: a key means the same tomorrow.
type zobrist struct {
	man    [2 + 2*mostKinds][mostCells]uint64 // by piece
	turn   uint64
	passed [mostCells]uint64 // squares where a man can be captured in passing
	victim [mostCells]uint64 // and where he stands
	rights [256]uint64
	seen   [mostRepetitions]uint64
	clock  [clockSteps + 1]uint64
}

// mostRepetitions is how often a position may occur at most (Keys.Repetition).
const mostRepetitions = 20

// generalKeys are those of all games that have none of their own: see cetranKeys.
var generalKeys = sync.OnceValue(func() *zobrist {
	z := new(zobrist)
	r := seed.New(1475).At("chess", 0).Rand()
	fill := func(numbers []uint64) {
		for i := range numbers {
			numbers[i] = r.Uint64()
		}
	}
	z.turn = r.Uint64()
	fill(z.passed[:])
	z.victim = z.passed
	fill(z.rights[1:])
	for x := range z.man {
		fill(z.man[x][:])
	}
	z.count()
	return z
})

// count fills in the numbers of counts from their ordinals.
func (z *zobrist) count() {
	for n := range z.seen {
		z.seen[n] = hashOf(hashSeen, 0, uint64(n))
	}
	for n := range z.clock {
		z.clock[n] = hashOf(hashClock, 0, uint64(n))
	}
}

// What else is part of a key, by number.
const (
	hashHand uint64 = iota + 1
	hashGiven
	hashSeen
	hashClock
	hashPasses
	hashCounted
	hashSeries
	hashCastles
)

// hashOf returns the number of a count of something, 0 for none.
func hashOf(what, index, count uint64) uint64 {
	if count == 0 {
		return 0
	}
	return seed.Mix(what<<32 | index<<16 | count)
}
