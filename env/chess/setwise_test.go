package chess

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"ludens/env"
)

// The moves of all pawns at once are those of each pawn.
func TestSetwiseMoves(t *testing.T) {
	found := 0
	for _, name := range gallery(t) {
		g, rng := general(t, name), rand.New(rand.NewPCG(3, 4))
		if g.masks == nil || g.masks.setwise[env.First] == nil {
			continue
		}
		found++
		for n := range uint64(20) {
			s := g.New(n).(*State)
			for range 40 {
				if s.Result() != env.Ongoing {
					break
				}
				checkSetwise(t, s)
				legal := s.Legal(nil)
				s.Play(legal[rng.IntN(len(legal))])
			}
		}
	}
	if found < 3 {
		t.Errorf("%d games have setwise moves: this test needs 3", found)
	}
}

// checkSetwise compares the two for the mover.
func checkSetwise(t *testing.T, s *State) {
	t.Helper()
	g, b, us := s.game, &s.board, s.board.toMove
	m, own, enemies := g.masks, b.own[us][0], b.own[us.Other()][0]
	pawns := own & b.class[riseClass]
	var want, got [64]uint64
	for men := pawns; men != 0; men &= men - 1 {
		q := square(bits.TrailingZeros64(men))
		want[q] = m.moves(&m.movers[b.at[q]][q], q, own, enemies)
	}
	for i := range m.setwise[us] {
		move := &m.setwise[us][i]
		for to := move.to(pawns, own, enemies); to != 0; to &= to - 1 {
			q := bits.TrailingZeros64(to)
			got[q-int(move.shift)] |= 1 << q
		}
	}
	if got != want {
		t.Fatalf("%s: %s: all at once go\n%x, each by itself\n%x", g.spec.Name, g.Position(s), got, want)
	}
}

// A kind that slides, or one of several that are promoted, is looked at piece by piece.
func TestGamesWithoutSetwiseMoves(t *testing.T) {
	for _, name := range []string{"minishogi"} {
		if g := general(t, name); g.masks == nil || g.masks.setwise[env.First] != nil {
			t.Errorf("%s has setwise moves: %t", name, g.masks != nil)
		}
	}
}

// A state that held a position of a game with pieces in hand takes a copy of one without.
func TestCopyFromAnotherGame(t *testing.T) {
	other := position(t, general(t, "crazyhouse"), "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[Pn] w KQkq - 0 4")
	s := position(t, general(t, "chess"), "8/8/4k3/8/8/4K3/8/7B w - - 0 1")
	legal := other.Legal(nil)
	d := s.Copy(other).(*State)
	if d.board != s.board || d.Result() != env.Drawn || len(legal) == 0 {
		t.Errorf("copied into a state of crazyhouse: %s, %v, want a draw", d.game.Position(d), d.Result())
	}
}

// Moves that have been found are those of the position before a skipped turn only: White may
// not skip his where that is stalemate.
func TestSkipAfterLegal(t *testing.T) {
	s := position(t, general(t, "chess"), "7k/5Q2/8/8/8/8/8/K7 w - - 0 1")
	if moves := len(s.Legal(nil)); moves == 0 || s.Skip() || len(s.Legal(nil)) != moves {
		t.Errorf("%d moves; a turn skipped, or then %d", moves, len(s.Legal(nil)))
	}
}
