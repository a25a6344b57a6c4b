package nn

import (
	"fmt"
	"math"

	"ludens/nn/internal/kernel"
)

// Batch is what one training step learns from, n rows.
type Batch struct {
	Obs    []float32 // [n, planes, rows, cols]
	Legal  []bool    // [n, actions]
	Policy []float32 // [n, actions]: target probabilities, 0 where not legal
	WDL    []float32 // [n, 3]: target probabilities of win, draw, loss for the mover
	Score  []float32 // [n]: how far the mover had come in the end, in [-1, 1]

	PolicyWeight []float32 // [n]: 0 where the search gave no target
	ValueWeight  []float32 // [n]: 0 where the game was cut off
	ScoreWeight  []float32 // [n]: 0 where the game has no score
}

// NewBatch returns room for n rows. All is zero: no target weighs anything.
func NewBatch(s Spec, n int) Batch {
	return Batch{
		Obs: make([]float32, n*s.Size()), Legal: make([]bool, n*s.Actions()),
		Policy: make([]float32, n*s.Actions()), WDL: make([]float32, n*3),
		Score:        make([]float32, n),
		PolicyWeight: make([]float32, n), ValueWeight: make([]float32, n), ScoreWeight: make([]float32, n),
	}
}

// check returns the first thing wrong with b as n rows for s.
func (b Batch) check(s Spec, n int) error {
	for _, f := range []struct {
		name       string
		have, want int
	}{
		{"Obs", len(b.Obs), n * s.Size()}, {"Legal", len(b.Legal), n * s.Actions()},
		{"Policy", len(b.Policy), n * s.Actions()}, {"WDL", len(b.WDL), n * 3},
		{"PolicyWeight", len(b.PolicyWeight), n}, {"ValueWeight", len(b.ValueWeight), n},
		{"Score", len(b.Score), n}, {"ScoreWeight", len(b.ScoreWeight), n},
	} {
		if f.have != f.want {
			return fmt.Errorf("batch of %d rows: %s has %d elements, want %d", n, f.name, f.have, f.want)
		}
	}
	errs := make([]error, n)
	kernel.Split(n, func(from, to int) {
		for i := from; i < to; i++ {
			errs[i] = b.checkRow(s, i)
		}
	})
	for i, err := range errs {
		if err != nil {
			return fmt.Errorf("batch: row %d: %w", i, err)
		}
	}
	return nil
}

func (b Batch) checkRow(s Spec, i int) error {
	for _, v := range b.Obs[i*s.Size():][:s.Size()] {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return fmt.Errorf("observation of %v", v)
		}
	}
	for _, w := range []float32{b.PolicyWeight[i], b.ValueWeight[i], b.ScoreWeight[i]} {
		if !(w >= 0 && w <= math.MaxFloat32) {
			return fmt.Errorf("weight %v", w)
		}
	}
	if b.PolicyWeight[i] > 0 {
		target := b.Policy[i*s.Actions():][:s.Actions()]
		for a, legal := range b.Legal[i*s.Actions():][:s.Actions()] {
			if !legal && target[a] != 0 {
				return fmt.Errorf("policy target %v on action %d, which is not legal", target[a], a)
			}
		}
		if err := checkDistribution(target); err != nil {
			return fmt.Errorf("policy target %w", err)
		}
	}
	if b.ScoreWeight[i] > 0 && !(b.Score[i] >= -1 && b.Score[i] <= 1) {
		return fmt.Errorf("score target %v, want -1 to 1", b.Score[i])
	}
	if b.ValueWeight[i] > 0 {
		if err := checkDistribution(b.WDL[3*i:][:3]); err != nil {
			return fmt.Errorf("value target %w", err)
		}
	}
	return nil
}

// checkDistribution returns an error unless p are probabilities that sum to 1.
func checkDistribution(p []float32) error {
	sum := 0.0
	for i, v := range p {
		if !(v >= 0) {
			return fmt.Errorf("%d is %v", i, v)
		}
		sum += float64(v)
	}
	if math.Abs(sum-1) > 1e-3 {
		return fmt.Errorf("sums to %v, want 1", sum)
	}
	return nil
}
