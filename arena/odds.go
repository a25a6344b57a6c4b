package arena

import (
	"errors"
	"fmt"

	"ludens/env"
	"ludens/env/seed"
)

// ErrEven is wrapped by AtOdds where a game cannot be played at odds.
var ErrEven = errors.New("its games cannot begin at odds")

// AtOdds returns openings in which one side lacks something: each start position,
// drawn from s and the same for all odds, is that of two pairs of games. In the
// first of them First lacks it, in the second Second. Of a game with one start position
// the openings differ in which of several pieces is missing only: the players are to vary
// them ([Cell.Varied]).
func AtOdds(g env.Game, o env.Odds, s seed.Seed) (Openings, error) {
	u, ok := env.As[env.Uneven](g)
	if !ok || len(u.Odds()) == 0 {
		return nil, fmt.Errorf("%s: %w", g.Spec().Name, ErrEven)
	}
	if _, err := u.Without(o, env.First, 0); err != nil {
		return nil, err
	}
	return atOdds{u, o, s}, nil
}

type atOdds struct {
	game env.Uneven
	odds env.Odds
	seed seed.Seed
}

func (a atOdds) Opening(pair int) Opening {
	start := a.seed.At("start", pair/2).Uint64()
	s, err := a.game.Without(a.odds, lacking(pair), start)
	if err != nil {
		panic(err) // AtOdds has asked
	}
	return Opening{Seed: start, Start: a.game.Position(s)}
}

// lacking returns who begins without the pieces.
func lacking(pair int) env.Player { return env.Player(pair % 2) }
