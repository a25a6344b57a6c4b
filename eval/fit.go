package eval

import (
	"fmt"
	"math"

	"ludens/env/seed"
)

// Samples are positions to learn from.
type Samples struct {
	of     []uint16 // features: of First and of Second, position after position
	ends   []uint32 // in of: two a position
	phase  []float32
	score  []float32 // logits: how often the feature scored is there
	scored uint16
	target []float32
}

// Add adds a position that First wins with a probability of target.
func (s *Samples) Add(p *Position, target float64) {
	for _, of := range p.Of {
		s.of = append(s.of, of...)
		s.ends = append(s.ends, uint32(len(s.of)))
	}
	s.phase = append(s.phase, float32(p.Phase)/Phases)
	s.score, s.scored = append(s.score, float32(p.Score)/Unit), p.scored
	s.target = append(s.target, float32(target))
}

// Len returns how many positions there are.
func (s *Samples) Len() int { return len(s.target) }

// features returns those of First and of Second in position i.
func (s *Samples) features(i int) (of [2][]uint16) {
	from := uint32(0)
	if i > 0 {
		from = s.ends[2*i-1]
	}
	middle, end := s.ends[2*i], s.ends[2*i+1]
	return [2][]uint16{s.of[from:middle], s.of[middle:end]}
}

// Pair is the weight of a feature in the opening and in the endgame, in logits.
type Pair [2]float64

// FitConfig says how weights are fitted. The zero value of each field is its default.
type FitConfig struct {
	Epochs int     // passes over the positions; 6
	Batch  int     // positions a step; a fiftieth of all, 256 to 4096
	Rate   float64 // of Adam's first step, then falling as a cosine; 0.02
	Decay  float64 // of the squares of what features add, in the loss; 200 over the positions
	Near   bool    // it is of the squares of how far they are from where they began, not from 0
}

func (c FitConfig) orDefault(positions int) FitConfig {
	if c.Epochs == 0 {
		c.Epochs = 6
	}
	if c.Batch == 0 {
		c.Batch = min(max(positions/50, 256), 4096)
	}
	if c.Rate == 0 {
		c.Rate = 0.02
	}
	if c.Decay == 0 {
		c.Decay = 200 / float64(max(positions, 1))
	}
	return c
}

// Fit returns the weights for which the loss on the samples is least, found from those of
// w: logistic regression by Adam (Kingma and Ba 2015). worths are those of the features:
// a weight is the sum of what its feature adds, which decays, and of the worth of its kind.
// The order of the samples is drawn from at; one goroutine does it all, so that equal
// arguments give equal weights.
func Fit(s *Samples, w []Pair, worths []int, c FitConfig, at seed.Seed) ([]Pair, error) {
	if s.Len() == 0 {
		return nil, fmt.Errorf("there is no position to learn from")
	}
	c = c.orDefault(s.Len())
	const beta1, beta2, tiny = 0.9, 0.999, 1e-8
	m := newModel(w, worths)
	if c.Near {
		m.near = append([]Pair(nil), m.parts...)
	}
	mean, square := make([]Pair, len(m.parts)), make([]Pair, len(m.parts))
	batches := (s.Len() + c.Batch - 1) / c.Batch
	order := inOrder(s.Len())
	rng, step := at.Rand(), 0
	decay1, decay2 := 1.0, 1.0
	for range c.Epochs {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for b := range batches {
			m.loss(s, order[b*len(order)/batches:(b+1)*len(order)/batches], c.Decay)
			rate := c.Rate * (0.02 + 0.49*(1+math.Cos(math.Pi*float64(step)/float64(c.Epochs*batches))))
			step++
			decay1, decay2 = decay1*beta1, decay2*beta2
			for i := range m.parts {
				for k, g := range m.slope[i] {
					mean[i][k] = float64(beta1*mean[i][k]) + float64((1-beta1)*g)
					square[i][k] = float64(beta2*square[i][k]) + float64((1-beta2)*float64(g*g))
					m.parts[i][k] -= float64(rate * (mean[i][k] / (1 - decay1)) / (math.Sqrt(square[i][k]/(1-decay2)) + tiny))
				}
			}
			m.sum()
		}
	}
	return m.weights, nil
}

