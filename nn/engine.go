package nn

import (
	"fmt"
	"math"
	"sync"

	"ludens/nn/internal/kernel"
)

// normEpsilon keeps batch norm from dividing by zero, normMomentum is the share
// of a new batch in the running statistics (Ioffe and Szegedy 2015; both as in
// PyTorch).
const (
	normEpsilon  = 1e-5
	normMomentum = 0.1
)

// Outputs is where Infer writes, owned by the caller.
type Outputs struct {
	Logits []float32 // [n, Spec.Actions()]: policy, before any softmax
	WDL    []float32 // [n, 3]: probabilities of win, draw and loss for the mover
}

// NewOutputs returns room for n rows.
func (s Spec) NewOutputs(n int) Outputs {
	return Outputs{make([]float32, n*s.Actions()), make([]float32, n*3)}
}

// check returns an error if obs and o have not the room of n rows.
func (o Outputs) check(s Spec, obs []float32, n int) error {
	for _, f := range []struct {
		name      string
		have, row int
	}{{"observations", len(obs), s.Size()}, {"logits", len(o.Logits), s.Actions()}, {"WDL", len(o.WDL), 3}} {
		if n < 0 || f.have < n*f.row {
			return fmt.Errorf("nn: infer: %d floats of %s for %d rows of %d", f.have, f.name, n, f.row)
		}
	}
	return nil
}

// Engine evaluates positions with the kernels of this module: what self-play
// and play use. Batch norm is folded into the convolutions before it. It is
// safe for concurrent use.
type Engine struct {
	spec  Spec
	board kernel.Board

	stem           *kernel.Conv[float32]
	blocks         [][2]*kernel.Conv[float32]
	policyFeatures *kernel.Conv[float32]
	policyPlanes   *kernel.Conv[float32]  // nil without
	policyGlobals  *kernel.Dense[float32] // nil without
	valueFeatures  *kernel.Conv[float32]
	valueHidden    *kernel.Dense[float32]
	valueWDL       *kernel.Dense[float32]

	mu   sync.Mutex
	free []*workspace
}

// maxRows is how many rows go through a layer together: enough that weights
// larger than a cache are read less often, few enough that activations stay.
const maxRows = 8

// NewEngine folds n and plans the buffers.
func NewEngine(n *Net) *Engine {
	e := &Engine{spec: n.spec, board: kernel.Board{Rows: n.spec.Rows, Cols: n.spec.Cols}}
	for _, l := range n.spec.Layers() {
		w, b := n.folded(l)
		if l.Kind == Dense {
			e.addDense(l, w, b)
		} else {
			e.addConv(l, w, b)
		}
	}
	return e
}

// folded returns a layer's weight and bias, batch norm worked into them:
//
//	gamma (x - mean) / sqrt(variance + epsilon) + beta
func (n *Net) folded(l Layer) (w, b []float32) {
	w = append(w, n.part(l, weight)...)
	if !l.Norm {
		return w, n.part(l, bias)
	}
	b = make([]float32, l.Out)
	for o := range b {
		scale := float64(n.part(l, gamma)[o]) / math.Sqrt(float64(n.part(l, variance)[o])+normEpsilon)
		b[o] = float32(float64(n.part(l, beta)[o]) - float64(n.part(l, mean)[o])*scale)
		for i := range l.fanIn() {
			w[o*l.fanIn()+i] = float32(float64(w[o*l.fanIn()+i]) * scale)
		}
	}
	return w, b
}

// addConv puts a convolution in its place.
func (e *Engine) addConv(l Layer, w, b []float32) {
	c := kernel.NewConv[float32](e.board, l.side(), l.In, l.Out)
	c.Set(w, b)
	switch {
	case l.Name == "stem":
		e.stem = c
	case l.Name == "policy.features":
		e.policyFeatures = c
	case l.Name == "policy.planes":
		e.policyPlanes = c
	case l.Name == "value.features":
		e.valueFeatures = c
	case l.closesBlock():
		e.blocks[len(e.blocks)-1][1] = c
	default:
		e.blocks = append(e.blocks, [2]*kernel.Conv[float32]{c})
	}
}

