package cetro

import (
	"ludens/env"
	"ludens/env/seed"
)

// zobrist are the numbers that are xored together into a position's key
// (Zobrist 1970). They are fixed for good: a key means the same tomorrow.
var zobrist = func() (z struct {
	man    [2][maxColours][maxSquares]uint64 // by player, colour and square as he sees it
	second uint64                            // Second is to move
	must   uint64                            // the mover must jump
	judged [directions][maxSquares]uint64    // the retreat on which the mover decides
	seen   [mostRepeat]uint64                // occurrences before
}) {
	r := seed.New(1900).At("cetro", 0).Rand()
	fill := func(numbers []uint64) {
		for i := range numbers {
			numbers[i] = r.Uint64()
		}
	}
	for p := range z.man {
		for c := range z.man[p] {
			fill(z.man[p][c][:])
		}
	}
	z.second, z.must = r.Uint64(), r.Uint64()
	for d := range z.judged {
		fill(z.judged[d][:])
	}
	fill(z.seen[1:])
	return z
}()

// identity hashes what makes two positions the same to the rule on repetition:
// the men, the turn, and a demand or a retreat under judgement.
func (s *State) identity() uint64 {
	hash := s.men
	if s.mover == env.Second {
		hash ^= zobrist.second
	}
	if s.must {
		hash ^= zobrist.must
	}
	if s.judging() {
		hash ^= zobrist.judged[s.judged.dir][s.judged.from]
	}
	return hash
}

// Key hashes the position, how often it has occurred before, as far as that
// matters, and, where the cap decides, the ply: all that Legal, Result and Observe depend on.
func (s *State) Key() uint64 {
	key := s.hash ^ zobrist.seen[min(s.seen, max(1, s.game.repeat-1))]
	if s.game.scored {
		key ^= seed.Seed(s.ply).Uint64()
	}
	return key
}
