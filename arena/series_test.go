package arena

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/stat"
)

func contest(t *testing.T, name, a, b string) *Contest {
	g := game(t, name)
	return &Contest{Game: g, A: entrant(t, a), B: entrant(t, b), Openings: Balanced(g, 2, seed.New(1)), Seed: seed.New(1)}
}

func keepNot(Game) error { return nil }

// A test stops at the same pair with the same games, whichever finishes first,
// and what is beyond does not count.
func TestSeriesStopsAtTheSamePair(t *testing.T) {
	test := &stat.SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05}
	var want *Series
	for _, workers := range []int{1, 5} {
		s := NewSeries(0, test)
		if err := s.Play(context.Background(), contest(t, "connect4", "greedy", "random"), workers, keepNot); err != nil {
			t.Fatal(err)
		}
		if s.Verdict() != stat.AcceptsH1 {
			t.Fatalf("greedy against random: %v after %v", s.Verdict(), s.Pairs)
		}
		if want == nil {
			want = s
		}
		if !reflect.DeepEqual(s.Games(), want.Games()) || s.Roles != want.Roles || len(s.Games()) != 2*s.Pairs.N() {
			t.Errorf("%d workers: %v pairs, one worker %v", workers, s.Pairs, want.Pairs)
		}
	}
	before := want.Pairs.N()
	want.Add(Game{Index: 2 * before})
	want.Add(Game{Index: 2*before + 1})
	if want.Pairs.N() != before {
		t.Error("a pair after the verdict was counted")
	}
}

// Broken off after any game and resumed, a match plays each game once and ends
// as the one that was not.
func TestSeriesResumes(t *testing.T) {
	c := contest(t, "tictactoe", "greedy", "random")
	whole := NewSeries(6, nil)
	if err := whole.Play(context.Background(), c, 1, keepNot); err != nil {
		t.Fatal(err)
	}
	enough := errors.New("killed")
	for after := range 12 {
		var kept []Game
		times := map[int]int{}
		s := NewSeries(6, nil)
		err := s.Play(context.Background(), c, 3, func(g Game) error {
			if len(kept) == after {
				return enough
			}
			kept, times[g.Index] = append(kept, g), times[g.Index]+1
			return nil
		})
		if !errors.Is(err, enough) {
			t.Fatal(err)
		}
		s = NewSeries(6, nil)
		for _, g := range kept {
			s.Add(g)
		}
		err = s.Play(context.Background(), c, 2, func(g Game) error { times[g.Index]++; return nil })
		if err != nil || !reflect.DeepEqual(s.Games(), whole.Games()) {
			t.Errorf("killed after %d games: %v, other games", after, err)
		}
		for i, n := range times {
			if n != 1 {
				t.Errorf("killed after %d games: game %d was played %d times", after, i, n)
			}
		}
	}
}

func TestPairsCountOnlyWhole(t *testing.T) {
	s := NewSeries(0, nil)
	s.Add(Game{Index: 0, Result: 1})
	s.Add(Game{Index: 3, Role: 1, Result: 1})
	if s.Pairs.N() != 0 {
		t.Errorf("half pairs count: %v", s.Pairs)
	}
	s.Add(Game{Index: 1, Role: 1, Result: 2})
	if !reflect.DeepEqual(s.Pairs, stat.Counts{0, 0, 0, 0, 1}) || s.Roles[0].Wins != 1 || s.Roles[1].Wins != 1 {
		t.Errorf("a pair won twice: %v, %v", s.Pairs, s.Roles)
	}
}

// A series without a test is estimated by its pairs; one with a test as the test says, which
// knows that it may have stopped by itself; and one that is over plays nothing more.
func TestEstimatesOfSeries(t *testing.T) {
	games := func(s *Series) {
		for i, r := range []env.Result{env.FirstWins, env.SecondWins, env.FirstWins, env.FirstWins, env.Drawn, env.SecondWins} {
			s.Add(Game{Index: i, Role: env.Player(i % 2), Result: r})
		}
	}
	plain := NewSeries(3, nil)
	games(plain)
	if plain.Pairs.N() != 3 || plain.Estimate() != plain.Pairs.Estimate() || !plain.Over() {
		t.Errorf("%+v, want %+v", plain.Estimate(), plain.Pairs.Estimate())
	}
	test := &stat.SPRT{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05}
	tested := NewSeries(3, test)
	games(tested)
	if tested.Estimate() != test.Estimate(tested.Pairs) {
		t.Errorf("%+v, want %+v", tested.Estimate(), test.Estimate(tested.Pairs))
	}
	err := plain.Play(context.Background(), &Contest{}, 1, func(Game) error { return errors.New("a game was played") })
	if err != nil {
		t.Error(err)
	}
}
