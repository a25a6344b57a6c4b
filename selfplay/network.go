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
	Weights
	// View is how positions are shown to a network trained on another game; zero: as
	// they show themselves.
	View env.View
}

// Shown returns how positions of games with a spec are shown to the network.
func (n Net) Shown(spec env.Spec) env.View {
	if n.View.Observe != nil {
		return n.View
	}
	return env.View{Spec: spec, Observe: func(s env.State, dst []float32) { s.Observe(dst) }}
}

// Weights are what a leaf's value is made of beside the chance of a win less that
// of a loss. Both are shares, in [0, 1]; the zero value takes that chance alone.
type Weights struct {
	// Utility is the share of the predicted final score. KataGo calls it score
	// utility (Wu 2019, "Accelerating Self-Play Learning in Go").
	Utility float32
	// Settled is the share of the position's own score once its captures have
	// settled (env.Tactical), in games that know it.
	Settled float32
}

// value joins the parts, all for the mover and in [-1, 1] (E5 of docs/method.md).
func (w Weights) value(won, score float32, s env.State) float32 {
	v := float32((1-w.Utility)*won) + float32(w.Utility*score)
	if w.Settled == 0 {
		return v
	}
	if settled, ok := s.(env.Tactical); ok {
		v = float32((1-w.Settled)*v) + float32(w.Settled*settled.Settled(-1, 1))
	}
	return v
}

// drawn returns the share of draws in a value, where p is the chance of one.
func (w Weights) drawn(p float32) float32 { return (1 - w.Settled) * (1 - w.Utility) * p }

// Network returns the evaluator that asks a network about leaves of games with
// this spec: its prior is the softmax of the legal logits, its value (E5 of
// docs/method.md)
//
//	(1 - s) ((1 - u) (P(win) - P(loss)) + u score) + s settled
func Network(spec env.Spec, net Net) mcts.Evaluator {
	n := &network{view: net.Shown(spec), net: net}
	n.rooms.New = func() any { return new(room) }
	return n
}

type network struct {
	view  env.View
	net   Net
	rooms sync.Pool // *room: one for each concurrent caller
}

// room holds the tensors of one batch.
type room struct {
	obs []float32 // [n, Spec.Size()]
	out nn.Outputs

	legal []env.Action // scratch of named
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
	n.observe(r, leaves)
	if err := n.net.Infer(r.obs, len(leaves), r.out); err != nil {
		return fmt.Errorf("selfplay: network: %w", err)
	}
	for i := range leaves {
		n.read(r, &leaves[i], i)
	}
	return nil
}

// observe fills r with the leaves, a row each.
func (n *network) observe(r *room, leaves []mcts.Leaf) {
	r.fit(len(leaves), n.view.Spec)
	size := n.view.Spec.Size()
	for i := range leaves {
		n.view.Observe(leaves[i].State, r.obs[i*size:(i+1)*size])
	}
}

// named returns legal actions as the network knows them.
func (n *network) named(r *room, legal []env.Action) []env.Action {
	if n.view.Actions == nil {
		return legal
	}
	r.legal = r.legal[:0]
	for _, a := range legal {
		r.legal = append(r.legal, n.view.Actions[a])
	}
	return r.legal
}

// read gives a leaf the answer of one row.
func (n *network) read(r *room, l *mcts.Leaf, row int) {
	softmax(l.Prior, n.named(r, l.Legal), r.out.Logits[row*n.view.Spec.Actions:])
	won := r.out.WDL[3*row] - r.out.WDL[3*row+2]
	l.Value = n.net.value(won, r.out.Score[row], l.State)
	l.Drawn = n.net.drawn(r.out.WDL[3*row+1])
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

// EngineFor returns what evaluates positions of g, which n was trained on: in int8 with its
// calibration, in FP32 with nil. It does not convolve for planes that g says to be
// uniform (env.Spec.Uniform).
func EngineFor(g env.Game, n *nn.Net, c *nn.Calibration) *nn.Engine {
	n = n.Uniform(g.Spec().Uniform)
	if c == nil {
		return nn.NewEngine(n)
	}
	return nn.NewInt8Engine(n, *c)
}

// Device evaluates networks outside of this program: on an accelerator, or by another
// library. It is safe for concurrent use.
type Device interface {
	// Engine returns what evaluates a network that was trained on g, in the device's own
	// precision.
	Engine(g env.Game, n *nn.Net) (Inferer, error)
	// Name says in printable ASCII what the bits of its answers depend on.
	Name() string
	// Batch is how many positions it evaluates at once at the least cost for each.
	Batch() int
	// Steady reports whether a position gets the same bits each time, whatever its
	// neighbours in a batch.
	Steady() bool
}

// device is what UseDevice chose; nil: the kernels of this program.
var device Device

// UseDevice has networks play on a device; nil: by the kernels of this program. Call it at
// the start of a program, as nn.UsePath: what is already made stays as it is. Training and
// calibration have the kernels of this program in any case.
func UseDevice(d Device) { device = d }

// Kernels names what networks learn and play by here: their last bits depend on it.
func Kernels() string {
	if device == nil {
		return nn.Path()
	}
	return nn.Path() + " with " + device.Name()
}

// Steady reports whether a game can be played again here with the same bits.
func Steady() bool { return device == nil || device.Steady() }

// OnDevice reports whether networks play on a device.
func OnDevice() bool { return device != nil }

// InfererFor returns what evaluates positions of g, which n was trained on: the device if
// one is used, which has a precision of its own, else EngineFor.
func InfererFor(g env.Game, n *nn.Net, c *nn.Calibration) (Inferer, error) {
	if device == nil {
		return EngineFor(g, n, c), nil
	}
	return device.Engine(g, n)
}

// lockstep returns how many games a worker plays side by side: on a device enough to fill
// its batches.
func (c Config) lockstep() int {
	if device == nil {
		return c.Lockstep
	}
	return max(c.Lockstep, device.Batch())
}
