package train

import (
	"context"
	"fmt"

	"ludens/agent"
	"ludens/analysis"
	"ludens/arena"
	"ludens/env"
	"ludens/env/seed"
	"ludens/nn"
	"ludens/selfplay"
)

// gated is a learner whose network plays, and is saved, only once it has done
// well enough against the one that does: AlphaGo Zero's evaluator (Silver et al.
// 2017, Methods; AlphaZero has none).
type gated struct {
	Learner // its network is the candidate
	player  *nn.Net
}

// newGate returns l with player for a network until a candidate passes. With
// share 0 it returns l.
func newGate(l Learner, share float32, player *nn.Net) Learner {
	if share == 0 {
		return l
	}
	return &gated{l, player}
}

func (g *gated) Net() *nn.Net { return g.player }

// candidate is put before the names of the tensors of the network that waits.
const candidate = "candidate."

func (g *gated) State() []nn.Tensor {
	return append(prefixed(candidate, g.Learner.Net().Tensors()), g.Learner.State()...)
}

// Passage is how a candidate did against the network that plays.
type Passage struct {
	Games  int     `json:"games"`
	Score  float64 `json:"score"` // in [0, 1]
	Passed bool    `json:"passed"`
}

// gate has the candidate meet the network that plays; nil without a gate.
func (r *Run) gate(ctx context.Context, here seed.Seed) (*Passage, error) {
	g, ok := r.learner.(*gated)
	if !ok {
		return nil, nil
	}
	next := g.Learner.Net()
	cfg := arena.Config{Pairs: r.Config.GateGames / 2, OpeningPlies: max(gatePlies, r.Config.SelfPlay.OpeningPlies), Workers: r.Workers}
	played, err := arena.Match(ctx, r.Game, r.searcher("candidate", next), r.searcher("player", g.player), cfg, here.At("gate", 0), nil)
	if err != nil {
		return nil, fmt.Errorf("train: gate: %w", err)
	}
	roles := arena.Count("player", played).Roles
	score := roles[env.First].Plus(roles[env.Second])
	p := &Passage{Games: score.Games(), Score: score.Mean()}
	if p.Passed = p.Score >= float64(r.Config.Gate); p.Passed {
		g.player = next
	}
	return p, nil
}

// gatePlies is the least of random plies, so that the games of a gate differ.
const gatePlies = 2

// searcher is a network that searches as the run's configuration says, without
// noise.
func (r *Run) searcher(name string, net *nn.Net) agent.Entrant {
	ev := selfplay.Network(r.Game.Spec(), selfplay.Net{Inferer: selfplay.EngineFor(r.Game, net, nil), Weights: r.Config.Weights(r.at.Iteration)})
	return agent.Entrant{Name: name, New: func(g env.Game, _ seed.Seed) (env.Agent, error) {
		return agent.Searcher(g, ev, analysis.Config{Search: r.Config.SelfPlay.Search})
	}}
}
