package train

import (
	"context"
	"fmt"

	"ludens/eval"
	"ludens/selfplay"
	"ludens/tune"
)

// openRounds takes up a run by alpha-beta where its last checkpoint is, or begins it if
// there is none.
func (r *Run) openRounds(last *Checkpoint) error {
	features, err := eval.NewFeatures(r.Game)
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	if last != nil {
		if err := last.Fits(r.Game); err != nil {
			return err
		}
		r.header, r.at, r.weights = last.Header, last.At, last.Evaluation
		if err := r.prune(); err != nil {
			return err
		}
	}
	r.features = features
	return nil
}

// rounds returns the configuration of the rounds.
func (r *Run) rounds() tune.Config {
	c := r.Config.AlphaBeta
	c.Seed = r.Seed
	return c
}

// round plays games with the evaluation of the round before, and learns the next from them
// and from those of the rounds before that the window holds.
func (r *Run) round(ctx context.Context) (it Iteration, games []*selfplay.Record, err error) {
	l, err := tune.Round(ctx, r.Game, r.features, r.rounds(), r.weights, r.at.Iteration+1, r.Workers, r.Events.Game, r.Store.Games)
	if err != nil {
		return it, nil, fmt.Errorf("train: %w", err)
	}
	fresh := 0
	for _, g := range l.Games {
		fresh += learnable(g)
	}
	games, r.weights = l.Games, l.Weights
	r.at = r.at.plus(len(games), fresh, 0)
	it = Iteration{At: r.at, Games: Tell(games), Window: l.Positions, HeldOut: &HeldOut{Positions: l.Held, Before: l.Before, After: l.After}}
	it.Diagnosis = Diagnose(r.Game, r.Config, it, games, nil)
	return it, games, nil
}

// Again plays a game of the next round, counted from 0, without learning from it.
func (r *Run) Again(ctx context.Context, game int) (*selfplay.Record, error) {
	if err := r.Open(); err != nil {
		return nil, err
	}
	return tune.Play(ctx, r.Game, r.features, r.rounds(), r.weights, r.at.Iteration+1, game)
}
