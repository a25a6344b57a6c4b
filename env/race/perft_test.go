package race

import (
	"flag"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/machine"
)

var deeper = flag.Bool("deeper", false, "TestPerft has the second rule book count all that the engine counts")

// Numbers of games by length. Those of Cetro come from a
// third program. The second rule book counts the others as far as the column slow says,
// and once counted all of them:
//
//	go test ./env/race -run Perft -timeout 1h -args -deeper
func TestPerft(t *testing.T) {
	for _, test := range []struct {
		game string
		slow int
		want []uint64
	}{
		{"cetro", 3, []uint64{6, 72, 960, 12176, 171660}},
		{"cetro-5x5", 5, []uint64{4, 16, 68, 250, 586, 1278}},
		{"cetro-5x7", 3, []uint64{4, 32, 240, 1740, 11268}},
		{"conspirateurs", 2, []uint64{45, 1980, 85140, 3575880}},
		{"five-field-kono", 4, []uint64{8, 62, 564, 4904, 45194}},
		{"grasshopper", 2, []uint64{24, 576, 20050, 699628}},
		{"grasshopper-10x10", 2, []uint64{32, 1024, 46016, 2067884}},
		{"halma", 2, []uint64{40, 1600, 85440, 4562496}},
		{"halma-8x8", 2, []uint64{24, 576, 20050, 700034}},
		{"halma-10x10", 2, []uint64{32, 1024, 46016, 2067884}},
		{"salta", 3, []uint64{9, 81, 891, 9801, 124515}},
		{"ugolki", 3, []uint64{16, 262, 6618, 168998}},
		{"ugolki-12", 3, []uint64{14, 196, 4412, 99597}},
	} {
		g := general(t, file(t, test.game, ""))
		for i, want := range test.want {
			if testing.Short() && want > 1e6 {
				continue
			}
			if got := env.Perft(g.New(0), i+1); got != want {
				t.Errorf("%s: perft %d: got %d, want %d", test.game, i+1, got, want)
			}
			if i >= test.slow && !*deeper {
				continue
			}
			if got := newSlow(g.rules).perft(i + 1); got != want {
				t.Errorf("%s: second book, perft %d: got %d, want %d", test.game, i+1, got, want)
			}
		}
	}
}

func benchmark(b *testing.B, g env.Game) {
	first := g.New(0)
	s, plies := first.Copy(nil), 0
	legal := make([]env.Action, 0, g.Spec().Actions)
	rng := seed.New(1).Rand()
	b.ReportAllocs()
	began, done := machine.CPUTime(), 0
	for b.Loop() {
		legal = s.Legal(legal[:0])
		if len(legal) == 0 || env.Truncated(s, plies, g.Spec().MaxPly) {
			s, plies = first.Copy(s), 0
			legal = s.Legal(legal[:0])
		}
		s.Play(legal[rng.IntN(len(legal))])
		plies++
		done++
	}
	b.ReportMetric(float64(done)/(machine.CPUTime()-began).Seconds(), "plies/cpu-s")
}

// Random play from the start, game after game.
func BenchmarkRandomPlay(b *testing.B) {
	for _, name := range gallery(b) {
		g, err := Read(file(b, name, ""))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) { benchmark(b, g) })
	}
}
