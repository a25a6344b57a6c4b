package agent

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/mcts"
	"ludens/solve"
)

// With 13 plies to go a player of Connect Four keeps what every position is worth,
// however little its evaluator knows; a searcher without proofs does not.
func TestPlayerKnowsTheEnd(t *testing.T) {
	g := games.Must("connect4")
	solver := g.(env.Solvable).NewSolver()
	asked, lost := 0, [2]int{}
	for n := range 400 {
		s, rng := g.New(0), seed.New(uint64(n)).Rand()
		for i := 0; i < 29+n%8 && s.Result() == env.Ongoing; i++ {
			s.Play(careful(s, rng))
		}
		if s.Result() != env.Ongoing {
			continue
		}
		worths, err := solve.Moves(context.Background(), solver, s, false)
		if err != nil {
			t.Fatal(err)
		}
		asked++
		for i, proofs := range []bool{true, false} {
			cfg := analysis.Simulations(10)
			cfg.Proofs = proofs
			agent, err := Searcher(g, mcts.Uniform{}, cfg)
			if err != nil {
				t.Fatal(err)
			}
			d, err := agent.Act(context.Background(), s)
			if err != nil {
				t.Fatal(err)
			}
			got, want := worths[slices.Index(s.Legal(nil), d.Action)], solve.Best(worths)
			if got.Sign != want.Sign {
				lost[i]++
			}
			if i == 0 && d.Value != float32(want.Sign) {
				t.Errorf("value %v, want %d, in\n%s", d.Value, want.Sign, s)
			}
		}
	}
	t.Logf("%d positions; with proofs %d values lost, without %d", asked, lost[0], lost[1])
	if asked < 50 || lost[0] > 0 || lost[1] == 0 {
		t.Errorf("%d positions; with proofs %d values lost, without %d", asked, lost[0], lost[1])
	}
}

// careful returns a random move, none that ends the game if another is soon found.
func careful(s env.State, rng *rand.Rand) (a env.Action) {
	legal := s.Legal(nil)
	for range 8 {
		a = legal[rng.IntN(len(legal))]
		next := s.Copy(nil)
		if next.Play(a); next.Result() == env.Ongoing {
			break
		}
	}
	return a
}

// A proven win is brought home: a queen, or a rook, mates a bare king from where a
// mate in four can be seen, and the value is that of a win all the way.
func TestPlayerBringsTheWinHome(t *testing.T) {
	g := games.Must("cetran2")
	for _, text := range []string{"7k/8/5K2/8/8/8/8/Q7 w - - 0 1", "7k/8/5K2/8/8/8/8/R7 w - - 0 1"} {
		s, err := g.(env.Notated).ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		white, err := Searcher(g, mcts.Uniform{}, analysis.Simulations(100))
		if err != nil {
			t.Fatal(err)
		}
		rng := seed.New(3).Rand()
		for ply := 0; s.Result() == env.Ongoing && ply < 15; ply++ {
			if s.ToMove() == env.Second {
				legal := s.Legal(nil)
				s.Play(legal[rng.IntN(len(legal))])
				continue
			}
			d, err := white.Act(context.Background(), s)
			if err != nil {
				t.Fatal(err)
			}
			if d.Value != 1 {
				t.Errorf("value %v of a won position\n%s", d.Value, s)
			}
			s.Play(d.Action)
		}
		if s.Result() != env.FirstWins {
			t.Errorf("after 15 plies\n%s", s)
		}
	}
}

// Equal seeds play equal games, with all that is said of them.
func TestPlayerIsDeterministic(t *testing.T) {
	g, err := games.Make("celta")
	if err != nil {
		t.Fatal(err)
	}
	play := func() (keys []uint64) {
		s := g.New(0)
		var players [2]env.Agent
		for p := range players {
			if players[p], err = Searcher(g, playouts(g, seed.New(5)), analysis.Simulations(20)); err != nil {
				t.Fatal(err)
			}
		}
		for ply := 0; ply < 40 && s.Result() == env.Ongoing; ply++ {
			d, err := players[s.ToMove()].Act(context.Background(), s)
			if err != nil {
				t.Fatal(err)
			}
			s.Play(d.Action)
			keys = append(keys, s.Key())
		}
		return keys
	}
	if a, b := play(), play(); !slices.Equal(a, b) {
		t.Error("two games with equal seeds differ")
	}
}
