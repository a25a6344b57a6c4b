package agent

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
	"ludens/proof"
)

// Searcher returns an agent that plays the best move of a search of so many
// simulations guided by ev; with none, the move that ev itself likes best. It
// searches without noise, so s only decides which of equal moves it takes.
func Searcher(g env.Game, ev mcts.Evaluator, simulations int, s seed.Seed) (env.Agent, error) {
	return newSearcher(g, ev, simulations, s, nil)
}

// SearcherOf returns a Searcher that searches as cfg says, with its number of
// simulations.
func SearcherOf(g env.Game, ev mcts.Evaluator, cfg mcts.Config, s seed.Seed) (env.Agent, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("agent: %w", err)
	}
	tree := mcts.NewTree(g, cfg)
	return &searcher{ev: ev, tree: tree, guard: mcts.NewGuard(tree, nil), simulations: cfg.Simulations, rng: s.Rand()}, nil
}

// Player returns a Searcher that plays as well as it can: it looks for what is
// forced by a search of its own, too (package proof).
func Player(g env.Game, ev mcts.Evaluator, simulations int, s seed.Seed) (env.Agent, error) {
	return newSearcher(g, ev, simulations, s, proof.New(g, proof.For(simulations)))
}

func newSearcher(g env.Game, ev mcts.Evaluator, simulations int, s seed.Seed, prover mcts.Prover) (env.Agent, error) {
	if simulations < 0 || simulations > mcts.MaxSimulations {
		return nil, fmt.Errorf("agent: %d simulations, want 0 to %d", simulations, mcts.MaxSimulations)
	}
	if simulations == 0 {
		return &instinct{ev: ev}, nil
	}
	cfg := mcts.Defaults()
	cfg.Simulations = simulations
	tree := mcts.NewTree(g, cfg)
	return &searcher{ev: ev, tree: tree, guard: mcts.NewGuard(tree, prover), simulations: simulations, rng: s.Rand()}, nil
}

// Playouts returns a Searcher with n random playouts a move.
func Playouts(g env.Game, n int, s seed.Seed) (env.Agent, error) {
	return Searcher(g, playouts(g, s), n, s)
}

// playouts returns the evaluator that plays one random game from a leaf.
func playouts(g env.Game, s seed.Seed) mcts.Evaluator {
	return mcts.NewRollout(g, 1, s.At("rollouts", 0).Uint64())
}

// searcher keeps its tree from move to move where the play stays inside it.
type searcher struct {
	ev          mcts.Evaluator
	tree        *mcts.Tree
	guard       *mcts.Guard
	simulations int
	rng         *rand.Rand
	playing     bool // the tree's root is the position after this agent's last move
	probe       env.State
	legal       []env.Action
}

func (a *searcher) Act(ctx context.Context, s env.State) (env.Decision, error) {
	a.follow(s)
	a.guard.Renew()
	a.tree.Begin(a.simulations, nil)
	if err := a.guard.Search(ctx, a.ev); err != nil {
		return env.Decision{}, err
	}
	return a.decide(), nil
}

// decide plays the tree's move.
func (a *searcher) decide() env.Decision {
	d := env.Decision{
		Action:      a.tree.Pick(0, a.rng),
		Value:       a.tree.Value(),
		Simulations: a.tree.Stats().Simulations,
		Moves:       a.tree.Moves(nil),
	}
	d.Line = a.guard.LineOf(nil, d.Action)
	a.tree.Advance(d.Action)
	a.playing = true
	return d
}

// follow moves the tree's root to s: one ply down if s is a reply to the last
// move, not at all if it is the mover's turn again, else to a new tree.
func (a *searcher) follow(s env.State) {
	if a.playing {
		root := a.tree.Root()
		if root.Key() == s.Key() {
			return
		}
		a.legal = root.Legal(a.legal[:0])
		for _, reply := range a.legal {
			a.probe = root.Copy(a.probe)
			a.probe.Play(reply)
			if a.probe.Key() == s.Key() {
				a.tree.Advance(reply)
				return
			}
		}
	}
	a.tree.Reset(s)
}

// instinct plays the move with the largest prior.
type instinct struct {
	ev   mcts.Evaluator
	leaf [1]mcts.Leaf
}

func (a *instinct) Act(ctx context.Context, s env.State) (env.Decision, error) {
	l := &a.leaf[0]
	l.State, l.Legal = s, s.Legal(l.Legal[:0])
	l.Prior = slices.Grow(l.Prior[:0], len(l.Legal))[:len(l.Legal)]
	if err := a.ev.Evaluate(ctx, a.leaf[:]); err != nil {
		return env.Decision{}, err
	}
	best := 0
	for i, p := range l.Prior {
		if p > l.Prior[best] {
			best = i
		}
	}
	d := env.Decision{Action: l.Legal[best], Value: l.Value, Simulations: 1}
	for i, a := range l.Legal {
		d.Moves = append(d.Moves, env.MoveStats{Action: a, Prior: l.Prior[i], Value: l.Value})
	}
	slices.SortStableFunc(d.Moves, func(m, n env.MoveStats) int { return cmp.Compare(n.Prior, m.Prior) })
	return d, nil
}
