package proof_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/proof"
	"ludens/solve"
)

var ctx = context.Background()

// generous looks far, however little speaks for it.
func generous() proof.Config {
	return proof.Config{Glance: 20_000, Nodes: 20_000, Endgame: 400_000, Entries: 1 << 14}
}

// Histories are all that matters in wander, and one prover with its old table is
// asked about positions met by random play: whatever it proves is true, and it
// proves most of what is decided.
func TestNoHistoryDeceives(t *testing.T) {
	asked, decided, proven := 0, 0, 0
	for n := range 400 {
		rng := rand.New(rand.NewPCG(uint64(n), 7))
		g := newWander(4+rng.IntN(9), rng)
		p := proof.New(g, generous())
		for range 12 {
			s := g.New(0)
			for range rng.IntN(10) {
				if legal := s.Legal(nil); len(legal) > 0 {
					s.Play(legal[rng.IntN(len(legal))])
				}
			}
			left := 50_000
			truth, ok := minimax(s, &left)
			if s.Result() != env.Ongoing || !ok {
				continue
			}
			asked++
			proofs := p.Root(ctx, s)
			for _, a := range s.Legal(nil) {
				if f := p.Move(ctx, s, a); f.Result != env.Ongoing {
					proofs = append(proofs, f)
				}
			}
			check(t, s, proofs)
			if truth == env.WinFor(s.ToMove()) {
				decided++
				if len(proofs) > 0 && proofs[0].Result == truth {
					proven++
				}
			}
		}
	}
	t.Logf("%d positions, %d won by the mover, %d of them proven", asked, decided, proven)
	if asked < 1000 || 10*proven < 9*decided {
		t.Errorf("%d positions, %d of %d wins proven, want 1000 and nine of ten", asked, proven, decided)
	}
}

// check holds proofs against brute force.
func check(t *testing.T, s env.State, proofs []env.Proof) {
	t.Helper()
	for _, f := range proofs {
		next := s.Copy(nil)
		next.Play(f.Action)
		left := 500_000
		if truth, ok := minimax(next, &left); ok && truth != f.Result {
			t.Fatalf("%s is said to be %v, and is %v, in\n%s", s.Format(f.Action), f.Result, truth, s)
		}
		checkLine(t, s, f)
	}
}

// checkLine plays the line of a proof: it is legal, begins with the move, is no
// longer than was said, and if it is whole it ends as was said.
func checkLine(t *testing.T, s env.State, f env.Proof) {
	t.Helper()
	s = s.Copy(nil)
	for _, a := range f.Line {
		if !slices.Contains(s.Legal(nil), a) {
			t.Fatalf("line %v of move %d is illegal", f.Line, f.Action)
		}
		s.Play(a)
	}
	if f.Line[0] != f.Action || len(f.Line) > f.Plies+1 {
		t.Fatalf("line %v of move %d, which takes %d plies more", f.Line, f.Action, f.Plies)
	}
	if len(f.Line) == f.Plies+1 && s.Result() != f.Result {
		t.Fatalf("line %v ends as %v, want %v", f.Line, s.Result(), f.Result)
	}
}

// Every position of tic-tac-toe is proven, each move as it is.
func TestTicTacToe(t *testing.T) {
	g := games.Must("tictactoe")
	p, met := proof.New(g, proof.Defaults()), map[uint64]bool{}
	var walk func(s env.State)
	walk = func(s env.State) {
		if met[s.Key()] || s.Result() != env.Ongoing {
			return
		}
		met[s.Key()] = true
		proofs := p.Root(ctx, s)
		check(t, s, proofs)
		if won := proofs[0].Result == env.WinFor(s.ToMove()); !won && len(proofs) != len(s.Legal(nil)) {
			t.Fatalf("%d moves proven, want all, in\n%s", len(proofs), s)
		}
		for _, a := range s.Legal(nil) {
			next := s.Copy(nil)
			next.Play(a)
			walk(next)
		}
	}
	walk(g.New(0))
	if len(met) != 4520 {
		t.Errorf("%d positions, want 4520", len(met))
	}
}

