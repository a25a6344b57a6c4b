package tafl

import (
	"math/rand/v2"
	"slices"
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

// movesToEscape counts the king's moves to the nearest way out by trying them: every
// square that a legal move takes him to, from every square that he has come to. 0:
// there is no way out.
func movesToEscape(s *State) int {
	g := s.game
	var from set
	from.add(s.king)
	met := from
	for n := 1; ; n++ {
		next := set{}
		for _, c := range g.cellsOf(&from) {
			b := slices.Clone(s.board)
			g.lift(b, king, s.king)
			g.put(b, king, c)
			for _, a := range g.slide(b, kingsSide, nil) {
				if m := g.moves[a]; m.from == c && !met.has(m.to) {
					next.add(m.to)
				}
			}
		}
		if next.meets(&g.escapes) {
			return n
		}
		if next.empty() {
			return 0
		}
		from = next
		for i := range met {
			met[i] |= next[i]
		}
	}
}

// The king's way out is as many moves as it takes him by the rules, whichever pieces may stop
// on the throne and the corners and pass them.
func TestEscapeIsCountedInLegalMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	found := map[int]int{}
	for _, name := range []string{
		"celta", "wtf", "nielsen", "tablut", "ardri", "magpie", "nielsen:throne_pass=none", "nielsen:throne_pass=ad", "nielsen:throne_pass=ad,throne_stop=none",
		"nielsen:escape=edge", "nielsen:king_range=2,throne_pass=none", "nielsen:throne=off", "nielsen:king_range=1,throne_pass=ad",
	} {
		g := game(t, name)
		for range 60 {
			s := strewn(g, rng)
			want := float32(0)
			n := movesToEscape(s)
			if n > 0 {
				want = 1 / float32(n)
			}
			found[n]++
			if got := s.escape(); got != want {
				t.Fatalf("%s: got %v, want %v: %d moves\n%s", name, got, want, n, s)
			}
		}
	}
	for n := range 4 {
		if found[n] < 10 {
			t.Errorf("%d positions with %d moves to go: too few to believe", found[n], n)
		}
	}
}

// strewn returns a position with men anywhere and the king where he has not escaped.
func strewn(g *Game, rng *rand.Rand) *State {
	b, at, k := g.empty(), rng.Perm(g.cells()), 0
	for i, men := 0, 3+rng.IntN(g.cells()/2); i < men; i++ {
		if c := cell(at[k]); g.stop[attacker].has(c) {
			g.put(b, kind(i%2), c)
		}
		k++
	}
	for ; !g.stop[king].has(cell(at[k])) || g.escapes.has(cell(at[k])); k++ {
	}
	g.put(b, king, cell(at[k]))
	return g.place(b, kingsSide, g.beyond)
}
