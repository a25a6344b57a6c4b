package eval

import (
	"testing"

	"ludens/env"
	"ludens/env/games"
)

// Shapes depend on the position alone, and a move changes those of what it moves and captures, and
// no others: the pawns', or its player's officers'.
func TestShapes(t *testing.T) {
	for _, name := range []string{"chess", "cetran2", "crazyhouse", "xiangqi"} {
		g := games.Must(name)
		f, w := random(t, g, 1)
		e, other := New(f, w), New(f, w)
		changed, n := [3]int{}, 0
		walk(t, g, 8, 60, func(s env.State) {
			at := e.Shapes(s)
			next := s.Copy(nil)
			legal := s.Legal(nil)
			a := legal[n%len(legal)]
			n++
			squares := env.SquaresOf(s, a)
			pawn := false
			for _, x := range f.game.Pieces(s, nil) {
				pawn = pawn || int(x.Cell) == squares.From && f.forward>>x.Kind&1 != 0
			}
			next.Play(a)
			if got := other.Shapes(s); got != at {
				t.Fatalf("%s: %v, elsewhere %v", name, at, got)
			}
			want := e.Evaluate(s)
			if got := other.Evaluate(s); got != want || other.Shapes(s) != at {
				t.Fatalf("%s: %v and %v of one position, shapes %v and %v", name, want, got, at, other.Shapes(s))
			}
			if squares.From < 0 || len(squares.Captured) > 0 || next.Result() != env.Ongoing {
				return
			}
			for part, x := range e.Shapes(next) {
				moves := part == 0 && pawn || part == 1+int(s.ToMove()) && (!pawn || squares.Promotion != "")
				if x != at[part] {
					changed[part]++
				}
				if x != at[part] && !moves {
					t.Fatalf("%s: %s changes part %d", name, s.Format(a), part)
				}
			}
		})
		if f.forward != 0 && min(changed[0], changed[1], changed[2]) == 0 {
			t.Errorf("%s: parts changed %v times", name, changed)
		}
	}
}
