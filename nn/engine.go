package nn

import (
	"fmt"
	"math"
	"sync"

	"ludens/nn/internal/kernel"
)

// Engine evaluates positions with the kernels of this module: what self-play
// and play use. It is safe for concurrent use.
type Engine struct {
	spec  Spec
	trunk trunk

	policyPlanes  *kernel.Conv[float32]  // nil without
	policyGlobals *kernel.Dense[float32] // nil without
	valueHidden   *kernel.Dense[float32]
	valueWDL      *kernel.Dense[float32]
	valueScore    *kernel.Dense[float32] // nil without

	// From boards of channels to planes.
	planes, policyFlat, valueFlat *kernel.Layout[float32]

	mu   sync.Mutex
	free []*workspace
}

// trunk is what the heads stand on: everything up to the features from which
// they read their answers.
type trunk interface {
	// furnish gives a workspace the buffers that only this trunk needs.
	furnish(ws *workspace)
	// run evaluates n observations and keeps what comes of them in ws.
	run(ws *workspace, obs []float32, n int)
	// policy and value leave a head's features in ws.features.
	policy(ws *workspace, n int)
	value(ws *workspace, n int)
}

// maxRows is how many rows go through a layer together: enough that weights
// larger than a cache are read less often, few enough that activations stay.
const maxRows = 8

// NewEngine returns an engine in float32. It folds batch norm into the
// convolutions before it, and plans the buffers.
func NewEngine(n *Net) *Engine { return newEngine(n, newTrunk32(n)) }

// newEngine puts the heads of n on a trunk.
func newEngine(n *Net, t trunk) *Engine {
	e := &Engine{
		spec:          n.spec,
		trunk:         t,
		policyPlanes:  n.conv("policy.planes", nil),
		policyGlobals: n.dense("policy.globals"),
		valueHidden:   n.dense("value.hidden"),
		valueWDL:      n.dense("value.wdl"),
		valueScore:    n.dense("value.score"),
	}
	layout := func(channels int) *kernel.Layout[float32] {
		return kernel.NewLayout[float32](n.spec.board(), channels)
	}
	e.planes = layout(n.spec.PolicyPlanes)
	e.policyFlat, e.valueFlat = layout(n.spec.PolicyChannels), layout(n.spec.ValueChannels)
	return e
}

// dense returns a dense layer, or nil if there is no such layer.
func (n *Net) dense(name string) *kernel.Dense[float32] {
	l, ok := n.spec.layer(name)
	if !ok {
		return nil
	}
	d := kernel.NewDense[float32](l.In, l.Out)
	d.Set(n.part(l, weight), n.part(l, bias))
	return d
}

// Spec returns the shape of the network inside.
func (e *Engine) Spec() Spec { return e.spec }

// Infer evaluates n rows. Once as many callers have run as run now, it
// allocates nothing. The answer of a row does not depend on the others.
//
//	obs: [n, planes, rows, cols]
func (e *Engine) Infer(obs []float32, n int, out Outputs) error {
	if err := out.Check(e.spec, obs, n); err != nil {
		return err
	}
	ws := e.acquire()
	defer e.release(ws)
	for at := 0; at < n; at += maxRows {
		rows, actions := min(maxRows, n-at), e.spec.Actions()
		e.trunk.run(ws, obs[at*e.spec.Size():], rows)
		e.policy(ws, out.Logits[at*actions:], rows)
		e.value(ws, out.WDL[at*3:][:rows*3], rows)
		e.score(ws, out.Score[at:][:rows])
	}
	return nil
}

// policy writes n rows of logits.
func (e *Engine) policy(ws *workspace, logits []float32, n int) {
	s := e.spec
	e.trunk.policy(ws, n)
	if e.policyPlanes != nil {
		e.policyPlanes.Run(ws.planes, ws.features, nil, n, false)
		e.planes.Flatten(logits, ws.planes, n, s.Actions())
	}
	if e.policyGlobals != nil {
		e.policyFlat.Flatten(ws.flat, ws.features, n, e.policyGlobals.In)
		e.policyGlobals.Run(logits[s.PolicyPlanes*s.Cells():], ws.flat, n, s.Actions(), false)
	}
}

