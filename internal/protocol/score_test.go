package protocol

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/foreign"
)

// A value seen from the other side is the same number with the other sign, and more
// is never shown as less.
func TestCentipawnsAreFairAndRise(t *testing.T) {
	last := math.MinInt
	for v := float32(-1); v <= 1; v += 1.0 / 128 {
		got := foreign.Centipawns(v)
		if got < last {
			t.Errorf("%v is %d, and less was %d", v, got, last)
		}
		if back := foreign.Centipawns(-v); back != -got {
			t.Errorf("%v is %d, from the other side %d", v, got, back)
		}
		last = got
	}
	if foreign.Centipawns(-7) != foreign.Centipawns(-1) || foreign.Centipawns(7) != foreign.Centipawns(1) {
		t.Error("a value beyond its bounds is not held to them")
	}
}

// Chances are those of a thousand games, however they are rounded.
func TestChancesAreOfAThousandGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 20_000 {
		win := rng.Float32()
		if i%2 == 0 { // halves of a game on both sides, where rounding is tight
			win = (float32(rng.IntN(1000)) + 0.5) / 1000
		}
		c := analysis.Chances{win, 0, 1 - win}
		if i%3 == 0 {
			c[2] *= rng.Float32()
			c[1] = 1 - c[0] - c[2]
		}
		var w, d, l int
		if n, err := fmt.Sscanf(wdl(c), "wdl %d %d %d", &w, &d, &l); n != 3 || err != nil || w+d+l != 1000 || min(w, d, l) < 0 {
			t.Fatalf("%v: %s is not of a thousand games", c, wdl(c))
		}
		for k, got := range []int{w, d, l} {
			if math.Abs(float64(got)-1000*float64(c[k])) > 1.01 {
				t.Fatalf("%v: %s", c, wdl(c))
			}
		}
	}
}

// A mate is as far from either side.
func TestMateFromBothSides(t *testing.T) {
	for plies := 1; plies < 12; plies++ {
		for _, winner := range []env.Player{env.First, env.Second} {
			r := analysis.Report{Proof: env.WinFor(winner), Plies: plies}
			wins, ok1 := mate(r, winner)
			loses, ok2 := mate(r, winner.Other())
			// The winner's moves among the plies: all that he makes if he moves first,
			// and those of the loser if the loser does.
			if !ok1 || !ok2 || wins != (plies+1)/2 || loses > 0 || -loses != (plies+1)/2 {
				t.Errorf("%d plies: %d and %d", plies, wins, loses)
			}
		}
	}
}

// A line is reported as far as it can be played, and changes nothing.
func TestSpell(t *testing.T) {
	g := games.Must("tictactoe")
	s := g.New(0)
	before := s.Key()
	line := []env.Action{0, 3, 1, 4, 2, 5, 6} // the fifth makes a row
	if got := spell(s, line, env.State.Format); len(got) != 5 || got[0] != s.Format(0) {
		t.Errorf("got %v, want the five moves until the game is over", got)
	}
	if s.Key() != before {
		t.Error("telling a line plays it")
	}
	if got := spell(s, nil, env.State.Format); len(got) != 0 {
		t.Errorf("no line: %v", got)
	}
	shout := func(s env.State, a env.Action) string { return strings.ToUpper(s.Format(a)) }
	if got := spell(s, line[:2], shout); !slices.Equal(got, []string{strings.ToUpper(s.Format(0)), strings.ToUpper(s.Format(3))}) {
		t.Errorf("got %v", got)
	}
}
