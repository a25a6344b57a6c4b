package arena

import (
	"errors"
	"fmt"
	"math"

	"ludens/env"
	"ludens/env/record"
	"ludens/env/seed"
)

// ErrEven is wrapped by AtOdds where a game cannot be played at odds.
var ErrEven = errors.New("its games cannot begin at odds")

// AtOdds returns openings in which one side lacks something: each start position,
// drawn from s and the same for all odds, is that of two pairs of games. In the
// first of them First lacks it, in the second Second. A game with one start position
// goes on with random plies, so that its games differ.
func AtOdds(g env.Game, o env.Odds, s seed.Seed) (Openings, error) {
	u, ok := g.(env.Uneven)
	if !ok {
		return nil, fmt.Errorf("%s: %w", g.Spec().Name, ErrEven)
	}
	if _, err := u.Without(o, env.First, 0); err != nil {
		return nil, err
	}
	return atOdds{u, o, s, record.Drawn(g)}, nil
}

type atOdds struct {
	game  env.Uneven
	odds  env.Odds
	seed  seed.Seed
	drawn bool // the game draws its start position
}

func (a atOdds) Opening(pair int) Opening {
	own := a.seed.At("start", pair/2)
	start := own.Uint64()
	s, err := a.game.Without(a.odds, lacking(pair), start)
	if err != nil {
		panic(err) // AtOdds has asked
	}
	o := Opening{Seed: start, Start: a.game.Position(s)}
	if !a.drawn {
		o.Actions = wander(s, own)
	}
	return o
}

// oddsPlies is how many random plies make the games of one start position differ.
const oddsPlies = 4

// wander returns random plies after which the game goes on and the score is within Lead of
// what it was; where a thousand draws give none, no plies.
func wander(s env.State, own seed.Seed) []env.Action {
	const tries = 1000
	before := env.Estimate(s, env.First)
	for try := range tries {
		state := s.Copy(nil)
		actions := stroll(state, oddsPlies, own.At("opening", try).Rand(), nil)
		if state.Result() == env.Ongoing && math.Abs(float64(env.Estimate(state, env.First)-before)) <= Lead {
			return actions
		}
	}
	return nil
}

// lacking returns who begins without the pieces.
func lacking(pair int) env.Player { return env.Player(pair % 2) }
