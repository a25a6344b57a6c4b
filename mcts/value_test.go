package mcts

import (
	"context"
	"math"
	"testing"

	"ludens/env"
)

// The shares of E2b sum to 1: compared with a search for a by Newton's method from above.
func TestSharedMean(t *testing.T) {
	for seed := range uint64(200) {
		r := rng(seed)
		weights, values := make([]float64, 1+r.IntN(30)), []float64{}
		for i := range weights {
			weights[i] = math.Pow(10, -4*r.Float64())
			values = append(values, 2*r.Float64()-1)
		}
		got, want := sharedMean(weights, values), newtonMean(weights, values)
		if math.Abs(got-want) > 1e-6 {
			t.Errorf("seed %d, %d moves: %v, want %v", seed, len(weights), got, want)
		}
	}
}

// newtonMean is sharedMean with a found by Newton's method on 1/sum - 1.
func newtonMean(weights, values []float64) float64 {
	a := math.Inf(-1)
	for i := range weights {
		a = max(a, values[i]+weights[i])
	}
	for range 200 {
		sum, slope := 0.0, 0.0
		for i, w := range weights {
			sum += w / (a - values[i])
			slope -= w / (a - values[i]) / (a - values[i])
		}
		a += sum * (sum - 1) / -slope // the root of 1/sum - 1, which is concave in a
	}
	mean := 0.0
	for i, w := range weights {
		mean += w / (a - values[i]) * values[i]
	}
	return mean
}

// Between the worst move and the best, and nearer to the best with more visits: with one
// prior and values 0 and 1 the share of the better move has a closed form.
func TestSharedMeanOfTwoMoves(t *testing.T) {
	for _, w := range []float64{1e-4, 0.01, 0.1, 1, 10} {
		want := 2 * w / (2*w - 1 + math.Sqrt(1+4*w*w)) // w/a + w/(a-1) = 1
		if got := sharedMean([]float64{w, w}, []float64{0, 1}); math.Abs(got-want) > 1e-6 {
			t.Errorf("w %v: %v, want %v", w, got, want)
		}
	}
}

// PUCT's visits converge to the shares: without noise the value of a long search is
// near the mean of its leaves. A Gumbel root's is not: it visits bad moves as often.
func TestValueOfPUCTIsNearItsMean(t *testing.T) {
	g := maze{moves: 6, length: 1000, ends: 1 << 40}
	gap := func(root string) (worst float64) {
		for seed := range uint64(20) {
			cfg := Defaults().Of(4000)
			cfg.Root = root
			tree := search(t, g, g.New(seed), cfg, oracle{}, nil)
			e := &tree.edges[0]
			mean := sign[tree.root.ToMove()] * e.sum / float64(e.visits)
			worst = max(worst, math.Abs(mean-float64(tree.Value())))
		}
		return worst
	}
	puct, gumbel := gap(PUCT), gap(Gumbel)
	t.Logf("worst gap: puct %.4f, gumbel %.4f", puct, gumbel)
	if puct > 0.02 || gumbel < 2*puct {
		t.Errorf("worst gap between value and mean: puct %.4f, want at most 0.02; gumbel %.4f, want more", puct, gumbel)
	}
}

// Without a visit the value is the root's own evaluation; before that, 0.
func TestValueBeforeTheFirstVisit(t *testing.T) {
	g := maze{moves: 6, length: 1000, ends: 1 << 40}
	tree := NewTree(g, Defaults())
	tree.Reset(g.New(1))
	if got := tree.Value(); got != 0 {
		t.Errorf("nothing evaluated: %v, want 0", got)
	}
	tree.Begin(context.Background(), 1, nil)
	leaves := tree.Gather(nil)
	if err := (oracle{}).Evaluate(t.Context(), leaves); err != nil {
		t.Fatal(err)
	}
	tree.Apply(leaves)
	if got, want := tree.Value(), leaves[0].Value; got != want {
		t.Errorf("root evaluated: %v, want its evaluation %v", got, want)
	}
}

// What a draw is worth to First counts at leaves and ends, and the other side sees it
// the other way round. Without it a draw is 0.
func TestSetDraw(t *testing.T) {
	g := maze{moves: 3, length: 1000, ends: 1 << 40}
	for _, cfg := range variants(60) {
		for seed := range uint64(10) {
			at := func(draw float64) *Tree {
				tree := NewTree(g, cfg)
				if tree.SetDraw(draw); tree.Draw() != draw {
					t.Errorf("a draw of %v is read as %v", draw, tree.Draw())
				}
				tree.Reset(g.New(seed))
				tree.Begin(context.Background(), Full, nil)
				if err := Search(t.Context(), tree, drawish{}); err != nil {
					t.Fatal(err)
				}
				return tree
			}
			if got := [2]float64{at(0.5).result(env.Drawn, env.First), at(0.5).result(env.Drawn, env.Second)}; got != [2]float64{0.5, -0.5} {
				t.Fatalf("a draw is worth %v to both", got)
			}
			none, first, second := at(0), at(0.5), at(-0.5)
			if none.Value() != 0 {
				t.Fatalf("seed %d: all is drawn, and worth %v", seed, none.Value())
			}
			want := float32(0.5 * sign[first.root.ToMove()])
			if math.Abs(float64(first.Value()-want)) > 1e-6 || math.Abs(float64(second.Value()+want)) > 1e-6 {
				t.Errorf("seed %d: %v and %v, want %v and %v", seed, first.Value(), second.Value(), want, -want)
			}
		}
	}
}

// drawish expects nothing but draws.
type drawish struct{}

func (drawish) Evaluate(_ context.Context, leaves []Leaf) error {
	for i := range leaves {
		leaves[i].Value, leaves[i].Drawn = 0, 1
		uniform(leaves[i].Prior)
	}
	return nil
}
