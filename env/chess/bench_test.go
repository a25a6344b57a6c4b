package chess

import (
	"math/rand/v2"
	"testing"

	"ludens/env"
)

// Random play of games with and without a file of Cetran's army.
func BenchmarkRandomPlay(b *testing.B) {
	for _, name := range []string{"cetran2", "chess", "crazyhouse"} {
		b.Run(name, func(b *testing.B) { play(b, general(b, name)) })
	}
}

// play plays random games.
func play(b *testing.B, g env.Game) {
	rng := rand.New(rand.NewPCG(1, 2))
	var legal []env.Action
	s, n, plies := g.New(0), uint64(0), 0
	for b.Loop() {
		if s.Result() != env.Ongoing || plies%g.Spec().MaxPly == 0 {
			n++
			s = g.New(n)
		}
		legal = s.Legal(legal[:0])
		s.Play(legal[rng.IntN(len(legal))])
		plies++
	}
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
}

// Observations of random games: most of the time goes into settled scores.
func BenchmarkObserve(b *testing.B) {
	g := general(b, "cetran2")
	rng := rand.New(rand.NewPCG(1, 2))
	seen := make([]float32, g.Spec().Size())
	s, n, plies := g.New(0), uint64(0), 0
	for b.Loop() {
		if s.Result() != env.Ongoing || plies%g.Spec().MaxPly == 0 {
			n++
			s = g.New(n)
		}
		legal := s.Legal(nil)
		s.Observe(seen)
		s.Play(legal[rng.IntN(len(legal))])
		plies++
	}
}

// Perft counts positions, the last ply without playing it.
func BenchmarkPerft(b *testing.B) {
	for _, name := range []string{"cetran2", "chess", "crazyhouse"} {
		b.Run(name, func(b *testing.B) {
			s, n := general(b, name).New(0).(*State), 0
			for b.Loop() {
				n += s.Perft(4)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
