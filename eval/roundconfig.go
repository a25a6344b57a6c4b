package eval

import (
	"fmt"
	"math"
	"math/rand/v2"

	"ludens/env"
	"ludens/selfplay"
)

// RoundConfig says how a round is played and learned from.
type RoundConfig struct {
	Seed uint64 `toml:"-"`
	// Games of a round; 2000.
	Games int `toml:"games"`
	// Nodes is the search budget per move, in positions; 1000.
	Nodes int `toml:"nodes"`
	// SearchValue is the weight of the search's value in what is learned, beside that of
	// the game's result; 0.6. In a first round that plays by the score it is half of
	// that.
	SearchValue float64 `toml:"search_value"`
	// Window is of how many rounds, at most, games are learned from; 3.
	Window int `toml:"window"`
	// Near has the weights of a round decay towards those of the round before, not towards
	// 0: a strong evaluation then changes only where the games say so.
	Near bool `toml:"near,omitempty"`
	// Begun reports whether there is an evaluation before the first round.
	Begun bool `toml:"-"`
}

// Validate says in one line what is wrong with c, or returns nil.
func (c RoundConfig) Validate() error {
	for _, x := range []struct {
		name    string
		n, most int
	}{{"games", c.Games, 1_000_000}, {"nodes", c.Nodes, 1 << 30}, {"window", c.Window, 100}} {
		if x.n < 1 || x.n > x.most {
			return fmt.Errorf("%s = %d, want 1 to %d", x.name, x.n, x.most)
		}
	}
	if !(c.SearchValue >= 0 && c.SearchValue <= 1) {
		return fmt.Errorf("search_value = %v, want 0 to 1", c.SearchValue)
	}
	return nil
}

// How games begin and end. They are constants of the method, the same for all games.
const (
	openingPlies = 10   // a game begins with 0 to 9 random plies
	oddStarts    = 5    // every fifth game, on average, begins from odds and the like (env.Startable)
	mostPlies    = 300  // of a game
	farAhead     = 5    // logits: a player this far ahead
	farPlies     = 6    // for this many plies has won
	mostLogit    = 10.0 // of a value that is learned from
)

// begin draws a start, usually the game's own after some random plies, and begins the
// record of a game from it.
func begin(g env.Game, rng *rand.Rand) (env.State, *selfplay.Record) {
	if x, ok := env.As[env.Startable](g); ok && rng.IntN(oddStarts) == 0 {
		kinds := x.Starts()
		kind, level := kinds[rng.IntN(len(kinds))], rng.Float64()
		s := x.Start(kind, level, rng)
		noted := max(float32(level), math.SmallestNonzeroFloat32)
		return s, &selfplay.Record{Start: selfplay.Start{Kind: kind, Level: noted, Position: x.Position(s)}}
	}
	for {
		r := &selfplay.Record{Seed: rng.Uint64()}
		s := g.New(r.Seed)
		for range rng.IntN(openingPlies) {
			legal := s.Legal(nil)
			if len(legal) == 0 {
				break
			}
			a := legal[rng.IntN(len(legal))]
			r.Plies = append(r.Plies, selfplay.Ply{Action: a})
			s.Play(a)
		}
		if s.Result() == env.Ongoing {
			return s, r
		}
	}
}
