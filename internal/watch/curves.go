package watch

import (
	"fmt"

	"ludens/configs"
	"ludens/env/games"
	runs "ludens/internal/run"
)

// Curves are the numbers of a run.
type Curves struct {
	Dir    string
	Config configs.Run
	Roles  [2]string
	Points []runs.Metric // by iteration, one at least

	seconds []float64 // that each iteration took
}

// Read reads the numbers of the run in a folder, which may be in progress.
func Read(dir string) (*Curves, error) {
	r, err := runs.Look(dir)
	if err != nil {
		return nil, err
	}
	config, err := r.Config()
	if err != nil {
		return nil, err
	}
	game, err := games.Make(config.Game)
	if err != nil {
		return nil, err
	}
	points, err := r.Metrics()
	if err != nil {
		return nil, err
	}
	if len(points) == 0 {
		return nil, fmt.Errorf("%s has no finished iteration yet: nothing to plot", dir)
	}
	return &Curves{Dir: dir, Config: config, Roles: game.Spec().Roles, Points: points, seconds: runs.Spent(points)}, nil
}
