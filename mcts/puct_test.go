package mcts

import (
	"math"
	"testing"

	"ludens/env"
)

// stand sets up a tree with a root for mover, whose moves have what edges say,
// and an edge into it with the given visits and mean for First.
func stand(cfg Config, mover env.Player, visits int32, mean float64, edges []edge) *Tree {
	tree := NewTree(noughts{}, cfg)
	for i := range edges {
		edges[i].action = env.Action(i)
		tree.priors = append(tree.priors, edges[i].prior)
		tree.before = append(tree.before, 0)
	}
	tree.edges[0] = edge{visits: visits, sum: mean * float64(visits)}
	tree.nodes = append(tree.nodes, node{first: 1, count: int32(len(edges)), mover: mover, open: true})
	tree.edges = append(tree.edges, edges...)
	tree.mixNoise()
	return tree
}

// TestPUCT has numbers worked out by hand. With 4 visits of the root, C sqrt(N)
// is 2 * (1.25 + ln(19657/19652)) = 2.50051.
func TestPUCT(t *testing.T) {
	for _, test := range []struct {
		name  string
		mover env.Player
		mean  float64 // of the root, for First
		edges []edge
		flaw  float64 // VirtualLoss
		want  int
	}{
		{
			// 0.5 + 2.50051*0.25/2 = 0.81256; 0 + 2.50051*0.5/3 = 0.41675
			name: "value and visits",
			edges: []edge{
				{prior: 0.5, visits: 2, sum: 0},
				{prior: 0.25, visits: 1, sum: 0.5},
			}, want: 1,
		},
		{
			// for Second: -0.5 + 0.31256 = -0.18744; 0.41675
			name: "the same values for Second", mover: env.Second,
			edges: []edge{
				{prior: 0.5, visits: 2, sum: 0},
				{prior: 0.25, visits: 1, sum: 0.5},
			}, want: 0,
		},
		{
			// visited: 0.2 + 2.50051*0.25/4 = 0.35628
			// not: 0.1 - 0.1*sqrt(0.25) + 2.50051*0.12 = 0.35006
			name: "first play urgency holds a move back", mean: 0.1,
			edges: []edge{
				{prior: 0.25, visits: 3, sum: 0.6},
				{prior: 0.12},
			}, want: 0,
		},
		{
			// not: 0.1 - 0.05 + 2.50051*0.125 = 0.36256
			name: "and lets it through", mean: 0.1,
			edges: []edge{
				{prior: 0.25, visits: 3, sum: 0.6},
				{prior: 0.125},
			}, want: 1,
		},
		{
			// for Second the parent is worth -0.1: 0.16256; visited: -0.2 + 0.15628 < 0
			name: "urgency for Second", mean: 0.1, mover: env.Second,
			edges: []edge{
				{prior: 0.25, visits: 3, sum: 0.6},
				{prior: 0.125},
			}, want: 1,
		},
		{
			name: "of moves without a visit the highest prior, then the first", mean: 0,
			edges: []edge{{prior: 0.1}, {prior: 0.3}, {prior: 0.3}}, want: 1,
		},
		{
			// in flight: -1 + 2.50051*0.5/2 = -0.375; the other: -0.9 + 0.625 = -0.275
			name: "a move that is only in flight counts as lost", flaw: 1,
			edges: []edge{
				{prior: 0.5, flying: 1},
				{prior: 0.5, visits: 1, sum: -0.9},
			}, want: 1,
		},
		{
			// in flight: 0 + 2.50051*0.5/2 = 0.625
			name: "or as even", flaw: 0,
			edges: []edge{
				{prior: 0.5, flying: 1},
				{prior: 0.5, visits: 1, sum: -0.9},
			}, want: 0,
		},
		{
			// in flight: 0.9 + 2.50051*0.5/3 = 1.317; the other: 0.6 + 0.625 = 1.225
			name: "a visit in flight has no value", flaw: 1,
			edges: []edge{
				{prior: 0.5, visits: 1, flying: 1, sum: 0.9},
				{prior: 0.5, visits: 1, sum: 0.6},
			}, want: 0,
		},
		{
			// the other: 0.7 + 0.625 = 1.325
			name: "but is a visit", flaw: 1,
			edges: []edge{
				{prior: 0.5, visits: 1, flying: 1, sum: 0.9},
				{prior: 0.5, visits: 1, sum: 0.7},
			}, want: 1,
		},
		{
			name: "a lost move is not visited",
			edges: []edge{
				{prior: 0.9, visits: 1, sum: 1, proof: proof{env.SecondWins, 0}},
				{prior: 0.1, visits: 1, sum: -1},
			}, want: 1,
		},
		{
			// draw: 0 + 2.50051*0.5/5 = 0.25005; the other: -0.3 + 2.50051*0.5/2 = 0.325
			name: "a drawn move is worth a draw whatever its visits said",
			edges: []edge{
				{prior: 0.5, visits: 4, sum: 4, proof: proof{env.Drawn, 1}},
				{prior: 0.5, visits: 1, sum: -0.3},
			}, want: 1,
		},
	} {
		cfg := Defaults()
		cfg.VirtualLoss = test.flaw
		tree := stand(cfg, test.mover, 4, test.mean, test.edges)
		if got := tree.puct(0, 0); got != test.want {
			t.Errorf("%s: chose %d, want %d", test.name, got, test.want)
		}
	}
}

func TestExplorationGrows(t *testing.T) {
	tree := NewTree(noughts{}, Defaults())
	for visits, want := range map[int32]float64{
		1:     1.25 + math.Log(19654.0/19652),
		4:     2 * (1.25 + math.Log(19657.0/19652)),
		19651: math.Sqrt(19651) * (1.25 + math.Ln2),
	} {
		if got := tree.explore(&edge{visits: visits}); math.Abs(got-want) > 1e-9*want {
			t.Errorf("after %d visits: got %v, want %v", visits, got, want)
		}
	}
}

// What a tree knows by heart is what the formula gives, on both sides of its end.
func TestExploreByHeart(t *testing.T) {
	tree := NewTree(noughts{}, Defaults())
	for _, n := range []int32{7, 0, 1, tabled - 1, tabled, 5000} {
		got, c := tree.explore(&edge{visits: n, flying: 1}), &tree.cfg
		want := (math.Log((2+float64(n)+c.CBase)/c.CBase) + c.CInit) * math.Sqrt(1+float64(n))
		if got != want {
			t.Errorf("%d visits: got %v, want %v", n+1, got, want)
		}
	}
}
