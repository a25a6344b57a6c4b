package cetran

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"ludens/env"
)

// settledByTheBook is Settled as its comment says it, by the rule book's own
// moves and without any pruning.
func settledByTheBook(s *State, depth int) int {
	me := s.ToMove()
	best := s.board.material(me) - s.board.material(me.Other())
	if depth == 0 && s.board.inCheck() {
		best = -boundless
	}
	if depth == exchangeDepth {
		return best
	}
	var l legal
	l.find(&s.board)
	for _, man := range l.men[:l.n] {
		for to := man.to; to != 0; to &= to - 1 {
			m := move{man.from, first(to), none}
			victim, _ := s.board.victim(m, man.kind)
			if man.kind == pawn && m.to.bit()&(rank1|rank8) != 0 {
				m.promoted = s.game.crown
			}
			if victim == none && m.promoted == none && !(depth == 0 && s.board.inCheck()) {
				continue
			}
			next := s.Copy(nil).(*State)
			next.play(m, man.kind)
			best = max(best, -settledByTheBook(next, depth+1))
		}
	}
	return best
}

// eachSparse visits unfinished positions of random games with few men.
func eachSparse(t *testing.T, visit func(s *State, rng *rand.Rand)) {
	t.Helper()
	g, err := New("cetran2", nil)
	if err != nil {
		t.Fatal(err)
	}
	rng, seen := rand.New(rand.NewPCG(5, 8)), 0
	for seen < 400 {
		s := g.New(rng.Uint64()).(*State)
		for s.Result() == env.Ongoing && len(s.past) < longestPast {
			if bits.OnesCount64(s.board.occupied()) <= 12 {
				visit(s, rng)
				seen++
			}
			legal := s.Legal(nil)
			s.Play(legal[rng.IntN(len(legal))])
		}
	}
}

func TestSettledAgreesWithPlainMinimax(t *testing.T) {
	moved := 0
	eachSparse(t, func(s *State, _ *rand.Rand) {
		want := score(settledByTheBook(s, 0))
		if got := s.Settled(-1, 1); got != want {
			t.Fatalf("%s: settled %v, want %v", s.game.Position(s), got, want)
		}
		if want != s.Score(s.ToMove()) {
			moved++
		}
	})
	if moved < 100 {
		t.Errorf("only in %d positions was there anything to settle", moved)
	}
}

func TestSettledIsABoundOutsideItsWindow(t *testing.T) {
	eachSparse(t, func(s *State, rng *rand.Rand) {
		exact := s.Settled(-1, 1)
		alpha := 2*rng.Float32() - 1
		beta := alpha + (1-alpha)*rng.Float32()
		got := s.Settled(alpha, beta)
		switch {
		case got <= alpha && got < exact, got >= beta && got > exact, alpha < got && got < beta && got != exact:
			t.Fatalf("%s: settled %v in [%v, %v], exactly %v", s.game.Position(s), got, alpha, beta, exact)
		}
	})
}

func TestSettledPlaysExchangesOut(t *testing.T) {
	g, err := New("cetran2", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, fen string
		want      int // pawns for the mover
	}{
		{"a free queen", "k7/8/8/3q4/4P3/8/8/K7 w", 1},
		{"a queen for a guarded pawn is a bad trade", "k7/2p5/3p4/8/8/3Q4/8/K7 w", worth[queen] - 2},
		{"a pawn promotes", "8/P6k/8/8/8/8/8/K7 w", worth[queen]},
		{"in check there is no standing still", "k7/8/8/8/8/8/1q6/K6R w", -worth[queen] + worth[rook] + worth[queen]},
	} {
		s, err := g.(*Game).ParsePosition(c.fen)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := s.(*State).Settled(-1, 1); got != score(c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, score(c.want))
		}
	}
}

// sensible plays the best of the legal moves by the settled score, equal ones drawn.
func sensible(s *State, rng *rand.Rand) {
	best, choice, equals := float32(-2), env.Action(0), 0
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil).(*State)
		next.Play(a)
		v := float32(1)
		if next.Result() == env.Ongoing {
			v = -next.Settled(-1, 1)
		}
		switch {
		case v > best:
			best, choice, equals = v, a, 1
		case v == best:
			if equals++; rng.IntN(equals) == 0 {
				choice = a
			}
		}
	}
	s.Play(choice)
}

func BenchmarkSettled(b *testing.B) {
	g, _ := New("cetran2", nil)
	rng := rand.New(rand.NewPCG(1, 2))
	var all []*State
	for len(all) < 500 {
		s := g.New(rng.Uint64()).(*State)
		for n := 10 + rng.IntN(60); n > 0 && s.Result() == env.Ongoing; n-- {
			sensible(s, rng)
		}
		if s.Result() == env.Ongoing {
			all = append(all, s)
		}
	}
	i := 0
	for b.Loop() {
		all[i%len(all)].Settled(-1, 1)
		i++
	}
}
