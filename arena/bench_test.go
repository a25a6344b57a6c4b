package arena

import (
	"context"
	"testing"

	"ludens/env/seed"
)

// What a game costs beside its agents, who are as quick as can be.
func BenchmarkGame(b *testing.B) {
	f, _, err := Open(b.TempDir(), map[string]string{})
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	g := game(b, "tictactoe")
	e := entrant(b, "random")
	for b.Loop() {
		s := NewSeries(500, nil)
		c := &Contest{Game: g, A: e, B: e, Openings: Balanced(g, 4, seed.New(1)), Seed: seed.New(1)}
		if err := s.Play(context.Background(), c, 1, func(g Game) error { return f.Append(Entry{Game: &g}) }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(1000*b.N), "µs/game")
}
