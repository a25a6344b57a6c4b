package tafl

import (
	"testing"

	"ludens/env"
)

// The counts of a slow rule book in another language; the deepest of celta and
// cuervo come from a third program.
func TestPerft(t *testing.T) {
	for _, row := range []struct {
		name string
		want []uint64 // by depth, from 1
	}{
		{"celta", []uint64{24, 944, 23_840, 971_880, 25_039_552}},
		{"cuervo", []uint64{24, 944, 23_840, 971_208, 25_096_232}},
		{"celta:first=attackers", []uint64{40, 960, 39_600}},
		{"cuervo:first=attackers", []uint64{40, 960, 39_568}},
		{"wtf", []uint64{40, 960, 39_512, 1_007_392}},
		{"nielsen", []uint64{40, 960, 39_512}},
		{"walker", []uint64{40, 960, 39_512}},
		{"magpie", []uint64{52, 1_420, 68_732}},
		{"ardri", []uint64{48, 408, 18_528}},
		{"tablut", []uint64{80, 4_400, 353_200}},
	} {
		s := game(t, row.name).New(0)
		for i, want := range row.want {
			depth := i + 1
			if depth == 5 && testing.Short() {
				continue
			}
			if got := env.Perft(s, depth); got != want {
				t.Errorf("%s: perft %d is %d, want %d", row.name, depth, got, want)
			}
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	const depth = 4
	for _, name := range []string{"celta", "wtf", "tablut"} {
		b.Run(name, func(b *testing.B) {
			s := game(b, name).New(0)
			var nodes uint64
			for b.Loop() {
				nodes += env.Perft(s, depth-1)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// A game is played with all the legal moves listed at each ply, up to the cap.
func BenchmarkRandomPlay(b *testing.B) {
	for _, name := range []string{"celta", "celta:shieldwall=weak", "cuervo", "wtf", "tablut", "copenhagen", "berserk", "parlett", "alea-evangelii"} {
		b.Run(name, func(b *testing.B) {
			g := game(b, name)
			start, legal := g.New(0), make([]env.Action, 0, g.spec.Actions)
			s, rng, plies := start.Copy(nil), uint64(1), 0
			for b.Loop() {
				s = start.Copy(s)
				for range g.spec.MaxPly {
					if legal = s.Legal(legal[:0]); len(legal) == 0 {
						break
					}
					rng = rng*6364136223846793005 + 1442695040888963407
					s.Play(legal[(rng>>32)*uint64(len(legal))>>32])
					plies++
				}
			}
			b.ReportAllocs()
			b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
		})
	}
}
