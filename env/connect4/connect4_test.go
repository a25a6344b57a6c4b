package connect4

import (
	"testing"

	"ludens/env"
	"ludens/env/envtest"
)

func TestLaws(t *testing.T) { envtest.Run(t, Game{}) }

func TestNew(t *testing.T) {
	if g, err := New("connect4", nil); err != nil || g != (Game{}) {
		t.Errorf("got %v, %v", g, err)
	}
	if _, err := New("connect5", nil); err == nil {
		t.Error("connect5: no error")
	}
	if _, err := New("connect4", []env.Setting{{Name: "rows", Value: "5"}}); err == nil {
		t.Error("rows=5: no error")
	}
}

// Seven columns are open for six plies; on the seventh one may be full.
// The figures are those of J. Tromp's playground and of every engine since.
func TestPerft(t *testing.T) {
	for depth, want := range []uint64{1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234} {
		if depth > 7 && testing.Short() {
			break
		}
		if got := env.Perft(Game{}.New(0), depth); got != want {
			t.Errorf("perft %d: got %d, want %d", depth, got, want)
		}
	}
}

// A column is named by its number, and full it is not offered.
func TestColumns(t *testing.T) {
	s := play(t, "444444")
	for a, want := range []string{"1", "2", "3", "4", "5", "6", "7"} {
		if got := s.Format(env.Action(a)); got != want {
			t.Errorf("action %d is %q, want %q", a, got, want)
		}
	}
	if _, err := env.Parse(s, "4"); err == nil {
		t.Error("a seventh stone fits into column 4")
	}
	if got := len(s.Legal(nil)); got != 6 {
		t.Errorf("%d columns are open, want 6", got)
	}
}

func TestEndings(t *testing.T) {
	for _, test := range []struct {
		name  string
		moves string // columns
		want  env.Result
	}{
		{"level", "1122334", env.FirstWins},
		{"upright", "1212121", env.FirstWins},
		{"rising", "12233434464", env.FirstWins},
		{"falling", "76655454424", env.FirstWins},
		{"the second player, level", "12137465", env.SecondWins},
		{"the second player, upright", "12324252", env.SecondWins},
		{"a stone in the gap", "1122443", env.FirstWins},
		{"not from a top into the next column", "21416114161", env.Ongoing},
		{"full", drawn, env.Drawn},
		{"won by the last stone", wonAtLast, env.SecondWins},
	} {
		s := play(t, test.moves)
		if got := s.Result(); got != test.want {
			t.Errorf("%s: got %v, want %v\n%s", test.name, got, test.want, s)
		}
	}
}

// Two games that fill the board.
const (
	drawn     = "656173566152215676422337377473141445425321"
	wonAtLast = "571376236345225146673541242612413735415776"
)
