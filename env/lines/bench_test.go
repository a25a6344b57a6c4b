package lines

import (
	"testing"

	"ludens/env"
	"ludens/env/envtest"
	"ludens/env/seed"
)

// shapes returns a game that comes with ludens by its words, if it has them, and by States.
func shapes(b *testing.B, name string) map[string]env.Game {
	g, err := read(envtest.File(b, name, Rules))
	if err != nil {
		b.Fatal(err)
	}
	if g.word == nil {
		return map[string]env.Game{"states": g}
	}
	return map[string]env.Game{"words": g, "states": general(g)}
}

// Random plies, legal moves and new games among them.
func BenchmarkRandom(b *testing.B) {
	for _, name := range []string{"tictactoe", "connect4", "mnk-5-5-4", "squava", "gomoku", "gomoku-exact", "pente", "connect6"} {
		for shape, g := range shapes(b, name) {
			b.Run(name+"/"+shape, func(b *testing.B) { random(b, g) })
		}
	}
}

func random(b *testing.B, g env.Game) {
	rng := seed.New(1).Rand()
	start, plies := g.New(0), 0
	s := start.Copy(nil)
	var legal []env.Action
	b.ReportAllocs()
	for b.Loop() {
		s = start.Copy(s)
		for legal = s.Legal(legal[:0]); len(legal) > 0; legal = s.Legal(legal[:0]) {
			s.Play(legal[rng.IntN(len(legal))])
			plies++
		}
	}
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
}

func BenchmarkPerft(b *testing.B) {
	for _, row := range []struct {
		name  string
		depth int
	}{{"tictactoe", 9}, {"connect4", 7}} {
		for shape, g := range shapes(b, row.name) {
			b.Run(row.name+"/"+shape, func(b *testing.B) {
				for b.Loop() {
					env.Perft(g.New(0), row.depth)
				}
			})
		}
	}
}

// What a search asks of a position in the middle of a game.
func BenchmarkGomoku(b *testing.B) {
	g := shapes(b, "gomoku")["states"]
	rng := seed.New(2).Rand()
	s := g.New(0).(*State)
	for range 60 {
		if legal := s.Legal(nil); len(legal) > 0 {
			next := s.Copy(nil).(*State)
			if next.Play(legal[rng.IntN(len(legal))]); next.Result() == env.Ongoing {
				s = next
			}
		}
	}
	var dst []env.Action
	obs := make([]float32, g.Spec().Size())
	var copied env.State
	for name, do := range map[string]func(){
		"legal":    func() { dst = s.Legal(dst[:0]) },
		"decisive": func() { dst = s.Decisive(dst[:0]) },
		"score":    func() { s.Score(env.First) },
		"observe":  func() { s.Observe(obs) },
		"copy":     func() { copied = s.Copy(copied) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				do()
			}
		})
	}
}
