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
	target []float32
}

// Add adds a position that First wins with a probability of target.
func (s *Samples) Add(p *Position, target float64) {
	for _, of := range p.Of {
		s.of = append(s.of, of...)
		s.ends = append(s.ends, uint32(len(s.of)))
	}
	s.phase = append(s.phase, float32(p.Phase)/Phases)
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
	Epochs int     // passes over the positions; 10
	Batch  int     // positions a step; a fiftieth of all, 256 to 4096
	Rate   float64 // of Adam's first step, then falling as a cosine; 0.02
	Decay  float64 // of the squares of the weights in the loss; 1e-6
}

func (c FitConfig) orDefault(positions int) FitConfig {
	if c.Epochs == 0 {
		c.Epochs = 10
	}
	if c.Batch == 0 {
		c.Batch = min(max(positions/50, 256), 4096)
	}
	if c.Rate == 0 {
		c.Rate = 0.02
	}
	if c.Decay == 0 {
		c.Decay = 1e-6
	}
	return c
}

// Fit moves weights to where the loss on the samples is least, and returns them:
// logistic regression by Adam (Kingma and Ba 2015). The order of the samples is drawn
// from at; one goroutine does it all, and no product is fused with a sum, so that equal
// arguments give equal weights.
func Fit(s *Samples, w []Pair, c FitConfig, at seed.Seed) ([]Pair, error) {
	if s.Len() == 0 {
		return nil, fmt.Errorf("there is no position to learn from")
	}
	c = c.orDefault(s.Len())
	const beta1, beta2, tiny = 0.9, 0.999, 1e-8
	w = append([]Pair(nil), w...)
	slope, mean, square := make([]Pair, len(w)), make([]Pair, len(w)), make([]Pair, len(w))
	batches := (s.Len() + c.Batch - 1) / c.Batch
	order := make([]int, s.Len())
	for i := range order {
		order[i] = i
	}
	rng, step := at.Rand(), 0
	decay1, decay2 := 1.0, 1.0
	for range c.Epochs {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for b := range batches {
			loss(s, order[b*len(order)/batches:(b+1)*len(order)/batches], w, c.Decay, slope)
			rate := c.Rate * (0.02 + 0.49*(1+math.Cos(math.Pi*float64(step)/float64(c.Epochs*batches))))
			step++
			decay1, decay2 = decay1*beta1, decay2*beta2
			for i := range w {
				for k := range w[i] {
					g := slope[i][k]
					mean[i][k] = float64(beta1*mean[i][k]) + float64((1-beta1)*g)
					square[i][k] = float64(beta2*square[i][k]) + float64((1-beta2)*float64(g*g))
					w[i][k] -= float64(rate * (mean[i][k] / (1 - decay1)) / (math.Sqrt(square[i][k]/(1-decay2)) + tiny))
				}
			}
		}
	}
	return w, nil
}

// Loss returns the mean cross entropy of the samples in nats, without decay.
func Loss(s *Samples, w []Pair) float64 {
	order := make([]int, s.Len())
	for i := range order {
		order[i] = i
	}
	return loss(s, order, w, 0, nil)
}

// loss returns the loss of a batch and sets slope, unless it is nil, to its gradient:
//
//	mean over positions of -t log q - (1-t) log(1-q), q = sigmoid(logit)
//	+ decay * sum of w^2
func loss(s *Samples, batch []int, w []Pair, decay float64, slope []Pair) (sum float64) {
	clear(slope)
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
	}
	for i := range slope {
		for k := range slope[i] {
			sum += float64(decay * float64(w[i][k]*w[i][k]))
			slope[i][k] += float64(2 * decay * w[i][k])
		}
	}
	return sum
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
