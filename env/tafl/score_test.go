package tafl

import (
	"testing"

	"ludens/env"
)

func TestScore(t *testing.T) {
	for _, row := range []struct {
		law, game, position string
		want                float32 // for the king's side
	}{
		{"nothing lost, no way out, nobody near", "celta", "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 d", 0},
		{"half the attackers gone", "celta", "3a3/7/3d3/a1dkd1a/3d3/7/3a3 d", 0.25},
		{"half the defenders gone, three moves to a corner", "wtf", "3a3/3a3/3d3/aa1k1aa/3d3/3a3/3a3 d", (-1./2 + 1./3) / 2},
		{"one step from a corner", "celta", "3a3/3a3/a6/aad1daa/a6/7/1kd1d2 d", 1. / 2},
		{"one move as a rook, with half the men", "wtf", "3a3/3a3/a6/aad1daa/a6/7/4k2 d", (-1./2 + 1) / 2},
		{"six steps, one attacker against none", "celta", "7/7/6a/3k3/7/7/7 d", (-1./8 + 1./6) / 2},
		{"two attackers beside the king, no way out", "celta", "3a3/3a3/3d3/a1aka1a/1d1d1d1/3a3/3a3 d", -1. / 4},
		{"the king is captured", "celta", "3a3/3a3/3d3/aad1daa/3d3/3a3/3a3 d", -1. / 2},
	} {
		s := position(t, game(t, row.game), row.position)
		if got := s.Score(s.game.playerOf(kingsSide)); got-row.want > 1e-6 || row.want-got > 1e-6 {
			t.Errorf("%s: got %v, want %v\n%s", row.law, got, row.want, s)
		}
		if x, y := s.Score(env.First), s.Score(env.Second); x != -y {
			t.Errorf("%s: %v for First, %v for Second", row.law, x, y)
		}
	}
}

func BenchmarkScore(b *testing.B) {
	for _, name := range []string{"celta", "wtf"} {
		b.Run(name, func(b *testing.B) {
			s := position(b, game(b, name), "1a5/3a3/2d3a/a2k2a/3d3/7/1a1a3 d")
			for b.Loop() {
				s.Score(env.First)
			}
			b.ReportAllocs()
		})
	}
}
