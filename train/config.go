package train

import (
	"cmp"
	"fmt"
	"math"

	"ludens/env"
	"ludens/eval"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
)

// Config is the whole method of a run. Nothing in it depends on the machine:
// equal configs and seeds give equal weights.
type Config struct {
	// Method is how a run learns: "", a network by tree search, or AlphaBeta, an
	// evaluation for alpha-beta. Of the fields below a run by alpha-beta has those that
	// say how long it is and what it keeps; and AlphaBeta.
	Method string `toml:"method,omitempty"`
	// Iterations of self-play, learning and saving.
	Iterations int `toml:"iterations"`
	// Window is how many of the newest positions learning draws from.
	// AlphaZero: the last 500,000 games or so; here it grows from nothing.
	Window int `toml:"window"`
	// WindowStart is the window at first; it then grows with the N positions made
	// so far, up to Window (Wu 2019, 2.1, with c = 250,000):
	//
	//	c (1 + 0.4 ((N/c)^0.75 - 1) / 0.75)
	//
	// 0: it is Window from the beginning.
	WindowStart int `toml:"window_start"`
	// Reuse is how often each new position is drawn for learning, on average:
	// an iteration makes Reuse * new positions / Batch steps.
	// AlphaZero chess: about 0.2 (700,000 steps of 4,096 for 44 million games); KataGo: 4.
	Reuse float32 `toml:"reuse"`
	// Augment draws a random symmetry of the game for each position trained on.
	// AlphaZero: no; AlphaGo Zero: yes.
	Augment bool `toml:"augment"`

	// SearchValue is the share of the search's own value in the value target; the
	// rest is the result. AlphaZero: 0; others up to 0.5.
	SearchValue float32 `toml:"search_value"`

	// Average is how much of the average over the steps' weights stays at each
	// step: 0.99 averages about the last hundred. That average plays and is saved;
	// learning goes on from the weights themselves. 0: no average. AlphaZero: 0.
	Average float32 `toml:"average"`

	// LearningRate up to DropAt of the iterations, then Drop times that.
	// AlphaZero: SGD from 0.2, three drops by 10.
	LearningRate float32 `toml:"learning_rate"`
	DropAt       float32 `toml:"drop_at"`
	Drop         float32 `toml:"drop"`

	// HandicapFade is how much of the share of handicap games is gone when the
	// learning rate drops; it goes evenly, and the rest stays. Handicaps show an
	// asymmetric game's weaker role what winning is; later they are in the way,
	// since values learn to count on blunders. 0, the default: they stay.
	HandicapFade float32 `toml:"handicap_fade"`

	// UtilityFade and SettledFade are how much of score_utility and settled is gone
	// when the learning rate drops: evenly, and the rest stays. Both help a network
	// that knows little, and blur the difference between ahead and won for one that
	// knows more. 0, the default: they stay.
	UtilityFade float32 `toml:"utility_fade"`
	SettledFade float32 `toml:"settled_fade"`

	// KeepGames is how many of the last iterations' games are kept on disk; those
	// that the window needs always are. 0, the default: all. They are some hundred
	// kB an iteration.
	KeepGames int `toml:"keep_games"`

	// PastEvery: each that many iterations the checkpoint is kept for good, and earlier
	// networks that play (Config.SelfPlay.Past) are drawn among these. 0, as in runs that were
	// begun before it could be said: EvaluateEvery.
	PastEvery int `toml:"past_every"`

	// Lag is how many iterations the network that plays is behind the newest. With 1 the
	// games of an iteration are played while the run learns from those of the iteration
	// before: for many machines. 0, the default: games wait for the newest network.
	Lag int `toml:"lag,omitzero"`

	// EvaluateEvery that many iterations the network meets the baselines; 0: only at the end.
	EvaluateEvery int `toml:"-"`

	// Epochs is how often each position of Run.Lessons is drawn, on average, before the
	// first iteration.
	Epochs float32 `toml:"-"`

	AlphaBeta eval.RoundConfig `toml:"-"` // of the method AlphaBeta
	Network   nn.Spec          `toml:"-"` // shape of a new network; it fits the game
	SelfPlay  selfplay.Config  `toml:"-"`
	Optimiser nn.Config        `toml:"-"`
	AtPlay    selfplay.Weights `toml:"-"` // with which checkpoints play
	// Variant is the file of the game, for workers that cannot know it.
	Variant string `toml:"-"`
}

// AlphaBeta is the method of a run that learns an evaluation for alpha-beta (package eval):
// an iteration is a round.
const AlphaBeta = "alphabeta"

// Bounds of a Config: what is beyond them works nowhere.
const (
	MaxIterations = 1_000_000
	maxWindow     = 100_000_000 // positions
	maxEpochs     = 1000
	leastRate     = 1e-9 // below, float32 weights stand still
)

