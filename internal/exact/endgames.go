package exact

import (
	"context"

	"ludens/solve"
)

// EndgameAccuracy is how an agent did in won positions of an endgame.
type EndgameAccuracy struct {
	Game    string `json:"game"`
	Endgame string `json:"endgame"`
	Agent   string `json:"agent"`
	Seed    uint64 `json:"seed"`

	// Won positions in which the agent was asked for a move.
	Kept   Proportion `json:"kept"` // the position is still won after it
	ToDraw int        `json:"to_draw"`
	ToLoss int        `json:"to_loss"`
	Delay  float64    `json:"delay"` // plies by which a move that keeps the win makes it longer, on average

	// Won positions that the agent played on against the best defence.
	Mated     Proportion     `json:"mated"`
	Drawn     map[string]int `json:"drawn"` // the rest by how they ended
	Lost      int            `json:"lost"`
	Truncated int            `json:"truncated"`
	Plies     float64        `json:"plies"`    // of the games that were won, on average
	Shortest  float64        `json:"shortest"` // what these take with best play
}

// RunEndgame asks the agent in an endgame of the game, and has it play on.
func (t Test) RunEndgame(ctx context.Context, name string, agent Agent) (m EndgameAccuracy, err error) {
	g, err := solve.Endgame(t.Game, name)
	if err != nil {
		return m, err
	}
	table, err := openTable(ctx, g, "")
	if err != nil {
		return m, err
	}
	x := solve.EndgameExam{Positions: t.Positions, Games: t.Games, Seed: t.Seed, Workers: t.Workers}
	asked, played, err := table.Examine(ctx, x, agent.New, t.Seen)
	if err != nil {
		return m, err
	}
	const won = 2
	kept := asked.Worth[won]
	return EndgameAccuracy{
		Game: t.Game.Spec().Name, Endgame: name, Agent: agent.Name, Seed: t.Seed,
		Kept: NewProportion(kept.Kept, kept.Positions), ToDraw: asked.ToDraw, ToLoss: asked.ToLoss,
		Delay: average(asked.Delay, kept.Kept),
		Mated: NewProportion(played.Won, played.Games), Drawn: played.Drawn, Lost: played.Lost, Truncated: played.Truncated,
		Plies: average(played.Plies, played.Won), Shortest: average(played.Shortest, played.Won),
	}, nil
}

func average(sum, n int) float64 { return float64(sum) / float64(max(1, n)) }
