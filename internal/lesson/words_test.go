package lesson

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
)

// wander plays random moves from the start of a game, and calls look at each position before its
// end.
func wander(g env.Game, number uint64, plies int, look func(s env.State)) {
	rng, s := seed.New(number).Rand(), g.New(number)
	for range plies {
		if s.Result() != env.Ongoing {
			return
		}
		look(s)
		legal := s.Legal(nil)
		s.Play(legal[rng.IntN(len(legal))])
	}
}

// A verdict is of both sides: what the one can expect the other cannot, with either side to move, and
// an agent's value is for its mover.
func TestVerdictIsForBothSides(t *testing.T) {
	for _, name := range []string{"tictactoe", "celta", "cetro"} {
		wander(games.Must(name), 3, 12, func(s env.State) {
			for _, value := range []float32{-1, -0.5, 0, 0.25, 1} {
				v, me := For(s, value, s.Legal(nil)[:1], env.Ongoing, 0), s.ToMove()
				if got, want := v.points(me), (1+value)/2; got != want {
					t.Errorf("%s: the mover can expect %v of the point, want %v", name, got, want)
				}
				if sum := v.points(me) + v.points(me.Other()); sum != 1 {
					t.Errorf("%s: both sides can expect %v together", name, sum)
				}
			}
		})
	}
	for r, want := range map[env.Result][2]float32{env.FirstWins: {1, 0}, env.SecondWins: {0, 1}, env.Drawn: {0.5, 0.5}} {
		v := Decided(r)
		if got := [2]float32{v.points(env.First), v.points(env.Second)}; got != want || v.Proof != r || (v.Drawn == 1) != (r == env.Drawn) {
			t.Errorf("%v: %v of the point, %+v", r, got, v)
		}
	}
}

// slowly reports whether me wins within n plies whatever the other does, by looking at all play.
func slowly(s env.State, me env.Player, n int) bool {
	if r := s.Result(); r != env.Ongoing || n == 0 {
		return r == env.WinFor(me)
	}
	some, all := false, true
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil)
		next.Play(a)
		won := slowly(next, me, n-1)
		some, all = some || won, all && won
	}
	if s.ToMove() == me {
		return some
	}
	return all
}

// The search for a win within some plies finds what looking at all play finds, does not find more
// with fewer plies, and finds nothing once it has looked at as many positions as it may.
func TestWinsWithinPlies(t *testing.T) {
	won := 0
	for name, depth := range map[string]int{"tictactoe": 5, "connect4:rows=4,cols=4": 3, "celta": 1} {
		g := games.Must(name)
		for number := range uint64(6) {
			wander(g, number, 9, func(s env.State) {
				me := s.ToMove()
				for _, a := range s.Legal(nil) {
					next, before := s.Copy(nil), false
					next.Play(a)
					for n := 1; n <= depth; n += 2 {
						got := (&within{left: mostPlay, me: me}).wins(s, a, n)
						if want := slowly(next, me, n-1); got != want || before && !got {
							t.Errorf("%s: %s wins within %d plies: %v, want %v; with two less %v", name, s.Format(a), n, got, want, before)
						}
						if before = got; got {
							won++
						}
					}
					if short := (&within{left: 0, me: me}); short.wins(s, a, depth) || short.left >= 0 {
						t.Errorf("%s: %s wins though there was no position to look at", name, s.Format(a))
					}
				}
			})
		}
	}
	if won < 20 {
		t.Errorf("%d wins: too few to show anything", won)
	}
}

// A position is kept if it shows a fact more clearly: with fewer answers among fewer moves, earlier
// in a game.
func TestClearerPositionsAreKept(t *testing.T) {
	legal := make([]env.Action, 40)
	line := make([]env.Action, 32)
	clear := effort(find{line: line[:8]}, legal[:1], legal[:20])
	for name, other := range map[string]int{
		"more answers": effort(find{line: line[:8]}, legal[:2], legal[:20]),
		"more moves":   effort(find{line: line[:8]}, legal[:1], legal),
		"later":        effort(find{line: line}, legal[:1], legal[:20]),
	} {
		if other <= clear {
			t.Errorf("%s: cost %d, want more than %d", name, other, clear)
		}
	}
	m := miner{found: map[fact]*find{}, work: 7}
	f := fact{what: captures}
	for _, step := range []struct{ cost, kept int }{{5, 5}, {9, 5}, {3, 3}, {3, 3}} {
		m.keep(f, find{line: line[:step.cost]}, step.cost, legal[:1])
		if got := m.found[f]; got.cost != step.kept || len(got.line) != step.kept || m.news != 7 {
			t.Errorf("after cost %d: %d is kept, with %d plies; want %d", step.cost, got.cost, len(got.line), step.kept)
		}
		m.work++
	}
}

// What a puzzle asks for is what its answer does, and only how pieces move is shown at once.
func TestAsks(t *testing.T) {
	for want, p := range map[string]Puzzle{
		"One move wins within 3 moves of both sides. Find it.": {Wins: true, Plies: 3},
		"One move wins. Find it.":                              {Wins: true},
		"All moves but one lose. Find it.":                     {},
	} {
		if got := p.Ask(); got != want {
			t.Errorf("%+v: got %q, want %q", p, got, want)
		}
	}
	for topic, want := range map[string]bool{"moves king": true, "captures": false, "wins checkmate": false, "drops": false} {
		if got := (Task{Topic: topic}).Marked(); got != want {
			t.Errorf("%s: marked %v, want %v", topic, got, want)
		}
	}
	if capital("the king") != "The king" || capital("") != "" || count(1, "square") != "one square" || count(3, "square") != "3 squares" {
		t.Error("words")
	}
}

// Every game that comes with ludens says what its sides want.
func TestGoals(t *testing.T) {
	for _, e := range games.Gallery() {
		goal := Goal(games.Must(e.Name))
		if len(goal) == 0 || strings.TrimSpace(strings.Join(goal, "")) == "" {
			t.Errorf("%s: its book has no goal", e.Name)
		}
	}
}
