package mcts

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"ludens/env"
)

// TestConsidered has the schedules of mctx's own tests and two worked out from
// the paper's formula. Each group is one visit level: "0x8" is eight
// simulations for moves without a visit.
func TestConsidered(t *testing.T) {
	for _, test := range []struct {
		m, n int
		want string
	}{
		{m: 4, n: 16, want: "0x4 1x4 2x2 3x2 4x2 5x2"},
		{m: 16, n: 64, want: "0x16 1x8 2x8 3x4 4x4 5x4 6x4 7x2 8x2 9x2 10x2 11x2 12x2 13x2 14x2"},
		{m: 8, n: 24, want: "0x8 1x4 2x4 3x2 4x2 5x2 6x2"},
		{m: 8, n: 47, want: "0x8 1x4 2x4 3x4 4x2 5x2 6x2 7x2 8x2 9x2 10x2 11x2 12x2 13x2 14x2 15x2 16x2 17x1"},
		{m: 8, n: 13, want: "0x8 1x4 2x1"},
		{m: 8, n: 2, want: "0x2"},
		{m: 7, n: 24, want: "0x7 1x3 2x3 3x2 4x2 5x2 6x2 7x2 8x1"},
		{m: 1, n: 3, want: "0x1 1x1 2x1"},
	} {
		got, run := "", 0
		for i := range test.n {
			level := considered(test.m, test.n, i)
			if run++; i == test.n-1 || considered(test.m, test.n, i+1) != level {
				got += fmt.Sprintf(" %dx%d", level, run)
				run = 0
			}
		}
		if got != " "+test.want {
			t.Errorf("m=%d n=%d: got%s, want %s", test.m, test.n, got, test.want)
		}
	}
}

// TestHalving: the visits a search hands out, most first.
func TestHalving(t *testing.T) {
	g := maze{moves: 1, length: 1000, ends: 1 << 40}
	for _, test := range []struct {
		considered, moves, simulations int
		want                           []int32
	}{
		{considered: 4, moves: 9, simulations: 16, want: []int32{6, 6, 2, 2}},
		{considered: 16, moves: 9, simulations: 27, want: []int32{9, 9, 2, 2, 1, 1, 1, 1, 1}},
		{considered: 8, moves: 9, simulations: 24, want: []int32{7, 7, 3, 3, 1, 1, 1, 1}},
		{considered: 16, moves: 9, simulations: 2, want: []int32{1, 1}},
		{considered: 1, moves: 9, simulations: 5, want: []int32{5}},
		{considered: 16, moves: 1, simulations: 5, want: []int32{5}},
	} {
		cfg := sims(test.simulations)
		cfg.Root, cfg.Considered, cfg.Solver, cfg.Lookahead = Gumbel, test.considered, false, 0
		var tree *Tree
		if test.moves == 9 {
			tree = search(t, noughts{}, noughts{}.New(0), cfg, oracle{}, rng(5))
		} else {
			tree = search(t, g, g.New(0), cfg, oracle{}, rng(5))
		}
		got := visits(tree)
		slices.SortFunc(got, func(a, b int32) int { return int(b - a) })
		want := append(slices.Clone(test.want), make([]int32, len(got)-len(test.want))...)
		if !slices.Equal(got, want) {
			t.Errorf("%+v: got %v, want %v", test, got, want)
		}
	}
}

// TestHalvingCountsItsOwnVisits: what an earlier search left is no part
// of the schedule.
func TestHalvingCountsItsOwnVisits(t *testing.T) {
	g := maze{moves: 12, length: 1000, ends: 1 << 40}
	cfg := sims(100)
	cfg.Root, cfg.Considered = Gumbel, 4
	tree := search(t, g, g.New(8), cfg, oracle{}, rng(1))
	tree.Advance(tree.Pick(0, nil))
	tree.Begin(context.Background(), 16, rng(2))
	before := visits(tree)
	finish(t, tree, oracle{})
	var got []int32
	for i, n := range visits(tree) {
		got = append(got, n-before[i])
	}
	slices.SortFunc(got, func(a, b int32) int { return int(b - a) })
	if want := []int32{6, 6, 2, 2}; len(got) < 5 || !slices.Equal(got[:4], want) || got[4] != 0 {
		t.Errorf("got %v new visits, want %v; %v before", got, want, before)
	}
}