// model is weights in the making. Products are not fused with sums, on any machine.
type model struct {
	worths  []int
	weights []Pair // by feature
	parts   []Pair // what each feature adds, and behind them the worths of the kinds
	near    []Pair // the parts towards which features decay; 0 if nil
	slope   []Pair // of the loss, by part
}

// newModel takes weights apart: the worth of a kind is the mean of its features' weights.
func newModel(w []Pair, worths []int) *model {
	m := &model{worths: worths, weights: append([]Pair(nil), w...), parts: append([]Pair(nil), w...)}
	var of []int
	for i, kind := range worths {
		if kind < 0 {
			continue
		}
		for len(of) <= kind {
			m.parts, of = append(m.parts, Pair{}), append(of, 0)
		}
		of[kind]++
		for k := range w[i] {
			m.parts[len(w)+kind][k] += w[i][k]
		}
	}
	for kind, n := range of {
		for k := range m.parts[len(w)+kind] {
			m.parts[len(w)+kind][k] /= float64(max(1, n))
		}
	}
	for i, kind := range worths {
		if kind >= 0 {
			m.parts[i] = m.parts[i].plus(m.parts[len(w)+kind], -1)
		}
	}
	m.slope = make([]Pair, len(m.parts))
	return m
}

// plus returns p + by q.
func (p Pair) plus(q Pair, by float64) Pair {
	return Pair{p[0] + float64(by*q[0]), p[1] + float64(by*q[1])}
}

// sum makes the weights of the parts.
func (m *model) sum() {
	copy(m.weights, m.parts)
	for i, kind := range m.worths {
		if kind >= 0 {
			m.weights[i] = m.parts[i].plus(m.parts[len(m.weights)+kind], 1)
		}
	}
}

// loss returns the loss of a batch and finds its slope:
//
//	mean over positions of -t log q - (1-t) log(1-q), q = sigmoid(logit), t the target
//	+ decay * sum of the squares of what features add, or of how far that is from m.near
func (m *model) loss(s *Samples, batch []int, decay float64) float64 {
	clear(m.slope)
	sum := entropy(s, batch, m.weights, m.slope)
	for i, kind := range m.worths {
		if kind >= 0 {
			k := len(m.weights) + kind
			m.slope[k] = m.slope[k].plus(m.slope[i], 1)
		}
	}
	for i, p := range m.parts[:len(m.weights)] {
		if m.near != nil {
			p = p.plus(m.near[i], -1)
		}
		sum += float64(decay * (float64(p[0]*p[0]) + float64(p[1]*p[1])))
		m.slope[i] = m.slope[i].plus(p, 2*decay)
	}
	return sum
}

// Loss returns the mean cross entropy of the samples in nats, without decay.
func Loss(s *Samples, w []Pair) float64 { return entropy(s, inOrder(s.Len()), w, nil) }

func inOrder(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// entropy returns the mean cross entropy of a batch and, unless slope is nil, adds its
// gradient by the weights to it.
func entropy(s *Samples, batch []int, w, slope []Pair) (sum float64) {
	share := 1 / float64(max(1, len(batch)))
	for _, i := range batch {
		of := s.features(i)
		var open, end float64
		for _, f := range of[0] {
			open += w[f][0]
			end += w[f][1]
		}
		for _, f := range of[1] {
			open -= w[f][0]
			end -= w[f][1]
		}
		phase, t := float64(s.phase[i]), float64(s.target[i])
		score := float64(s.score[i])
		open += float64(score * w[s.scored][0])
		end += float64(score * w[s.scored][1])
		x := float64(phase*open) + float64((1-phase)*end)
		// log(1+exp(-|x|)) + max(x, 0) - t x, which does not overflow
		sum += float64(share * (math.Log1p(math.Exp(-math.Abs(x))) + max(x, 0) - float64(t*x)))
		if slope == nil {
			continue
		}
		g := share * (sigmoid(x) - t)
		for side, by := range [2]float64{g, -g} {
			a, b := float64(by*phase), float64(by*(1-phase))
			for _, f := range of[side] {
				slope[f][0] += a
				slope[f][1] += b
			}
		}
		slope[s.scored][0] += float64(float64(g*phase) * score)
		slope[s.scored][1] += float64(float64(g*(1-phase)) * score)
	}
	return sum
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
