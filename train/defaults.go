package train

import (
	"ludens/env"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
)

// Defaults returns a sound start for a small game: its network learns tic-tac-toe in
// seconds, and larger games from nothing to something in some minutes. The presets of
// package configs say what suits the games that come with the program.
func Defaults(s env.Spec) Config {
	search, optimiser := mcts.Defaults(), nn.DefaultConfig()
	search.Simulations, optimiser.Batch = 32, 64
	return Config{
		Iterations: 40, Window: 20_000, Reuse: 2, Augment: true,
		LearningRate: 0.05, DropAt: 0.75, Drop: 0.1,
		Network: nn.Spec{
			Planes: s.Shape[0], Rows: s.Shape[1], Cols: s.Shape[2], Channels: 24, Blocks: 2,
			PolicyChannels: 8, PolicyPlanes: s.Planes(), Globals: s.Globals(), ValueChannels: 4, ValueHidden: 16,
		},
		SelfPlay:  selfplay.Config{Games: 64, Lockstep: 16, Temperature: 1, TemperaturePly: 9, OpeningPlies: 4, Search: search},
		Optimiser: optimiser,
	}
}
