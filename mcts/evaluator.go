package mcts

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"

	"ludens/env"
)

// Evaluator guesses how good positions and their moves are. It is safe for
// concurrent use, and one leaf's answer never depends on its neighbours.
type Evaluator interface {
	// Evaluate fills Prior and Value of every leaf, or returns an error and
	// leaves them in no particular state. Who drives a tree calls it through Ask.
	Evaluate(ctx context.Context, leaves []Leaf) error
}

// Leaf is a question about one unfinished position, with room for the answer.
type Leaf struct {
	State env.State    // in: not changed, not kept
	Legal []env.Action // in: in increasing order, never empty
	Prior []float32    // out: len(Legal), sums to 1, in the order of Legal
	Value float32      // out: expected result for State.ToMove(), in [-1, 1]
	Drawn float32      // out: share of draws in Value, in [0, 1]; 0 where it is not known
}

// Uniform has no opinion: all moves are equal and every position is even.
type Uniform struct{}

// Evaluate gives each move the same prior and each position the value 0.
func (Uniform) Evaluate(_ context.Context, leaves []Leaf) error {
	for i := range leaves {
		uniform(leaves[i].Prior)
		leaves[i].Value = 0
	}
	return nil
}

// uniform makes all of prior equal, with sum 1.
func uniform(prior []float32) {
	share := 1 / float32(len(prior))
	for i := range prior {
		prior[i] = share
	}
}

// Rollout values a position by the mean result of random games from it, and
// gives all its moves the same prior. The games are drawn from the position's
// key, so an answer depends on the position alone.
type Rollout struct {
	playouts int
	maxPly   int
	seed     uint64
	players  sync.Pool // of *player
}

// NewRollout returns a Rollout that plays that many games per position. A game
// that has lasted Spec.MaxPly plies from the position counts 0.
func NewRollout(g env.Game, playouts int, seed uint64) *Rollout {
	return &Rollout{playouts: playouts, maxPly: g.Spec().MaxPly, seed: seed}
}

// Evaluate plays the games of each leaf.
func (r *Rollout) Evaluate(ctx context.Context, leaves []Leaf) error {
	p, _ := r.players.Get().(*player)
	if p == nil {
		p = newPlayer()
	}
	defer r.players.Put(p)
	for i := range leaves {
		if err := ctx.Err(); err != nil {
			return err
		}
		uniform(leaves[i].Prior)
		leaves[i].Value = r.value(p, leaves[i].State)
	}
	return nil
}

// value returns the mean result for s.ToMove().
func (r *Rollout) value(p *player, s env.State) float32 {
	p.pcg.Seed(s.Key(), r.seed)
	sum := float32(0)
	for range r.playouts {
		sum += p.play(s, r.maxPly).For(s.ToMove())
	}
	return sum / float32(r.playouts)
}

// player plays random games.
type player struct {
	pcg   *rand.PCG
	rng   *rand.Rand
	state env.State
	legal []env.Action
}

func newPlayer() *player {
	pcg := rand.NewPCG(0, 0)
	return &player{pcg: pcg, rng: rand.New(pcg)}
}

// play returns the result of one random game from s, Ongoing after maxPly plies.
func (p *player) play(s env.State, maxPly int) env.Result {
	p.state = s.Copy(p.state)
	for range maxPly {
		if r := p.state.Result(); r != env.Ongoing {
			return r
		}
		a, room := env.Sample(p.state, p.rng, p.legal)
		p.legal = room
		p.state.Play(a)
	}
	return p.state.Result()
}

// ErrAnswer is what an answer is refused with that no search can use.
var ErrAnswer = errors.New("not a usable evaluation")

// answerSlack is how far the sum of the priors may be from 1, and a value beyond
// [-1, 1]: far more than float32 rounds off over the moves of any game.
const answerSlack = 1e-2

// Ask has e evaluate leaves and checks what it answers by the law of Leaf: priors
// of 0 or more that sum to 1, a value in [-1, 1]. Search and all that drives a tree
// by itself ask in this way: a NaN among the priors would leave no move to choose.
// The error is an ErrAnswer and names the position.
func Ask(ctx context.Context, e Evaluator, leaves []Leaf) error {
	if err := e.Evaluate(ctx, leaves); err != nil {
		return err
	}
	for i := range leaves {
		if !leaves[i].usable() {
			return leaves[i].refusal()
		}
	}
	return nil
}

// usable reports whether the answer obeys the law. A NaN fails every comparison.
func (l *Leaf) usable() bool {
	var sum, least float32
	for _, p := range l.Prior {
		sum += p
		least = min(least, p)
	}
	return least >= 0 && sum >= 1-answerSlack && sum <= 1+answerSlack &&
		l.Value >= -1-answerSlack && l.Value <= 1+answerSlack
}

// refusal says in one line what is wrong with the answer.
func (l *Leaf) refusal() error {
	return fmt.Errorf("%w: %s; in the position %s", ErrAnswer, l.fault(), inOneLine(l.State))
}

// fault names the first number that breaks the law.
func (l *Leaf) fault() string {
	if v := float64(l.Value); !(math.Abs(v) <= 1+answerSlack) {
		return fmt.Sprintf("the value is %v, want -1 to 1", l.Value)
	}
	var sum float32
	for i, p := range l.Prior {
		if !(p >= 0 && p <= 1+answerSlack) {
			return fmt.Sprintf("the prior of %s is %v, want 0 to 1", l.State.Format(l.Legal[i]), p)
		}
		sum += p
	}
	return fmt.Sprintf("the priors of %d moves sum to %v, want 1", len(l.Prior), sum)
}

// inOneLine draws a position in one line of a bounded length.
func inOneLine(s env.State) string {
	const most = 400 // runes
	drawing := []rune(strings.Join(strings.Fields(fmt.Sprint(s)), " "))
	if len(drawing) > most {
		drawing = append(drawing[:most], '…')
	}
	return string(drawing)
}