// With 13 plies to go or fewer, all of Connect Four is proven, as its solver has
// it; before, whatever is.
func TestConnectFour(t *testing.T) {
	g := games.Must("connect4")
	positions := 400
	if testing.Short() {
		positions = 60
	}
	solver := g.(env.Solvable).NewSolver()
	for n := range positions {
		s, stones := g.New(0), 20+n%22
		rng := seed.New(uint64(n)).Rand()
		for i := 0; i < stones && s.Result() == env.Ongoing; i++ {
			s.Play(careful(s, rng))
		}
		if s.Result() != env.Ongoing {
			continue
		}
		proofs := proof.New(g, proof.Defaults()).Root(ctx, s)
		worths, err := solve.Moves(ctx, solver, s, false)
		if err != nil {
			t.Fatal(err)
		}
		won := agree(t, s, proofs, worths)
		if stones >= 29 && !won && len(proofs) < len(worths) {
			t.Errorf("%d of %d moves are proven with %d stones in\n%s", len(proofs), len(worths), stones, s)
		}
	}
}

// agree holds proofs against what the moves of s are worth, and reports whether
// one wins; then, too, nothing may be missing.
func agree(t *testing.T, s env.State, proofs []env.Proof, worths []env.Worth) (won bool) {
	t.Helper()
	legal := s.Legal(nil)
	for _, f := range proofs {
		if got, want := int(f.Result.For(s.ToMove())), worths[slices.Index(legal, f.Action)].Sign; got != want {
			t.Fatalf("%s is said to be %v, want sign %d, in\n%s", s.Format(f.Action), f.Result, want, s)
		}
		checkLine(t, s, f)
		won = won || f.Result == env.WinFor(s.ToMove())
	}
	return won
}

// careful returns a random move, none that ends the game if another is soon found.
func careful(s env.State, rng *rand.Rand) env.Action {
	legal := s.Legal(nil)
	a := legal[rng.IntN(len(legal))]
	for range 8 {
		next := s.Copy(nil)
		if next.Play(a); next.Result() == env.Ongoing {
			break
		}
		a = legal[rng.IntN(len(legal))]
	}
	return a
}

// met returns positions of hasty play towards the end of games in which no move
// wins at once.
func met(g env.Game, n int) (positions []env.State) {
	for i := 0; len(positions) < n; i++ {
		rng := seed.New(uint64(i)).At(g.Spec().Name, 0).Rand()
		s, care := g.New(uint64(i)), [2]int{1 << rng.IntN(5), 1 << rng.IntN(5)}
		for ply := 0; ply < 120 && s.Result() == env.Ongoing; ply++ {
			if rng.IntN(10) == 0 && !mates(s, s.ToMove(), 1) {
				positions = append(positions, s.Copy(nil))
			}
			s.Play(hasty(s, care[s.ToMove()], rng))
		}
	}
	return positions[:n]
}

// hasty returns the best of some random moves by the game's score.
func hasty(s env.State, care int, rng *rand.Rand) (best env.Action) {
	legal, top := s.Legal(nil), float32(-2)
	for range care {
		a := legal[rng.IntN(len(legal))]
		next := s.Copy(nil)
		next.Play(a)
		if score := next.(env.Scored).Score(s.ToMove()); score > top {
			best, top = a, score
		}
	}
	return best
}

// All wins in two that brute force finds are found with what an agent spends, and
// no other; what is claimed to win in three does.
func TestShortWins(t *testing.T) {
	positions := 600
	if testing.Short() {
		positions = 100
	}
	for _, name := range []string{"cetran2", "celta", "wtf"} {
		t.Run(name, func(t *testing.T) {
			g := games.Must(name)
			p := proof.New(g, proof.Defaults())
			two, more := 0, 0
			for _, s := range met(g, positions) {
				p.Reset()
				me, proofs := s.ToMove(), p.Root(ctx, s)
				won := len(proofs) > 0 && proofs[0].Result == env.WinFor(me)
				if mates(s, me, 2) {
					two++
					if !won {
						t.Errorf("a win in two is not found in\n%s", s)
					}
				} else if won {
					more++
					if f := proofs[0]; f.Plies < 4 || f.Plies == 4 && !mates(s, me, 3) {
						t.Errorf("%s is said to win in %d plies more in\n%s", s.Format(f.Action), f.Plies, s)
					}
					checkLine(t, s, proofs[0])
				}
			}
			t.Logf("of %d positions %d are won in two, all found; %d later", positions, two, more)
			if two < positions/100 {
				t.Errorf("%d wins in two, want some", two)
			}
		})
	}
}

