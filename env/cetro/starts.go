package cetro

import (
	"math/rand/v2"

	"ludens/env"
)

// near is the one kind of positions that Start draws: near the end of the game.
const near = "near"

// Starts returns the kinds of positions that Start draws.
func (g *Game) Starts() []string { return []string{near} }

// Start draws a position near the end by playing backward: all men of one side
// are at home, those of the other too or anywhere, and then moves of theirs are
// undone, more of them the higher the level. So whoever was at home has a way
// back, if the other side does not stand in it.
func (g *Game) Start(_ string, level float64, rng *rand.Rand) env.State {
	for {
		s := g.blank()
		leader, both := env.Player(rng.IntN(2)), rng.IntN(2) == 0
		s.comeHome(leader)
		if both {
			s.comeHome(leader.Other())
		}
		s.spread(leader.Other(), rng)
		s.undoMoves(leader, undone(level, rng), rng)
		if both {
			s.undoMoves(leader.Other(), undone(level, rng), rng)
		}
		s.mover = env.Player(rng.IntN(2))
		if s.settle(); s.end == ongoing && s.sides[0].need > 0 && s.sides[1].need > 0 {
			return s
		}
	}
}

// mostUndone is how many moves of a side are undone at most at level 1.
const mostUndone = 80

// undone draws how many moves are undone.
func undone(level float64, rng *rand.Rand) int { return 1 + rng.IntN(1+int(level*mostUndone)) }

// comeHome puts all men of p where they belong.
func (s *State) comeHome(p env.Player) {
	b := s.game.board
	for c, goal := range b.goal[:b.colours] {
		for ; goal != 0; goal &= goal - 1 {
			s.put(p, colour(c), goal.first())
		}
	}
}

// spread puts the men that p still lacks on free squares anywhere but on those
// where the other player's men belong.
func (s *State) spread(p env.Player, rng *rand.Rand) {
	b := s.game.board
	var barred set
	for c := range b.colours {
		barred |= b.start[c]
	}
	for c := range b.colours {
		for s.sides[p].men[c].count() < b.goal[c].count() {
			s.put(p, colour(c), (b.all &^ barred &^ s.sides[p].all).pick(rng))
		}
	}
}

// pick draws a square of a set that is not empty.
func (s set) pick(rng *rand.Rand) square {
	for n := rng.IntN(s.count()); n > 0; n-- {
		s &= s - 1
	}
	return s.first()
}

// undoMoves takes so many moves of p back, fewer if there are none; jumps twice
// as often as retreats, so that the men go away from home.
func (s *State) undoMoves(p env.Player, n int, rng *rand.Rand) {
	for ; n > 0; n-- {
		jumps, retreats := s.undoable(p)
		from := jumps
		if len(jumps) == 0 || len(retreats) > 0 && rng.IntN(3) == 0 {
			from = retreats
		}
		if len(from) == 0 {
			return
		}
		m := from[rng.IntN(len(from))]
		s.carry(p, m.to, m.from)
	}
}

// undoable returns the jumps and the retreats that p may just have made.
func (s *State) undoable(p env.Player) (jumps, retreats []move) {
	b, me := s.game.board, &s.sides[p]
	for free := b.all &^ me.all; free != 0; free &= free - 1 {
		from := free.first()
		for d := range directions {
			to, ok := b.step(from, d)
			if !ok || me.own&to.bit() == 0 {
				continue
			}
			switch m := (move{from: from, to: to, dir: d}); {
			case d == retreatLeft || d == retreatRight:
				retreats = append(retreats, m)
			case me.all&b.over(m).bit() != 0:
				jumps = append(jumps, m)
			}
		}
	}
	return jumps, retreats
}

// over returns the square that a jump passes.
func (b *board) over(m move) square {
	if m.dir == jumpLeft {
		return m.from - square(b.left)
	}
	return m.from - square(b.right)
}
