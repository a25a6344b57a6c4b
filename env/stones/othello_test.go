package stones

import (
	"math/bits"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"ludens/env"
)

// perfectOthello is a game on 6 by 6 with best play of both sides, 16 to 20: J. Feinstein, 1993,
// https://www.maths.nottingham.ac.uk/plp/pmzjff/Othello/6x6sol.html, whose squares are ours one
// further right and down.
const perfectOthello = "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 c6 a6 a2 b5 a5 e6 e5 a3 a1 f5 f6 e1 f1"

// othelloOf returns the stones of a position's mover and of the other side as the solver has them.
func othelloOf(s *State) othello {
	var b othello
	for c := range 36 {
		bit := uint64(1) << (8*(c/6+1) + c%6 + 1)
		switch {
		case s.stones[s.side].has(c):
			b.own |= bit
		case s.stones[1-s.side].has(c):
			b.other |= bit
		}
	}
	return b
}

// actionsOf returns the actions that put a stone on some squares.
func actionsOf(squares uint64) (list []env.Action) {
	for ; squares != 0; squares &= squares - 1 {
		q := bits.TrailingZeros64(squares)
		list = append(list, env.Action(6*(q/8-1)+q%8-1))
	}
	return list
}

// The solver has the rules of the engine: the same moves and boards along random games, and, near
// the end, the same margins as an exhaustive search by the engine. A solver that leaves out a
// direction does not agree.
func TestOthelloSolverAgrees(t *testing.T) {
	agree := func(moves func(othello) uint64, games int) bool {
		rng := rand.New(rand.NewPCG(1, 2))
		for range games {
			s := with(t, "othello-6x6").New(0).(*State)
			for s.Result() == env.Ongoing {
				legal, b := s.Legal(nil), othelloOf(s)
				want := actionsOf(moves(b))
				if passes := legal[0] == s.game.pass; passes != (len(want) == 0) || !passes && !sameActions(legal, want) {
					return false
				}
				a := legal[rng.IntN(len(legal))]
				if s.Play(a); a != legal[0] || legal[0] != s.game.pass {
					if c := int(a); b.put(1<<(8*(c/6+1)+c%6+1)) != othelloOf(s) {
						return false
					}
				}
				if b = othelloOf(s); b.empties() != 8 || s.Result() != env.Ongoing {
					continue
				}
				n := margin(s, map[uint64]int{}) * (1 - 2*int(s.side))
				if o := newSolver(10); o.value(b, n) < n || o.value(b, n+1) > n {
					return false
				}
			}
		}
		return true
	}
	if !agree(othello.moves, 100) {
		t.Error("the solver and the engine differ")
	}
	if agree(func(b othello) uint64 { return b.toward(1) | b.toward(8) | b.toward(7) }, 100) {
		t.Error("a solver without one diagonal is not noticed")
	}
}

func sameActions(a, b []env.Action) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// The published game ends 16 to 20, and from a position of it on the first player loses by 4 by
// best play: he can get -4, and no more. LUDENS_OTHELLO is after how many plies; 0 asks for the
// start. LUDENS_LONG asks for 6.
func TestPerfectOthello(t *testing.T) {
	plies := 10
	if os.Getenv("LUDENS_LONG") != "" {
		plies = 6
	}
	if n, err := strconv.Atoi(os.Getenv("LUDENS_OTHELLO")); err == nil {
		plies = n
	}
	s := with(t, "othello-6x6").New(0).(*State)
	for i, move := range strings.Fields(perfectOthello) {
		if i == plies {
			o, at := newSolver(min(24, 30-plies)), -4*(1-2*int(s.side))
			for _, margin := range []int{at, at + 1} {
				if got := o.value(othelloOf(s), margin); got >= margin != (margin == at) {
					t.Errorf("after %d plies the mover wins by %d, want %d", i, got, at)
				}
				t.Logf("after %d plies: %d positions for whether the mover wins by %d", i, o.nodes, margin)
			}
		}
		if legal := s.Legal(nil); len(legal) == 1 && legal[0] == s.game.pass {
			s.Play(s.game.pass)
		}
		a, err := env.Parse(s, move)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(a)
	}
	if a, b := s.tallyOf(0), s.tallyOf(1); a != 16 || b != 20 {
		t.Errorf("%d to %d, want 16 to 20", a, b)
	}
}
