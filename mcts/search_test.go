package mcts

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"ludens/env"
)

var wilds = maze{moves: 6, length: 40, ends: 9}

// unsolved is variants without the solver, so that sums are plain means.
func unsolved(simulations int) []Config {
	list := variants(simulations)
	for i := range list {
		list[i].Solver, list[i].Lookahead = false, 0
	}
	return list
}

// TestMeans: the sum of an edge is the value of the node behind it and the
// sums of that node's moves, all for First; nothing is lost and nothing counted
// twice, whichever player moves how often in a row, and nothing is left in flight.
func TestMeans(t *testing.T) {
	for _, cfg := range unsolved(150) {
		for seed := range uint64(40) {
			tree := NewTree(wilds, cfg)
			tree.Reset(wilds.New(seed))
			for tree.Root().Result() == env.Ongoing {
				begin(t, tree, cfg, seed)
				checkMeans(t, tree)
				tree.Advance(tree.Pick(1, rng(seed)))
			}
		}
	}
}

func checkMeans(t *testing.T, tree *Tree) {
	t.Helper()
	for i, e := range tree.edges {
		switch {
		case e.flying != 0:
			t.Fatalf("edge %d: %d in flight", i, e.flying)
		case i > 0 && e.child == 0:
			if got := e.sum / float64(max(1, e.visits)); e.visits > 1 && got != -1 && got != 0 && got != 1 {
				t.Fatalf("edge %d to a finished position: mean %v", i, got)
			}
		default:
			visits, sum := int32(1), float64(tree.nodes[e.child].value)
			for _, next := range tree.moves(e.child) {
				visits += next.visits
				sum += next.sum
			}
			if e.visits != visits || e.sum != sum {
				t.Fatalf("edge %d: %d visits, sum %v; behind it %d, %v", i, e.visits, e.sum, visits, sum)
			}
		}
	}
}

// ledger adds up the values it hands out, for First.
type ledger struct {
	oracle
	sum    float64
	leaves int
}

func (l *ledger) Evaluate(ctx context.Context, leaves []Leaf) error {
	err := l.oracle.Evaluate(ctx, leaves)
	for _, leaf := range leaves {
		l.sum += float64(leaf.Value) * sign[leaf.State.ToMove()]
	}
	l.leaves += len(leaves)
	return err
}

// TestRootHoldsTheMeanOfTheLeaves in a maze that does not end.
func TestRootHoldsTheMeanOfTheLeaves(t *testing.T) {
	g := maze{moves: 6, length: 1000, ends: 1 << 40}
	for _, cfg := range variants(100) {
		for seed := range uint64(20) {
			s, e := g.New(seed), &ledger{}
			tree := search(t, g, s, cfg, e, rng(seed))
			want := e.sum / float64(e.leaves)
			if got := tree.edges[0].sum / float64(tree.edges[0].visits); got != want || e.leaves != 101 {
				t.Errorf("seed %d: mean %v after %d leaves, want %v after 101", seed, got, e.leaves, want)
			}
		}
	}
}

// swapped is a maze with the players exchanged.
type swapped struct{ *room }

func (s swapped) ToMove() env.Player { return s.room.ToMove().Other() }

func (s swapped) Result() env.Result {
	switch r := s.room.Result(); r {
	case env.FirstWins:
		return env.SecondWins
	case env.SecondWins:
		return env.FirstWins
	default:
		return r
	}
}

func (s swapped) Copy(dst env.State) env.State {
	d, _ := dst.(swapped)
	if d.room == nil {
		return swapped{s.room.Copy(nil).(*room)}
	}
	s.room.Copy(d.room)
	return d
}

type swappedMaze struct{ maze }

func (g swappedMaze) New(seed uint64) env.State { return swapped{g.maze.New(seed).(*room)} }

func TestExchangingThePlayersChangesNothing(t *testing.T) {
	for _, cfg := range variants(120) {
		for seed := range uint64(40) {
			a := search(t, wilds, wilds.New(seed), cfg, oracle{}, rng(seed))
			g := swappedMaze{wilds}
			b := search(t, g, g.New(seed), cfg, oracle{}, rng(seed))
			got, want := fmt.Sprint(b.Moves(nil), b.Value(), b.Policy(nil)), fmt.Sprint(a.Moves(nil), a.Value(), a.Policy(nil))
			if got != want {
				t.Fatalf("seed %d, %s: got\n%s\nwant\n%s", seed, cfg.Root, got, want)
			}
		}
	}
}

