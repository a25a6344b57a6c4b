package nn

import (
	"fmt"
	"math"

	G "gorgonia.org/gorgonia"

	"ludens/nn/internal/kernel"
)

// illegal is added to the logits of illegal moves: their probability is 0 to
// the last bit, and a row without a legal move stays finite.
const illegal = -1e9

// Loss is what one step saw, before it changed the weights.
type Loss struct {
	Policy float64 // cross-entropy over the legal moves, mean over the policy weights
	Value  float64 // cross-entropy of win, draw, loss, mean over the value weights
	L2     float64 // WeightDecay/2 |w|^2

	// Total is what the step descends: the sum over rows of PolicyWeight times
	// policy loss and Config.ValueWeight times ValueWeight times value loss,
	// divided by the number of rows, plus L2. A row that weighs nothing still
	// counts as a row, so that the others pull no harder for its sake.
	Total float64

	Entropy  float64 // of the network's policy, mean over the policy weights
	GradNorm float64 // of the gradient without L2, before clipping
}

// program is a graph with its loss and gradients, compiled, ready to be run.
type program[T kernel.Float] struct {
	*graph[T]
	valueWeight T

	obs, mask, target, wdlTarget []T     // what the input nodes read
	logPolicy, logWDL            *G.Node // logarithms of probabilities
	grads                        G.Nodes // in the order of params
	vm                           G.VM
}

// newProgram compiles a graph for training.
func newProgram[T kernel.Float](g *graph[T], net *Net, valueWeight T) (*program[T], error) {
	p := &program[T]{graph: g, valueWeight: valueWeight, obs: data[T](g.input)}
	objective, err := p.addObjective()
	if err != nil {
		return nil, fmt.Errorf("objective: %w", err)
	}
	if p.grads, err = G.Grad(objective, g.params...); err != nil {
		return nil, fmt.Errorf("gradients: %w", err)
	}
	code, registers, err := G.Compile(g.expr)
	if err != nil {
		return nil, fmt.Errorf("compile: %w", err)
	}
	p.vm = G.NewTapeMachine(g.expr, G.WithPrecompiled(code, registers))
	g.load(net)
	return p, nil
}

// addObjective makes the node of the loss without L2. Weights and the number of
// rows are worked into the targets, see let.
func (p *program[T]) addObjective() (*G.Node, error) {
	actions := p.spec.Actions()
	p.mask, p.target = make([]T, p.batch*actions), make([]T, p.batch*actions)
	p.wdlTarget = make([]T, p.batch*3)
	mask := p.variable("mask", p.mask, p.batch, actions)
	target := p.variable("policy target", p.target, p.batch, actions)
	wdlTarget := p.variable("wdl target", p.wdlTarget, p.batch, 3)

	logits, err := G.Add(p.logits, mask)
	if err != nil {
		return nil, err
	}
	policy, err := crossEntropy[T]("policy", logits, target, &p.logPolicy)
	if err != nil {
		return nil, err
	}
	value, err := crossEntropy[T]("wdl", p.wdl, wdlTarget, &p.logWDL)
	if err != nil {
		return nil, err
	}
	return G.Add(policy, value)
}

// crossEntropy returns -sum target log softmax(logits), and leaves the
// logarithms in logs.
func crossEntropy[T kernel.Float](name string, logits, target *G.Node, logs **G.Node) (*G.Node, error) {
	var err error
	if *logs, err = logSoftmax[T](name+" logsoftmax", logits); err != nil {
		return nil, err
	}
	x, err := G.HadamardProd(*logs, target)
	if err != nil {
		return nil, err
	}
	if x, err = G.Sum(x); err != nil {
		return nil, err
	}
	return G.Neg(x)
}

// run evaluates loss and gradients on b, which has been checked. Values and
// gradients stay in the nodes until the next run. It returns the loss without
// L2 and gradient norm.
func (p *program[T]) run(b Batch) (Loss, error) {
	p.let(b)
	defer p.vm.Reset()
	if err := p.vm.RunAll(); err != nil {
		return Loss{}, err
	}
	return p.report(b), nil
}

// let copies b into the inputs. Targets carry their weights.
func (p *program[T]) let(b Batch) {
	p.lay(p.obs, b.Obs)
	actions, rows := p.spec.Actions(), T(p.batch)
	for i := range p.batch {
		for a := i * actions; a < (i+1)*actions; a++ {
			p.target[a] = T(b.Policy[a]) * T(b.PolicyWeight[i]) / rows
			p.mask[a] = 0
			if !b.Legal[a] {
				p.mask[a] = illegal
			}
		}
		for k := 3 * i; k < 3*i+3; k++ {
			p.wdlTarget[k] = T(b.WDL[k]) * T(b.ValueWeight[i]) * p.valueWeight / rows
		}
	}
}

// report computes the parts of the loss from the logarithms of the last run.
func (p *program[T]) report(b Batch) (loss Loss) {
	logs, wdl := data[T](p.logPolicy), data[T](p.logWDL)
	actions := p.spec.Actions()
	var policyWeight, valueWeight float64
	for i := range p.batch {
		w, v := float64(b.PolicyWeight[i]), float64(b.ValueWeight[i])
		row := logs[i*actions:][:actions]
		loss.Policy += w * cross(b.Policy[i*actions:], row)
		loss.Entropy += w * entropy(row)
		loss.Value += v * cross(b.WDL[3*i:], wdl[3*i:][:3])
		policyWeight += w
		valueWeight += v
	}
	loss.Total = (loss.Policy + float64(p.valueWeight)*loss.Value) / float64(p.batch)
	if policyWeight > 0 {
		loss.Policy /= policyWeight
		loss.Entropy /= policyWeight
	}
	if valueWeight > 0 {
		loss.Value /= valueWeight
	}
	return loss
}

// cross returns the cross-entropy of target against probabilities given by
// their logarithms. What the target excludes may have probability 0.
func cross[T kernel.Float](target []float32, logs []T) (sum float64) {
	for i, l := range logs {
		if target[i] != 0 {
			sum -= float64(target[i]) * float64(l)
		}
	}
	return sum
}

// entropy returns that of probabilities given by their logarithms.
func entropy[T kernel.Float](logs []T) (sum float64) {
	for _, l := range logs {
		if p := math.Exp(float64(l)); p > 0 {
			sum -= p * float64(l)
		}
	}
	return sum
}

// gradient returns the gradient of the i-th parameter after a run.
func (p *program[T]) gradient(i int) []T {
	switch v := p.grads[i].Value().Data().(type) {
	case []T:
		return v
	case T: // Gorgonia's sum over a single element
		return []T{v}
	}
	return nil
}
