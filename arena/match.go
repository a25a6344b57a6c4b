// Package arena lets agents meet and counts. It is handed its game and its
// agents; it prints nothing.
//
// A [Contest] is two agents, openings and a seed: it plays any of its games, and
// each depends on nothing else. A [Series] is a match of pairs of them, which may
// be stopped by a test, and resumed; a [Ladder] rates many agents; a [Folder]
// keeps their games. [Match] is a plain match of a fixed number of pairs.
package arena

import (
	"context"
	"fmt"

	"ludens/agent"
	"ludens/env"
	"ludens/env/seed"
)

// Config says how a match is played.
type Config struct {
	Pairs        int // each pair is one opening played twice with exchanged roles
	OpeningPlies int // random plies before the agents take over, so that games differ
	Workers      int // games at once; the result does not depend on it
	// Elsewhere plays the games; nil: this process does.
	Elsewhere Play
}

// MaxGames is how many games a match may have in each role, MaxOpening how many
// random plies an opening.
const (
	MaxGames   = 1_000_000
	MaxOpening = 60
)

// Validate says what is wrong with a Config, or nil.
func (c Config) Validate() error {
	switch {
	case c.Pairs < 1 || c.Pairs > MaxGames:
		return fmt.Errorf("arena: pairs = %d, want 1 to %d", c.Pairs, MaxGames)
	case c.OpeningPlies < 0 || c.OpeningPlies > MaxOpening:
		return fmt.Errorf("arena: opening plies = %d, want 0 to %d", c.OpeningPlies, MaxOpening)
	case c.Workers < 1:
		return fmt.Errorf("arena: workers = %d, want at least 1", c.Workers)
	}
	return nil
}

// Match plays all pairs of a against b and returns the games in the order of
// Index, whatever the number of workers. seen, if not nil, is called with each
// game as it finishes, one call at a time.
func Match(ctx context.Context, g env.Game, a, b agent.Entrant, cfg Config, s seed.Seed, seen func(Game)) ([]Game, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	c := &Contest{Game: g, A: a, B: b, Openings: Random(g, cfg.OpeningPlies, s), Seed: s}
	series := NewSeries(cfg.Pairs, nil)
	series.Elsewhere = cfg.Elsewhere
	err := series.Play(ctx, c, cfg.Workers, func(game Game) error {
		if seen != nil {
			seen(game)
		}
		return nil
	})
	return series.Games(), err
}
