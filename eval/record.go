package eval

import (
	"context"
	"math"
	"slices"

	"ludens/alphabeta"
	"ludens/env"
	"ludens/env/seed"
	"ludens/selfplay"
)

// Play plays game i of a round, in which w is nil or the weights of the round before. The
// record has a policy, the move, where the position is learned from.
func Play(ctx context.Context, g env.Game, f *Features, c RoundConfig, w *Weights, round, i int) (*selfplay.Record, error) {
	at := seed.New(c.Seed).At("round", round).At("game", i)
	search := alphabeta.Strong(alphabeta.MaxDepth)
	if w != nil {
		search = alphabeta.Learned(alphabeta.MaxDepth, New(f, w))
	}
	search.Nodes = c.Nodes
	player, err := alphabeta.New(g, search, at.At("player", 0).Rand())
	if err != nil {
		return nil, err
	}
	s, r := begin(g, at.At("start", 0).Rand())
	ahead, maxPly := far{}, g.Spec().MaxPly
	for s.Result() == env.Ongoing && ahead.plies < farPlies && len(r.Plies) < mostPlies && !env.Truncated(s, len(r.Plies), maxPly) {
		d, err := player.Act(ctx, s)
		if err != nil {
			return nil, err
		}
		x := alphabeta.Logit(d.Value)
		p := selfplay.Ply{Action: d.Action, Value: value(int32(math.Round(float64(x) * 1000)))}
		if math.Abs(float64(x)) <= mostLogit && quiet(s, d.Action) {
			p.Policy = []selfplay.Share{{Action: d.Action, Probability: 1}}
		}
		if s.ToMove() == env.Second {
			x = -x
		}
		ahead.add(x)
		r.Plies = append(r.Plies, p)
		s.Play(d.Action)
	}
	ahead.end(r, s.Result(), maxPly)
	return r, nil
}

// value returns the expected result, in [-1, 1], of a logit in thousandths: 2p - 1 of the
// probability to win p.
func value(logit int32) float32 { return float32(math.Tanh(float64(logit) / 2000)) }

// logit returns the thousandths of a logit that value was made of, at most mostLogit.
func logit(value float32) int32 {
	const most = 1000 * mostLogit
	x := math.Round(2000 * math.Atanh(min(max(float64(value), -1), 1)))
	return int32(min(max(x, -most), most))
}

// far counts the plies for which First, or Second if they are negative, has been far ahead.
type far struct {
	plies int
	first bool
}

func (f *far) add(logit float32) {
	switch first := logit > 0; {
	case max(logit, -logit) < farAhead:
		f.plies = 0
	case f.plies > 0 && f.first == first:
		f.plies++
	default:
		f.plies, f.first = 1, first
	}
}

// end notes how a game ended that stands at result by its rules.
func (f far) end(r *selfplay.Record, result env.Result, maxPly int) {
	switch r.Result = result; {
	case result != env.Ongoing:
	case f.plies >= farPlies && f.first:
		r.Result, r.Adjudicated = env.FirstWins, true
	case f.plies >= farPlies:
		r.Result, r.Adjudicated = env.SecondWins, true
	default:
		r.Truncated, r.Adjudicated = true, len(r.Plies) < maxPly
	}
}

// points returns First's points in halves; -1 if the game was cut off.
func points(r *selfplay.Record) int {
	switch r.Result {
	case env.FirstWins:
		return 2
	case env.SecondWins:
		return 0
	case env.Drawn:
		return 1
	}
	return -1
}

// quiet reports whether a position shows what it is worth: the mover is not pressed, and
// the best move is not loud.
func quiet(s env.State, best env.Action) bool {
	l, ok := s.(env.Tactical)
	return !ok || !l.Pressed() && !slices.Contains(l.Loud(nil), best)
}

// none is the value of a position that is not learned from.
const none = math.MaxInt32

// lesson is a game with the search's values for First, in thousandths of a logit; none
// where nothing is learned from a position.
type lesson struct {
	*selfplay.Record
	logits []int32
}

// newLesson reads the values of a game, which must be one by the rules.
func newLesson(g env.Game, r *selfplay.Record) (lesson, error) {
	l := lesson{r, make([]int32, len(r.Plies))}
	return l, r.Replay(g, func(s env.State, i int) {
		p := &r.Plies[i]
		switch {
		case p.Policy == nil:
			l.logits[i] = none
		case s.ToMove() == env.Second:
			l.logits[i] = -logit(p.Value)
		default:
			l.logits[i] = logit(p.Value)
		}
	})
}

// samples adds the game's positions to what is learned from; mix is the weight of the
// search's values, which are logits once they are multiplied by scale, and lambda that of the
// later ones among them.
func (l lesson) samples(g env.Game, f *Features, mix, lambda, scale float64, to *Samples) error {
	points := points(l.Record)
	if points < 0 {
		if mix == 0 {
			return nil
		}
		mix = 1
	}
	won, err := l.won(g, lambda, scale)
	if err != nil {
		return err
	}
	var p Position
	return l.Replay(g, func(s env.State, i int) {
		if l.logits[i] != none {
			f.Find(s, &p)
			to.Add(&p, float64((1-mix)*float64(max(0, points))/2)+float64(mix*won[i]))
		}
	})
}

// won returns for each ply how often First wins by the search's values, there and later: behind
// the last one stands the result, if it is one by the rules.
func (l lesson) won(g env.Game, lambda, scale float64) ([]float64, error) {
	won := make([]float64, len(l.Plies))
	err := l.Replay(g, func(s env.State, i int) {
		x := logit(l.Plies[i].Value)
		if s.ToMove() == env.Second {
			x = -x
		}
		won[i] = 1 / (1 + math.Exp(-scale*float64(x)/1000))
	})
	for i := len(won) - 1; i >= 0; i-- {
		later := won[i]
		if i < len(won)-1 {
			later = won[i+1]
		} else if p := points(l.Record); p >= 0 && !l.Adjudicated {
			later = float64(p) / 2
		}
		won[i] = float64((1-lambda)*won[i]) + float64(lambda*later)
	}
	return won, err
}

// scale returns by what the values of some games have to be multiplied to be the logits of
// their results, by logistic regression; 0 if the values say nothing.
func scale(lessons []lesson) float64 {
	// The slope of the loss grows with the scale: its zero is found by halving.
	slope := func(scale float64) (sum float64) {
		for _, l := range lessons {
			points := points(l.Record)
			for _, x := range l.logits {
				if x != none && points >= 0 {
					x := float64(x) / 1000
					sum += (1/(1+math.Exp(-scale*x)) - float64(points)/2) * x
				}
			}
		}
		return sum
	}
	const most = 8
	low, high := 0.0, float64(most)
	if slope(low) >= 0 {
		return 0
	}
	for range 30 {
		if middle := (low + high) / 2; slope(middle) < 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}
