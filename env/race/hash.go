package race

import (
	"ludens/env"
	"ludens/env/seed"
)

// keys are the numbers that are xored together into a position's key (Zobrist 1970). They
// are fixed for good: a key means the same tomorrow.
type keys struct {
	men    [2][]uint64 // by side, kind and square
	turn   [2]uint64   // by side to move
	must   uint64      // the mover must jump
	seen   [mostRepeat]uint64
	ply    func(int) uint64
	judged func(m *move, x side) uint64 // the step of x on which the mover decides
}

// keysOf returns those of all games but Cetro.
func (g *Game) keysOf() (k keys) {
	b, root := g.board, seed.New(1883)
	for x := range side(2) {
		for kind := range b.letters {
			at := root.At("man", int(newMan(kind, x)))
			for q := range b.squares {
				k.men[x] = append(k.men[x], at.At("cell", b.place(q, x)).Uint64())
			}
		}
	}
	k.turn[north], k.must = root.At("north moves", 0).Uint64(), root.At("must jump", 0).Uint64()
	for n := 1; n < len(k.seen); n++ {
		k.seen[n] = root.At("occurred", 0).At("", n).Uint64()
	}
	played, judged := root.At("played", 0), root.At("judged", 0)
	k.ply = func(n int) uint64 { return played.At("", n).Uint64() }
	k.judged = func(m *move, x side) uint64 {
		return judged.At("", b.place(int(m.from), x)*b.cells()+b.place(int(m.to), x)).Uint64()
	}
	return k
}

// Of Cetro's own numbers there are as many as the largest of its boards needs.
const (
	cetroColours = 3
	cetroSquares = 41
)

// cetroKeys returns those of the games whose men go as Cetro's do on one of its boards:
// those that it had before there were others.
func (g *Game) cetroKeys() (k keys) {
	r := seed.New(1900).At("cetro", 0).Rand()
	for p := range env.Player(2) {
		x := g.side(p)
		for kind := range cetroColours {
			for q := range cetroSquares {
				n := r.Uint64()
				if kind < len(g.board.letters) && q < g.board.squares {
					k.men[x] = append(k.men[x], n)
				}
			}
		}
	}
	k.turn[g.side(env.Second)], k.must = r.Uint64(), r.Uint64()
	var judged [directions][cetroSquares]uint64
	for _, d := range []direction{forwardLeft, forwardRight, backwardLeft, backwardRight} {
		for q := range judged[d] {
			judged[d][q] = r.Uint64()
		}
	}
	for n := 1; n < len(k.seen); n++ {
		k.seen[n] = r.Uint64()
	}
	k.ply = func(n int) uint64 { return seed.Seed(n).Uint64() }
	k.judged = func(m *move, x side) uint64 { return judged[g.lanes[x][m.lane].d][m.from] }
	return k
}

// identity hashes what makes two positions the same to the rule on repetition: the men,
// the turn, and a demand or a step under judgement.
func (s *State) identity() uint64 {
	k := &s.game.keys
	hash := s.sum ^ k.turn[s.mover]
	if s.must {
		hash ^= k.must
	}
	if s.judging() {
		hash ^= k.judged(&s.game.moves[s.judged], s.mover.other())
	}
	return hash
}

// Key hashes the position, how often it has occurred before, as far as that matters,
// and the ply where it decides something: all that Legal, Result and Observe depend on.
func (s *State) Key() uint64 {
	k, r := &s.game.keys, &s.game.law
	key := s.hash ^ k.seen[min(s.seen, max(1, r.repeat-1))]
	if r.timed {
		key ^= k.ply(s.ply)
	}
	return key
}
