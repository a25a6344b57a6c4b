package hnefatafl

import (
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/games"
)

// Random play: a game of package tafl out of its file, the same as this package plays
// it, and larger boards.
func BenchmarkRandomPlay(b *testing.B) {
	text, _ := games.Text("celta")
	tablut, _ := games.Text("tablut")
	for _, row := range []struct {
		name string
		game env.Game
	}{
		{"celta", comes(b, "celta")},
		{"celta, general", general(b, text)},
		{"tablut", comes(b, "tablut")},
		{"tablut, general", general(b, tablut)},
		{"tablut-foteviken", comes(b, "tablut-foteviken")},
		{"fetlar", comes(b, "fetlar")},
		{"copenhagen", comes(b, "copenhagen")},
		{"berserk", comes(b, "berserk")},
		{"parlett", comes(b, "parlett")},
		{"alea-evangelii", comes(b, "alea-evangelii")},
	} {
		b.Run(row.name, func(b *testing.B) { randomPlay(b, row.game) })
	}
}

func randomPlay(b *testing.B, g env.Game) {
	b.ReportAllocs()
	rng := seed.New(0).Rand()
	start := g.New(0)
	s, legal, left := start.Copy(nil), []env.Action(nil), 0
	for b.Loop() {
		if legal = s.Legal(legal[:0]); len(legal) == 0 || left == 0 {
			s, left = start.Copy(s), g.Spec().MaxPly
			legal = s.Legal(legal[:0])
		}
		s.Play(legal[rng.IntN(len(legal))])
		left--
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "plies/s")
}
