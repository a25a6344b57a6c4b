package env_test

import (
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
)

// BenchmarkVecEnv counts random plies with observations, masks and new games.
func BenchmarkVecEnv(b *testing.B) {
	const n = 64
	vec := env.MakeVec(made("connect4"), n)
	rng := seed.New(1).Rand()
	actions := make([]env.Action, n)
	b.ReportAllocs()
	for b.Loop() {
		for i := range actions {
			legal := vec.Legal(i)
			actions[i] = legal[rng.IntN(len(legal))]
		}
		if err := vec.Step(actions); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*n/b.Elapsed().Seconds(), "plies/s")
}

// BenchmarkPerft counts leaves of connect four.
func BenchmarkPerft(b *testing.B) {
	const depth, leaves = 6, 117649
	s := made("connect4").New(0)
	b.ReportAllocs()
	for b.Loop() {
		env.Perft(s, depth)
	}
	b.ReportMetric(float64(b.N)*leaves/b.Elapsed().Seconds(), "leaves/s")
}

// made returns a game that comes with ludens.
func made(name string) env.Game {
	g, err := games.Make(name)
	if err != nil {
		panic(err)
	}
	return g
}
