package main

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"

	"ludens/agent"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/disk"
	"ludens/internal/roster"
)

// openings plays games of a game's champion with itself, and writes their beginnings where the
// page's explorer of openings has them from.
func openings(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("openings", flag.ExitOnError)
	want := f.Int("n", 500, "games of each")
	simulations := f.Int("simulations", 8, "of each move")
	starts := f.Int("starts", 20, "starts of a game that draws its start, with as many games from each")
	from := f.Uint64("seed", 1, "seed of the games")
	f.Parse(args)
	return eachGame(f, func(g env.Game) error {
		spec := agent.Level{Simulations: *simulations}.Search()
		a, err := roster.Analyst(spec, g, roster.Open, seed.New(*from), 1, 0)
		if err != nil {
			return err
		}
		var all []roster.Beginning
		for number := 0; number < *want && ctx.Err() == nil; number++ {
			start := uint64(0)
			if _, drawn := env.As[env.Arrayed](g); drawn {
				start = uint64(number % max(1, *starts))
			}
			p, err := playOpening(ctx, g.New(start), g.Spec().MaxPly, a, *simulations, seed.New(*from).At("openings", number))
			p.Seed = start
			if err != nil {
				return err
			}
			all = append(all, p)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		fmt.Printf("%s: %d games\n", g.Spec().Name, len(all))
		return disk.WriteBytes(filepath.Join("internal", "roster", roster.OpeningFile(g.Spec().Name)), []byte(roster.WriteOpenings(all)))
	})
}

// playOpening plays a game on from s, to the ply of its length limit at most. Its first moves are drawn in proportion to their visits, the others
// are the best of the search.
func playOpening(ctx context.Context, s env.State, most int, a analysis.Analyst, simulations int, at seed.Seed) (roster.Beginning, error) {
	rng := at.Rand()
	var p roster.Beginning
	for ply := 0; ply < most && s.Result() == env.Ongoing; ply++ {
		r, err := a.Analyse(ctx, s, analysis.Limits{Simulations: simulations}, nil)
		if err != nil {
			return p, err
		}
		move := r.Best()
		if ply < analysis.VariedPlies {
			move = analysis.Draw(r.Stats(), 1, rng)
		}
		if ply < roster.OpeningPlies {
			p.Moves = append(p.Moves, s.Format(move))
		}
		s.Play(move)
	}
	p.Result = s.Result()
	return p, nil
}
