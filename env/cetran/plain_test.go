package cetran

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/env"
)

// What stands in this file is the plain form of what elsewhere is quick.

// eachRandom visits the unfinished positions of random games of both armies.
func eachRandom(t *testing.T, visit func(s *State)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"cetran1", "cetran2"} {
		g, err := New(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			s := g.New(rng.Uint64()).(*State)
			for ply := 0; s.Result() == env.Ongoing && ply < 200; ply++ {
				visit(s)
				legal := s.Legal(nil)
				s.Play(legal[rng.IntN(len(legal))])
			}
		}
	}
}

func TestKindOfEachSquare(t *testing.T) {
	eachRandom(t, func(s *State) {
		for sq := range square(64) {
			want := none
			for k, set := range s.board.kind {
				if set&sq.bit() != 0 {
					want = kind(k)
				}
			}
			if got, _ := s.board.at(sq); got != want {
				t.Fatalf("%s\n%v: got %d, want %d", s, sq, got, want)
			}
		}
	})
}

// Attackers are counted man by man, square by square, and no further than 4.
func TestCountOfAttackers(t *testing.T) {
	eachRandom(t, func(s *State) {
		b := &s.board
		for p := range env.Player(2) {
			var want, got [64]float32
			for sq := range square(64) {
				for men := b.men[p]; men != 0; men &= men - 1 {
					man := first(men)
					k, _ := b.at(man)
					reach := b.attacks(k, man, b.occupied())
					if k == pawn {
						reach = pawnSteps[p][man]
					}
					if reach&sq.bit() != 0 {
						want[sq] = min(want[sq]+0.25, 1)
					}
				}
			}
			b.countAttackers(got[:], p, 0)
			if got != want {
				t.Fatalf("%s\n%v: got %v, want %v", s, p, got, want)
			}
		}
	})
}

// Loud moves are those of all that capture or promote.
func TestLoudMovesAreAmongAll(t *testing.T) {
	eachRandom(t, func(s *State) {
		b := &s.board
		var all, loud legal
		all.find(b)
		loud.findLoud(b)
		var want []reach
		for _, man := range all.men[:all.n] {
			to := man.to & b.men[b.toMove.Other()]
			if man.kind == pawn {
				to |= man.to & (rank1 | rank8 | b.passing())
			}
			if to != 0 {
				want = append(want, reach{man.kind, man.from, to})
			}
		}
		if got := loud.men[:loud.n]; !slices.Equal(got, want) {
			t.Fatalf("%s\ngot %v, want %v", s, got, want)
		}
		if b.canMove() != (all.n > 0) {
			t.Fatalf("%s\n%d men can move; canMove says %v", s, all.n, b.canMove())
		}
	})
}

// Moves that may give check are picked from all, one by one.
func TestDecisiveMovesArePicked(t *testing.T) {
	eachRandom(t, func(s *State) {
		b := &s.board
		want := s.Legal(nil)
		if b.free|b.bound == 0 {
			var near checks
			near.find(b)
			want = slices.DeleteFunc(want, func(a env.Action) bool {
				m := s.game.move(a, b.toMove)
				k, _ := b.at(m.from)
				return near.from[k]&m.to.bit() == 0 && near.veil&m.from.bit() == 0 && m.promoted == none && m.to != b.passant
			})
		}
		if got := s.Decisive(nil); !slices.Equal(got, want) {
			t.Fatalf("%s\ngot %v, want %v", s, got, want)
		}
	})
}

// A settled score that is kept is that of the position it is asked of.
func TestSettledIsKeptForOnePosition(t *testing.T) {
	eachRandom(t, func(s *State) {
		for range 2 {
			if got, want := s.Settled(-1, 1), s.settle(-1, 1); got != want {
				t.Fatalf("%s\ngot %v, want %v", s, got, want)
			}
		}
	})
}
