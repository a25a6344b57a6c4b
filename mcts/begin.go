package mcts

import (
	"math"
	"math/rand/v2"

	"ludens/env"
)

// Full asks Begin for a full search, of Config.Simulations.
const Full = -1

// Begin starts a search of that many simulations, or Full, those of earlier searches
// not counted. The root's noise is drawn from
// rng, and nothing is left of that of an earlier search; nil means no noise.
// If the game is over, the search is done.
func (t *Tree) Begin(simulations int, rng *rand.Rand) {
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
		t.lookAhead()
	}
	t.takeStock()
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
	if len(t.clean) == 0 {
		byAction(moves)
		for _, e := range moves {
			t.clean = append(t.clean, e.prior)
		}
	}
}

// evaluated reports whether the root has had its answer.
func (t *Tree) evaluated() bool { return t.edges[0].visits > 0 }

// takeStock notes the visits that the root's moves already have, and how many
// moves there are to be considered.
func (t *Tree) takeStock() {
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
	switch n := len(t.clean); {
	case rng == nil:
	case t.gumbel:
		t.noise = gumbels(t.noise, n, rng)
	case t.cfg.NoiseWeight > 0:
		t.noise = dirichlet(t.noise, n, t.cfg.NoiseTotal, rng)
	}
}

// mixNoise joins the root's priors with the noise of this search: for PUCT
// into the moves' priors, for Gumbel into their lots.
func (t *Tree) mixNoise() {
	moves, w := t.moves(0), t.cfg.NoiseWeight
	for i, p := range t.clean {
		moves[i].prior = p
	}
	if t.gumbel {
		t.drawLots()
		return
	}
	for i, x := range t.noise {
		moves[i].prior = float32(float64((1-w)*float64(t.clean[i])) + float64(w*x))
	}
}

// drawLots adds up noise and logits.
func (t *Tree) drawLots() {
	t.lots = t.lots[:0]
	for _, p := range t.clean {
		t.lots = append(t.lots, math.Log(float64(p)))
	}
	for i, x := range t.noise {
		t.lots[i] += x
	}
}
