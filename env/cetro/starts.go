package cetro

import (
	"math/rand/v2"

	"ludens/env"
)

// near is the one kind of positions that Start draws: one side's men on the far
// rows, but not yet where they belong.
const near = "near"

// Starts returns the kinds of positions that Start draws.
func (g *Game) Starts() []string { return []string{near} }

// Start draws a position near the end, by placement: all men of one side at home,
// then disturbed; those of the other side at home and disturbed, too, or anywhere.
// level is how much is disturbed.
func (g *Game) Start(_ string, level float64, rng *rand.Rand) env.State {
	for {
		s := g.blank()
		leader := env.Player(rng.IntN(2))
		s.settleAtHome(leader, level, rng)
		if rng.IntN(2) == 0 {
			s.settleAtHome(leader.Other(), level, rng)
		} else {
			s.fill(leader.Other(), rng)
		}
		s.mover = env.Player(rng.IntN(2))
		if s.settle(); s.end == ongoing && s.sides[0].need > 0 && s.sides[1].need > 0 {
			return s
		}
	}
}

// settleAtHome puts the men of p on the squares where they belong and then
// disturbs them: men change places with those of another colour, and step back.
func (s *State) settleAtHome(p env.Player, level float64, rng *rand.Rand) {
	b := s.game.board
	var at []square
	var colours []colour
	for c, goal := range b.goal[:b.colours] {
		for ; goal != 0; goal &= goal - 1 {
			if q := goal.first(); s.sides[p].all&q.bit() == 0 {
				at, colours = append(at, q), append(colours, colour(c))
			}
		}
	}
	taken := s.sides[p].all
	for _, q := range at {
		taken |= q.bit()
	}
	for range 1 + rng.IntN(1+int(level*float64(3*len(at)))) {
		i := rng.IntN(len(at))
		if rng.IntN(3) == 0 {
			j := rng.IntN(len(at))
			colours[i], colours[j] = colours[j], colours[i]
			continue
		}
		back, ok := b.step(at[i], retreatLeft+direction(rng.IntN(2)))
		if ok && taken&back.bit() == 0 {
			taken ^= at[i].bit() | back.bit()
			at[i] = back
		}
	}
	for i, q := range at {
		s.put(p, colours[i], q)
	}
	s.fill(p, rng)
}

// fill puts the men that p still lacks on free squares anywhere.
func (s *State) fill(p env.Player, rng *rand.Rand) {
	b := s.game.board
	for c := range b.colours {
		for s.sides[p].men[c].count() < b.goal[c].count() {
			free := b.all &^ s.sides[p].all
			for n := rng.IntN(free.count()); n > 0; n-- {
				free &= free - 1
			}
			s.put(p, colour(c), free.first())
		}
	}
}
