package arena

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"ludens/env/seed"
)

func ladder(t *testing.T, games int, names ...string) *Ladder {
	g := game(t, "connect4")
	l := &Ladder{Game: g, Openings: Balanced(g, 2, seed.New(1)), Seed: seed.New(1), Games: games}
	for _, n := range names {
		l.Players = append(l.Players, Player{entrant(t, n), n})
	}
	return l
}

// climb plays a ladder on from entries, at most that many games, and returns all
// entries.
func climb(t *testing.T, l *Ladder, entries []Entry, workers, most int) []Entry {
	t.Helper()
	killed := errors.New("killed")
	if l.Resume(entries) {
		entries = append(entries, Entry{Players: l.Keys()})
	}
	err := l.Play(context.Background(), workers, func(e Entry) error {
		if most--; most < 0 {
			return killed
		}
		entries = append(entries, e)
		return nil
	}, func() {})
	if err != nil && !errors.Is(err, killed) {
		t.Fatal(err)
	}
	return entries
}

var names = []string{"random", "greedy", "alphabeta:1", "alphabeta:3"}

func TestLadderPutsTheStrongerAbove(t *testing.T) {
	l := ladder(t, 160, names...)
	climb(t, l, nil, 2, 1e6)
	r := l.Ratings()
	if r.Elo[0] != 0 || !(r.Elo[3] > r.Elo[1] && r.Elo[1] > 100) || l.Played() != 160 {
		t.Errorf("%d games: %v", l.Played(), r.Elo)
	}
	games := 0
	for p := range l.Players {
		roles := l.Roles(p)
		if roles[0].Games() != roles[1].Games() {
			t.Errorf("%s: %d games as first, %d as second", names[p], roles[0].Games(), roles[1].Games())
		}
		games += roles[0].Games()
	}
	if games != 160 {
		t.Errorf("%d games as first in all, want 160", games)
	}
}

// Killed anywhere and resumed, with any number of workers, a ladder comes to
// the same ratings and plays no game twice.
func TestLadderResumes(t *testing.T) {
	whole := ladder(t, 64, names...)
	all := climb(t, whole, nil, 1, 1e6)
	for _, after := range []int{0, 1, 17, 40, 63} {
		entries := climb(t, ladder(t, 64, names...), nil, 3, after)
		l := ladder(t, 64, names...)
		entries = climb(t, l, entries, 2, 1e6)
		if !reflect.DeepEqual(l.Ratings().Elo, whole.Ratings().Elo) || len(entries) != len(all) {
			t.Errorf("killed after %d games: %v from %d entries, want %v from %d", after, l.Ratings().Elo, len(entries), whole.Ratings().Elo, len(all))
		}
	}
}

// A ladder with a new player keeps the games of the others.
func TestLadderGrows(t *testing.T) {
	entries := climb(t, ladder(t, 48, names[:3]...), nil, 2, 1e6)
	before := len(entries)
	l := ladder(t, 80, names...)
	if !l.Resume(entries) || l.Played() != 48 {
		t.Fatalf("%d games known, want 48", l.Played())
	}
	entries = climb(t, l, entries, 2, 1e6)
	if l.Played() != 80 || len(entries) != before+1+32 {
		t.Errorf("%d games played, %d entries, want 80 and %d", l.Played(), len(entries), before+33)
	}
	met := map[string]int{}
	for _, e := range entries {
		if e.Game != nil {
			met[e.A+e.B+string(rune(e.Game.Index))]++
		}
	}
	for m, n := range met {
		if n > 1 {
			t.Errorf("%q was played %d times", m, n)
		}
	}
	again := ladder(t, 80, names...)
	if again.Resume(entries); !reflect.DeepEqual(climb(t, again, entries, 1, 0), entries) || again.Played() != 80 {
		t.Errorf("a complete ladder was played on: %d games", again.Played())
	}
}
