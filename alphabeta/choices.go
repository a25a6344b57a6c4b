package alphabeta

import (
	"context"

	"ludens/env"
)

// Choices searches as ActWithin does and then asks of each other move whether it loses
// little: margin at most and, where the choice wins or loses by force, nothing. Moves are
// those that do, the choice first, each with an equal share of the policy; those that
// nothing was found out about when limit ended are left out.
func (ab *Agent) Choices(ctx, limit context.Context, s env.State, margin float32) (env.Decision, error) {
	d, err := ab.ActWithin(ctx, limit, s)
	if err != nil {
		return d, err
	}
	least := d.Value
	if !decided(d.Value) {
		least = max(d.Value-margin, -glance) // what loses by force loses more
	}
	all := []env.Action{d.Action}
	for _, m := range ab.plies[0].moves {
		if ab.over {
			break
		}
		if m.action != d.Action && ab.reaches(m.action, d.Depth, least) {
			all = append(all, m.action)
		}
	}
	for _, a := range all {
		d.Moves = append(d.Moves, env.MoveStats{Action: a, Policy: 1 / float32(len(all)), Value: d.Value})
	}
	d.Simulations = ab.nodes
	return d, ctx.Err()
}

// reaches reports by a null window whether a move of the root, searched to a depth, is
// worth least or more.
func (ab *Agent) reaches(a env.Action, depth int, least float32) bool {
	here, next := &ab.plies[0], &ab.plies[1]
	next.state = here.state.Copy(next.state)
	next.state.Play(a)
	if r := next.state.Result(); r != env.Ongoing {
		return ending(r, here.state.ToMove(), 1) >= least
	}
	return ab.below(0, depth-1, -above(-least), least) >= least && !ab.over
}