func TestTheSameCallsGiveTheSameTree(t *testing.T) {
	for _, cfg := range variants(80) {
		used := NewTree(wilds, cfg)
		for seed := range uint64(20) {
			used.Reset(wilds.New(seed))
			begin(t, used, cfg, seed)
			fresh := NewTree(wilds, cfg)
			fresh.Reset(wilds.New(seed))
			begin(t, fresh, cfg, seed)
			if dump(used) != dump(fresh) {
				t.Fatalf("seed %d: a used tree searches differently from a new one", seed)
			}
		}
	}
}

// TestLockstep: trees that share batches, of all configurations and lengths,
// come out as if each had been searched alone.
func TestLockstep(t *testing.T) {
	var together, alone []*Tree
	for i, cfg := range append(variants(50), append(unsolved(30), variants(7)...)...) {
		for seed := range uint64(5) {
			s := wilds.New(uint64(i)*100 + seed)
			tree := NewTree(wilds, cfg)
			tree.Reset(s)
			tree.Begin(context.Background(), cfg.Simulations, rng(seed))
			together = append(together, tree)
			alone = append(alone, search(t, wilds, s, cfg, oracle{}, rng(seed)))
		}
	}
	for rounds := 0; !allDone(together); rounds++ {
		if rounds > 1000 {
			t.Fatal("the trees do not get done")
		}
		var batch []Leaf
		for _, tree := range together {
			batch = tree.Gather(batch)
		}
		if err := (oracle{}).Evaluate(context.Background(), batch); err != nil {
			t.Fatal(err)
		}
		rest := batch
		for _, tree := range together {
			rest = tree.Apply(rest)
		}
		if len(rest) != 0 {
			t.Fatalf("%d leaves belong to nobody", len(rest))
		}
	}
	for i := range together {
		if got, want := dump(together[i]), dump(alone[i]); got != want {
			t.Errorf("tree %d: in lockstep\n%s\nalone\n%s", i, got, want)
		}
	}
}

func allDone(trees []*Tree) bool {
	for _, t := range trees {
		if !t.Done() {
			return false
		}
	}
	return true
}

// TestCancelLeavesNoTrace: a round that is cancelled has not happened, and the
// search goes on as if it had not. To set the number of threads cancels it, too.
func TestCancelLeavesNoTrace(t *testing.T) {
	g, cancels := maze{moves: 6, length: 1000, ends: 1 << 40}, 0
	for _, cfg := range variants(60) {
		tree := NewTree(g, cfg)
		tree.Reset(g.New(1))
		tree.Begin(context.Background(), 60, rng(1))
		for !tree.Done() {
			before, stats := dump(tree), tree.Stats()
			tree.Gather(nil)
			if cancels++; cancels%2 == 0 {
				tree.SetThreads(1)
			} else {
				tree.Cancel()
			}
			if after := dump(tree); after != before || tree.Stats() != stats {
				t.Fatalf("after Cancel %+v\n%s\nbefore %+v\n%s", tree.Stats(), after, stats, before)
			}
			batch := tree.Gather(nil)
			oracle{}.Evaluate(context.Background(), batch)
			tree.Apply(batch)
		}
		if got, want := dump(tree), dump(search(t, g, g.New(1), cfg, oracle{}, rng(1))); got != want {
			t.Errorf("%s: with cancelled rounds\n%s\nwithout\n%s", cfg.Root, got, want)
		}
	}
}

// failing is an evaluator that fails at each call but every third.
type failing struct{ calls int }

func (f *failing) Evaluate(ctx context.Context, leaves []Leaf) error {
	if f.calls++; f.calls%3 != 0 {
		return errBroken
	}
	return oracle{}.Evaluate(ctx, leaves)
}

