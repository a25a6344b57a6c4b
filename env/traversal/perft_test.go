package traversal

import (
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// Numbers of games by length. Those of Cetro are package cetro's, which come from a
// third program; all are counted by the second rule book as far as it is quick enough.
func TestPerft(t *testing.T) {
	for _, test := range []struct {
		game string
		slow int // as deep as the second rule book counts
		want []uint64
	}{
		{"cetro", 4, []uint64{6, 72, 960, 12176, 171660}},
		{"cetro-5x5", 5, []uint64{4, 16, 68, 250, 586, 1278}},
		{"cetro-5x7", 4, []uint64{4, 32, 240, 1740, 11268}},
	} {
		g := general(t, file(t, test.game, ""))
		for i, want := range test.want {
			if got := env.Perft(g.New(0), i+1); got != want {
				t.Errorf("%s: perft %d: got %d, want %d", test.game, i+1, got, want)
			}
			if i >= test.slow {
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
	for b.Loop() {
		legal = s.Legal(legal[:0])
		if len(legal) == 0 || env.Truncated(s, plies, g.Spec().MaxPly) {
			s, plies = first.Copy(s), 0
			legal = s.Legal(legal[:0])
		}
		s.Play(legal[rng.IntN(len(legal))])
		plies++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "plies/s")
}

// Random play from the start, game after game: by the files, and Cetro by the engine of
// this package, too.
func BenchmarkRandomPlay(b *testing.B) {
	for _, name := range gallery(b) {
		g, err := Read(file(b, name, ""))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) { benchmark(b, g) })
	}
	b.Run("cetro by the general engine", func(b *testing.B) { benchmark(b, general(b, file(b, "cetro", ""))) })
}
