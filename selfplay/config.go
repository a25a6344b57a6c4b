package selfplay

import (
	"fmt"
	"maps"
	"slices"

	"ludens/mcts"
)

// What Config.Precision may be.
const (
	FP32 = "fp32"
	Int8 = "int8"
)

// Config is how games of self-play are played.
type Config struct {
	// Games of one iteration. AlphaZero: 44 million in all (chess).
	Games int `toml:"games" json:"games"`
	// Lockstep games share a worker and their leaves one batch. It changes
	// speed, not results.
	Lockstep int `toml:"lockstep" json:"lockstep"`
	// Temperature of the move choice for the first TemperaturePly plies, then
	// the best move. AlphaZero: 1 for 30 plies.
	Temperature    float32 `toml:"temperature" json:"temperature"`
	TemperaturePly int     `toml:"temperature_ply" json:"temperature_ply"`
	// OpeningPlies: each game begins with 0 to that many random plies, which are
	// not trained on, so that games differ. AlphaZero: 0.
	OpeningPlies int `toml:"opening_plies" json:"opening_plies"`

	// Handicap is the share of games in which one side plays each of its moves
	// at random with a probability drawn from [0, 1], the larger the likelier:
	// the larger of two even draws. Such a move is not trained on, but what
	// follows is. Where one role is much the stronger, the other
	// would hardly ever see how it wins.
	// AlphaZero: 0; KataGo plays a share of its games with handicaps, too.
	// The loop has First bear as large a share of the handicaps as it has of the wins
	// (Plan.HandicapFirst).
	Handicap float32 `toml:"handicap" json:"handicap"`

	// ScoreUtility is the share of the predicted final score in a leaf's value,
	// for games that keep a score. It gives the search something to strive for
	// where every line seems lost, won, or endless. AlphaZero: 0; KataGo: up to
	// 0.4 of a utility that is bounded by 1.4.
	ScoreUtility float32 `toml:"score_utility" json:"score_utility"`

	// Settled is the share of a leaf's own score once its captures have settled, for
	// games that know it (env.Tactical). A young network cannot count, nor see an
	// exchange to its end. AlphaZero: 0.
	Settled float32 `toml:"settled" json:"settled"`

	// FastShare of the moves are searched with FastSimulations and without
	// noise, and not trained on: games end sooner and give more results.
	// KataGo: 0.75 (playout cap randomization; Wu 2019, 3.1). AlphaZero: 0.
	FastShare       float32 `toml:"fast_share" json:"fast_share"`
	FastSimulations int     `toml:"fast_simulations" json:"fast_simulations"`

	// Restart is the share of games that go on from a position of an earlier
	// game in the window (Go-Exploit; Trudeau and Bowling 2023: 1 in part).
	// AlphaZero: 0.
	Restart float32 `toml:"restart" json:"restart"`

	// Starts are the shares of games that begin from positions of a kind that the
	// game draws (env.Startable), by kind. No player resigns in them.
	Starts map[string]float32 `toml:"starts,omitempty" json:"starts,omitempty"`
	// StartLevel is how hard such positions are at first, above 0; the loop makes
	// them harder, up to 1, as more of these games end by the rules. Default 1.
	StartLevel float32 `toml:"start_level" json:"start_level"`

	// Head is the share of games that begin with up to HeadPlies of quick play:
	// of two random moves the one after which the mover stands better, by the
	// game's own score. For games that do not end by weak play.
	Head      float32 `toml:"head" json:"head"`
	HeadPlies int     `toml:"head_plies" json:"head_plies"`

	// Past is the share of games in which one side plays as an earlier network
	// of the run; its moves are not trained on. It keeps what beat it known.
	// AlphaStar and OpenAI Five: a fifth and more. AlphaZero: 0.
	Past float32 `toml:"past" json:"past"`

	// Resign is the share of resignations that may be wrong; 0: no resignation.
	// ResignCheck of the games are played to the end all the same, to measure it.
	// AlphaGo Zero: 0.05 and 0.1.
	Resign      float32 `toml:"resign" json:"resign"`
	ResignCheck float32 `toml:"resign_check" json:"resign_check"`

	// Precision of the network that plays: "fp32", or "int8", which is seven times
	// as fast where the CPU has AMX, twice with VNNI, and much slower without. A file
	// may say "auto", which package configs settles when a run begins. Default fp32.
	Precision string `toml:"precision" json:"precision"`

	// Cache is how many positions' evaluations an iteration remembers. It
	// changes speed, not results.
	Cache int `toml:"cache" json:"cache"`

	Search mcts.Config `toml:"-" json:"search"`
}

// Bounds of a Config: what is beyond them works nowhere. Whether there is memory
// for what is within them is another question.
const (
	maxGames    = 1_000_000 // of an iteration
	maxLockstep = 10_000
	maxPlies    = 100_000     // longer than any game
	maxOpening  = 1_000       // plies
	maxCache    = 100_000_000 // 4 GiB when it is still empty

	leastTemperature = 0.01 // below, powers of the policy underflow: 0 says what is meant
	maxTemperature   = 100
)

