package mcts

import (
	"fmt"
	"testing"

	"ludens/env"
)

// TestProofs tells small games whose result is plain. First moves in F(...),
// Second in S(...); + is a win of First, - one of Second, = a draw.
func TestProofs(t *testing.T) {
	for _, test := range []struct {
		name, fable string
		sims        int // enough with Lookahead; without it, 40 are
		want        env.Result
		plies       int
		pick        env.Action
	}{
		{name: "win in one", fable: "F(= - +)",
			sims: 1, want: env.FirstWins, plies: 1, pick: 2},
		{name: "the reply loses", fable: "F(S(+ -) S(= +))",
			sims: 1, want: env.Drawn, plies: 2, pick: 1},
		{name: "every move loses", fable: "F(- S(= -))",
			sims: 1, want: env.SecondWins, plies: 2, pick: 1},
		{name: "Second wins when Second is to move", fable: "S(+ F(- -))",
			sims: 1, want: env.SecondWins, plies: 2, pick: 1},
		{name: "the mover moves twice running", fable: "F(S(= =) F(- +))",
			sims: 1, want: env.FirstWins, plies: 2, pick: 1},
		{name: "the opponent moves twice running", fable: "F(S(+ S(+ -)) S(+ S(+ +)))",
			sims: 40, want: env.FirstWins, plies: 3, pick: 1},
		{name: "the quicker win", fable: "F(F(F(F(+)))  S(F(+)) )",
			sims: 40, want: env.FirstWins, plies: 3, pick: 1},
		{name: "the slower loss", fable: "F(S(-) S(F(-)) S(- F(-)))",
			sims: 40, want: env.SecondWins, plies: 3, pick: 1},
		{name: "a draw is better than a loss", fable: "F(S(F(-)) S(F(S(=))))",
			sims: 40, want: env.Drawn, plies: 4, pick: 1},
	} {
		for _, root := range []string{PUCT, Gumbel} {
			for _, look := range []int{0, 2} {
				t.Run(fmt.Sprint(test.name, "/", root, look), func(t *testing.T) {
					cfg := sims(test.sims)
					cfg.Root, cfg.Lookahead = root, look
					if look == 0 {
						cfg.Simulations = 40
					}
					g := tell(t, test.fable)
					tree := search(t, g, g.New(0), cfg, Uniform{}, nil)
					if r, plies := tree.Proof(); r != test.want || plies != test.plies {
						t.Errorf("proof: got %v in %d, want %v in %d", r, plies, test.want, test.plies)
					}
					if got := tree.Pick(0, nil); got != test.pick {
						t.Errorf("pick: got %d, want %d", got, test.pick)
					}
					if got, want := tree.Value(), test.want.For(g.root.mover); got != want {
						t.Errorf("value: got %v, want %v", got, want)
					}
					if got := tree.Policy(nil)[test.pick]; got == 0 {
						t.Errorf("policy: nothing for move %d", test.pick)
					}
				})
			}
		}
	}
}

// TestWhatIsProvenIsBackedUp: the last of the simulations that prove the draw
// ends in a loss, but from the proof upwards it returned a draw.
func TestWhatIsProvenIsBackedUp(t *testing.T) {
	cfg := sims(40)
	cfg.Lookahead = 0
	g := tell(t, "F(S(F(= -)) S(F(= -)))")
	tree := search(t, g, g.New(0), cfg, Uniform{}, nil)
	if r, _ := tree.Proof(); r != env.Drawn || tree.edges[0].sum != 0 {
		t.Errorf("got %v, sum %v, want a draw and 0:\n%s", r, tree.edges[0].sum, dump(tree))
	}
}

// TestProofsAreTrue solves every position of noughts and crosses in which a
// simulation is still to be made, and holds each proof against full search.
func TestProofsAreTrue(t *testing.T) {
	proven := 0
	positions := reachable()
	for _, cfg := range variants(60) {
		for _, b := range positions {
			tree := search(t, noughts{}, b, cfg, oracle{}, nil)
			r, _ := tree.Proof()
			if r == env.Ongoing {
				continue
			}
			proven++
			if want := b.truth(); r != want {
				t.Fatalf("%+v: proof is %v, truth %v:\n%v", cfg, r, want, b)
			}
			after := *b
			after.Play(tree.Pick(0, nil))
			if got := after.truth(); got != r {
				t.Fatalf("%+v: the pick turns %v into %v:\n%v", cfg, r, got, b)
			}
		}
	}
	if proven < len(positions) {
		t.Errorf("only %d proofs in %d positions and more searches", proven, len(positions))
	}
}

