package arena

import (
	"fmt"

	"ludens/env"
	"ludens/stat"
)

// Score counts games from one side's point of view.
type Score struct {
	Wins      int `json:"wins"`
	Draws     int `json:"draws"`
	Losses    int `json:"losses"`
	Truncated int `json:"truncated"` // of Draws: cut at the ply cap, without a result by the rules
}

// Add counts one more game of the side that plays role.
func (s *Score) Add(g Game) {
	switch {
	case g.Truncated:
		s.Truncated++
		s.Draws++
	case g.Result == env.Drawn:
		s.Draws++
	case g.Result == env.WinFor(g.Role):
		s.Wins++
	default:
		s.Losses++
	}
}

// Plus returns the counts of s and t together.
func (s Score) Plus(t Score) Score {
	return Score{s.Wins + t.Wins, s.Draws + t.Draws, s.Losses + t.Losses, s.Truncated + t.Truncated}
}

// Reversed returns the counts as the other side has them.
func (s Score) Reversed() Score { return Score{s.Losses, s.Draws, s.Wins, s.Truncated} }

// Games returns how many games were counted.
func (s Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Mean returns the points per game, a draw counting half; 0.5 without games.
func (s Score) Mean() float64 {
	if s.Games() == 0 {
		return 0.5
	}
	return (float64(s.Wins) + float64(s.Draws)/2) / float64(s.Games())
}

// Interval returns the 95 % interval of Mean (E3 of docs/method.md). Without
// games it is [0, 1].
func (s Score) Interval() (low, high float64) {
	return stat.Counts{s.Losses, s.Draws, s.Wins}.Interval()
}

// String returns "97.5 % [94.3, 98.9] +193 =4 -3".
func (s Score) String() string {
	low, high := s.Interval()
	return fmt.Sprintf("%5.1f %% [%.1f, %.1f] +%d =%d -%d", 100*s.Mean(), 100*low, 100*high, s.Wins, s.Draws, s.Losses)
}

// Standing is how an agent did against one opponent, by the role it played.
type Standing struct {
	Opponent string   `json:"opponent"`
	Roles    [2]Score `json:"roles"` // as First, as Second

	// Alone is the score of the agent's network without a search, against the same
	// opponent; nil if that was not asked.
	Alone *[2]Score `json:"alone,omitempty"`
}

// Count returns the standing after the given games.
func Count(opponent string, games []Game) Standing {
	st := Standing{Opponent: opponent}
	for _, g := range games {
		st.Roles[g.Role].Add(g)
	}
	return st
}
