package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"ludens/alphabeta"
	"ludens/env"
	"ludens/env/seed"
	"ludens/eval"
)

// Record is a game that was played to learn from.
type Record struct {
	Start   string       `json:"start,omitempty"`  // a position's text; "" for Game.New(Number)
	Number  uint64       `json:"number,omitempty"` //
	Actions []env.Action `json:"actions"`
	// Logits are the search's values for First in thousandths; none where nothing is to be
	// learned from a position.
	Logits []int32 `json:"logits"`
	// Points are First's, in halves: 0, 1 or 2; -1 if the game was cut off.
	Points int `json:"points"`
}

// none is the value of a position that is not learned from.
const none = math.MaxInt32

// Play plays game i of a round, in which w is nil or the weights of the round before.
func Play(ctx context.Context, g env.Game, f *eval.Features, c Config, w *eval.Weights, round, i int) (*Record, error) {
	at := seed.New(c.Seed).At("round", round).At("game", i)
	search := alphabeta.Strong(alphabeta.MaxDepth)
	if w != nil {
		search = alphabeta.Learned(alphabeta.MaxDepth, eval.New(f, w))
	}
	search.Nodes = c.Nodes
	player, err := alphabeta.New(g, search, at.At("player", 0).Rand())
	if err != nil {
		return nil, err
	}
	var r Record
	var s env.State
	s, r.Start, r.Number, r.Actions = begin(g, at.At("start", 0).Rand())
	for range r.Actions {
		r.Logits = append(r.Logits, none)
	}
	ahead := far{}
	for s.Result() == env.Ongoing && ahead.plies < farPlies && len(r.Actions) < mostPlies && !env.Truncated(s, len(r.Actions), g.Spec().MaxPly) {
		d, err := player.Act(ctx, s)
		if err != nil {
			return nil, err
		}
		x := alphabeta.Logit(d.Value)
		if s.ToMove() == env.Second {
			x = -x
		}
		ahead.add(x)
		logit := int32(none)
		if math.Abs(float64(x)) <= mostLogit && quiet(s, d.Action) {
			logit = int32(math.Round(float64(x) * 1000))
		}
		r.Actions, r.Logits = append(r.Actions, d.Action), append(r.Logits, logit)
		s.Play(d.Action)
	}
	r.Points = ahead.points(s.Result())
	return &r, nil
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

// points returns what First has made of a game.
func (f far) points(r env.Result) int {
	switch {
	case r == env.FirstWins, r == env.Ongoing && f.plies >= farPlies && f.first:
		return 2
	case r == env.SecondWins, r == env.Ongoing && f.plies >= farPlies:
		return 0
	case r == env.Drawn:
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

// errBroken is what is wrong with a record that no round has written.
var errBroken = errors.New("a game of it cannot be played")

// begin returns the position in which the game began.
func (r *Record) begin(g env.Game) (env.State, error) {
	if r.Start == "" {
		return g.New(r.Number), nil
	}
	n, ok := env.As[env.Notated](g)
	if !ok {
		return nil, errBroken
	}
	return n.ParsePosition(r.Start)
}

// Samples adds the game's positions to what is learned from; mix is the weight of the
// search's values, which are logits once they are multiplied by scale (Scale).
func (r *Record) Samples(g env.Game, f *eval.Features, mix, scale float64, to *eval.Samples) error {
	s, err := r.begin(g)
	if err != nil {
		return err
	}
	if len(r.Logits) != len(r.Actions) || r.Points < -1 || r.Points > 2 {
		return errBroken
	}
	if r.Points < 0 {
		if mix == 0 {
			return nil
		}
		mix = 1
	}
	var p eval.Position
	for i, a := range r.Actions {
		if s.Result() != env.Ongoing || !slices.Contains(s.Legal(nil), a) {
			return fmt.Errorf("%w: its action %d", errBroken, i+1)
		}
		if x := r.Logits[i]; x != none {
			f.Find(s, &p)
			won := 1 / (1 + math.Exp(-scale*float64(x)/1000))
			to.Add(&p, float64((1-mix)*float64(max(0, r.Points))/2)+float64(mix*won))
		}
		s.Play(a)
	}
	return nil
}

// Scale returns by what the values of some games have to be multiplied to be the logits of
// their results, by logistic regression; 0 if the values say nothing.
func Scale(records []*Record) float64 {
	// The slope of the loss grows with the scale: its zero is found by halving.
	slope := func(scale float64) (sum float64) {
		for _, r := range records {
			for _, x := range r.Logits {
				if x != none && r.Points >= 0 {
					x := float64(x) / 1000
					sum += (1/(1+math.Exp(-scale*x)) - float64(r.Points)/2) * x
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
