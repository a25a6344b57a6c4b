package configs

import (
	_ "embed"
	"math"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"ludens/env/games"
)

// Measured is what a game of self-play comes to in a run, as a mean over all its
// iterations: what decides how long the run takes on a machine whose speed is known.
type Measured struct {
	// Game is whose runs it was measured in; "": in none, random games are as long.
	Game        string
	Plies       float64
	Positions   float64 // that are trained on
	Evaluations float64 // that the searches ask for, remembered ones included
}

//go:embed measured/runs.toml
var measuredRuns string

// measuredRun is an entry of measured/runs.toml, which says what its fields are.
type measuredRun struct {
	Game        string  `toml:"game"`
	Seed        uint64  `toml:"seed"`
	Iterations  int     `toml:"iterations"`
	Simulations float64 `toml:"simulations"`
	Trained     float64 `toml:"trained"`
	Plies       float64 `toml:"plies"`
	Positions   float64 `toml:"positions"`
	Evaluations float64 `toml:"evaluations"`
}

// known are the runs that were measured.
var known = sync.OnceValues(func() ([]measuredRun, error) {
	var file struct{ Run []measuredRun }
	_, err := toml.Decode(measuredRuns, &file)
	return file.Run, err
})

// Measured returns what the games of r will come to, after runs of the same game, else
// of another with the same rules but for options, else of the one whose preset it has,
// else after random games. Runs with searches of about the same size count, and among
// them one of the same seed, if there is one; of others the mean. Evaluations grow with
// the simulations and positions with the share that is trained on, as they do in the
// runs that were measured.
func (r Run) Measured() Measured {
	if r.ByAlphaBeta() {
		plies := r.randomPlies()
		return Measured{"", plies, plies, plies * float64(r.AlphaBeta.Nodes)}
	}
	all, _ := known() // it is ours, and a test reads it
	size, trained := r.searched(), 1-float64(r.SelfPlay.FastShare)
	like := nearestRuns(kindred(all, r.Game), size, r.Seed)
	if len(like) == 0 {
		plies := r.randomPlies()
		return Measured{"", plies, plies * trained, plies * size}
	}
	m := Measured{Game: like[0].Game}
	for _, run := range like {
		share := 1 / float64(len(like))
		m.Plies += share * run.Plies
		m.Positions += share * run.Positions * trained / run.Trained
		m.Evaluations += share * run.Evaluations * size / run.Simulations
	}
	return m
}

// randomPlies returns how long random games of a valid run's game are.
func (r Run) randomPlies() float64 {
	g, err := games.Make(r.Game)
	if err != nil {
		return 0
	}
	_, plies := measured(g)
	return plies
}

// searched returns how many simulations a ply has on average.
func (r Run) searched() float64 {
	fast := float64(r.SelfPlay.FastShare)
	return (1-fast)*float64(r.Search.Simulations) + fast*float64(r.SelfPlay.FastSimulations)
}

// kindred returns the runs of the game that is most like the named one.
func kindred(all []measuredRun, game string) []measuredRun {
	family := ""
	if l, err := PresetFor(game); err == nil {
		family = GameOf(l)
	}
	variant, _, _ := strings.Cut(game, ":")
	for _, name := range []string{game, variant, family} {
		var like []measuredRun
		for _, run := range all {
			if run.Game == name {
				like = append(like, run)
			}
		}
		if len(like) > 0 {
			return like
		}
	}
	return nil
}

// nearestRuns returns those whose searches have the size that is nearest to one, as a
// ratio; of these only those of a seed, if there are any.
func nearestRuns(all []measuredRun, size float64, seed uint64) (like []measuredRun) {
	off := func(run measuredRun) float64 { return math.Abs(math.Log(run.Simulations / size)) }
	least := math.Inf(1)
	for _, run := range all {
		least = min(least, off(run))
	}
	same := false
	for _, run := range all {
		if off(run) > least || same && run.Seed != seed {
			continue
		}
		if run.Seed == seed && !same {
			like, same = nil, true
		}
		like = append(like, run)
	}
	return like
}