// What is proven of Cetro on 5 by 5 squares is what the table of all its positions
// has, endless play being a draw: with a demand to be named, and where a player
// without a move passes.
func TestCetro(t *testing.T) {
	if testing.Short() {
		t.Skip("solves cetro-5x5")
	}
	g, err := games.Make("cetro-5x5:demand=none")
	if err != nil {
		t.Fatal(err)
	}
	table := solvedByPairs(t, g)
	p := proof.New(g, proof.Defaults())
	wins, losses := 0, 0
	for n := range 3000 {
		rng := seed.New(uint64(n)).At("cetro", 0).Rand()
		s := g.New(0)
		for i, plies := 0, 10+rng.IntN(60); i < plies && s.Result() == env.Ongoing; i++ {
			s.Play(hasty(s, 2, rng))
		}
		if s.Result() != env.Ongoing {
			continue
		}
		if s, err = solve.Forget(g, s); err != nil {
			t.Fatal(err)
		}
		worths, err := solve.Moves(ctx, table, s, false)
		if err != nil {
			t.Fatal(err)
		}
		proofs := p.Root(ctx, s)
		if agree(t, s, proofs, worths) {
			wins++
		}
		legal := s.Legal(nil)
		f := p.Move(ctx, s, legal[rng.IntN(len(legal))])
		if f.Result != env.Ongoing {
			agree(t, s, []env.Proof{f}, worths)
			losses++
		}
	}
	t.Logf("%d wins and %d losing moves proven", wins, losses)
	if wins < 100 || losses < 50 {
		t.Errorf("%d wins and %d losing moves proven, want 100 and 50", wins, losses)
	}
}

// solvedByPairs solves a game in the way that is quick for Cetro.
func solvedByPairs(t *testing.T, g env.Game) *solve.PairTable {
	t.Helper()
	work, err := solve.NewPairs(g, 2, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	for !work.Progress().Done {
		work.Next()
	}
	var file bytes.Buffer
	if err := work.Write(&file); err != nil {
		t.Fatal(err)
	}
	table, err := solve.OpenPairs(bytes.NewReader(file.Bytes()), g)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Brute force gives check with every move and tries every reply. Its mates in two
// are found and four fifths of those in three and four, with what an agent spends;
// a move that lets the other side mate in two is proven lost.
func TestMatesAndEscapes(t *testing.T) {
	positions := 1500
	if testing.Short() {
		positions = 200
	}
	g := games.Must("cetran2")
	p := proof.New(g, proof.Defaults())
	var mated, found [5]int
	lost, proven := 0, 0
	for _, s := range met(g, positions) {
		p.Reset()
		me := s.ToMove()
		n := 2
		for n < 5 && !checkmates(s, me, n) {
			n++
		}
		if n < 5 {
			mated[n]++
			if proofs := p.Root(ctx, s); len(proofs) > 0 && proofs[0].Result == env.WinFor(me) {
				found[n]++
			}
			continue
		}
		for _, a := range s.Legal(nil) {
			next := s.Copy(nil)
			if next.Play(a); checkmates(next, me.Other(), 2) {
				lost++
				if p.Move(ctx, s, a).Result == env.WinFor(me.Other()) {
					proven++
				}
			}
		}
	}
	t.Logf("mates in 2, 3, 4: %v of %v found; %d of %d moves that lose to one in 2 or less", found[2:], mated[2:], proven, lost)
	late, all := found[3]+found[4], mated[3]+mated[4]
	if found[2] < mated[2] || proven < lost || 5*late < 4*all {
		t.Errorf("mates in 2, 3, 4: %v of %v found; %d of %d losing moves; want all in 2 and four fifths later", found[2:], mated[2:], proven, lost)
	}
}

// checkmates reports whether attacker, whose turn it is, can mate within that many
// moves, each of which may give check (env.Decisive).
func checkmates(s env.State, attacker env.Player, moves int) bool {
	if s.Result() != env.Ongoing || moves == 0 {
		return s.Result() == env.WinFor(attacker)
	}
	next, after := s.Copy(nil), s.Copy(nil)
	for _, a := range s.(env.Decisive).Decisive(nil) {
		next = s.Copy(next)
		next.Play(a)
		replies := next.Legal(nil)
		if next.Result() == env.WinFor(attacker) {
			return true
		}
		all := next.Result() == env.Ongoing && len(replies) <= 8
		for i := 0; all && i < len(replies); i++ {
			after = next.Copy(after)
			after.Play(replies[i])
			all = checkmates(after, attacker, moves-1)
		}
		if all {
			return true
		}
	}
	return false
}
