package mcts

import (
	"math"
	"slices"
	"testing"

	"ludens/env"
)

func TestPolicy(t *testing.T) {
	won, lost, drawn := proof{env.FirstWins, 3}, proof{env.SecondWins, 2}, proof{env.Drawn, 4}
	for _, test := range []struct {
		name  string
		edges []edge
		want  []float32
		pick  env.Action
	}{
		{
			name:  "in proportion to visits",
			edges: []edge{{prior: 0.5, visits: 1}, {prior: 0.5, visits: 3}},
			want:  []float32{0.25, 0.75}, pick: 1,
		},
		{
			name:  "without a visit by priors",
			edges: []edge{{prior: 0.25}, {prior: 0.75}},
			want:  []float32{0.25, 0.75}, pick: 1,
		},
		{
			name:  "lost moves have no share",
			edges: []edge{{visits: 6, proof: lost}, {visits: 1}, {visits: 3, proof: drawn}},
			want:  []float32{0, 0.25, 0.75}, pick: 2,
		},
		{
			name:  "a win has all",
			edges: []edge{{visits: 6}, {visits: 1, proof: won}, {visits: 3, proof: drawn}},
			want:  []float32{0, 1, 0}, pick: 1,
		},
		{
			name:  "the quicker win",
			edges: []edge{{visits: 6, proof: won}, {proof: proof{env.FirstWins, 0}}},
			want:  []float32{0, 1}, pick: 1,
		},
		{
			name:  "the slower loss",
			edges: []edge{{visits: 6, proof: lost}, {visits: 1, proof: proof{env.SecondWins, 8}}},
			want:  []float32{0, 1}, pick: 1,
		},
		{
			name:  "a draw before a loss",
			edges: []edge{{visits: 6, proof: lost}, {visits: 1, proof: drawn}},
			want:  []float32{0, 1}, pick: 1,
		},
		{
			name:  "moves left over without visit or prior",
			edges: []edge{{visits: 6, prior: 1, proof: lost}, {}, {}},
			want:  []float32{0, 0.5, 0.5}, pick: 1,
		},
		{
			name:  "equal visits: the higher value",
			edges: []edge{{visits: 2, sum: -1}, {visits: 2, sum: 1}},
			want:  []float32{0.5, 0.5}, pick: 1,
		},
	} {
		tree := stand(Defaults(), env.First, 10, 0, test.edges)
		if got := tree.Policy(nil); !slices.Equal(got, test.want) {
			t.Errorf("%s: policy %v, want %v", test.name, got, test.want)
		}
		if got := tree.Pick(0, nil); got != test.pick {
			t.Errorf("%s: picks %d, want %d", test.name, got, test.pick)
		}
		if got := tree.Moves(nil)[0].Action; got != test.pick {
			t.Errorf("%s: Moves begins with %d, want %d", test.name, got, test.pick)
		}
	}
}

// TestTemperature: shares 1/6, 2/6, 3/6 become, to the power of 1/T, those of
// the table.
func TestTemperature(t *testing.T) {
	const picks = 60_000
	for _, test := range []struct {
		temperature float64
		want        [4]float64
	}{
		{1, [4]float64{1.0 / 6, 2.0 / 6, 0, 3.0 / 6}},
		{0.5, [4]float64{1.0 / 14, 4.0 / 14, 0, 9.0 / 14}},
		{1e-3, [4]float64{0, 0, 0, 1}},
		{1e6, [4]float64{1.0 / 3, 1.0 / 3, 0, 1.0 / 3}},
	} {
		tree := stand(Defaults(), env.First, 7, 0, []edge{{visits: 1}, {visits: 2}, {}, {visits: 3}})
		var got [4]float64
		r := rng(11)
		for range picks {
			got[tree.Pick(test.temperature, r)] += 1.0 / picks
		}
		for i, want := range test.want {
			if math.Abs(got[i]-want) > 5*math.Sqrt(want/picks) {
				t.Errorf("temperature %v: move %d picked %.4f of the time, want %.4f", test.temperature, i, got[i], want)
			}
		}
	}
}

func TestLineFollowsTheBestMoves(t *testing.T) {
	g := tell(t, "F(S(= =) S(F(= +) F(S(+ F(- +)) -)) S(- -))")
	tree := search(t, g, g.New(0), sims(300), Uniform{}, nil)
	line := tree.Line(nil)
	s := g.New(0)
	for _, a := range line {
		s.Play(a)
	}
	if r, plies := tree.Proof(); r != env.FirstWins || len(line) > plies || s.Result() != r {
		t.Errorf("line %v leads to %v; proof is %v in %d", line, s.Result(), r, plies)
	}
}

// Moves tell of each move its share of Policy: none of what is proven to lose.
func TestMovesTellThePolicy(t *testing.T) {
	g := tell(t, "F(S(= =) S(F(= +) F(S(+ F(- +)) -)) S(- -))")
	for _, root := range []string{PUCT, Gumbel} {
		cfg := sims(300)
		cfg.Root = root
		tree := search(t, g, g.New(0), cfg, Uniform{}, nil)
		policy, legal := tree.Policy(nil), g.New(0).Legal(nil)
		for _, m := range tree.Moves(nil) {
			if want := policy[slices.Index(legal, m.Action)]; m.Policy != want {
				t.Errorf("%s: move %d has a share of %v, want %v", root, m.Action, m.Policy, want)
			}
			if m.Value == -1 && m.Policy != 0 {
				t.Errorf("%s: move %d loses and has a share of %v", root, m.Action, m.Policy)
			}
		}
	}
}

// Each move has its own line: the best one's is Line.
func TestLinesOfAllMoves(t *testing.T) {
	g := noughts{}
	tree := search(t, g, g.New(0), sims(300), Uniform{}, nil)
	for i, m := range tree.Moves(nil) {
		line := tree.LineOf(nil, m.Action)
		if i == 0 && !slices.Equal(line, tree.Line(nil)) {
			t.Errorf("the best move's line is %v, want %v", line, tree.Line(nil))
		}
		s := g.New(0)
		for _, a := range line {
			s.Play(a) // panics if it is not legal
		}
		if line[0] != m.Action || len(line) < 2 {
			t.Errorf("move %d with %d visits has the line %v", m.Action, m.Visits, line)
		}
	}
	fresh := NewTree(g, sims(1))
	fresh.Reset(g.New(0))
	if line := fresh.LineOf(nil, 2); !slices.Equal(line, []env.Action{2}) {
		t.Errorf("a tree that has looked at nothing: line %v, want the move alone", line)
	}
}