// TestEverythingIsProvenInTheEnd: the solver is complete, draws included.
func TestEverythingIsProvenInTheEnd(t *testing.T) {
	for _, b := range reachable() {
		if len(b.Legal(nil)) > 5 {
			continue
		}
		tree := search(t, noughts{}, b, sims(2000), Uniform{}, nil)
		if r, _ := tree.Proof(); r != b.truth() {
			t.Fatalf("got %v, want %v:\n%v", r, b.truth(), b)
		}
	}
}

// TestTactics: whatever the evaluator says and however few the simulations, a
// win in one is taken and a loss in one avoided where it can be.
func TestTactics(t *testing.T) {
	wins, threats := 0, 0
	check := func(s env.State, cfg Config, tree *Tree) {
		winning, blunders := tactics(s)
		pick := tree.Pick(0, nil)
		if len(winning) > 0 {
			wins++
			if !winning[pick] {
				t.Fatalf("%+v: %s misses a win in one:\n%v", cfg, s.Format(pick), s)
			}
			return
		}
		if len(blunders) > 0 && len(blunders) < len(s.Legal(nil)) {
			threats++
			for i, share := range tree.Policy(nil) {
				if a := s.Legal(nil)[i]; blunders[a] && share > 0 {
					t.Fatalf("%+v: %s loses in one and has a share of %v:\n%v", cfg, s.Format(a), share, s)
				}
			}
			if blunders[pick] {
				t.Fatalf("%+v: %s loses in one:\n%v", cfg, s.Format(pick), s)
			}
		}
	}
	g := maze{moves: 12, length: 30, ends: 20}
	for _, n := range []int{1, 2, 16} {
		for _, cfg := range variants(n) {
			for _, b := range reachable() {
				if b.stones[0]%3 == uint16(n)%3 {
					check(b, cfg, search(t, noughts{}, b, cfg, oracle{}, rng(b.Key())))
				}
			}
			for seed := range uint64(300) {
				s := g.New(seed)
				check(s, cfg, search(t, g, s, cfg, oracle{}, rng(seed)))
			}
		}
	}
	if wins < 1000 || threats < 1000 {
		t.Errorf("only %d wins in one and %d threats were tried", wins, threats)
	}
}

// tactics returns the moves of s that win at once, and those that lose at once
// or to an immediate reply.
func tactics(s env.State) (winning, blunders map[env.Action]bool) {
	p := s.ToMove()
	winning, blunders = map[env.Action]bool{}, map[env.Action]bool{}
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil)
		next.Play(a)
		switch r := next.Result(); {
		case r == env.WinFor(p):
			winning[a] = true
		case r == env.WinFor(p.Other()) || r == env.Ongoing && losesNext(next, p):
			blunders[a] = true
		}
	}
	return winning, blunders
}

// losesNext reports whether the player to move at s is p's opponent and can win
// at once.
func losesNext(s env.State, p env.Player) bool {
	if s.ToMove() == p {
		return false
	}
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil)
		next.Play(a)
		if next.Result() == env.WinFor(p.Other()) {
			return true
		}
	}
	return false
}

// reachable returns every unfinished position of noughts and crosses.
func reachable() []*board {
	seen := map[board]bool{{}: true}
	list := []*board{{}}
	for i := 0; i < len(list); i++ {
		for _, a := range list[i].Legal(nil) {
			next := *list[i]
			next.Play(a)
			if next.Result() == env.Ongoing && !seen[next] {
				seen[next] = true
				list = append(list, &next)
			}
		}
	}
	return list
}

// variants returns the default configuration under both root rules, alone and
// with three leaves a round.
func variants(simulations int) []Config {
	var list []Config
	for _, root := range []string{PUCT, Gumbel} {
		for _, leaves := range []int{1, 3} {
			cfg := sims(simulations)
			cfg.Root, cfg.Leaves = root, leaves
			list = append(list, cfg)
		}
	}
	return list
}
