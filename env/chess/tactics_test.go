package chess

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
)

// tactical returns what is wrong with what a position tells a search: loud moves are the
// captures and promotions among the legal ones, no other adds to the score, a skipped turn
// is the other's, and a settled score in a narrow window is a bound on the exact one.
func tactical(s *State) error {
	fresh := s.Copy(nil).(*State) // which finds its loud moves alone
	legal, loud := s.Legal(nil), fresh.Loud(nil)
	if all := s.Loud(nil); !slices.Equal(loud, all) {
		return fmt.Errorf("loud moves are %v alone, and %v among all", loud, all)
	}
	for _, a := range loud {
		alone, _ := fresh.moveOf(a)
		if m, _ := s.moveOf(a); m != alone {
			return fmt.Errorf("loud move %+v is %+v alone", m, alone)
		}
	}
	me := s.ToMove()
	for _, a := range legal {
		m, ok := s.moveOf(a)
		if !ok || slices.Contains(loud, a) != s.board.loud(m) {
			return fmt.Errorf("%s: loud is %v", s.Format(a), slices.Contains(loud, a))
		}
		after := s.Copy(nil).(*State)
		after.Play(a)
		if rise := after.Score(me) - s.Score(me); rise > 0 && !slices.Contains(loud, a) {
			return fmt.Errorf("%s is quiet and adds %v", s.Format(a), rise)
		}
		if got := after.board.balance(me) - s.board.balance(me); s.board.loud(m) && abs(got) != abs(s.game.gain(&s.board, m)) {
			return fmt.Errorf("%s gains %d pawns, the balance rises by %d", s.Format(a), s.game.gain(&s.board, m), got)
		}
	}
	decisive := s.Decisive(nil)
	for _, a := range legal {
		m, _ := s.moveOf(a)
		checks, told := !s.game.onlyMate || s.game.givesCheck(&s.board, m), slices.Contains(decisive, a)
		if told != checks && !(told && s.game.cetran != nil) { // whose searches know moves that may give check
			return fmt.Errorf("%s: decisive is %v", s.Format(a), slices.Contains(decisive, a))
		}
	}
	if skipped := s.Copy(nil).(*State); skipped.Skip() && (skipped.ToMove() == me || skipped.Result() != env.Ongoing || skipped.Key() == s.Key()) {
		return fmt.Errorf("skipped to %s", skipped.game.Position(skipped))
	}
	exact := s.Settled(-1, 1)
	if got := s.Settled(-0.2, 0.1); got <= -0.2 && got < exact || got >= 0.1 && got > exact || got > -0.2 && got < 0.1 && got != exact {
		return fmt.Errorf("settled is %v, and %v in a narrow window", exact, got)
	}
	return nil
}

// What positions tell a search holds in random games of all files and of random ones.
func TestTactics(t *testing.T) {
	try := func(g env.Game, plies int) error {
		general, ok := g.(*Game)
		if !ok {
			return nil
		}
		rng := rand.New(rand.NewPCG(3, 4))
		s := general.New(1)
		for range plies {
			legal := s.Legal(nil)
			if len(legal) == 0 {
				return nil
			}
			if err := tactical(s.(*State)); err != nil {
				return fmt.Errorf("%w\n%v", err, s)
			}
			s.Play(legal[rng.IntN(len(legal))])
		}
		return nil
	}
	for _, name := range gallery(t) {
		g, err := Read(file(t, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := try(g, 60); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for seed := range uint64(150) {
		f, err := variant.Parse("random.toml", randomFile(seed), games.Text)
		if err != nil {
			t.Fatal(err)
		}
		if g, err := Read(f); err == nil {
			if err := try(g, 15); err != nil {
				t.Errorf("seed %d: %v\n%s", seed, err, randomFile(seed))
			}
		}
	}
}

// Every game can begin without what it says can be given, and with nothing else missing.
func TestOdds(t *testing.T) {
	for _, name := range gallery(t) {
		g, err := Read(file(t, name))
		if err != nil {
			t.Fatal(err)
		}
		uneven := g.(env.Uneven)
		for _, o := range uneven.Odds() {
			for p := range env.Player(2) {
				s, err := uneven.Without(o, p, 3)
				if err != nil {
					t.Fatalf("%s, %v: %v", name, o, err)
				}
				start := g.New(3)
				for q := range env.Player(2) {
					full, less := start.(env.Countable).Material(q), s.(env.Countable).Material(q)
					for i := range full {
						if full[i].Kind == o.Kind && q == p {
							full[i].Count -= o.Count
						}
					}
					if !slices.Equal(full, less) {
						t.Errorf("%s without %v: %v, want %v", name, o, less, full)
					}
				}
				if _, err := uneven.ParsePosition(uneven.Position(s)); err != nil || s.Result() != env.Ongoing || s.ToMove() != start.ToMove() {
					t.Errorf("%s without %v: %v, %v", name, o, err, s.Result())
				}
			}
		}
		if _, err := uneven.Without(env.Odds{Men: env.Men{Kind: "king", Count: 1}}, env.First, 0); err == nil {
			t.Errorf("%s begins without a king", name)
		}
	}
}

// Room for moves goes from game to game: what was found of one with drops is not left to
// one without.
func TestRoomOfAnotherGame(t *testing.T) {
	drops, mated := general(t, "crazyhouse"), position(t, general(t, "chess"), "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1")
	holds := position(t, drops, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[Pn] w KQkq - 0 4")
	w := new(work)
	w.find(drops, &holds.board, ^uint64(0))
	if w.drops == [mostLetters]uint64{} {
		t.Fatal("the position has no drops: this test tests nothing")
	}
	w.forget()
	if w.canMove(mated.game, &mated.board) {
		t.Error("who is mated can move: drops of another game are left")
	}
}
