package selfplay

import (
	"fmt"

	"ludens/mcts"
)

// Config is how games of self-play are played.
type Config struct {
	// Games of one iteration. AlphaZero: 44 million in all (chess).
	Games int `toml:"games"`
	// Lockstep games share a worker and their leaves one batch. It changes
	// speed, not results.
	Lockstep int `toml:"lockstep"`
	// Temperature of the move choice for the first TemperaturePly plies, then
	// the best move. AlphaZero: 1 for 30 plies.
	Temperature    float32 `toml:"temperature"`
	TemperaturePly int     `toml:"temperature_ply"`
	// OpeningPlies: each game begins with 0 to so many random plies, which are
	// not learnt from, so that games differ. AlphaZero: 0.
	OpeningPlies int `toml:"opening_plies"`

	// Handicap is the share of games in which one side plays each of its moves
	// at random with a probability drawn from [0, 1], the larger the likelier:
	// the larger of two even draws. Such a move is not learnt from, but what
	// follows is. Where one role is much the stronger, the other
	// would hardly ever see how it wins.
	// AlphaZero: 0; KataGo plays a share of its games with handicaps, too.
	Handicap float32 `toml:"handicap"`
	// HandicapFirst is how often that side is First, else it is Second. The loop
	// sets it to First's share of the wins in its window, so that the stronger
	// role bears the handicap.
	HandicapFirst float32 `toml:"-"`

	// ScoreUtility is the share of the predicted final score in a leaf's value,
	// for games that keep a score. It gives the search something to strive for
	// where every line seems lost, won, or endless. AlphaZero: 0; KataGo: up to
	// 0.4 of a utility that is bounded by 1.4.
	ScoreUtility float32 `toml:"score_utility"`

	Search mcts.Config `toml:"-"`
}

// Validate says what is wrong with c, or nil.
func (c Config) Validate() error {
	switch {
	case c.Games < 1:
		return fmt.Errorf("games = %d, want at least 1", c.Games)
	case c.Lockstep < 1:
		return fmt.Errorf("lockstep = %d, want at least 1", c.Lockstep)
	case !(c.Temperature >= 0 && c.Temperature <= 100):
		return fmt.Errorf("temperature = %v, want 0 to 100", c.Temperature)
	case c.TemperaturePly < 0:
		return fmt.Errorf("temperature_ply = %d, want 0 or more", c.TemperaturePly)
	case !(c.Handicap >= 0 && c.Handicap <= 1):
		return fmt.Errorf("handicap = %v, want 0 to 1", c.Handicap)
	case !(c.ScoreUtility >= 0 && c.ScoreUtility <= 1):
		return fmt.Errorf("score_utility = %v, want 0 to 1", c.ScoreUtility)
	case c.OpeningPlies < 0:
		return fmt.Errorf("opening_plies = %d, want 0 or more", c.OpeningPlies)
	}
	return c.Search.Validate()
}
