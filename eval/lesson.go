package eval

import (
	"math"

	"ludens/env"
	"ludens/selfplay"
)

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
// search's values, which are logits once they are multiplied by scale.
func (l lesson) samples(g env.Game, f *Features, mix, scale float64, to *Samples) error {
	points := points(l.Record)
	if points < 0 {
		if mix == 0 {
			return nil
		}
		mix = 1
	}
	var p Position
	return l.Replay(g, func(s env.State, i int) {
		if x := l.logits[i]; x != none {
			f.Find(s, &p)
			won := 1 / (1 + math.Exp(-scale*float64(x)/1000))
			to.Add(&p, float64((1-mix)*float64(max(0, points))/2)+float64(mix*won))
		}
	})
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
