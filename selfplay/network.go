package selfplay

import (
	"context"
	"fmt"
	"math"
	"sync"

	"ludens/env"
	"ludens/mcts"
	"ludens/nn"
)

// Inferer is what play needs of a network: for n observations the logits of
// all actions, the probabilities of win, draw and loss for the mover, and how
// far the mover will have come in the end. It is safe for concurrent use, and
// one row's answer never depends on the others.
type Inferer interface {
	Infer(obs []float32, n int, out nn.Outputs) error
}

// Net is a network and how its answers are weighed.
type Net struct {
	Inferer
	// Utility is the share of the predicted final score in a leaf's value; the
	// rest is the chance of a win less that of a loss. KataGo calls it score
	// utility (Wu 2019, "Accelerating Self-Play Learning in Go").
	Utility float32
}

// Network returns the evaluator that asks a network about leaves of games with
// this spec: its prior is the softmax of the legal logits, its value (E5 of
// docs/method.md)
//
//	(1 - u) (P(win) - P(loss)) + u score
func Network(spec env.Spec, net Net) mcts.Evaluator {
	n := &network{spec: spec, net: net}
	n.rooms.New = func() any { return new(room) }
	return n
}

type network struct {
	spec  env.Spec
	net   Net
	rooms sync.Pool // *room: one for each concurrent caller
}

// room holds the tensors of one batch.
type room struct {
	obs []float32 // [n, Spec.Size()]
	out nn.Outputs
}

func (n *network) Evaluate(ctx context.Context, leaves []mcts.Leaf) error {
	if len(leaves) == 0 {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	r := n.rooms.Get().(*room)
	defer n.rooms.Put(r)
	r.fit(len(leaves), n.spec)
	size := n.spec.Size()
	for i := range leaves {
		leaves[i].State.Observe(r.obs[i*size : (i+1)*size])
	}
	if err := n.net.Infer(r.obs, len(leaves), r.out); err != nil {
		return fmt.Errorf("selfplay: network: %w", err)
	}
	for i := range leaves {
		softmax(leaves[i].Prior, leaves[i].Legal, r.out.Logits[i*n.spec.Actions:])
		won := r.out.WDL[3*i] - r.out.WDL[3*i+2]
		leaves[i].Value = float32((1-n.net.Utility)*won) + float32(n.net.Utility*r.out.Score[i])
	}
	return nil
}

// fit makes room for n rows.
func (r *room) fit(n int, spec env.Spec) {
	if len(r.obs) != n*spec.Size() {
		r.obs = resize(r.obs, n*spec.Size())
		r.out.Logits = resize(r.out.Logits, n*spec.Actions)
		r.out.WDL = resize(r.out.WDL, n*3)
		r.out.Score = resize(r.out.Score, n)
	}
}

func resize(f []float32, n int) []float32 {
	if cap(f) < n {
		return make([]float32, n)
	}
	return f[:n]
}

// softmax writes to prior[i] the probability of legal[i] among the legal ones.
func softmax(prior []float32, legal []env.Action, logits []float32) {
	top := float32(math.Inf(-1))
	for _, a := range legal {
		top = max(top, logits[a])
	}
	var sum float32
	for i, a := range legal {
		p := float32(math.Exp(float64(logits[a] - top)))
		prior[i] = p
		sum += p
	}
	for i := range prior {
		prior[i] /= sum
	}
}
