package train

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"

	"ludens/arena"
	"ludens/env"
	"ludens/eval"
	"ludens/nn"
	"ludens/selfplay"
)

// Progress is how far a run has come.
type Progress struct {
	Iteration int `json:"iteration"` // finished
	Steps     int `json:"steps"`     // of the optimiser
	Games     int `json:"games"`     // of self-play
	Positions int `json:"positions"` // to learn from
}

func (p Progress) plus(games, positions, steps int) Progress {
	return Progress{p.Iteration + 1, p.Steps + steps, p.Games + games, p.Positions + positions}
}

// Iteration is what one turn of the loop did.
type Iteration struct {
	At        Progress         `json:"at"` // after it
	Rate      float32          `json:"learning_rate"`
	Losses    Losses           `json:"losses"`
	Games     Games            `json:"games"`
	Unseen    Unseen           `json:"unseen"`
	Dead      string           `json:"dead,omitempty"`     // batch norm that passes nothing on, as nn.Net.Dead names it
	Window    int              `json:"window"`             // positions that can be drawn
	HeldOut   *HeldOut         `json:"held_out,omitempty"` // of a run by alpha-beta; Rate, Losses, Unseen and Dead are a network's
	Diagnosis Diagnosis        `json:"diagnosis"`
	Standings []arena.Standing `json:"standings,omitempty"` // if it was measured
}

// HeldOut is how an evaluation forecasts games that it did not learn from.
type HeldOut struct {
	Positions int     `json:"positions"`
	Before    float64 `json:"before"` // mean cross-entropy in nats, of the evaluation that played
	After     float64 `json:"after"`  // of that which was learned
}

// Losses are the means over the steps of an iteration.
type Losses struct {
	Steps    int     `json:"steps"`
	Policy   float64 `json:"policy"`   // cross-entropy with the search's policy, nats
	Value    float64 `json:"value"`    // cross-entropy with win/draw/loss, nats
	Score    float64 `json:"score"`    // cross-entropy with the final score, nats
	Entropy  float64 `json:"entropy"`  // of the network's policy over the legal moves, nats
	Gradient float64 `json:"gradient"` // norm, before clipping
	Clipped  int     `json:"clipped"`  // steps whose gradient was longer than the clip
	Moved    float64 `json:"moved"`    // how far the weights went, in parts of their length
}

// Add counts one more step, whose gradient was clipped to a norm; 0: to none.
func (l *Losses) Add(s nn.Loss, clip float32) {
	l.Steps++
	if clip > 0 && s.GradNorm > float64(clip) {
		l.Clipped++
	}
	n := float64(l.Steps)
	mean := func(m *float64, v float64) { *m += (v - *m) / n }
	mean(&l.Policy, s.Policy)
	mean(&l.Value, s.Value)
	mean(&l.Score, s.Score)
	mean(&l.Entropy, s.Entropy)
	mean(&l.Gradient, s.GradNorm)
}

// Games is how the games of an iteration went.
type Games struct {
	Played     int     `json:"played"`
	Plies      int     `json:"plies"`
	FirstWins  int     `json:"first_wins"`
	SecondWins int     `json:"second_wins"`
	Drawn      int     `json:"drawn"`
	Truncated  int     `json:"truncated"` // cut at the ply cap: neither won nor drawn
	Duplicates int     `json:"duplicates"`
	MeanPlies  float64 `json:"mean_plies"`

	Started    int     `json:"started,omitempty"`     // began from another start than the game's own
	StartLevel float32 `json:"start_level,omitempty"` // the hardest of these

	Handicapped int `json:"handicapped,omitempty"`  // one side had to move at random now and then
	AgainstPast int `json:"against_past,omitempty"` // one side was an earlier network
	Evaluations int `json:"evaluations,omitempty"`  // positions that the searches asked about
}

// Tell counts games.
func Tell(games []*selfplay.Record) Games {
	t := Games{Played: len(games)}
	seen := map[string]bool{}
	for _, g := range games {
		t.Plies += len(g.Plies)
		t.Evaluations += g.Evaluations
		if g.Start.Kind != "" {
			t.Started++
			t.StartLevel = max(t.StartLevel, g.Start.Level)
		}
		if g.Handicapped() {
			t.Handicapped++
		}
		if g.AgainstPast() {
			t.AgainstPast++
		}
		switch {
		case g.Truncated:
			t.Truncated++
		case g.Result == env.FirstWins:
			t.FirstWins++
		case g.Result == env.SecondWins:
			t.SecondWins++
		default:
			t.Drawn++
		}
		line := moves(g)
		if seen[line] {
			t.Duplicates++
		}
		seen[line] = true
	}
	t.MeanPlies = float64(t.Plies) / float64(max(1, len(games)))
	return t
}

