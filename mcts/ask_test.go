package mcts

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"testing"
)

// faulty answers as the oracle does, until it has been asked about that many leaves:
// from then on a fault is put into each answer.
type faulty struct {
	sound atomic.Int64 // leaves
	fault func(l *Leaf)
}

func newFaulty(sound int, fault func(l *Leaf)) *faulty {
	f := &faulty{fault: fault}
	f.sound.Store(int64(sound))
	return f
}

func (f *faulty) Evaluate(ctx context.Context, leaves []Leaf) error {
	err := oracle{}.Evaluate(ctx, leaves)
	for i := range leaves {
		if f.sound.Add(-1) < 0 {
			f.fault(&leaves[i])
		}
	}
	return err
}

var (
	nan = float32(math.NaN())
	inf = float32(math.Inf(1))
)

// faults are answers that no search can use, and what is said of them.
var faults = []struct {
	name  string
	fault func(l *Leaf)
	want  string
}{
	{"a NaN prior", func(l *Leaf) { l.Prior[len(l.Prior)-1] = nan }, "is NaN, want 0 to 1"},
	{"NaN priors", func(l *Leaf) { fill(l.Prior, nan) }, "is NaN, want 0 to 1"},
	{"an infinite prior", func(l *Leaf) { l.Prior[0] = inf }, "is +Inf, want 0 to 1"},
	{"an infinite prior below 0", func(l *Leaf) { l.Prior[0] = -inf }, "is -Inf, want 0 to 1"},
	{"a negative prior", func(l *Leaf) { l.Prior[0] -= 1 }, "want 0 to 1"},
	{"no prior at all", func(l *Leaf) { fill(l.Prior, 0) }, "sum to 0, want 1"},
	{"half a prior", func(l *Leaf) { fill(l.Prior, 0); l.Prior[0] = 0.5 }, "sum to 0.5, want 1"},
	{"priors that were not normalised", func(l *Leaf) { fill(l.Prior, 0.75) }, "want 1"},
	{"a NaN value", func(l *Leaf) { l.Value = nan }, "the value is NaN, want -1 to 1"},
	{"an infinite value", func(l *Leaf) { l.Value = -inf }, "the value is -Inf, want -1 to 1"},
	{"a value beyond the scale", func(l *Leaf) { l.Value = 1.5 }, "the value is 1.5, want -1 to 1"},
}

func fill(dst []float32, v float32) {
	for i := range dst {
		dst[i] = v
	}
}

// A search with an answer that breaks the law stops with an error that names the
// position, whether the answer is the root's or a later one, and however it is driven.
func TestSearchRefusesUnusableAnswers(t *testing.T) {
	for _, root := range []string{PUCT, Gumbel} {
		for _, threads := range []int{1, 3} {
			for _, sound := range []int{0, 1, 20} {
				for _, test := range faults {
					t.Run(fmt.Sprintf("%s, %d threads, after %d, %s", root, threads, sound, test.name), func(t *testing.T) {
						err := searchWith(newFaulty(sound, test.fault), root, threads)
						if !errors.Is(err, ErrAnswer) || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "in the position ") {
							t.Errorf("error %v, want an ErrAnswer that says %q and names the position", err, test.want)
						}
						if err != nil && strings.Contains(err.Error(), "\n") {
							t.Errorf("error %q is of several lines", err)
						}
					})
				}
				// The control: the same driver takes sound answers.
				if err := searchWith(newFaulty(sound, func(*Leaf) {}), root, threads); err != nil {
					t.Errorf("%s, %d threads: sound answers: %v", root, threads, err)
				}
			}
		}
	}
}

// searchWith makes a search of 64 simulations.
func searchWith(e Evaluator, root string, threads int) error {
	cfg := sims(64)
	cfg.Root, cfg.Leaves = root, 4
	tree := NewTree(noughts{}, cfg)
	tree.SetThreads(threads)
	tree.Reset(&board{})
	tree.Begin(context.Background(), cfg.Simulations, rng(1))
	return Search(context.Background(), tree, e)
}

// Rounding is not a fault: the softmax of many float32 does not sum to 1 to the last bit.
func TestAskTakesRoundedAnswers(t *testing.T) {
	for _, fault := range []func(l *Leaf){
		func(l *Leaf) { l.Prior[0] += 1e-4 },
		func(l *Leaf) { fill(l.Prior, 0); l.Prior[1] = 1 },
		func(l *Leaf) { l.Value = 1 + 1e-6 },
	} {
		leaves := questions(&board{})
		if err := Ask(context.Background(), newFaulty(0, fault), leaves); err != nil {
			t.Errorf("answer %v, %v: %v", leaves[0].Value, leaves[0].Prior, err)
		}
	}
}

// BenchmarkUsable is what the check of an answer costs a search, per leaf.
func BenchmarkUsable(b *testing.B) {
	l := Leaf{Prior: make([]float32, 32)}
	fill(l.Prior, 1./32)
	for b.Loop() {
		if !l.usable() {
			b.Fatal("refused")
		}
	}
}