func TestSearchCanBeResumedAfterAnError(t *testing.T) {
	for _, cfg := range variants(60) {
		g := maze{moves: 6, length: 1000, ends: 1 << 40}
		tree, e := NewTree(g, cfg), &failing{}
		tree.Reset(g.New(5))
		tree.Begin(context.Background(), 60, nil)
		errs := 0
		for err := Search(context.Background(), tree, e); err != nil; err = Search(context.Background(), tree, e) {
			if !errors.Is(err, errBroken) {
				t.Fatalf("got error %v", err)
			}
			errs++
		}
		if got, want := dump(tree), dump(search(t, g, g.New(5), cfg, oracle{}, nil)); got != want || errs == 0 {
			t.Errorf("after %d errors\n%s\nwithout\n%s", errs, got, want)
		}
	}
}

func TestSearchStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	g := maze{moves: 6, length: 1000, ends: 1 << 40}
	tree := NewTree(g, sims(MaxSimulations))
	tree.Reset(g.New(2))
	tree.Begin(context.Background(), MaxSimulations, nil)
	stop := stopper{after: 50, cancel: cancel}
	if err := Search(ctx, tree, &stop); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v", err)
	}
	if got := tree.Stats().Simulations; got != 49 {
		t.Errorf("stopped after %d simulations, want 49", got)
	}
	tree.Pick(0, nil)
}

type stopper struct {
	oracle
	after  int
	cancel func()
}

func (s *stopper) Evaluate(ctx context.Context, leaves []Leaf) error {
	if s.after--; s.after == 0 {
		s.cancel()
	}
	return s.oracle.Evaluate(ctx, leaves)
}

