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
	Elsewhere arena.Play  // plays the games; nil: this process does
}

// aloneGames is how many games in each role a network plays without a search, at most.
const aloneGames = 20

// Play plays the matches; those of an agent that searches with a network once more, a few
// games of them, with the network alone. What was finished when ctx ended is returned too.
func (e *Evaluation) Play(ctx context.Context, me agent.Entrant) (standings []arena.Standing, err error) {
	var alone *agent.Entrant
	if bare, ok := me.Spec.Bare(); ok && me.Spec.Budget > 0 {
		entrant, err := e.Enter(bare.String())
		if err != nil {
			return nil, err
		}
		alone = &entrant
	}
	for i, name := range e.Baselines {
		at := seed.New(e.Seed).At("match", i)
		st, err := e.meet(ctx, me, name, e.Games, at)
		if err == nil && alone != nil {
			var without arena.Standing
			without, err = e.meet(ctx, *alone, unsearching(name), min(e.Games, aloneGames), at)
			st.Alone = &without.Roles
		}
		if err != nil {
			return standings, err
		}
		standings = append(standings, st)
	}
	return standings, nil
}

func (e *Evaluation) plies() int { return plies(e.Opening, e.Game, 2) }

// Openings says how the games begin.
func (e *Evaluation) Openings() string { return begins(e.Game, e.plies()) }

// unsearching returns whom a network meets without a search instead of an opponent: an
// untrained one has no search then either.
func unsearching(name string) string {
	if spec, err := agent.ParseSpec(name); err == nil && spec.Kind == "untrained" {
		bare, _ := spec.Bare()
		return bare.String()
	}
	return name
}

// meet plays a match.
func (e *Evaluation) meet(ctx context.Context, me agent.Entrant, name string, games int, s seed.Seed) (arena.Standing, error) {
	them, err := e.Enter(name)
	if err != nil {
		return arena.Standing{}, err
	}
	told := Events{Played: e.Played}.told
	cfg := arena.Config{Pairs: games, OpeningPlies: e.plies(), Workers: e.Workers, Elsewhere: e.Elsewhere}
	at := Stage{What: "against " + name, Most: 2 * games}
	told(at)
	played, err := arena.Match(ctx, e.Game, me, them, cfg, s, func(arena.Game) {
		at.Played++
		told(at)
	})
	at.Over = true
	told(at)
	return arena.Count(name, played), err
}

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
