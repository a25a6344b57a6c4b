package cetran

import (
	"math/bits"
	"math/rand/v2"

	"ludens/env"
)

// The kinds of positions that Start draws.
const (
	odds     = "odds"    // an array that lacks up to three men on either side
	sparse   = "sparse"  // an array of which either side has kept some share
	few      = "few"     // both kings and up to five other men, anywhere
	bareKing = "endgame" // a bare king against one with officers, anywhere
	mating   = "mate"    // a bare king against one with the one officer that must mate him
)

// Starts returns the kinds of positions that Start draws.
func (g *Game) Starts() []string { return []string{odds, sparse, few, bareKing, mating} }

// Start draws a position of a kind. A level below 1 takes off fewer men, or puts
// fewer on.
func (g *Game) Start(kind string, level float64, rng *rand.Rand) env.State {
	for {
		s := g.setUp(kind, level, rng)
		if s.board.number(king, env.First) == 1 && g.validate(&s.board) == nil && s.Result() == env.Ongoing {
			return s
		}
	}
}

// setUp draws a position that may be illegal or over.
func (g *Game) setUp(kind string, level float64, rng *rand.Rand) *State {
	switch kind {
	case odds:
		return g.lighten(rng, func() float64 { return float64(rng.IntN(int(3*level+1.5))) / 15 })
	case sparse:
		return g.lighten(rng, func() float64 { return level * rng.Float64() })
	}
	s := g.blank()
	strong := env.Player(rng.IntN(2))
	if kind == mating {
		level = 0
	}
	if kind == mating && rng.IntN(2) == 0 {
		corner(&s.board, strong, rng)
	} else {
		g.scatter(&s.board, king, env.First, rng)
		g.scatter(&s.board, king, env.Second, rng)
	}
	for range 1 + rng.IntN(int(4*level+1.5)) {
		k, p := g.army.men[1+rng.IntN(len(g.army.men)-1)], strong
		if kind == few && rng.IntN(2) == 0 {
			p = p.Other()
		}
		if kind == bareKing || kind == mating {
			k = g.promotions[rng.IntN(len(g.promotions))]
		}
		g.scatter(&s.board, k, p, rng)
	}
	if rng.IntN(2) == 0 {
		s.board.pass()
	}
	return s
}

// corner puts the king of strong within three squares of the other, who stands on
// the border: the end of a mate, from which its beginning is learned.
func corner(b *board, strong env.Player, rng *rand.Rand) {
	bare := pick(border, rng)
	touched := kingSteps[bare] | bare.bit()
	near := widened(widened(touched)) &^ touched
	b.put(king, strong.Other(), bare)
	b.put(king, strong, pick(near, rng))
}

// widened returns a set and all squares beside it.
func widened(set uint64) uint64 {
	wide := set
	for ; set != 0; set &= set - 1 {
		wide |= kingSteps[first(set)]
	}
	return wide
}

// lighten draws an array and takes from each side the share of its men, kings
// aside, that missing draws for it.
func (g *Game) lighten(rng *rand.Rand, missing func() float64) *State {
	s := g.New(rng.Uint64()).(*State)
	for p := range env.Player(2) {
		men := s.board.men[p] &^ s.board.kind[king]
		for n := int(missing()*float64(bits.OnesCount64(men)) + 0.5); n > 0; n-- {
			sq := pick(men, rng)
			k, _ := s.board.at(sq)
			s.board.lift(k, p, sq)
			men &^= sq.bit()
		}
	}
	s.board.convertible(0, 0)
	s.known, s.weighed = false, false
	return s
}

// scatter puts a man of p on a free square, a pawn on none of the last ranks.
func (g *Game) scatter(b *board, k kind, p env.Player, rng *rand.Rand) {
	free := ^b.occupied()
	if k == pawn {
		free &^= rank1 | rank8
	}
	b.put(k, p, pick(free, rng))
}

// pick draws a square of a set that is not empty.
func pick(set uint64, rng *rand.Rand) square {
	for n := rng.IntN(bits.OnesCount64(set)); n > 0; n-- {
		set &= set - 1
	}
	return first(set)
}
