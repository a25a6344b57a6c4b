package fleet

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"ludens/env"
	"ludens/env/games"
	"ludens/selfplay"
)

// player is what a worker plays with.
type player struct {
	text string // of the plan that is open; "": none
	plan selfplay.Plan
	with selfplay.Resources
}

// errUnfit is why a worker cannot play what is asked for, now or later.
type errUnfit struct{ error }

func (e errUnfit) Unwrap() error { return e.error }

// open gets what the plan of a job names. An error that is no errUnfit may pass.
func (p *player) open(ctx context.Context, js jetstream.JetStream, queue names, job Job) error {
	if p.text == job.Text {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*bound)
	defer cancel()
	l, err := openLibrary(ctx, js, queue)
	if err != nil {
		return err
	}
	plan, err := l.plan(ctx, job.Text)
	if err != nil {
		return err
	}
	g, err := gameOf(plan)
	if err != nil {
		return errUnfit{err}
	}
	m, err := l.material(ctx, plan, g)
	if err != nil {
		return err
	}
	if plan.Hash() != job.Plan {
		return fmt.Errorf("plan %.12s is not %.12s, as the run says", plan.Hash(), job.Plan)
	}
	with, err := plan.Open(g, m)
	if err != nil {
		return err
	}
	p.text, p.plan, p.with = job.Text, plan, with
	return nil
}

// gameOf returns the game of a plan, by the same rules.
func gameOf(p selfplay.Plan) (env.Game, error) {
	g, err := games.Make(p.Game)
	if err != nil {
		return nil, fmt.Errorf("the run is of a game that this ludens does not have: %w", err)
	}
	if rules := env.Fingerprint(g); rules != p.Rules {
		return nil, fmt.Errorf("the run has other rules of %s than this ludens: %.12s, here they are %.12s", p.Game, p.Rules, rules)
	}
	return g, nil
}
