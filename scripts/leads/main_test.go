package main

import (
	"path/filepath"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
)

// counting is a game whose First is ahead by what the script of a position says.
type counting struct{ env.Game }

type scored struct {
	env.State
	ahead []float32 // of First, after each ply
	ply   *int
}

func (g counting) New(uint64) env.State {
	return scored{g.Game.New(0), []float32{0, 0.7, 0.7, -0.9, -0.9, -0.9}, new(int)}
}

func (s scored) Play(a env.Action) { s.State.Play(a); *s.ply++ }

func (s scored) Score(p env.Player) float32 {
	if p == env.First {
		return s.ahead[*s.ply]
	}
	return -s.ahead[*s.ply]
}

// Who leads is the first who was far ahead for so many plies running.
func TestLeader(t *testing.T) {
	g, err := games.Make("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	played := arena.Game{Actions: []env.Action{0, 3, 1, 4, 2}}
	for _, test := range []struct {
		lead  float32
		plies int
		who   env.Player
		led   bool
	}{
		{0.6, 1, env.First, true}, {0.6, 2, env.First, true}, {0.6, 3, env.Second, true}, {0.6, 4, env.First, false},
		{0.7, 2, env.First, true}, {0.8, 1, env.Second, true}, {0.95, 1, env.First, false},
	} {
		who, led, err := leaderOf(counting{g}, played, test.lead, test.plies)
		if err != nil || led != test.led || led && who != test.who {
			t.Errorf("%v for %d plies: %v, %v, %v", test.lead, test.plies, who, led, err)
		}
	}
}

// Each game in which somebody led ends in one way; the others are counted alone.
func TestTally(t *testing.T) {
	g, err := games.Make("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	var all tally
	row := arena.Game{Actions: []env.Action{0, 3, 1, 4, 2}, Result: env.FirstWins}
	for _, lead := range []float32{0.7, 0.8, 2} { // First leads, Second does, nobody does
		if err := all.add(counting{g}, row, lead, 1); err != nil {
			t.Fatal(err)
		}
	}
	if all != (tally{games: 3, led: 2, won: 1, lost: 1}) {
		t.Errorf("%+v", all)
	}
	if err := all.add(g, arena.Game{Actions: []env.Action{0, 0}}, 1, 1); err == nil {
		t.Error("a game that the rules do not allow is counted")
	}
}

func TestMistakes(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "none")
	for _, test := range []struct {
		game    string
		folders []string
		want    string
	}{{"cetran2", nil, "0 folders, want one that holds games"}, {"cetran2", []string{"a", "b"}, "2 folders, want one"}, {"cetran", []string{"a"}, "cetran"}, {"tictactoe", []string{"a"}, "tictactoe keeps no score"}, {"cetran2", []string{nowhere}, "none"}} {
		if err := run(test.game, 0.5, 1, test.folders); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %v: got %v, want %s", test.game, test.folders, err, test.want)
		}
	}
}
