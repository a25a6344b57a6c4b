package chess

import (
	"testing"

	"ludens/env"
)

func cetran2Game(t testing.TB) *Cetran {
	t.Helper()
	g, err := New("cetran2", nil)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Cetran)
}

func position(t testing.TB, g env.Notated, fen string) *State {
	t.Helper()
	s, err := g.ParsePosition(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return s.(*State)
}

func TestPerftOfCetran(t *testing.T) {
	for _, tt := range []struct {
		name string
		fen  string
		want []int
	}{
		{"the source's array", "qrknchsa/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH w - 0 1", []int{22, 462, 12_266, 309_546}},
		{"mirror", "ksnrcaqh/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH w - 0 1", []int{22, 480, 12_723, 331_705}},
		{"central", "hqacrnsk/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH w - 0 1", []int{22, 484, 13_008, 346_408}},
		{"promotions", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - 0 1", []int{33, 862, 17_606, 381_935}},
	} {
		t.Run(tt.name, func(t *testing.T) { checkPerft(t, cetran2Game(t), tt.fen, tt.want) })
	}
}

func checkPerft(t *testing.T, g *Cetran, fen string, want []int) {
	t.Helper()
	s := position(t, g, fen)
	for i, w := range want {
		if got := s.Perft(i + 1); got != w {
			t.Errorf("perft(%d) of %s: got %d, want %d", i+1, fen, got, w)
		}
	}
}

// Played move by move the count is the same, as long as no draw intervenes.
func TestPerftByPlay(t *testing.T) {
	s := position(t, cetran2Game(t), "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - 0 1")
	if got, want := env.Perft(s, 3), uint64(17_606); got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}