// A proof that is known before the search takes its move out of the schedule; one that comes
// later does not change how many moves halving goes on with.
func TestProofsBeforeTheSearchLeaveTheSchedule(t *testing.T) {
	g := maze{moves: 6, length: 1000, ends: 1 << 40}
	cfg := sims(40)
	cfg.Root, cfg.Considered, cfg.Solver, cfg.Lookahead = Gumbel, 16, true, 0
	root := g.New(8)
	lost := env.WinFor(root.ToMove().Other())
	tree := NewTree(g, cfg)
	tree.Reset(root)
	tree.Begin(context.Background(), 40, rng(1))
	legal := root.Legal(nil)
	if len(legal) < 4 {
		t.Fatalf("%d moves, want 4 or more", len(legal))
	}
	for i, a := range legal[:3] {
		want := len(legal) - i - 1
		if i == 2 { // too late
			for range 2 { // the root, and the first simulation
				batch := tree.Gather(nil)
				oracle{}.Evaluate(context.Background(), batch)
				tree.Apply(batch)
			}
			want++
		}
		tree.Know(a, lost, 1)
		if tree.candidates != want {
			t.Errorf("%d moves are lost, %d are considered, want %d", i+1, tree.candidates, want)
		}
	}
}

// TestImprovement has numbers worked out by hand. With SigmaScale 0.1:
//
//	weighted = (0.5*0.5 + 0.25*(-0.5)) / 0.75 = 1/6
//	mix      = (0.25 + 3/6) / 4               = 0.1875
//	scale    = (50 + 2) * 0.1 / 2             = 2.6
//	weights    0.5, 0.25 exp(-2.6), 0.25 exp(2.6 * (0.1875 - 0.5))
//	         = 0.5, 0.0185684,      0.1109368
func TestImprovement(t *testing.T) {
	for _, p := range []env.Player{env.First, env.Second} {
		cfg := Defaults()
		cfg.Root, cfg.SigmaScale = Gumbel, 0.1
		s := sign[p]
		tree := stand(cfg, p, 4, 0, []edge{
			{prior: 0.5, visits: 2, sum: s * 1},
			{prior: 0.25, visits: 1, sum: s * -0.5},
			{prior: 0.25},
		})
		tree.nodes[0].value = float32(s * 0.25)
		m := tree.improvement(0)
		if !near(m.mix, 0.1875) || !near(m.scale, 2.6) || m.visits != 3 || m.most != 0.5 {
			t.Errorf("%v: got %+v, want mix 0.1875, scale 2.6, 3 visits, most 0.5", p, m)
		}
		for i, want := range []float64{0.7942747, 0.0294968, 0.1762285} {
			if got := tree.Policy(nil)[i]; !near(float64(got), want) {
				t.Errorf("%v: policy of move %d is %v, want %v", p, i, got, want)
			}
		}
		// ln 0.5 + 1.5; ln 0.25 - 2.6 + 1; ln 0.25 - 0.8125 + 2
		tree.noise = []float64{1.5, 1, 2}
		tree.mixNoise()
		for i, want := range []float64{0.8068528, -2.9862944, -0.1987944} {
			if got := tree.score(&m, i); !near(got, want) {
				t.Errorf("%v: score of move %d is %v, want %v", p, i, got, want)
			}
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

// TestLostMovesTakeNoPart in mix, visits and shares.
func TestLostMovesTakeNoPart(t *testing.T) {
	cfg := Defaults()
	cfg.Root = Gumbel
	with := stand(cfg, env.First, 4, 0, []edge{
		{prior: 0.25, visits: 2, sum: 1},
		{prior: 0.5, visits: 9, sum: -4, proof: proof{env.SecondWins, 0}},
		{prior: 0.25},
	})
	without := stand(cfg, env.First, 4, 0, []edge{{prior: 0.25, visits: 2, sum: 1}, {prior: 0.25}})
	if got, want := with.improvement(0), without.improvement(0); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	got, want := with.Policy(nil), without.Policy(nil)
	if got[1] != 0 || got[0] != want[0] || got[2] != want[1] {
		t.Errorf("policy %v, want %v about a 0", got, want)
	}
}

// TestPolicyBelowTheRootIsWhole: the shares of the moves seen are what they
// are when all moves are added up.
func TestPolicyBelowTheRootIsWhole(t *testing.T) {
	g := maze{moves: 12, length: 1000, ends: 30}
	cfg := sims(200)
	cfg.Root = Gumbel
	tree := search(t, g, g.New(1), cfg, oracle{}, rng(1))
	if len(tree.nodes) < 150 {
		t.Fatalf("only %d nodes", len(tree.nodes))
	}
	for n := range tree.nodes {
		m := tree.improvement(int32(n))
		got, total := slices.Clone(tree.improved(&m, int32(n))), 0.0
		mover := tree.nodes[n].mover
		for _, e := range tree.moves(int32(n)) {
			if !e.proof.lostFor(mover) {
				total += float64(e.prior) * math.Exp(tree.sigma(&m, &e, mover))
			}
		}
		for i, share := range got {
			e := &tree.moves(int32(n))[i]
			want := float64(e.prior) * math.Exp(tree.sigma(&m, e, mover)) / total
			if e.proof.lostFor(mover) {
				want = 0
			}
			if total > 0 && !near(share, want) {
				t.Errorf("node %d, move %d: share %v, want %v", n, i, share, want)
			}
		}
	}
}

// TestInnerVisitsFollowTheImprovedPolicy within one visit a move, since the
// values below are all 0 and so the policy stands still.
func TestInnerVisitsFollowTheImprovedPolicy(t *testing.T) {
	g := maze{moves: 4, length: 1000, ends: 1 << 40}
	cfg := sims(400)
	cfg.Root, cfg.Considered = Gumbel, 1
	tree := search(t, g, g.New(9), cfg, flat{}, rng(2))
	n := tree.moves(0)[tree.best(0)].child
	sum := tree.edges[tree.nodes[0].first+int32(tree.best(0))].visits - 1
	for i, e := range tree.moves(n) {
		if want := float64(e.prior) * float64(sum); math.Abs(float64(e.visits)-want) > 1.5 {
			t.Errorf("move %d: %d visits, want %.1f of %d", i, e.visits, want, sum)
		}
	}
}

// flat has oracle's priors and values 0.
type flat struct{}

func (flat) Evaluate(ctx context.Context, leaves []Leaf) error {
	err := oracle{}.Evaluate(ctx, leaves)
	for i := range leaves {
		leaves[i].Value = 0
	}
	return err
}

// TestFirstSampleFollowsThePrior: if values are equal, the move picked is a
// sample of the prior, by the Gumbel-max trick.
func TestFirstSampleFollowsThePrior(t *testing.T) {
	const n = 20_000
	g := maze{moves: 8, length: 1000, ends: 1 << 40}
	cfg := sims(2)
	cfg.Root = Gumbel
	tree, r := NewTree(g, cfg), rng(4)
	tree.Reset(g.New(12))
	tree.Begin(context.Background(), 2, nil)
	finish(t, tree, flat{})
	got := make([]float64, len(tree.priors))
	for range n {
		tree.Begin(context.Background(), 0, r)
		got[tree.Pick(0, nil)] += 1.0 / n
	}
	for i, p := range tree.priors {
		want := float64(p)
		if math.Abs(got[i]-want) > 5*math.Sqrt(want/n) {
			t.Errorf("move %d picked %.4f of the time, prior %.4f", i, got[i], want)
		}
	}
}
