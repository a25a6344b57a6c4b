package tictactoe

import (
	"testing"

	"ludens/env"
	"ludens/env/envtest"
)

func TestLaws(t *testing.T) { envtest.Run(t, Game{}) }

func TestNew(t *testing.T) {
	if g, err := New("tictactoe", nil); err != nil || g != (Game{}) {
		t.Errorf("got %v, %v", g, err)
	}
	if _, err := New("gomoku", nil); err == nil {
		t.Error("gomoku: no error")
	}
	if _, err := New("tictactoe", []env.Setting{{Name: "size", Value: "4"}}); err == nil {
		t.Error("size=4: no error")
	}
}

// The number of games by length. Up to depth 5 neither side has won before and it is
// 9*8*7*6*5; 255168 games in all is the well-known sum over those that end.
func TestPerft(t *testing.T) {
	want := []uint64{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0}
	for depth, want := range want {
		if got := env.Perft(Game{}.New(0), depth); got != want {
			t.Errorf("perft %d: got %d, want %d", depth, got, want)
		}
	}
}

func TestEndings(t *testing.T) {
	for _, test := range []struct {
		name   string
		board  string
		want   env.Result
		ending string
	}{
		{"empty", `
			. . .
			. . .
			. . .`, env.Ongoing, ""},
		{"row", `
			x x x
			o o .
			. . .`, env.FirstWins, "three in a row"},
		{"column", `
			x o x
			. o .
			x o .`, env.SecondWins, "three in a row"},
		{"diagonal", `
			x o .
			. x o
			. . x`, env.FirstWins, "three in a row"},
		{"antidiagonal", `
			x x o
			x o .
			o . .`, env.SecondWins, "three in a row"},
		{"two at once", `
			x x x
			x o o
			x o o`, env.FirstWins, "three in a row"},
		{"full", `
			x o x
			x o o
			o x x`, env.Drawn, "the board is full"},
		{"won by the last stone", `
			x o x
			o x o
			o x x`, env.FirstWins, "three in a row"},
	} {
		s := draw(t, test.board)
		if got := s.Result(); got != test.want {
			t.Errorf("%s: got %v, want %v\n%s", test.name, got, test.want, s)
		}
		if got := s.(env.Explained).Ending(); got != test.ending {
			t.Errorf("%s: ended by %q, want %q", test.name, got, test.ending)
		}
	}
}

// Neither side can force a win.
func TestBestPlayDraws(t *testing.T) {
	if got := solve(Game{}.New(0), map[uint64]float32{}); got != 0 {
		t.Errorf("the start is worth %v to the mover, want 0", got)
	}
}

// solve returns what s is worth to its mover with best play.
func solve(s env.State, known map[uint64]float32) float32 {
	if v, ok := known[s.Key()]; ok {
		return v
	}
	best := float32(-1)
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil)
		next.Play(a)
		value := next.Result().For(s.ToMove())
		if next.Result() == env.Ongoing {
			value = -solve(next, known)
		}
		best = max(best, value)
	}
	known[s.Key()] = best
	return best
}
