package study

import (
	"context"

	"ludens/agent"
	"ludens/arena"
	"ludens/env"
	"ludens/env/seed"
)

// Evaluation asks how an agent does against baselines, the same openings in both
// roles.
type Evaluation struct {
	Game      env.Game
	Baselines []string // as Enter takes them
	Games     int      // in each role
	Opening   int      // random plies before the agents take over; Usual: none where starts are drawn, else 2
	Seed      uint64
	Workers   int // games at once; no result depends on it
	Enter     func(text string) (agent.Entrant, error)
	Played    func(Stage) // as Events.Played
}

// Play plays the matches. Those that were finished when ctx ended are returned too.
func (e *Evaluation) Play(ctx context.Context, me agent.Entrant) (standings []arena.Standing, err error) {
	told := Events{Played: e.Played}.told
	for i, name := range e.Baselines {
		them, err := e.Enter(name)
		if err != nil {
			return standings, err
		}
		cfg := arena.Config{Pairs: e.Games, OpeningPlies: e.plies(), Workers: e.Workers}
		at := Stage{What: "against " + name, Most: 2 * e.Games}
		told(at)
		played, err := arena.Match(ctx, e.Game, me, them, cfg, seed.New(e.Seed).At("match", i), func(arena.Game) {
			at.Played++
			told(at)
		})
		at.Over = true
		told(at)
		if err != nil {
			return standings, err
		}
		standings = append(standings, arena.Count(name, played))
	}
	return standings, nil
}

func (e *Evaluation) plies() int { return plies(e.Opening, e.Game, 2) }

// Openings says how the games begin.
func (e *Evaluation) Openings() string { return begins(e.Game, e.plies()) }

// mostLines is how many lines of play EveryLine tries, at most.
const mostLines = 50_000

// EveryLine plays the agent against all that an opponent could do, in a small game.
func (e *Evaluation) EveryLine(ctx context.Context, me agent.Entrant) ([]arena.Standing, error) {
	st := arena.Standing{Opponent: "every line"}
	for _, role := range []env.Player{env.First, env.Second} {
		var err error
		if st.Roles[role], err = arena.Exhaust(ctx, e.Game, me, role, mostLines, seed.New(e.Seed)); err != nil {
			return nil, err
		}
	}
	return []arena.Standing{st}, nil
}