// addDense puts a dense layer in its place.
func (e *Engine) addDense(l Layer, w, b []float32) {
	d := kernel.NewDense[float32](l.In, l.Out)
	d.Set(w, b)
	switch l.Name {
	case "policy.globals":
		e.policyGlobals = d
	case "value.hidden":
		e.valueHidden = d
	case "value.wdl":
		e.valueWDL = d
	}
}

// Spec returns the shape of the network inside.
func (e *Engine) Spec() Spec { return e.spec }

// Infer evaluates n rows. Once as many callers have run as run now, it
// allocates nothing. The answer of a row does not depend on the others.
//
//	obs: [n, planes, rows, cols]
func (e *Engine) Infer(obs []float32, n int, out Outputs) error {
	if err := out.check(e.spec, obs, n); err != nil {
		return err
	}
	ws := e.acquire()
	defer e.release(ws)
	for at := 0; at < n; at += maxRows {
		rows, actions := min(maxRows, n-at), e.spec.Actions()
		e.trunk(ws, obs[at*e.spec.Size():], rows)
		e.policy(ws, out.Logits[at*actions:], rows)
		e.value(ws, out.WDL[at*3:][:rows*3], rows)
	}
	return nil
}

// trunk leaves the last activations in ws.x.
func (e *Engine) trunk(ws *workspace, obs []float32, n int) {
	kernel.Pack(e.board, ws.obs, obs, n, e.spec.Planes)
	e.stem.Run(ws.x, ws.obs, nil, n, true)
	for _, b := range e.blocks {
		b[0].Run(ws.y, ws.x, nil, n, true)
		b[1].Run(ws.x, ws.y, ws.x, n, true)
	}
}

// policy writes n rows of logits.
func (e *Engine) policy(ws *workspace, logits []float32, n int) {
	s := e.spec
	e.policyFeatures.Run(ws.features, ws.x, nil, n, true)
	if e.policyPlanes != nil {
		e.policyPlanes.Run(ws.planes, ws.features, nil, n, false)
		kernel.Flatten(e.board, logits, ws.planes, n, s.PolicyPlanes, s.Actions())
	}
	if e.policyGlobals != nil {
		kernel.Flatten(e.board, ws.flat, ws.features, n, s.PolicyChannels, e.policyGlobals.In)
		e.policyGlobals.Run(logits[s.PolicyPlanes*s.Cells():], ws.flat, n, s.Actions(), false)
	}
}

// value writes n rows of probabilities.
func (e *Engine) value(ws *workspace, wdl []float32, n int) {
	s := e.spec
	e.valueFeatures.Run(ws.features, ws.x, nil, n, true)
	kernel.Flatten(e.board, ws.flat, ws.features, n, s.ValueChannels, e.valueHidden.In)
	e.valueHidden.Run(ws.hidden, ws.flat, n, s.ValueHidden, true)
	e.valueWDL.Run(wdl, ws.hidden, n, 3, false)
	kernel.Softmax(wdl, 3)
}

// workspace is the buffers of one caller, for maxRows rows.
type workspace struct {
	obs, x, y        []float32 // boards
	features, planes []float32 // boards of a head
	flat             []float32 // features as [rows, channels, cells]
	hidden           []float32 // [rows, hidden]
}

// acquire takes a workspace nobody uses, or makes one.
func (e *Engine) acquire() *workspace {
	e.mu.Lock()
	defer e.mu.Unlock()
	if k := len(e.free); k > 0 {
		ws := e.free[k-1]
		e.free = e.free[:k-1]
		return ws
	}
	return e.newWorkspace()
}

func (e *Engine) release(ws *workspace) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.free = append(e.free, ws)
}

func (e *Engine) newWorkspace() *workspace {
	s := e.spec
	rows := func(width int) []float32 { return make([]float32, maxRows*width) }
	padded, cells := e.board.Padded(), s.Cells()
	head := max(s.PolicyChannels, s.ValueChannels)
	return &workspace{
		obs: rows(padded * s.Planes), x: rows(padded * s.Channels), y: rows(padded * s.Channels),
		features: rows(padded * head), planes: rows(padded * s.PolicyPlanes),
		flat: rows(cells * head), hidden: rows(s.ValueHidden),
	}
}
