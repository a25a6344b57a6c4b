package arena

import (
	"context"

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
	next := func() (Job, bool) {
		for ; ; s.taken++ {
			if s.Most > 0 && s.taken >= 2*s.Most {
				return Job{}, false
			}
			if _, played := s.games[s.taken]; !played {
				s.taken++
				return Job{c, s.taken - 1}, true
			}
		}
	}
	return s.Elsewhere.or(workers)(ctx, []*Contest{c}, next, func(_ Job, g Game) (bool, error) {
		if err := keep(g); err != nil {
			return false, err
		}
		s.Add(g)
		return !s.Over(), nil
	})
}
