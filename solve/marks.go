package solve

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ludens/env"
	"ludens/env/seed"
)

// Tally counts moves.
type Tally struct {
	Positions int `json:"positions"`
	Kept      int `json:"kept"` // where the move keeps what the position is worth
}

func (t *Tally) add(kept bool) {
	t.Positions++
	if kept {
		t.Kept++
	}
}

// Marks is how an agent did in an exam.
type Marks struct {
	All      Tally    `json:"all"`
	Decisive Tally    `json:"decisive"` // positions in which a wrong move can be made
	Worth    [3]Tally `json:"worth"`    // positions that are lost, drawn, won
	Choices  [3]Tally `json:"choices"`  // of these the decisive ones
	ToDraw   int      `json:"to_draw"`  // won positions after whose move they are drawn
	ToLoss   int      `json:"to_loss"`  // or lost
	Delay    int      `json:"delay"`    // plies by which kept wins got longer than they need be
}

func (m *Marks) add(q Question, answer env.Worth) {
	best, sign := q.Worth(), answer.Sign
	worth := best.Sign
	kept := sign == worth
	m.All.add(kept)
	m.Worth[worth+1].add(kept)
	if q.Decisive() {
		m.Decisive.add(kept)
		m.Choices[worth+1].add(kept)
	}
	if worth == 1 && sign == 0 {
		m.ToDraw++
	}
	if worth == 1 && sign == -1 {
		m.ToLoss++
	}
	if worth == 1 && kept {
		m.Delay += answer.Plies - best.Plies
	}
}

// Examine asks an agent for a move in each position: always a new agent, made
// with a seed of its own.
func Examine(ctx context.Context, questions []Question, newAgent func(seed.Seed) (env.Agent, error), s seed.Seed, workers int, seen func(Progress)) (m Marks, err error) {
	answers := make([]env.Worth, len(questions))
	err = each(ctx, workers, len(questions), func(done int) {
		if seen != nil {
			seen(Progress{"asking", uint64(done), uint64(len(questions))})
		}
	}, func(_, i int) error {
		agent, err := newAgent(s.At("question", i))
		if err != nil {
			return err
		}
		a, err := askFor(ctx, agent, questions[i].State)
		env.Close(agent)
		if err == nil {
			answers[i] = questions[i].Worths[slices.Index(questions[i].State.Legal(nil), a)]
		}
		return err
	})
	if err != nil {
		return m, fmt.Errorf("solve: exam: %w", err)
	}
	for i, q := range questions {
		m.add(q, answers[i])
	}
	return m, nil
}

var errIllegal = errors.New("the agent made an illegal move")

// askFor returns a legal move of an agent.
func askFor(ctx context.Context, agent env.Agent, s env.State) (env.Action, error) {
	d, err := agent.Act(ctx, s)
	if err == nil && !slices.Contains(s.Legal(nil), d.Action) {
		err = errIllegal
	}
	return d.Action, err
}
