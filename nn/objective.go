package nn

import (
	"fmt"

	G "gorgonia.org/gorgonia"

	"ludens/nn/internal/kernel"
)

// Loss is what one step saw, before it changed the weights.
type Loss struct {
	Policy float64 // cross-entropy over the legal moves, mean over the policy weights
	Value  float64 // cross-entropy of win, draw, loss, mean over the value weights
	Score  float64 // cross-entropy of the two parts of the score, mean over the score weights
	L2     float64 // WeightDecay/2 |w|^2

	// Total is what the step descends: the sum over rows of PolicyWeight times
	// policy loss, Config.ValueWeight times ValueWeight times value loss and
	// the same of the score, divided by the number of rows, plus L2. A row that weighs nothing still
	// counts as a row, so that the others pull no harder for its sake.
	Total float64

	Entropy  float64 // of the network's policy, mean over the policy weights
	GradNorm float64 // of the gradient without L2, before clipping
}

// program is a graph with its loss and gradients, compiled, ready to be run.
type program[T kernel.Float] struct {
	*graph[T]
	valueWeight T
	scoreWeight T

	obs                   []T // what the graph's input reads
	policyLoss, valueLoss *crossEntropy[T]
	scoreLoss             *crossEntropy[T] // of targets (1+score)/2, (1-score)/2; unused without the head
	rows                  []Loss           // what each row gave to the last
	grads                 G.Nodes          // in the order of params
	vm                    G.VM
}

// newProgram compiles a graph for training and loads net.
func newProgram[T kernel.Float](g *graph[T], net *Net, valueWeight, scoreWeight T) (*program[T], error) {
	p := &program[T]{
		graph: g, valueWeight: valueWeight, scoreWeight: scoreWeight, obs: data[T](g.input),
		policyLoss: newCrossEntropy[T](g.batch, g.spec.Actions()), valueLoss: newCrossEntropy[T](g.batch, 3),
		scoreLoss: newCrossEntropy[T](g.batch, 2), rows: make([]Loss, g.batch),
	}
	objective, err := p.objective()
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

// objective adds the loss without L2 to the graph. Weights and the number of
// rows are worked into the targets, see let.
func (p *program[T]) objective() (*G.Node, error) {
	policy, err := p.policyLoss.sum("policy loss", p.logits)
	if err != nil {
		return nil, err
	}
	value, err := p.valueLoss.sum("value loss", p.wdl)
	if err != nil {
		return nil, err
	}
	sum, err := G.Add(policy, value)
	if err != nil || p.score == nil {
		return sum, err
	}
	score, err := p.scoreLoss.sum("score loss", p.score)
	if err != nil {
		return nil, err
	}
	return G.Add(sum, score)
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
	p.policyLoss.legal = b.Legal
	actions, rows := p.spec.Actions(), T(p.batch)
	kernel.Split(p.batch, func(from, to int) {
		for i := from; i < to; i++ {
			weigh(p.policyLoss.row(p.policyLoss.target, i), b.Policy[i*actions:], T(b.PolicyWeight[i])/rows)
			weigh(p.valueLoss.row(p.valueLoss.target, i), b.WDL[3*i:], T(b.ValueWeight[i])*p.valueWeight/rows)
			weigh(p.scoreLoss.row(p.scoreLoss.target, i), parts(b.Score[i]), T(b.ScoreWeight[i])*p.scoreWeight/rows)
		}
	})
}

// parts returns the score head's target: how a whole is shared if the mover is
// ahead by score.
func parts(score float32) []float32 { return []float32{(1 + score) / 2, (1 - score) / 2} }

// weigh writes src times w. Where w is 0 src may be anything.
func weigh[T kernel.Float](dst []T, src []float32, w T) {
	clear(dst)
	for i := 0; i < len(dst) && w > 0; i++ {
		dst[i] = T(src[i]) * w
	}
}

// report computes the parts of the loss from the last run: those of each row,
// and then their sum.
func (p *program[T]) report(b Batch) (loss Loss) {
	rows := p.rows
	kernel.Split(p.batch, func(from, to int) {
		for i := from; i < to; i++ {
			rows[i] = p.reportRow(b, i)
		}
	})
	var policyWeight, valueWeight, scoreWeight float64
	for i, row := range rows {
		loss.Policy += row.Policy
		loss.Entropy += row.Entropy
		loss.Value += row.Value
		loss.Score += row.Score
		policyWeight += float64(b.PolicyWeight[i])
		valueWeight += float64(b.ValueWeight[i])
		scoreWeight += float64(b.ScoreWeight[i])
	}
	loss.Total = (loss.Policy + float64(p.valueWeight)*loss.Value + float64(p.scoreWeight)*loss.Score) / float64(p.batch)
	loss.Policy = share(loss.Policy, policyWeight)
	loss.Entropy = share(loss.Entropy, policyWeight)
	loss.Value = share(loss.Value, valueWeight)
	loss.Score = share(loss.Score, scoreWeight)
	return loss
}

// share returns sum/whole, or 0 where nothing weighs.
func share(sum, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return sum / whole
}

// reportRow returns what row i gives to each part, times its weight.
func (p *program[T]) reportRow(b Batch, i int) (loss Loss) {
	if w := float64(b.PolicyWeight[i]); w > 0 {
		loss.Policy = w * p.policyLoss.cross(i, b.Policy[i*p.spec.Actions():])
		loss.Entropy = w * p.policyLoss.entropy(i)
	}
	if w := float64(b.ValueWeight[i]); w > 0 {
		loss.Value = w * p.valueLoss.cross(i, b.WDL[3*i:])
	}
	if w := float64(b.ScoreWeight[i]); w > 0 && p.score != nil {
		loss.Score = w * p.scoreLoss.cross(i, parts(b.Score[i]))
	}
	return loss
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
