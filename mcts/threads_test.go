package mcts

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"ludens/env"
)

// unsteady is an evaluator that takes now more and now less time.
type unsteady struct{ Evaluator }

func (u unsteady) Evaluate(ctx context.Context, leaves []Leaf) error {
	switch rand.IntN(8) { // the global generator: no result may depend on it
	case 0:
		time.Sleep(time.Duration(rand.IntN(50)) * time.Microsecond)
	case 1, 2:
		for range rand.IntN(20) {
			runtime.Gosched()
		}
	}
	return u.Evaluator.Evaluate(ctx, leaves)
}

// inOrder makes the search that has begun as its threads would if each were done with
// its leaves at once: the second way to say what turns are.
func inOrder(t *testing.T, tree *Tree, e Evaluator) {
	t.Helper()
	batches := make([][]Leaf, len(tree.rounds))
	for i, idle := 0, 0; idle < len(batches); i = (i + 1) % len(batches) {
		if len(batches[i]) > 0 {
			tree.Apply(batches[i])
		}
		batches[i] = tree.Gather(batches[i][:0])
		if err := e.Evaluate(context.Background(), batches[i]); err != nil {
			t.Fatal(err)
		}
		if idle++; len(batches[i]) > 0 || !tree.Done() {
			idle = 0
		}
	}
}

// configured returns the configurations that threads are tried with.
func configured() (all []Config) {
	for _, root := range []string{PUCT, Gumbel} {
		for _, leaves := range []int{1, 4} {
			cfg := sims(150)
			cfg.Root, cfg.Leaves = root, leaves
			all = append(all, cfg)
		}
	}
	return all
}

// The threads find what their number says, however fast each of them is.
func TestThreadsTakeTurns(t *testing.T) {
	for _, cfg := range configured() {
		for _, threads := range []int{1, 2, 3, 7} {
			for seed := range uint64(8) {
				trees := [2]*Tree{NewTree(wilds, cfg), NewTree(wilds, cfg)}
				for _, tree := range trees {
					tree.SetThreads(threads)
					tree.Reset(wilds.New(seed))
				}
				for ply := 0; ply < 3 && trees[0].Root().Result() == env.Ongoing; ply++ {
					for _, tree := range trees {
						tree.Begin(context.Background(), cfg.Simulations, rng(seed))
					}
					inOrder(t, trees[0], oracle{})
					finish(t, trees[1], unsteady{oracle{}})
					if want, got := dump(trees[0]), dump(trees[1]); got != want {
						t.Fatalf("%s, %d leaves, %d threads, seed %d: got\n%s\nwant\n%s", cfg.Root, cfg.Leaves, threads, seed, got, want)
					}
					a := trees[0].Pick(0, nil)
					trees[0].Advance(a)
					trees[1].Advance(a)
				}
			}
		}
	}
}

// Nothing is lost between threads and nothing counted twice: the laws of a search by
// one hold for a search by many.
func TestThreadsLoseNothing(t *testing.T) {
	for _, cfg := range configured() {
		cfg.Solver, cfg.Lookahead = false, 0
		for seed := range uint64(10) {
			tree := NewTree(wilds, cfg)
			tree.SetThreads(3)
			tree.Reset(wilds.New(seed))
			tree.Begin(context.Background(), cfg.Simulations, nil)
			finish(t, tree, unsteady{oracle{}})
			checkMeans(t, tree)
			if got := tree.Stats().Simulations; got != cfg.Simulations {
				t.Errorf("%s, %d leaves, seed %d: %d simulations, want %d", cfg.Root, cfg.Leaves, seed, got, cfg.Simulations)
			}
		}
	}
}

// Threads know what one knows: noughts and crosses are played perfectly.
func TestThreadsPlayNoughtsPerfectly(t *testing.T) {
	cfg := sims(2000)
	cfg.Leaves = 4
	tree := NewTree(noughts{}, cfg)
	tree.SetThreads(4)
	s := noughts{}.New(0).(*board)
	for s.Result() == env.Ongoing {
		want := s.truth()
		tree.Reset(s)
		tree.Begin(context.Background(), cfg.Simulations, nil)
		finish(t, tree, NewRollout(noughts{}, 1, 1))
		s.Play(tree.Pick(0, nil))
		if got := s.truth(); got != want {
			t.Fatalf("the position was %v, best play keeps it; after the search's move it is %v:\n%v", want, got, s)
		}
	}
}

// after is an evaluator that fails once it has been asked so often.
type after struct {
	left   *atomic.Int64
	failed error
}

func (a after) Evaluate(ctx context.Context, leaves []Leaf) error {
	if a.left.Add(-1) < 0 {
		return a.failed
	}
	return oracle{}.Evaluate(ctx, leaves)
}

