package main

import (
	"context"

	"ludens/env"
	"ludens/internal/seed"
)

func benchEnv(ctx context.Context, g env.Game, rounds int) ([]rate, error) {
	spec := g.Spec()
	var legal []env.Action
	var s env.State
	start, rng := g.New(0), seed.New(0).Rand()
	r, err := measure(ctx, spec.Name, "random play, full legal lists", "plies/s", rounds, func() (int, error) {
		s = start.Copy(s)
		for ply := range spec.MaxPly {
			if legal = s.Legal(legal[:0]); len(legal) == 0 {
				return ply, nil
			}
			s.Play(legal[rng.IntN(len(legal))])
		}
		return spec.MaxPly, nil
	})
	return []rate{r}, err
}
