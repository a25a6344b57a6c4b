package mcts

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"ludens/env"
)

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
