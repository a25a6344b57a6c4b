package chess

import (
	"math/rand/v2"
	"testing"

	"ludens/env"
	"ludens/env/cetran"
)

// Random play of Cetran 2: by its own package through its file, and by the general
// engine.
func BenchmarkRandomPlay(b *testing.B) {
	fast, err := Read(file(b, "cetran2"))
	if err != nil {
		b.Fatal(err)
	}
	own, err := cetran.New("cetran2", nil)
	if err != nil {
		b.Fatal(err)
	}
	chess, err := Read(file(b, "chess"))
	if err != nil {
		b.Fatal(err)
	}
	for _, bm := range []struct {
		name string
		game env.Game
	}{{"cetran", own}, {"file", fast}, {"general", general(b, "cetran2")}, {"chess", chess}} {
		b.Run(bm.name, func(b *testing.B) { play(b, bm.game) })
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

// BenchmarkPerft counts positions of the same start by both engines.
func BenchmarkPerft(b *testing.B) {
	fast, err := Read(file(b, "cetran2"))
	if err != nil {
		b.Fatal(err)
	}
	for _, bm := range []struct {
		name string
		game env.Game
	}{{"file", fast}, {"general", general(b, "cetran2")}} {
		b.Run(bm.name, func(b *testing.B) {
			s, err := bm.game.(env.Notated).ParsePosition("qrknchsa/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH w - - 0 1")
			if err != nil {
				b.Fatal(err)
			}
			n := uint64(0)
			for b.Loop() {
				n += env.Perft(s, 3)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
