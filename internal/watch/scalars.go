package watch

import (
	"ludens/env"
	runs "ludens/internal/run"
	"ludens/internal/tensorboard"
)

// scalars returns the numbers of an iteration as points of TensorBoard's curves.
func scalars(m runs.Metric) []tensorboard.Scalar {
	played := float64(max(1, m.Games.Played))
	all := []tensorboard.Scalar{
		{Tag: "loss/policy", Value: m.Losses.Policy},
		{Tag: "loss/value", Value: m.Losses.Value},
		{Tag: "loss/score", Value: m.Losses.Score},
		{Tag: "policy/entropy", Value: m.Losses.Entropy},
		{Tag: "learning/rate", Value: float64(m.Rate)},
		{Tag: "learning/gradient", Value: m.Losses.Gradient},
		{Tag: "learning/window", Value: float64(m.Window)},
		{Tag: "games/plies", Value: m.Games.MeanPlies},
		{Tag: "games/first_wins", Value: float64(m.Games.FirstWins) / played},
		{Tag: "games/second_wins", Value: float64(m.Games.SecondWins) / played},
		{Tag: "games/drawn", Value: float64(m.Games.Drawn) / played},
		{Tag: "games/cut_off", Value: float64(m.Games.Truncated) / played},
		{Tag: "progress/games", Value: float64(m.At.Games)},
		{Tag: "progress/positions", Value: float64(m.At.Positions)},
		{Tag: "progress/steps", Value: float64(m.At.Steps)},
	}
	for _, s := range m.Standings {
		both := s.Roles[env.First].Plus(s.Roles[env.Second])
		all = append(all, tensorboard.Scalar{Tag: "score/" + s.Opponent, Value: both.Mean()})
	}
	return all
}

// WriteScalars writes an iteration for TensorBoard: its step is the iteration.
func WriteScalars(w *tensorboard.Writer, m runs.Metric) error {
	return w.Write(WallTime(m), m.At.Iteration, scalars(m))
}

// WallTime returns when an iteration was done, in seconds since 1970, as the run noted
// it; 0 if it did not.
func WallTime(m runs.Metric) float64 {
	if m.Time.IsZero() {
		return 0
	}
	return float64(m.Time.UnixMilli()) / 1000
}
