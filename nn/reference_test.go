package nn

import (
	"fmt"
	"math"
	"sync"

	G "gorgonia.org/gorgonia"

	"ludens/nn/internal/kernel"
)

// Reference evaluates positions with Gorgonia's own operations: many times
// slower than an Engine, and what the Engine is held against. It is safe
// for concurrent use, one caller at a time.
type Reference struct {
	mu    sync.Mutex
	graph *graph[float32]
	vm    G.VM
	obs   []float32 // [batch, planes, rows, cols]
	input []float32 // what the graph reads
}

// NewReference compiles net for batch rows at a time.
func NewReference(net *Net, batch int) (*Reference, error) {
	if batch < 1 {
		return nil, fmt.Errorf("nn: reference: batch of %d rows", batch)
	}
	g, err := newGraph(net.spec, batch, stock[float32]{net.spec, batch})
	if err != nil {
		return nil, fmt.Errorf("nn: reference: %w", err)
	}
	code, registers, err := G.Compile(g.expr)
	if err != nil {
		return nil, fmt.Errorf("nn: reference: %w", err)
	}
	r := &Reference{graph: g, obs: make([]float32, batch*net.spec.Size()), input: data[float32](g.input)}
	r.vm = G.NewTapeMachine(g.expr, G.WithPrecompiled(code, registers), G.EvalMode())
	g.load(net)
	return r, nil
}

// Infer is Engine.Infer.
func (r *Reference) Infer(obs []float32, n int, out Outputs) error {
	s := r.graph.spec
	if err := out.Check(s, obs, n); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for at := 0; at < n; at += r.graph.batch {
		rows := min(r.graph.batch, n-at)
		clear(r.obs)
		copy(r.obs, obs[at*s.Size():][:rows*s.Size()])
		r.graph.lay(r.input, r.obs)
		if err := r.vm.RunAll(); err != nil {
			return fmt.Errorf("nn: reference: %w", err)
		}
		copy(out.Logits[at*s.Actions():], data[float32](r.graph.logits)[:rows*s.Actions()])
		wdl := out.WDL[at*3:][:rows*3]
		copy(wdl, data[float32](r.graph.wdl))
		kernel.Softmax(wdl, 3)
		r.score(out.Score[at:][:rows])
		r.vm.Reset()
	}
	return nil
}

// score writes what the last run says of the score: of two logits a and b the softmax's
// first part less its second is tanh((a - b) / 2).
func (r *Reference) score(score []float32) {
	clear(score)
	if r.graph.score != nil {
		logits := data[float32](r.graph.score)
		for i := range score {
			score[i] = float32(math.Tanh(float64(logits[2*i]-logits[2*i+1]) / 2))
		}
	}
}
