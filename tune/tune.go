// Package tune learns an evaluation for alpha-beta from its own games, from nothing, in
// rounds: play games with what was learned in the round before, fit the weights of
// package eval to them, play again.
//
// The first round has no weights: it plays by the game's score, or by wins alone where a
// game has none. Each game depends on the [Config], its number and the weights alone,
// so that rounds are the same for any number of goroutines, and a run that was stopped
// goes on with the same games.
package tune

import (
	"fmt"
	"math/rand/v2"

	"ludens/env"
)

// Config says how an evaluation is learned.
type Config struct {
	Game   string `json:"game"`
	Seed   uint64 `json:"seed"`
	Rounds int    `json:"rounds"` // 4
	Games  int    `json:"games"`  // a round; 2000
	Nodes  int    `json:"nodes"`  // positions looked at for a move; 1000

	// Mix is the weight of the search's value in what is learned, beside that of the game's
	// result; 0.6. In the first round, which plays by the score, it is half of that.
	Mix float64 `json:"mix"`
	// Window is of how many rounds, at most, games are learned from; 3.
	Window int `json:"window"`
}

// Default returns the usual configuration for a game.
func Default(game string) Config {
	return Config{Game: game, Seed: 1, Rounds: 4, Games: 2000, Nodes: 1000, Mix: 0.6, Window: 3}
}

// Validate says in one line what is wrong with c, or returns nil.
func (c Config) Validate() error {
	for _, x := range []struct {
		name           string
		n, least, most int
	}{{"rounds", c.Rounds, 1, 100}, {"games", c.Games, 1, 1_000_000}, {"nodes", c.Nodes, 1, 1 << 30}, {"window", c.Window, 1, 100}} {
		if x.n < x.least || x.n > x.most {
			return fmt.Errorf("%s = %d, want %d to %d", x.name, x.n, x.least, x.most)
		}
	}
	if !(c.Mix >= 0 && c.Mix <= 1) {
		return fmt.Errorf("mix = %v, want 0 to 1", c.Mix)
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

// begin draws a start: usually the game's own after some random plies. text names a
// position that the game draws for learning, else s follows from actions.
func begin(g env.Game, rng *rand.Rand) (s env.State, text string, number uint64, actions []env.Action) {
	if x, ok := env.As[env.Startable](g); ok && rng.IntN(oddStarts) == 0 {
		kinds := x.Starts()
		s = x.Start(kinds[rng.IntN(len(kinds))], rng.Float64(), rng)
		return s, x.Position(s), 0, nil
	}
	for {
		number = rng.Uint64()
		s, actions = g.New(number), nil
		for range rng.IntN(openingPlies) {
			legal := s.Legal(nil)
			if len(legal) == 0 {
				break
			}
			actions = append(actions, legal[rng.IntN(len(legal))])
			s.Play(actions[len(actions)-1])
		}
		if s.Result() == env.Ongoing {
			return s, "", number, actions
		}
	}
}
