package card

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
)

// The random games of a trial are counted once each, by how they end and by who wins; equal numbers
// of games are equal games.
func TestTrialCountsEachGame(t *testing.T) {
	for _, name := range []string{"tictactoe", "celta", "celta:cap=9", "connect4", "cetro:cap=30", "othello-6x6"} {
		g := games.Must(name)
		r := Try(g, 40)
		if !reflect.DeepEqual(r, Try(g, 40)) {
			t.Errorf("%s: another trial", name)
		}
		ended := 0
		for _, e := range r.Endings {
			ended += e.Games
		}
		if r.Games != 40 || r.First+r.Second+r.Drawn+r.CutOff != 40 || ended != 40 || r.Adjudged > 40-r.CutOff {
			t.Errorf("%s: %+v", name, r)
		}
		if !slices.IsSorted(r.Quartiles[:]) || r.Quartiles[2] > g.Spec().MaxPly || r.Branching < 1 || r.Branching > float64(g.Spec().Actions) {
			t.Errorf("%s: lengths %v, branching %.1f", name, r.Quartiles, r.Branching)
		}
	}
	if r := Try(games.Must("celta:cap=9"), 40); r.CutOff < 30 {
		t.Errorf("%d of 40 games are cut off after 9 plies", r.CutOff)
	}
}

// A game is doubted for what its author may have overlooked, and for nothing else.
func TestDoubts(t *testing.T) {
	sound := Trial{Games: 200, First: 90, Second: 80, Drawn: 30, Quartiles: [3]int{20, 40, 60}, Branching: 12, Endings: []EndingCount{{"checkmate", 170}}}
	spec := env.Spec{Roles: [2]string{"black", "white"}}
	if got := sound.Doubts(spec); len(got) != 0 {
		t.Errorf("a sound game is doubted: %q", got)
	}
	for want, change := range map[string]func(r *Trial){
		"101 of 200 random games were cut off":                                                  func(r *Trial) { r.CutOff, r.Adjudged = 100, 1 },
		"Half of the random games were over after 4 plies":                                      func(r *Trial) { r.Quartiles[1] = 4 },
		"Neither side won a random game":                                                        func(r *Trial) { r.First, r.Second = 0, 0 },
		"Black won 90 of 100 random games that had a winner (the most frequent end: checkmate)": func(r *Trial) { r.Second = 10 },
		"White won 80 of 80 random games":                                                       func(r *Trial) { r.First = 0 },
		"There are 1.4 legal moves on average":                                                  func(r *Trial) { r.Branching = 1.4 },
	} {
		r := sound
		change(&r)
		if got := r.Doubts(spec); len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
