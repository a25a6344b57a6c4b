package cetran

import (
	"testing"

	"ludens/env"
)

// orthodox is the army of chess, so that published counts of positions without
// castling can be compared.
var orthodox = army{
	title:      "Chess",
	men:        []kind{king, queen, rook, bishop, knight, pawn},
	officers:   "BBKNNQRR",
	promotions: []kind{queen, rook, bishop, knight},
}

func orthodoxGame() *Game {
	g := &Game{base: "orthodox", army: &orthodox, promotions: orthodox.promotions, fifty: true, threefold: true, insufficient: true}
	g.spec.Name = g.base
	return g.furnish()
}

func cetran2Game(t testing.TB) *Game {
	t.Helper()
	g, err := New("cetran2", nil)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Game)
}

func position(t testing.TB, g *Game, fen string) *State {
	t.Helper()
	s, err := g.ParsePosition(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return s.(*State)
}

func TestPerft(t *testing.T) {
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

// The counts of positions 3 and 6 and the promotion position are published on
// https://www.chessprogramming.org/Perft_Results.
func TestPerftOrthodox(t *testing.T) {
	for _, tt := range []struct {
		name string
		fen  string
		want []int
	}{
		{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", []int{20, 400, 8_902, 197_281, 4_865_609}},
		{"position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", []int{14, 191, 2_812, 43_238, 674_624, 11_030_083}},
		{"position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", []int{46, 2_079, 89_890, 3_894_594}},
		{"promotions", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", []int{24, 496, 9_483, 182_838, 3_605_103}},
	} {
		t.Run(tt.name, func(t *testing.T) { checkPerft(t, orthodoxGame(), tt.fen, tt.want) })
	}
}

func checkPerft(t *testing.T, g *Game, fen string, want []int) {
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

// BenchmarkPerft counts the leaves five plies below the source's array.
func BenchmarkPerft(b *testing.B) {
	s := position(b, cetran2Game(b), "qrknchsa/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH w - 0 1")
	nodes := 0
	for b.Loop() {
		nodes += s.Perft(5)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
