package mcts

import (
	"context"
	"math"
	"math/rand/v2"

	"ludens/env"
)

// Full asks Begin for a full search, of Config.Simulations.
const Full = -1

// Begin starts a search of that many simulations, or Full, those of earlier searches
// not counted. The root's noise is drawn from
// rng, and nothing is left of that of an earlier search; nil means no noise.
// If the game is over, the search is done. When ctx ends while the moves ahead are played
// out (Config.Lookahead), what has been proven until then is kept.
func (t *Tree) Begin(ctx context.Context, simulations int, rng *rand.Rand) {
	t.Cancel()
	if simulations == Full {
		simulations = t.cfg.Simulations
	}
	t.budget, t.started = simulations, 0
	t.depths, t.maxDepth = 0, 0
	if t.root.Result() != env.Ongoing {
		t.budget = 0
		return
	}
	t.openRoot()
	if t.cfg.Solver {
		t.lookAhead(ctx)
	}
	t.recordVisits()
	t.drawNoise(rng)
	t.mixNoise()
}

// openRoot gives the root its moves in the game's order, each with its
// evaluated prior or, before there is one, an equal share.
func (t *Tree) openRoot() {
	if len(t.nodes) == 0 {
		f := &t.rounds[0].flights[0]
		f.read(t.root)
		uniform(f.prior)
		t.open(t.add(t.root.ToMove(), 0, f.legal, f.prior))
	}
	moves := t.moves(0)
	if len(t.priors) == 0 {
		byAction(moves)
		for _, e := range moves {
			t.priors = append(t.priors, e.prior)
		}
	}
}

// evaluated reports whether the root has had its answer.
func (t *Tree) evaluated() bool { return t.edges[0].visits > 0 }

// recordVisits notes the visits that the root's moves already have, and how many
// moves there are to be considered.
func (t *Tree) recordVisits() {
	t.before = t.before[:0]
	t.candidates = 0
	for _, e := range t.moves(0) {
		t.before = append(t.before, e.visits)
		if !e.proof.lostFor(t.nodes[0].mover) {
			t.candidates++
		}
	}
	t.candidates = min(t.candidates, t.cfg.Considered)
}

// drawNoise draws what the search rule asks for, one number for each move.
func (t *Tree) drawNoise(rng *rand.Rand) {
	t.noise = t.noise[:0]
	switch n := len(t.priors); {
	case rng == nil:
	case t.gumbel:
		t.noise = gumbels(t.noise, n, rng)
	case t.cfg.NoiseWeight > 0:
		t.noise = dirichlet(t.noise, n, t.cfg.NoiseTotal, rng)
	}
}

// mixNoise joins the root's priors with the noise of this search: for PUCT
// into the moves' priors, for Gumbel into their perturbed logits.
func (t *Tree) mixNoise() {
	moves, w := t.moves(0), t.cfg.NoiseWeight
	for i, p := range t.priors {
		moves[i].prior = p
	}
	if t.gumbel {
		t.drawLots()
		return
	}
	for i, x := range t.noise {
		moves[i].prior = float32(float64((1-w)*float64(t.priors[i])) + float64(w*x))
	}
}

// drawLots adds up noise and logits.
func (t *Tree) drawLots() {
	t.perturbed = t.perturbed[:0]
	for _, p := range t.priors {
		t.perturbed = append(t.perturbed, math.Log(float64(p)))
	}
	for i, x := range t.noise {
		t.perturbed[i] += x
	}
}

// dirichlet fills dst with n shares that sum to 1, drawn from the symmetric
// Dirichlet distribution whose n concentrations sum to total:
//
//	x_i = g_i / sum of g,  g_i ~ Gamma(total/n, 1)
//
// Drawing in proportion to 1/n is AlphaZero's "scaled in inverse proportion
// to the approximate number of legal moves"; the total is KataGo's.
func dirichlet(dst []float64, n int, total float64, rng *rand.Rand) []float64 {
	dst, sum := dst[:0], 0.0
	for range n {
		g := gamma(total/float64(n), rng)
		dst = append(dst, g)
		sum += g
	}
	for i := range dst {
		if sum > 0 {
			dst[i] /= sum
		} else {
			dst[i] = 1 / float64(n)
		}
	}
	return dst
}

// gamma draws from the Gamma distribution of the given shape > 0 and scale 1
// (Marsaglia and Tsang 2000, "A simple method for generating gamma
// variables"). A shape a below 1 is drawn as Gamma(a+1) U^(1/a).
func gamma(shape float64, rng *rand.Rand) float64 {
	if shape < 1 {
		u := 1 - rng.Float64()
		return gamma(shape+1, rng) * math.Pow(u, 1/shape)
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := 1 + float64(c*x)
		if v <= 0 {
			continue
		}
		v = v * v * v
		u := 1 - rng.Float64()
		if math.Log(u) < float64(0.5*x*x)+d-float64(d*v)+float64(d*math.Log(v)) {
			return d * v
		}
	}
}