// countdown is a context that ends when it has been asked so often.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestRoundsEndWithoutLeaves: where only finished positions are left to visit,
// a round ends all the same, and the search can be stopped.
func TestRoundsEndWithoutLeaves(t *testing.T) {
	cfg := sims(MaxSimulations)
	cfg.Solver, cfg.Lookahead = false, 0
	g := tell(t, "F(= = =)")
	tree := NewTree(g, cfg)
	tree.Reset(g.New(0))
	tree.Begin(context.Background(), MaxSimulations, nil)
	if err := Search(&countdown{context.Background(), 5}, tree, Uniform{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v", err)
	}
	if got := tree.Stats().Simulations; got != 4*roundLimit {
		t.Errorf("%d simulations, want four rounds of %d", got, roundLimit)
	}
}

// TestAdvanceKeepsTheSubtree as it was, and nothing else.
func TestAdvanceKeepsTheSubtree(t *testing.T) {
	for _, cfg := range variants(200) {
		for seed := range uint64(30) {
			tree := NewTree(wilds, cfg)
			tree.Reset(wilds.New(seed))
			begin(t, tree, cfg, seed)
			for _, m := range tree.Moves(nil) {
				copied := NewTree(wilds, cfg)
				copied.Reset(wilds.New(seed))
				begin(t, copied, cfg, seed)
				e := copied.edgeOf(m.Action)
				want, kept := dumpEdge(copied, e), copied.edges[e].child != 0
				copied.Advance(m.Action)
				if got := dump(copied); kept && got != want {
					t.Fatalf("seed %d: kept\n%s\nwant\n%s", seed, got, want)
				}
				if got := copied.Stats().Nodes; !kept && got != 0 || got > m.Visits {
					t.Fatalf("seed %d: %d nodes kept of %d visits", seed, got, m.Visits)
				}
			}
		}
	}
}

// TestASecondSearchAddsToTheFirst: visits after Advance are those kept and
// those of the new search.
func TestASecondSearchAddsToTheFirst(t *testing.T) {
	g := maze{moves: 12, length: 1000, ends: 1 << 40}
	for i, cfg := range append(variants(64), variants(64)...) {
		tree := search(t, g, g.New(uint64(i)), cfg, oracle{}, rng(3))
		a := tree.Pick(0, nil)
		kept := int(tree.edges[tree.edgeOf(a)].visits) - 1
		tree.Advance(a)
		begin(t, tree, cfg, 4)
		got := 0
		for i, e := range tree.moves(0) {
			got += int(e.visits)
			if e.action != env.Action(i) {
				t.Errorf("%s: move %d is %d: not in the game's order", cfg.Root, i, e.action)
			}
		}
		if got != kept+64 || tree.Stats().Simulations != 64 {
			t.Errorf("%s: %d visits, want %d kept and 64 new", cfg.Root, got, kept)
		}
	}
}

// TestStats: down a path without a fork the simulations go one ply deeper
// each, until the end.
func TestStats(t *testing.T) {
	cfg := sims(4)
	cfg.Solver, cfg.Lookahead = false, 0
	g := tell(t, "F(S(F(S(=))))")
	tree := search(t, g, g.New(0), cfg, Uniform{}, nil)
	if got, want := tree.Stats(), (Stats{Simulations: 4, Nodes: 4, MeanDepth: 2.5, MaxDepth: 4}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	tree.Advance(0)
	tree.Begin(context.Background(), 2, nil)
	finish(t, tree, Uniform{})
	if got, want := tree.Stats(), (Stats{Simulations: 2, Nodes: 3, MeanDepth: 3, MaxDepth: 3}); got != want {
		t.Errorf("second search: got %+v, want %+v", got, want)
	}
}

// TestVisitedMovesAreAPrefix: below the root the moves stand in falling order
// of prior, and none is visited before those that stand before it.
func TestVisitedMovesAreAPrefix(t *testing.T) {
	g := maze{moves: 12, length: 1000, ends: 1 << 40}
	for _, cfg := range variants(500) {
		tree, forks := search(t, g, g.New(2), cfg, oracle{}, rng(2)), 0
		for n := range tree.nodes[1:] {
			moves := tree.moves(int32(n + 1))
			for i := 1; i < len(moves); i++ {
				if moves[i-1].prior < moves[i].prior || moves[i-1].visits == 0 && moves[i].visits > 0 {
					t.Fatalf("%s: node %d: %+v stands before %+v", cfg.Root, n+1, moves[i-1], moves[i])
				}
				forks += int(min(1, moves[i].visits))
			}
		}
		if forks < 20 {
			t.Errorf("%s: only %d second moves visited", cfg.Root, forks)
		}
	}
}

// TestNoiseDoesNotAccumulate: each search mixes its noise into priors without noise.
func TestNoiseDoesNotAccumulate(t *testing.T) {
	noisy := search(t, noughts{}, noughts{}.New(0), sims(10), oracle{}, rng(1))
	plain := search(t, noughts{}, noughts{}.New(0), sims(10), oracle{}, nil)
	for i, e := range noisy.moves(0) {
		if got := plain.moves(0)[i].prior; got == e.prior || got != noisy.priors[i] {
			t.Errorf("move %d: prior %v with noise, %v without, %v remembered", i, e.prior, got, noisy.priors[i])
		}
	}
	noisy.Begin(context.Background(), 0, nil)
	for i, e := range noisy.moves(0) {
		if got := plain.moves(0)[i].prior; got != e.prior {
			t.Errorf("move %d: prior %v in a search without noise, want %v", i, e.prior, got)
		}
	}
}

func TestAFinishedGameIsDone(t *testing.T) {
	b := draw3(t, "xxx oo. ...", env.Second)
	tree := search(t, noughts{}, b, sims(10), oracle{}, rng(1))
	if got := tree.Gather(nil); !tree.Done() || len(got) != 0 || len(tree.Moves(nil)) != 0 || len(tree.Line(nil)) != 0 {
		t.Errorf("done %v, leaves %v, moves %v", tree.Done(), got, tree.Moves(nil))
	}
}

// TestMemoryIsBounded: a game's trees stay within what their searches reach.
func TestMemoryIsBounded(t *testing.T) {
	g := maze{moves: 3, length: 200, ends: 1 << 40}
	cfg := sims(50)
	tree := NewTree(g, cfg)
	tree.Reset(g.New(1))
	for ply := range 150 {
		begin(t, tree, cfg, uint64(ply))
		if got := tree.Stats().Nodes; got > 50*20 {
			t.Fatalf("ply %d: %d nodes", ply, got)
		}
		tree.Advance(tree.Pick(0, nil))
	}
}
