package exact

import (
	"context"
	"fmt"

	"ludens/agent"
	"ludens/env"
	"ludens/env/seed"
	"ludens/solve"
)

// Test asks agents for moves in positions of which it is known what they are
// worth.
type Test struct {
	Game      env.Game
	Table     string // a file of its own; "": as Open finds it, and positions are kept
	Positions int    // of an endgame won ones
	ToGo      int    // plies at most, of games that are searched to their end; 0: any number
	Games     int    // of each endgame: won positions that the agent plays on
	Seed      uint64
	Workers   int                  // goroutines; the outcome does not depend on it
	Seen      func(solve.Progress) // called now and then; may be nil
}

// Agent is who is tested. Each position gets a new one, with a seed of its own.
type Agent struct {
	Name string
	New  func(seed.Seed) (env.Agent, error)
}

// Accuracy is in how many positions an agent's move kept what they are worth.
type Accuracy struct {
	Game   string     `json:"game"`
	Agent  string     `json:"agent"`
	Seed   uint64     `json:"seed"`
	Mix    string     `json:"mix"` // which positions were drawn, in words
	Kept   Kept       `json:"kept"`
	Won    Kept       `json:"won"` // of the positions that are won
	Drawn  Kept       `json:"drawn"`
	Lost   Kept       `json:"lost"`
	Thrown Proportion `json:"thrown"` // of the positions that are won: not won after the move
	ToDraw int        `json:"to_draw"`
	ToLoss int        `json:"to_loss"`
}

// Run draws the positions and asks the agent.
func (t Test) Run(ctx context.Context, agent Agent) (Accuracy, error) {
	questions, x, err := t.draw(ctx)
	if err != nil {
		return Accuracy{}, err
	}
	m, err := solve.Examine(ctx, questions, agent.New, seed.New(t.Seed).At("exam", 0), t.Workers, t.Seen)
	if err != nil {
		return Accuracy{}, err
	}
	const lost, drawn, won = 0, 1, 2
	return Accuracy{
		Game: t.Game.Spec().Name, Agent: agent.Name, Seed: t.Seed, Mix: mix(x, questions),
		Kept:   newKept(m.All, m.Decisive),
		Won:    newKept(m.Worth[won], m.Choices[won]),
		Drawn:  newKept(m.Worth[drawn], m.Choices[drawn]),
		Lost:   newKept(m.Worth[lost], m.Choices[lost]),
		Thrown: NewProportion(m.ToDraw+m.ToLoss, m.Worth[won].Positions),
		ToDraw: m.ToDraw, ToLoss: m.ToLoss,
	}, nil
}

// mix says which positions were drawn.
func mix(x solve.Exam, questions []solve.Question) string {
	played := 0
	for _, q := range questions {
		if q.Played {
			played++
		}
	}
	which := fmt.Sprintf("any from ply %d on", x.From)
	if x.ToGo > 0 {
		which += fmt.Sprintf(" with at most %d to go", x.ToGo)
	}
	return fmt.Sprintf("%d of games of %s against itself after up to %d random plies, %d of random games; one of each game, %s; none twice; without history",
		played, Player, x.Opening, len(questions)-played, which)
}

// draw returns positions with what their moves are worth. They are kept for the
// next agent, unless the values come from a file of their own.
func (t Test) draw(ctx context.Context) ([]solve.Question, solve.Exam, error) {
	x := solve.Exam{Positions: t.Positions, ToGo: t.ToGo, Opening: randomPlies, Seed: t.Seed, Workers: t.Workers}
	if _, searched := t.Game.(env.Solvable); searched {
		x.From = searchedFrom
	}
	notated, ok := t.Game.(env.Notated)
	if !ok || t.Table != "" {
		questions, err := t.drawNew(ctx, x)
		return questions, x, err
	}
	name := nameOf(t.Game, x)
	if questions, ok := recall(notated, name); ok {
		return questions, x, nil
	}
	questions, err := t.drawNew(ctx, x)
	if err == nil {
		err = keep(notated, name, questions)
	}
	return questions, x, err
}

// drawNew draws positions and finds out what their moves are worth.
func (t Test) drawNew(ctx context.Context, x solve.Exam) ([]solve.Question, error) {
	x.Player = func(s seed.Seed) (env.Agent, error) { return agent.Playouts(t.Game, playerSimulations, s) }
	newSolver, err := Open(ctx, t.Game, t.Table)
	if err != nil {
		return nil, err
	}
	return solve.Draw(ctx, t.Game, x, newSolver, t.Seen)
}
