package study

import (
	"context"
	"fmt"

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

// Play plays the matches, all at a time: later ones begin while the last games of earlier ones
// are played. An agent that searches with a network plays some games of each with the network
// alone, too. Matches that were finished when ctx ended are returned, too.
func (e *Evaluation) Play(ctx context.Context, me agent.Entrant) ([]arena.Standing, error) {
	matches, err := e.matches(me)
	if err != nil {
		return nil, err
	}
	err = e.play(ctx, matches)
	var standings []arena.Standing
	for _, m := range matches {
		switch {
		case !m.series.Over():
		case !m.alone:
			standings = append(standings, arena.Count(m.name, m.series.Games()))
		case len(standings) > 0 && standings[len(standings)-1].Opponent == m.name:
			without := arena.Count(m.name, m.series.Games())
			standings[len(standings)-1].Alone = &without.Roles
		}
	}
	return standings, err
}

// match is one match of an evaluation.
type match struct {
	name    string // of the baseline
	alone   bool   // the network plays without its search
	contest *arena.Contest
	series  *arena.Series
}

// matches returns the matches to be played. An agent that cannot enter is reported before any
// game.
func (e *Evaluation) matches(me agent.Entrant) (all []match, err error) {
	if err := (arena.Config{Pairs: e.Games, OpeningPlies: e.plies(), Workers: e.Workers}).Validate(); err != nil {
		return nil, err
	}
	var alone *agent.Entrant
	if bare, ok := me.Spec.Bare(); ok && me.Spec.Budget > 0 {
		entrant, err := e.Enter(bare.String())
		if err != nil {
			return nil, err
		}
		alone = &entrant
	}
	for i, name := range e.Baselines {
		s := seed.New(e.Seed).At("match", i)
		m := match{name: name, contest: e.contest(me, s), series: arena.NewSeries(e.Games, nil)}
		if m.contest.B, err = e.Enter(name); err != nil {
			return nil, err
		}
		all = append(all, m)
		if alone != nil {
			m = match{name: name, alone: true, contest: e.contest(*alone, s), series: arena.NewSeries(min(e.Games, aloneGames), nil)}
			if m.contest.B, err = e.Enter(unsearching(name)); err != nil {
				return nil, err
			}
			all = append(all, m)
		}
	}
	return all, nil
}

// contest returns a contest of an agent that waits for its opponent.
func (e *Evaluation) contest(a agent.Entrant, s seed.Seed) *arena.Contest {
	return &arena.Contest{Game: e.Game, A: a, Openings: arena.Random(e.Game, e.plies(), s), Seed: s}
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

// play plays the matches as one stage.
func (e *Evaluation) play(ctx context.Context, matches []match) error {
	if len(matches) == 0 {
		return nil
	}
	var contests []*arena.Contest
	var series []*arena.Series
	at := Stage{What: "against " + e.Baselines[0]}
	if others := len(e.Baselines) - 1; others > 0 {
		at.What += fmt.Sprintf(" and %d more", others)
	}
	for _, m := range matches {
		contests, series, at.Most = append(contests, m.contest), append(series, m.series), at.Most+2*m.series.Most
	}
	told := Events{Played: e.Played}.told
	told(at)
	err := arena.Matches(ctx, contests, series, e.Workers, e.Elsewhere, func(arena.Game) error {
		at.Played++
		told(at)
		return nil
	})
	at.Over = true
	told(at)
	return err
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
