package protocol

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
	"ludens/nn"
	"ludens/selfplay"
)

// Player is an agent for episodes: as an opponent, and to be asked.
type Player struct {
	analysis.Analyst
	// Agent makes one that plays a single move.
	Agent func(at seed.Seed) (env.Agent, error)
	// Searches says that the analyst's answer is the agent's move.
	Searches bool
	// Program says that the agent is another's program: it is kept while an episode goes on,
	// and closed after it.
	Program bool
	// Net is the agent's network; nil if it has none.
	Net *selfplay.Net
}

// player returns an agent by its text, opened once.
func (e *Episodes) player(text string) (Player, error) {
	if p, ok := e.players[text]; ok {
		return p, nil
	}
	if e.doors.Player == nil {
		return Player{}, errors.New("agent: there are none here")
	}
	p, err := e.doors.Player(text, e.game)
	if err == nil {
		e.players[text] = p
	}
	return p, err
}

// act returns what an agent would play in some rows. It depends on how the episode began,
// on its actions and on the agent, and on nothing else: a restored episode
// has the same opponent.
func (e *Episodes) act(ctx context.Context, o gymOrder) (any, error) {
	p, err := e.player(o.Agent)
	if err != nil {
		return nil, err
	}
	if !(o.Temperature >= 0) || math.IsInf(o.Temperature, 1) {
		return nil, fmt.Errorf("temperature: %v; want 0 or more", o.Temperature)
	}
	if o.Rows == nil {
		o.Rows = []int{o.Row}
	}
	if p.Program {
		return e.replies(ctx, o, p)
	}
	actions := []env.Action{}
	for _, row := range o.Rows {
		r, err := e.ongoing(gymOrder{Row: row})
		if err != nil {
			return nil, err
		}
		a, err := p.move(ctx, r, o.Temperature)
		if err != nil {
			return nil, err
		}
		actions = append(actions, a)
	}
	return gymReplies{Actions: actions}, nil
}

// move returns what the player plays in an episode that is not over.
func (p Player) move(ctx context.Context, r *episode, temperature float64) (env.Action, error) {
	at := r.stream()
	if p.Searches {
		report, err := p.Analyse(ctx, r.state, analysis.Limits{}, nil)
		if err != nil {
			return 0, err
		}
		return analysis.Draw(report.Stats(), temperature, at.Rand()), nil
	}
	agent, err := p.Agent(at)
	if err != nil {
		return 0, err
	}
	defer env.Close(agent)
	d, err := agent.Act(ctx, r.state)
	if err == nil && temperature > 0 && len(d.Moves) > 0 {
		return analysis.Draw(d.Moves, temperature, at.Rand()), nil
	}
	return d.Action, err
}

// stream is where an agent's draws of the next move come from.
func (r *episode) stream() seed.Seed { return seed.New(r.seed).At("gym", len(r.played)) }

// gymThought is what an agent makes of a position. Values are for its mover.
type gymThought struct {
	Value       float32           `json:"value"`
	Simulations int               `json:"simulations"`
	Depth       int               `json:"depth"`
	Proof       string            `json:"proof"` // the result that best play reaches; "" while that is not known
	Chances     *analysis.Chances `json:"chances"`
	Moves       []gymMove         `json:"moves"` // the best first
}

type gymMove struct {
	Action env.Action   `json:"action"`
	Visits int          `json:"visits"`
	Prior  float32      `json:"prior"`
	Value  float32      `json:"value"`
	Line   []env.Action `json:"line"`
}

// think has an agent analyse a row.
func (e *Episodes) think(ctx context.Context, o gymOrder) (any, error) {
	r, err := e.ongoing(o)
	if err != nil {
		return nil, err
	}
	p, err := e.player(o.Agent)
	if err != nil {
		return nil, err
	}
	if err := checkLimits(o.Simulations, o.Seconds, o.Lines); err != nil {
		return nil, err
	}
	report, err := p.Analyse(ctx, r.state, analysis.Limits{
		Simulations: o.Simulations, Time: time.Duration(o.Seconds * float64(time.Second)), Lines: o.Lines,
	}, nil)
	if err != nil {
		return nil, err
	}
	t := gymThought{Value: report.Value, Simulations: report.Simulations, Depth: report.Depth, Chances: report.Chances, Moves: []gymMove{}}
	if report.Proof != env.Ongoing {
		t.Proof = report.Proof.String()
	}
	for _, m := range report.Moves {
		t.Moves = append(t.Moves, gymMove{m.Action, m.Visits, m.Prior, m.Value, append([]env.Action{}, m.Line...)})
	}
	return t, nil
}

// network returns what the network of an agent answers to what a row shows, as it is: the
// logits of all actions of its own game, the chances of win, draw and loss for the
// mover, and the score that it expects.
func (e *Episodes) network(o gymOrder) (any, error) {
	r, err := e.ongoing(o)
	if err != nil {
		return nil, err
	}
	p, err := e.player(o.Agent)
	if err != nil {
		return nil, err
	}
	if p.Net == nil {
		return nil, fmt.Errorf("agent: %s has no network", o.Agent)
	}
	view := p.Net.Shown(e.spec)
	obs, wdl, score := make([]float32, view.Spec.Size()), make([]float32, 3), make([]float32, 1)
	logits := make([]float32, view.Spec.Actions)
	view.Observe(r.state, obs)
	out := nn.Outputs{Logits: logits, WDL: wdl, Score: score}
	if err := p.Net.Infer(obs, 1, out); err != nil {
		return nil, err
	}
	if err := out.Finite(); err != nil {
		return nil, err
	}
	if view.Actions != nil {
		logits = byGame(logits, view.Actions)
	}
	return map[string]any{"logits": logits, "wdl": wdl, "score": score[0]}, nil
}

// byGame orders a network's logits by the actions of the game that is played.
func byGame(logits []float32, actions []env.Action) []float32 {
	mine := make([]float32, len(actions))
	for a, theirs := range actions {
		mine[a] = logits[theirs]
	}
	return mine
}