// Validate says what is wrong with c, or nil.
func (c Config) Validate() error {
	switch {
	case c.Games < 1 || c.Games > maxGames:
		return fmt.Errorf("games = %d, want 1 to %d", c.Games, maxGames)
	case c.Lockstep < 1 || c.Lockstep > maxLockstep:
		return fmt.Errorf("lockstep = %d, want 1 to %d", c.Lockstep, maxLockstep)
	case c.Temperature != 0 && !(c.Temperature >= leastTemperature && c.Temperature <= maxTemperature):
		return fmt.Errorf("temperature = %v, want 0, or %v to %v", c.Temperature, leastTemperature, maxTemperature)
	case c.TemperaturePly < 0 || c.TemperaturePly > maxPlies:
		return fmt.Errorf("temperature_ply = %d, want 0 to %d", c.TemperaturePly, maxPlies)
	case !(c.Handicap >= 0 && c.Handicap <= 1):
		return fmt.Errorf("handicap = %v, want 0 to 1", c.Handicap)
	case !(c.ScoreUtility >= 0 && c.ScoreUtility <= 1):
		return fmt.Errorf("score_utility = %v, want 0 to 1", c.ScoreUtility)
	case !(c.Settled >= 0 && c.Settled <= 1):
		return fmt.Errorf("settled = %v, want 0 to 1", c.Settled)
	case c.OpeningPlies < 0 || c.OpeningPlies > maxOpening:
		return fmt.Errorf("opening_plies = %d, want 0 to %d", c.OpeningPlies, maxOpening)
	}
	if err := c.validateStarts(); err != nil {
		return err
	}
	if err := c.validateKinds(); err != nil {
		return err
	}
	if err := c.validateMoves(); err != nil {
		return err
	}
	return c.Search.Validate()
}

func (c Config) validateStarts() error {
	switch {
	case !(c.Restart >= 0 && c.Restart <= 1):
		return fmt.Errorf("restart = %v, want 0 to 1", c.Restart)
	case !(c.Head >= 0 && c.Head <= 1):
		return fmt.Errorf("head = %v, want 0 to 1", c.Head)
	case c.HeadPlies < 0 || c.HeadPlies > maxOpening:
		return fmt.Errorf("head_plies = %d, want 0 to %d", c.HeadPlies, maxOpening)
	case c.Head > 0 && c.HeadPlies == 0:
		return fmt.Errorf("head = %v with head_plies = 0: say how many plies at most", c.Head)
	case !(c.Past >= 0 && c.Past <= 1):
		return fmt.Errorf("past = %v, want 0 to 1", c.Past)
	}
	return nil
}

func (c Config) validateKinds() error {
	var sum float32
	for _, kind := range slices.Sorted(maps.Keys(c.Starts)) {
		share := c.Starts[kind]
		if !(share >= 0 && share <= 1) {
			return fmt.Errorf("starts.%s = %v, want 0 to 1", kind, share)
		}
		sum += share
	}
	switch {
	case sum > 1:
		return fmt.Errorf("starts = %v in all, want shares of 1 together at most", sum)
	case !(c.StartLevel >= 0 && c.StartLevel <= 1):
		return fmt.Errorf("start_level = %v, want more than 0 and at most 1, or 0 for 1", c.StartLevel)
	}
	return nil
}

// Weights returns what a leaf's value is made of.
func (c Config) Weights() Weights { return Weights{Utility: c.ScoreUtility, Settled: c.Settled} }

func (c Config) validateMoves() error {
	if err := mcts.CheckSimulations("fast_simulations", c.FastSimulations, 0); err != nil {
		return err
	}
	switch {
	case !(c.FastShare >= 0 && c.FastShare < 1):
		return fmt.Errorf("fast_share = %v, want 0 or more and less than 1: the other moves are trained on", c.FastShare)
	case c.FastShare > 0 && !(c.FastSimulations >= 1 && c.FastSimulations <= c.Search.Simulations):
		return fmt.Errorf("fast_simulations = %d, want 1 to the %d of a full search", c.FastSimulations, c.Search.Simulations)
	case !(c.Resign >= 0 && c.Resign < 1):
		return fmt.Errorf("resign = %v, want 0 or more and less than 1: the share of wrong resignations", c.Resign)
	case !(c.ResignCheck >= 0 && c.ResignCheck <= 1):
		return fmt.Errorf("resign_check = %v, want 0 to 1", c.ResignCheck)
	case c.Resign > 0 && c.ResignCheck == 0:
		return fmt.Errorf("resign = %v without resign_check: wrong resignations would go unnoticed; want at least 0.05 of the games played to the end", c.Resign)
	case c.Precision != "" && c.Precision != FP32 && c.Precision != Int8:
		return fmt.Errorf("precision = %q, want %q, %q or \"auto\"", c.Precision, FP32, Int8)
	case c.Cache < 0 || c.Cache > maxCache:
		return fmt.Errorf("cache = %d, want 0 to %d", c.Cache, maxCache)
	}
	return nil
}
