package nn

import (
	"math/rand/v2"
	"testing"

	"ludens/env/seed"
)

// tinySpecs are networks of every form: square and oblong boards, logits on
// cells, on no cell, and both.
var tinySpecs = map[string]Spec{
	"5x5 planes":          {Planes: 3, Rows: 5, Cols: 5, Channels: 4, Blocks: 1, PolicyChannels: 2, PolicyPlanes: 3, ValueChannels: 1, ValueHidden: 5, Score: true},
	"6x7 globals":         {Planes: 2, Rows: 6, Cols: 7, Channels: 5, Blocks: 1, PolicyChannels: 2, Globals: 7, ValueChannels: 2, ValueHidden: 6},
	"7x7 planes, globals": {Planes: 4, Rows: 7, Cols: 7, Channels: 6, Blocks: 2, PolicyChannels: 3, PolicyPlanes: 2, Globals: 1, ValueChannels: 2, ValueHidden: 4},
	"9x9 no blocks":       {Planes: 1, Rows: 9, Cols: 9, Channels: 3, Blocks: 0, PolicyChannels: 1, PolicyPlanes: 1, Globals: 2, ValueChannels: 1, ValueHidden: 3, Score: true},
	"3x2 one channel":     {Planes: 1, Rows: 3, Cols: 2, Channels: 1, Blocks: 1, PolicyChannels: 1, PolicyPlanes: 1, ValueChannels: 1, ValueHidden: 1},
}

// newNet returns the network of s drawn from stream i.
func newNet(t testing.TB, s Spec, i int) *Net {
	t.Helper()
	n, err := New(s, seed.New(1).At("net", i).Rand())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// newTrainer returns a trainer of net.
func newTrainer(t testing.TB, net *Net, c Config) *Trainer {
	t.Helper()
	tr, err := NewTrainer(net, c)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// step takes one step, which must succeed.
func step(t testing.TB, tr *Trainer, b Batch, lr float32) Loss {
	t.Helper()
	loss, err := tr.Step(b, lr)
	if err != nil {
		t.Fatal(err)
	}
	return loss
}

// randomBatch returns n rows of sparse observations, about two legal moves in
// three, targets on two of them, results, and one weight in four zero.
func randomBatch(s Spec, n, i int) Batch {
	r := seed.New(1).At("batch", i).Rand()
	b := NewBatch(s, n)
	copy(b.Obs, randomObs(s, n, r))
	for row := range n {
		legal, policy := b.Legal[row*s.Actions():][:s.Actions()], b.Policy[row*s.Actions():]
		for a := range legal {
			legal[a] = r.IntN(3) > 0
		}
		best, second := r.IntN(len(legal)), r.IntN(len(legal))
		legal[best], legal[second] = true, true
		policy[best] += 0.75
		policy[second] += 0.25
		b.WDL[3*row+r.IntN(3)] = 1
		b.PolicyWeight[row] = float32(min(r.IntN(4), 1))
		b.ValueWeight[row] = float32(min(r.IntN(4), 1))
		b.Score[row], b.ScoreWeight[row] = float32(r.IntN(9)-4)/4, float32(min(r.IntN(4), 1))
	}
	return b
}

// randomObs returns n observations of ones, one in four, and zeros.
func randomObs(s Spec, n int, r *rand.Rand) []float32 {
	obs := make([]float32, n*s.Size())
	for i := range obs {
		if r.IntN(4) == 0 {
			obs[i] = 1
		}
	}
	return obs
}
