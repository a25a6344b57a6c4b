package lines

import (
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// Random plies, legal moves and new games among them: of the games that have a package
// of their own by it and by this one, and of the large ones.
func BenchmarkRandom(b *testing.B) {
	for _, name := range []string{"tictactoe", "connect4"} {
		fast, general := both(b, name)
		b.Run(name+"/fast", func(b *testing.B) { random(b, fast) })
		b.Run(name+"/general", func(b *testing.B) { random(b, general) })
	}
	for _, name := range []string{"squava", "gomoku", "gomoku-exact", "pente", "connect6"} {
		_, general := both(b, name)
		b.Run(name, func(b *testing.B) { random(b, general) })
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
		fast, general := both(b, row.name)
		for name, g := range map[string]env.Game{"fast": fast, "general": general} {
			b.Run(row.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					env.Perft(g.New(0), row.depth)
				}
			})
		}
	}
}

// What a search asks of a position in the middle of a game.
func BenchmarkGomoku(b *testing.B) {
	_, g := both(b, "gomoku")
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
