package chess

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/env"
)

// settledByTheBook is Settled as its comment says it: over all legal moves, without pruning.
func settledByTheBook(s *State, depth int) float32 {
	b, me := &s.board, s.ToMove()
	stand := s.Score(me)
	if depth == exchangeDepth || s.walled != nowhere { // a closing captures nothing
		return stand
	}
	moves := s.game.legal(b, nil)
	all := depth == 0 && s.game.inCheck(b, me)
	best := stand
	if all || s.game.keys.MustCapture && slices.ContainsFunc(moves, func(m move) bool { return b.captured(m) != nowhere }) {
		best = score(-boundless)
	}
	for _, m := range moves {
		if !all && !b.loud(m) {
			continue
		}
		after := s.Copy(nil).(*State)
		s.game.play(&after.board, m, nil)
		if m.becomes != noKind && s.lesser(after, moves, m) {
			continue
		}
		best = max(best, -settledByTheBook(after, depth+1))
	}
	return best
}

// lesser reports whether a piece may become what counts more than by move m, which leads to
// after, whether there is room for it or not.
func (s *State) lesser(after *State, moves []move, m move) bool {
	k := kindOf(s.board.at[m.from])
	return slices.ContainsFunc(s.game.kinds[k].promotes, func(to kind) bool {
		return s.game.kinds[s.game.promoted(k, to)].worth > s.game.kinds[kindOf(after.board.at[m.to])].worth
	})
}

// eachFew visits positions of few pieces and what random moves make of them.
func eachFew(t *testing.T, g *Game, n int, visit func(s *State, rng *rand.Rand)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 8))
	for range n {
		s := g.Start(few, 1, rng).(*State)
		for range 6 {
			if s.Result() != env.Ongoing {
				break
			}
			visit(s, rng)
			legal := s.Legal(nil)
			s.Play(legal[rng.IntN(len(legal))])
		}
	}
}

// The settled score is that of a search without pruning, and in a narrower window a bound
// on it.
func TestSettledAgreesWithPlainMinimax(t *testing.T) {
	for _, name := range gallery(t) {
		g, moved := general(t, name), 0
		eachFew(t, g, 25, func(s *State, rng *rand.Rand) {
			want := settledByTheBook(s, 0)
			exact := s.Settled(-1, 1)
			if exact != want {
				t.Fatalf("%s: %s: settled %v, want %v", name, g.Position(s), exact, want)
			}
			alpha := 2*rng.Float32() - 1
			beta := alpha + (1-alpha)*rng.Float32()
			switch got := s.Settled(alpha, beta); {
			case got <= alpha && got < exact, got >= beta && got > exact, alpha < got && got < beta && got != exact:
				t.Fatalf("%s: %s: settled %v in [%v, %v], exactly %v", name, g.Position(s), got, alpha, beta, exact)
			}
			if want != s.Score(s.ToMove()) {
				moved++
			}
		})
		quiet := slices.Contains([]string{"teeko", "joust", "snailtrail", "isolation"}, name) // no man of theirs captures or promotes
		if quiet != (moved == 0) || !quiet && moved < 5 {
			t.Errorf("%s: in %d positions was there anything to settle", name, moved)
		}
	}
}