// Validate says what is wrong with c, or nil.
func (c Config) Validate() error {
	switch {
	case c.Method != "" && c.Method != AlphaBeta:
		return fmt.Errorf("method = %q, want %q, or none to train a network", c.Method, AlphaBeta)
	case c.Iterations < 1 || c.Iterations > MaxIterations:
		return fmt.Errorf("iterations = %d, want 1 to %d", c.Iterations, MaxIterations)
	case c.KeepGames < 0 || c.KeepGames > MaxIterations:
		return fmt.Errorf("keep_games = %d iterations, want 1 to %d, or 0 for all", c.KeepGames, MaxIterations)
	case c.PastEvery < 0 || c.PastEvery > MaxIterations:
		return fmt.Errorf("past_every = %d iterations, want 1 to %d, or 0 for that of the evaluation", c.PastEvery, MaxIterations)
	case c.Lag < 0 || c.Lag > maxLag:
		return fmt.Errorf("lag = %d iterations, want 0 to %d", c.Lag, maxLag)
	case c.Method == AlphaBeta:
		return c.AlphaBeta.Validate()
	case c.Window > maxWindow:
		return fmt.Errorf("window = %d positions, want at most %d", c.Window, maxWindow)
	case c.Window < c.Optimiser.Batch:
		return fmt.Errorf("window = %d positions, want at least one batch of %d", c.Window, c.Optimiser.Batch)
	case c.WindowStart != 0 && (c.WindowStart < c.Optimiser.Batch || c.WindowStart > c.Window):
		return fmt.Errorf("window_start = %d positions, want one batch of %d to the window of %d, or 0", c.WindowStart, c.Optimiser.Batch, c.Window)
	case !(c.SearchValue >= 0 && c.SearchValue <= 1):
		return fmt.Errorf("search_value = %v, want 0 to 1", c.SearchValue)
	case !(c.Average >= 0 && c.Average < 1):
		return fmt.Errorf("average = %v, want 0 or more and less than 1", c.Average)
	case !(c.Reuse > 0 && c.Reuse <= 100):
		return fmt.Errorf("reuse = %v, want more than 0 and at most 100", c.Reuse)
	case !(c.LearningRate >= leastRate && c.LearningRate <= 10):
		return fmt.Errorf("learning_rate = %v, want %v to 10", c.LearningRate, leastRate)
	case !(c.DropAt >= 0 && c.DropAt <= 1):
		return fmt.Errorf("drop_at = %v, want 0 to 1", c.DropAt)
	case !(c.Drop > 0 && c.Drop <= 1):
		return fmt.Errorf("drop = %v, want more than 0 and at most 1", c.Drop)
	case !(c.HandicapFade >= 0 && c.HandicapFade <= 1):
		return fmt.Errorf("handicap_fade = %v, want 0 to 1", c.HandicapFade)
	case !(c.UtilityFade >= 0 && c.UtilityFade <= 1):
		return fmt.Errorf("utility_fade = %v, want 0 to 1", c.UtilityFade)
	case !(c.SettledFade >= 0 && c.SettledFade <= 1):
		return fmt.Errorf("settled_fade = %v, want 0 to 1", c.SettledFade)
	case !(c.Epochs >= 0 && c.Epochs <= maxEpochs):
		return fmt.Errorf("epochs = %v, want 0 to %d", c.Epochs, maxEpochs)
	case c.EvaluateEvery < 0 || c.EvaluateEvery > MaxIterations:
		return fmt.Errorf("evaluate_every = %d, want 0 to %d", c.EvaluateEvery, MaxIterations)
	}
	if err := c.SelfPlay.Validate(); err != nil {
		return err
	}
	return c.Optimiser.Validate()
}

// judged reports whether the network is measured after that many iterations.
func (c Config) judged(iterations int) bool {
	return c.EvaluateEvery > 0 && iterations%c.EvaluateEvery == 0
}

// pastEvery returns the iterations between checkpoints that play as earlier networks; 0: none do.
func (c Config) pastEvery() int { return cmp.Or(c.PastEvery, c.EvaluateEvery) }

// keeps reports whether the checkpoint after that many iterations is kept for good.
func (c Config) keeps(iterations int) bool {
	every := c.pastEvery()
	return c.judged(iterations) || every > 0 && iterations%every == 0
}

// Rate returns the learning rate of an iteration counted from 0.
func (c Config) Rate(iteration int) float32 {
	if float32(iteration) >= c.DropAt*float32(c.Iterations) {
		return c.LearningRate * c.Drop
	}
	return c.LearningRate
}

// Handicap returns the share of handicap games of an iteration counted from 0.
func (c Config) Handicap(iteration int) float32 {
	return c.SelfPlay.Handicap * c.left(c.HandicapFade, iteration)
}

// Weights returns what a leaf's value is made of in an iteration counted from 0.
func (c Config) Weights(iteration int) selfplay.Weights {
	w := c.SelfPlay.Weights()
	w.Utility *= c.left(c.UtilityFade, iteration)
	w.Settled *= c.left(c.SettledFade, iteration)
	return w
}

// left returns how much is left of what fades by a share.
func (c Config) left(fade float32, iteration int) float32 {
	gone := float32(1)
	if until := c.DropAt * float32(c.Iterations); float32(iteration) < until {
		gone = float32(iteration) / until
	}
	return 1 - float32(fade*gone)
}

// Room returns how many positions the window holds once that many were made.
func (c Config) Room(positions int) int {
	if c.WindowStart == 0 {
		return c.Window
	}
	start := float64(c.WindowStart)
	positions = max(positions, c.WindowStart)
	const growth, bend = 0.4, 0.75
	room := start * (1 + growth*(math.Pow(float64(positions)/start, bend)-1)/bend)
	return min(c.Window, int(room))
}

// Steps returns how many steps follow an iteration that brought that many new
// positions; at least one.
func (c Config) Steps(positions int) int {
	return max(1, int(float64(c.Reuse)*float64(positions)/float64(c.Optimiser.Batch)+0.5))
}

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
