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
	"slices"

	"ludens/agent"
	"ludens/env"
	"ludens/env/seed"
	"ludens/stat"
)

// Series is a match as it stands. Pairs of games count in their order, whatever
// the order in which they finish, so that the outcome does not depend on it; a
// test that has decided counts no further.
type Series struct {
	Most int        // pairs; 0: no limit
	Test *stat.SPRT // asked after each pair; nil: none

	// Elsewhere plays the games; nil: this process does.
	Elsewhere Play

	Roles [2]Score    // of a, as First and as Second, in the pairs that count
	Pairs stat.Counts // of a, by 0, 1/2, 1, 3/2 and 2 points

	games map[int]Game // finished, by index
	taken int          // the first game that is not handed out yet
}

// NewSeries returns a match of at most that many pairs (0: no limit), with a test
// that may end it, or nil.
func NewSeries(most int, test *stat.SPRT) *Series {
	return &Series{Most: most, Test: test, Pairs: make(stat.Counts, 5), games: map[int]Game{}}
}

// Add notes a finished game.
func (s *Series) Add(g Game) {
	s.games[g.Index] = g
	for !s.Over() {
		pair := 2 * s.Pairs.N()
		one, ok1 := s.games[pair]
		two, ok2 := s.games[pair+1]
		if !ok1 || !ok2 {
			return
		}
		s.Roles[one.Role].Add(one)
		s.Roles[two.Role].Add(two)
		s.Pairs[int(2*(one.Score()+two.Score()))]++
	}
}

// Over reports whether all pairs have been counted or the test has decided.
func (s *Series) Over() bool {
	return s.Most > 0 && s.Pairs.N() >= s.Most || s.Verdict() != stat.Undecided
}

// Verdict returns what the test says; without a test nothing is decided.
func (s *Series) Verdict() stat.Verdict {
	if s.Test == nil {
		return stat.Undecided
	}
	return s.Test.Verdict(s.Pairs)
}

// Estimate returns a's points a game, as a share. A match with a test is estimated as one
// that may have stopped itself.
func (s *Series) Estimate() stat.Estimate {
	if s.Test == nil {
		return s.Pairs.Estimate()
	}
	return s.Test.Estimate(s.Pairs)
}

// Games returns the games that count, in their order.
func (s *Series) Games() []Game {
	games := make([]Game, 2*s.Pairs.N())
	for i := range games {
		games[i] = s.games[i]
	}
	return games
}

// Play has the games played that are missing; here, on that many goroutines. keep is called
// with each before it is added, one at a time.
func (s *Series) Play(ctx context.Context, c *Contest, workers int, keep func(Game) error) error {
	if s.Over() {
		return nil
	}
	return Matches(ctx, []*Contest{c}, []*Series{s}, workers, s.Elsewhere, keep)
}

// next hands out the first game that is missing and was not handed out yet.
func (s *Series) next(c *Contest) (Job, bool) {
	for ; s.Most == 0 || s.taken < 2*s.Most; s.taken++ {
		if _, played := s.games[s.taken]; !played {
			s.taken++
			return Job{c, s.taken - 1}, true
		}
	}
	return Job{}, false
}

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

// Matches plays several matches as one: those of later contests begin while the last games of
// earlier ones are played. series[i] is of contests[i]. Games are those of [Series.Play].
func Matches(ctx context.Context, contests []*Contest, series []*Series, workers int, elsewhere Play, keep func(Game) error) error {
	of, first := map[*Contest]*Series{}, 0
	for i, c := range contests {
		of[c] = series[i]
	}
	next := func() (Job, bool) {
		for ; first < len(contests); first++ {
			if series[first].Over() {
				continue
			}
			if j, ok := series[first].next(contests[first]); ok {
				return j, true
			}
		}
		return Job{}, false
	}
	return elsewhere.or(workers)(ctx, contests, next, func(j Job, g Game) (bool, error) {
		if err := keep(g); err != nil {
			return false, err
		}
		of[j.Contest].Add(g)
		return slices.ContainsFunc(series, func(s *Series) bool { return !s.Over() }), nil
	})
}