// value writes n rows of probabilities, and leaves what the score is read from
// in ws.hidden.
func (e *Engine) value(ws *workspace, wdl []float32, n int) {
	s := e.spec
	e.trunk.value(ws, n)
	e.valueFlat.Flatten(ws.flat, ws.features, n, e.valueHidden.In)
	e.valueHidden.Run(ws.hidden, ws.flat, n, s.ValueHidden, true)
	e.valueWDL.Run(wdl, ws.hidden, n, 3, false)
	kernel.Softmax(wdl, 3)
}

// score writes a row's first part less its second.
func (e *Engine) score(ws *workspace, score []float32) {
	clear(score)
	if e.valueScore == nil {
		return
	}
	parts := ws.parts[:2*len(score)]
	e.valueScore.Run(parts, ws.hidden, len(score), 2, false)
	lead(score, parts)
}

// lead writes p - q for each row of logits of p and q.
func lead(score, logits []float32) {
	kernel.Softmax(logits, 2)
	for i := range score {
		score[i] = logits[2*i] - logits[2*i+1]
	}
}

// Outputs is where Infer writes, owned by the caller.
type Outputs struct {
	Logits []float32 // [n, Spec.Actions()]: policy, before any softmax
	WDL    []float32 // [n, 3]: probabilities of win, draw and loss for the mover
	Score  []float32 // [n]: how far the mover will have come in the end, in [-1, 1]; 0 without Spec.Score
}

// NewOutputs returns room for n rows.
func (s Spec) NewOutputs(n int) Outputs {
	return Outputs{make([]float32, n*s.Actions()), make([]float32, n*3), make([]float32, n)}
}

// Check returns an error if obs and o have not the room of n rows.
func (o Outputs) Check(s Spec, obs []float32, n int) error {
	for _, f := range []struct {
		name      string
		have, row int
	}{{"observations", len(obs), s.Size()}, {"logits", len(o.Logits), s.Actions()}, {"WDL", len(o.WDL), 3}, {"score", len(o.Score), 1}} {
		if n < 0 || n > f.have/f.row {
			return fmt.Errorf("nn: infer: %d floats of %s for %d rows of %d", f.have, f.name, n, f.row)
		}
	}
	return nil
}

// Finite returns an error that names the first answer that is NaN or infinite. Finite
// weights may come to such answers, in float32.
func (o Outputs) Finite() error {
	for _, f := range []struct {
		name string
		v    []float32
	}{{"logit", o.Logits}, {"chance", o.WDL}, {"score", o.Score}} {
		for i, x := range f.v {
			if x != x || math.IsInf(float64(x), 0) {
				return fmt.Errorf("nn: the network answers with %s %d of %v", f.name, i, x)
			}
		}
	}
	return nil
}

// workspace is the buffers of one caller, for maxRows rows.
type workspace struct {
	obs, x, y        []float32 // boards of the trunk
	obs8, x8, y8     []uint8   // and of bytes, where it works with them
	uniform          []float32 // [rows, uniform]: the numbers of uniform planes
	uniform8         []uint8   // and as bytes
	zones            []float32 // [rows, zones, channels]: what they come to
	features, planes []float32 // boards of a head; two heads share them, so their borders are not zero
	flat             []float32 // features as [rows, channels, cells]
	hidden           []float32 // [rows, hidden]
	parts            []float32 // [rows, 2]: of the score
}

// acquire takes a free workspace, or makes one.
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
	head := max(s.PolicyChannels, s.ValueChannels)
	ws := &workspace{
		features: boards(s, head), planes: boards(s, s.PolicyPlanes),
		flat: rows(s.Cells() * head), hidden: rows(s.ValueHidden), parts: rows(2),
	}
	e.trunk.furnish(ws)
	return ws
}

// boards returns room for maxRows boards of that many channels.
func boards(s Spec, channels int) []float32 {
	return make([]float32, maxRows*s.board().Padded()*channels)
}
