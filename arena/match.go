// Package arena lets agents meet and counts: paired games, scores by role with
// intervals. It is handed its game and its agents; it prints nothing.
package arena

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"ludens/env"
	"ludens/internal/seed"
	"ludens/selfplay"
)

// Config says how a match is played.
type Config struct {
	Pairs        int // each pair is one opening played twice with exchanged roles
	OpeningPlies int // random plies before the agents take over, so that games differ
	Workers      int // games at once; the result does not depend on it
}

// Validate says what is wrong with a Config, or nil.
func (c Config) Validate() error {
	switch {
	case c.Pairs < 1:
		return fmt.Errorf("arena: pairs = %d, want at least 1", c.Pairs)
	case c.OpeningPlies < 0:
		return fmt.Errorf("arena: opening plies = %d, want 0 or more", c.OpeningPlies)
	case c.Workers < 1:
		return fmt.Errorf("arena: workers = %d, want at least 1", c.Workers)
	}
	return nil
}

// Game is one finished game of a match between a and b.
type Game struct {
	Index     int        // 2*pair, then 2*pair+1 with exchanged roles
	Role      env.Player // the side a played
	Seed      uint64     // of the start position
	Actions   []env.Action
	Opening   int // how many of Actions were drawn
	Result    env.Result
	Truncated bool
	Ending    string
}

// Score returns 1, 1/2 or 0 for a; a truncated game counts 1/2.
func (g Game) Score() float64 { return (1 + float64(g.Result.For(g.Role))) / 2 }

// Match plays all pairs of a against b and returns the games in the order of
// Index, whatever the number of workers. seen, if not nil, is called with each
// game as it finishes, one call at a time.
func Match(ctx context.Context, g env.Game, a, b selfplay.Entrant, cfg Config, s seed.Seed, seen func(Game)) ([]Game, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	games := make([]Game, 2*cfg.Pairs)
	var next atomic.Int64
	var report sync.Mutex
	var workers sync.WaitGroup
	for range min(cfg.Workers, len(games)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(games) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				game, err := play(ctx, g, a, b, cfg, s, i)
				if err != nil {
					cancel(fmt.Errorf("arena: game %d: %w", i+1, err))
					return
				}
				games[i] = game
				if seen != nil {
					report.Lock()
					seen(game)
					report.Unlock()
				}
			}
		})
	}
	workers.Wait()
	return games, context.Cause(ctx)
}

// play plays game i of the match: the pair's opening, then the agents.
func play(ctx context.Context, g env.Game, a, b selfplay.Entrant, cfg Config, s seed.Seed, i int) (Game, error) {
	pair := s.At("pair", i/2)
	role := env.Player(i % 2)
	game := Game{Index: i, Role: role, Seed: pair.At("start", 0).Uint64()}
	state, opening := Opening(g, game.Seed, cfg.OpeningPlies, pair)
	game.Actions, game.Opening = opening, len(opening)

	var agents [2]env.Agent
	for k, e := range []selfplay.Entrant{a, b} {
		agent, err := e.New(g, pair.At("agent", 2*(i%2)+k))
		if err != nil {
			return game, fmt.Errorf("%s: %w", e.Name, err)
		}
		agents[(int(role)+k)%2] = agent
	}
	for state.Result() == env.Ongoing {
		if len(game.Actions) >= g.Spec().MaxPly {
			game.Truncated = true
			break
		}
		d, err := agents[state.ToMove()].Act(ctx, state)
		if err != nil {
			return game, fmt.Errorf("ply %d: %w", len(game.Actions)+1, err)
		}
		state.Play(d.Action)
		game.Actions = append(game.Actions, d.Action)
	}
	game.Result = state.Result()
	if told, ok := state.(env.Explained); ok {
		game.Ending = told.Ending()
	}
	return game, nil
}

// Opening plays plies random legal actions from a start position. A draw of
// plies after which the game is over is thrown away for another.
func Opening(g env.Game, start uint64, plies int, s seed.Seed) (env.State, []env.Action) {
	for try := 0; ; try++ {
		state, rng := g.New(start), s.At("opening", try).Rand()
		var actions, legal []env.Action
		for len(actions) < plies && state.Result() == env.Ongoing {
			legal = state.Legal(legal[:0])
			a := legal[rng.IntN(len(legal))]
			state.Play(a)
			actions = append(actions, a)
		}
		if state.Result() == env.Ongoing {
			return state, actions
		}
	}
}