// moves returns the actions of a game as a comparable text.
func moves(g *selfplay.Record) string {
	b := make([]byte, 0, 4*len(g.Plies))
	for _, p := range g.Plies {
		b = binary.LittleEndian.AppendUint32(b, uint32(p.Action))
	}
	return string(b)
}

// openRounds takes up a run by alpha-beta where its last checkpoint is, or begins it if
// there is none.
func (r *Run) openRounds(last *Checkpoint) error {
	features, err := eval.NewFeatures(r.Game)
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	if last != nil {
		if err := last.Fits(r.Game); err != nil {
			return err
		}
		r.header, r.at, r.weights = last.Header, last.At, last.Evaluation
		if err := r.prune(); err != nil {
			return err
		}
	}
	r.features = features
	if last == nil && r.Evaluation != nil {
		return r.beginRounds()
	}
	return nil
}

// beginRounds saves the evaluation that the run begins with as that of iteration 0.
func (r *Run) beginRounds() error {
	r.weights = r.Evaluation
	first := r.Learned()
	first.Parent = r.Parent
	if err := first.Fits(r.Game); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return r.save(&first, Iteration{}, nil)
}

// rounds returns the configuration of the rounds.
func (r *Run) rounds() eval.RoundConfig {
	c := r.Config.AlphaBeta
	c.Seed = r.Seed
	return c
}

// round plays games with the evaluation of the round before, and learns the next from them
// and from those of the rounds before that the window holds.
func (r *Run) round(ctx context.Context) (it Iteration, games []*selfplay.Record, err error) {
	l, err := eval.Round(ctx, r.Game, r.features, r.rounds(), r.weights, r.at.Iteration+1, r.Workers, r.Events.Game, r.Store.Games)
	if err != nil {
		return it, nil, fmt.Errorf("train: %w", err)
	}
	fresh := 0
	for _, g := range l.Games {
		fresh += learnable(g)
	}
	games, r.weights = l.Games, l.Weights
	r.at = r.at.plus(len(games), fresh, 0)
	it = Iteration{At: r.at, Games: Tell(games), Window: l.Positions, HeldOut: &HeldOut{Positions: l.Held, Before: l.Before, After: l.After}}
	it.Diagnosis = Diagnose(r.Game, r.Config, it, games, nil)
	return it, games, nil
}

// Again plays a game of the next round, counted from 0, without learning from it.
func (r *Run) Again(ctx context.Context, game int) (*selfplay.Record, error) {
	if err := r.Open(); err != nil {
		return nil, err
	}
	return eval.Play(ctx, r.Game, r.features, r.rounds(), r.weights, r.at.Iteration+1, game)
}

// averaged is a learner whose network is the running average of the weights
// that it passes through (Polyak and Juditsky 1992; exponential, as in Wu 2019
// and in Leela Chess Zero's SWA):
//
//	mean <- keep * mean + (1 - keep) * weights
type averaged struct {
	Learner
	keep float32
	mean *nn.Net
}

// newAverage returns l with the running average of its networks for a network, of
// which keep stays at each step; mean is where it stands. With keep 0 it
// returns l.
func newAverage(l Learner, keep float32, mean *nn.Net) Learner {
	if keep == 0 {
		return l
	}
	return &averaged{l, keep, mean}
}

func (a *averaged) Step(b nn.Batch, rate float32) (nn.Loss, error) {
	loss, err := a.Learner.Step(b, rate)
	if err == nil {
		a.mean = a.mean.Towards(a.Learner.Net(), 1-a.keep)
	}
	return loss, err
}

func (a *averaged) Net() *nn.Net { return a.mean }

// weights is put before the names of the tensors that learning goes on from.
const weights = "weights."

func (a *averaged) State() []nn.Tensor {
	return append(prefixed(weights, a.Learner.Net().Tensors()), a.Learner.State()...)
}

// learnerOf returns the learner of a checkpoint of a run of cfg. new makes one from
// a network and an optimiser's state.
func learnerOf(c *Checkpoint, cfg Config, new func(*nn.Net, []nn.Tensor) (Learner, error)) (Learner, error) {
	mean, state := c.Net, c.Learner
	var own []nn.Tensor
	var err error
	net := mean
	if cfg.Average > 0 {
		own, state = split(state, weights)
		if net, err = nn.FromTensors(c.Network, own); err != nil {
			return nil, fmt.Errorf("train: the weights behind the average: %w", err)
		}
	}
	l, err := new(net, state)
	if err != nil {
		return nil, err
	}
	return newAverage(l, cfg.Average, mean), nil
}

// split parts the tensors whose names have a prefix from the rest of a learner's
// state.
func split(state []nn.Tensor, prefix string) (own, rest []nn.Tensor) {
	for _, t := range state {
		if name, ok := strings.CutPrefix(t.Name, prefix); ok {
			t.Name = name
			own = append(own, t)
			continue
		}
		rest = append(rest, t)
	}
	return own, rest
}
