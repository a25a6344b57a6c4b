package agent

import (
	"context"
	"math/rand/v2"

	"ludens/env"
)

// Random returns an agent that plays every legal action equally often.
func Random(rng *rand.Rand) env.Agent { return &random{rng: rng} }

type random struct {
	rng   *rand.Rand
	legal []env.Action
}

func (r *random) Act(ctx context.Context, s env.State) (env.Decision, error) {
	r.legal = s.Legal(r.legal[:0])
	return env.Decision{Action: r.legal[r.rng.IntN(len(r.legal))]}, ctx.Err()
}
