package configs

import (
	"fmt"
	"math"

	"ludens/env"
)

// Fitted returns the preset of a game that has none: a network of the size of its
// board, and games by their length, which a few random ones show. It is made for some
// ten minutes on a small board; `ludens train` says beforehand what it will take.
func Fitted(g env.Game) Layer {
	spec := g.Spec()
	_, plies := measured(g)
	_, scored := g.New(0).(env.Scored)
	f := fitting{cells: spec.Cells(), planes: spec.Planes(), plies: plies, scored: scored}
	return Layer{Name: "preset fitted to " + spec.Name, Text: f.text(spec.Name)}
}

// fitting is what a preset is fitted to.
type fitting struct {
	cells, planes int
	plies         float64 // of random games
	scored        bool
}

// Positions that an iteration of a fitted preset shall make, about.
const fittedPositions = 5000

func (f fitting) text(game string) string {
	channels, blocks := 32, 4
	switch {
	case f.cells > 121:
		channels, blocks = 64, 5
	case f.cells > 64:
		channels, blocks = 48, 5
	}
	score, utility := "", 0.0
	if f.scored {
		score, utility = "score = true\n", 0.3
	}
	policy := 16
	if f.planes > 48 {
		policy = 32
	}
	within := func(x, low, high float64) int { return int(math.Round(min(max(x, low), high))) }
	return fmt.Sprintf(fittedText, game, channels, blocks, policy, channels, score,
		within(fittedPositions/max(1, f.plies), 16, 400), within(f.plies/4, 4, 40), within(f.plies/8, 0, 4), utility, utility/2)
}

const fittedText = `game = %q
seed = 1

[network]
channels = %d
blocks = %d
policy_channels = %d
value_channels = 4
value_hidden = %d
%s
[search]
root = "gumbel"
simulations = 48
sigma_scale = 1.0

[selfplay]
games = %d
lockstep = 32
temperature = 1.0
temperature_ply = %d
opening_plies = %d
handicap = 0.2
score_utility = %g
past = 0.1
restart = 0.1
precision = "auto"
cache = 200000

[train]
iterations = 60
window = 100000
window_start = 15000
reuse = 1.5
average = 0.99
augment = true
handicap_fade = 0.75
utility_fade = 0.75
learning_rate = 0.05
drop_at = 0.8
drop = 0.1

[optimiser]
batch = 128
precision = "auto"
clip_norm = 2.0
score_weight = 0.5

[play]
score_utility = %g

[evaluation]
baselines = ["random", "greedy", "mcts:100"]
watch = "random"
every = 10
games = 5
final_games = 20
simulations = 100
opening_plies = 2
`