// wide is a game in which no search comes to an end soon.
var wide = maze{moves: 30, length: 60, ends: 50}

// Where an evaluation fails, the search ends with its error, nothing is left in flight,
// and another call goes on.
func TestThreadsEndWithAnError(t *testing.T) {
	broken := errors.New("broken")
	for asked := range int64(12) {
		cfg := sims(100)
		cfg.Leaves, cfg.Solver, cfg.Lookahead = 2, false, 0
		tree := NewTree(wide, cfg)
		tree.SetThreads(3)
		tree.Reset(wide.New(1))
		tree.Begin(context.Background(), cfg.Simulations, nil)
		var left atomic.Int64
		left.Store(asked)
		if err := Search(context.Background(), tree, after{&left, broken}); !errors.Is(err, broken) {
			t.Fatalf("after %d answers: error %v, want the evaluator's", asked, err)
		}
		if tree.flying != 0 || tree.waiting != 0 {
			t.Fatalf("after %d answers: %d leaves in %d rounds are in flight", asked, tree.flying, tree.waiting)
		}
		finish(t, tree, oracle{})
		checkMeans(t, tree)
		if got := tree.Stats().Simulations; got != cfg.Simulations {
			t.Errorf("after %d answers: %d simulations in the end, want %d", asked, got, cfg.Simulations)
		}
	}
}

// Leaves that are out when the number of threads changes are forgotten: their simulations have not
// happened, no edge has them in flight, and the search goes on with the new number.
func TestThreadsChangeUnderWay(t *testing.T) {
	for _, threads := range []int{1, 2, 5} {
		cfg := sims(100)
		cfg.Leaves, cfg.Solver, cfg.Lookahead = 2, false, 0
		tree := NewTree(wide, cfg)
		tree.SetThreads(3)
		tree.Reset(wide.New(1))
		tree.Begin(context.Background(), cfg.Simulations, nil)
		first := tree.Gather(nil)
		if err := (oracle{}).Evaluate(context.Background(), first); err != nil {
			t.Fatal(err)
		}
		tree.Apply(first)
		for range 2 {
			if len(tree.Gather(nil)) == 0 {
				t.Fatal("no leaves are out")
			}
		}
		tree.SetThreads(threads)
		if tree.flying != 0 || tree.waiting != 0 {
			t.Fatalf("%d threads: %d leaves in %d rounds are in flight", threads, tree.flying, tree.waiting)
		}
		finish(t, tree, oracle{})
		checkMeans(t, tree)
		if got := tree.Stats().Simulations; got != cfg.Simulations {
			t.Errorf("%d threads: %d simulations in the end, want %d", threads, got, cfg.Simulations)
		}
	}
}

// When ctx ends, all threads do, be it one; and what is to be called between rounds is, until
// then.
func TestThreadsAreStopped(t *testing.T) {
	for _, threads := range []int{1, 4} {
		cfg := sims(MaxSimulations)
		cfg.Solver, cfg.Lookahead = false, 0
		tree := NewTree(wide, cfg)
		tree.SetThreads(threads)
		tree.Reset(wide.New(2))
		tree.Begin(context.Background(), MaxSimulations, nil)
		ctx, stop := context.WithTimeout(context.Background(), time.Minute)
		g, rounds := NewGuard(tree, nil), 0
		g.Between = func() {
			if rounds++; rounds == 100 {
				stop()
			}
		}
		if err := g.Search(ctx, Uniform{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%d threads: error %v, want that of the context", threads, err)
		}
		if tree.flying != 0 || rounds != 100 {
			t.Errorf("%d threads: %d leaves in flight after %d rounds, want none after 100", threads, tree.flying, rounds)
		}
		stop()
	}
}

// A tree whose threads become fewer or more between searches searches as one that has had that
// many from the beginning.
func TestThreadsChange(t *testing.T) {
	search := func(tree *Tree, simulations int) Stats {
		tree.Reset(wilds.New(5))
		tree.Begin(t.Context(), simulations, nil)
		if err := Search(t.Context(), tree, oracle{}); err != nil {
			t.Fatal(err)
		}
		return tree.Stats()
	}
	tree := NewTree(wilds, sims(60))
	for n, threads := range []int{1, 3, 2, 5, 1, 4, 1} {
		for simulations := 20; simulations < 26; simulations++ { // so that another round is the oldest at the end
			tree.SetThreads(threads)
			fresh := NewTree(wilds, sims(60))
			fresh.SetThreads(threads)
			if got, want := search(tree, simulations), search(fresh, simulations); got != want {
				t.Errorf("change %d to %d threads: %+v, want %+v", n, threads, got, want)
			}
		}
	}
}
