package selfplay

import (
	"math/rand/v2"

	"ludens/env"
)

// handicap makes one side of a game play some of its moves at random.
type handicap struct {
	weak  env.Player
	often float64 // 0: never
}

// drawHandicap gives a share of games a handicap, first of which First's.
func drawHandicap(share, first float32, rng *rand.Rand) (h handicap) {
	if rng.Float64() >= float64(share) {
		return h
	}
	h = handicap{env.Second, max(rng.Float64(), rng.Float64())}
	if rng.Float64() < float64(first) {
		h.weak = env.First
	}
	return h
}

// errs draws whether the mover plays at random now.
func (h handicap) errs(mover env.Player, rng *rand.Rand) bool {
	return h.often > 0 && mover == h.weak && rng.Float64() < h.often
}

// handicapFirst returns how often the side with a handicap is First in a game whose
// start has a seed.
func (p *Plan) handicapFirst(g env.Game, start uint64) float32 {
	if v, ok := env.As[env.Varied](g); ok && len(p.HandicapRole) > 0 {
		if share, ok := p.HandicapRole[v.Drawn(start).Spec().Roles[env.First]]; ok {
			return share
		}
	}
	return p.HandicapFirst
}
