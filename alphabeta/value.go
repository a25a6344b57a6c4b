package alphabeta

import (
	"math"

	"ludens/env"
)

// Values are for the mover, in [-1, 1]: a win is worth 1 less hurry for each
// ply it takes, an unfinished position less than any win.
const (
	maxPly = 2 * MaxDepth // of a line, quiescence included

	won      = float32(1)
	hurry    = float32(1.0 / 2048)
	infinite = float32(2)
	// glance keeps an estimate below every win that a search can reach.
	glance = won - (maxPly+1)*hurry
)

// ending returns what a game that is over at ply i is worth to p.
func ending(r env.Result, p env.Player, i int) float32 {
	return r.For(p) * (won - float32(i)*hurry)
}

// estimate returns what an unfinished position is worth to its mover at a
// glance.
func (ab *Agent) estimate(s env.State) float32 {
	if ab.cfg.Evaluation != nil {
		return ofLogit(ab.cfg.Evaluation.Evaluate(s))
	}
	return glance * env.Estimate(s, s.ToMove())
}

// ofLogit returns the value x / (|x| + 2) of a logit x, which is as steep at 0 as the
// expected result, tanh(x/2), and still distinguishes large advantages.
func ofLogit(x float32) float32 { return glance * x / (max(x, -x) + 2) }

// Logit returns the logit of a value that is neither a win nor a loss.
func Logit(v float32) float32 {
	v = min(max(v/glance, -0.999), 0.999)
	return 2 * v / (1 - max(v, -v))
}

// raised returns the value that is by logits above v.
func raised(v, by float32) float32 { return ofLogit(Logit(v) + by) }

// decided reports whether v is a win or a loss.
func decided(v float32) bool { return v > glance || v < -glance }

// above returns the next value: [v, above(v)) holds v alone.
func above(v float32) float32 {
	switch b := math.Float32bits(v); {
	case v == 0:
		return math.SmallestNonzeroFloat32
	case v > 0:
		return math.Float32frombits(b + 1)
	default:
		return math.Float32frombits(b - 1)
	}
}

// toTable turns a win counted from the root into one counted from ply i, and
// fromTable back: the same position may be met at several plies.
func toTable(v float32, i int) float32   { return shiftWin(v, float32(i)*hurry) }
func fromTable(v float32, i int) float32 { return shiftWin(v, -float32(i)*hurry) }

func shiftWin(v, by float32) float32 {
	switch {
	case v > glance:
		return v + by
	case v < -glance:
		return v - by
	}
	return v
}
