package stones

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// Random games by State and by the reference: equal actions, boards and results.
func TestDifferential(t *testing.T) {
	for name, text := range rulesOf {
		t.Run(name, func(t *testing.T) {
			g := game(t, text)
			for n := range 4 {
				against(t, g, n)
			}
		})
	}
}

func against(t *testing.T, g *Game, n int) {
	t.Helper()
	s, b, rng := g.New(0), newSlow(g), seed.New(36).At("game", n).Rand()
	for ply := 0; ply < 80; ply++ {
		want := slices.Sorted(maps.Keys(b.moves()))
		got := slices.Sorted(slices.Values(env.Texts(s, s.Legal(nil))))
		if !slices.Equal(got, want) || s.Result() != b.result {
			t.Fatalf("game %d, ply %d:\n%s\ngot  %v %v\nwant %v %v", n, ply, s, got, s.Result(), want, b.result)
		}
		if len(got) == 0 {
			return
		}
		if !b.taking && b.moved == "" && s.ToMove() != env.Player(b.turn^b2i(b.swapped)) {
			t.Fatalf("game %d, ply %d: it is the turn of %v", n, ply, s.ToMove())
		}
		text := got[rng.IntN(len(got))]
		if text == "pass" && rng.IntN(4) > 0 {
			text = got[0]
		}
		a, err := env.Parse(s, text)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(a)
		b.play(text)
		board := ""
		for c := range g.rows * g.cols {
			v := b2i(s.(*State).stones[0].has(c)) + 2*b2i(s.(*State).stones[1].has(c)) + 3*b2i(s.(*State).closed.has(c))
			board += fmt.Sprint(v)
		}
		if board != b.board() {
			t.Fatalf("game %d, ply %d, after %s:\n%s\nwant %s", n, ply, text, s, b.board())
		}
	}
}
