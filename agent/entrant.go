package agent

import (
	"context"
	"fmt"
	"sync"
	"time"

	"ludens/alphabeta"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/machine"
	"ludens/mcts"
	"ludens/selfplay"
)

// Entrant makes the agents of one contestant, a new one for each game.
type Entrant struct {
	Name string
	Spec Spec // who it is; zero: unknown
	New  func(g env.Game, s seed.Seed) (env.Agent, error)
}

// Trained is a network and the search that it was trained with; or of Exact, Solvers; or of
// a learned evaluation, a function that makes one for each agent; or Fits.
type Trained struct {
	selfplay.Net
	Search     mcts.Config
	Solvers    *sync.Pool // of env.Solver
	Evaluation func() alphabeta.Evaluation
	Fits       []Fit
	Digest     string // identifies the network, as it plays; "" of the one at hand
}

// Loader opens a network for a given game: by its Source's kind
//
//	ckpt       that of a checkpoint, in FP32
//	int8       the same, quantised
//	champion   the one that comes with the program, for the game or for Of
//	net        the one at hand
//	untrained  a network as it was before its first step: of Path, of the champion of Of, or
//	           with neither of the one at hand
//	exact      no network: what solves the game's positions
//	alphabeta  no network: the learned evaluation of Eval
//	fits       no network: which agents that come with the program play the game best, by time
type Loader func(from Source, g env.Game) (Trained, error)

// Parse reads an agent's text, one of Forms, and returns who plays; load opens networks.
func Parse(text string, load Loader) (Entrant, error) {
	s, err := ParseSpec(text)
	if err != nil {
		return Entrant{Name: text}, err
	}
	return s.Entrant(load), nil
}

// Entrant returns who plays, with networks that load opens.
func (s Spec) Entrant(load Loader) Entrant {
	e := Entrant{Name: s.String(), Spec: s}
	if _, drawn := s.Temperature(); drawn {
		e.New = s.drawing(load)
		return e
	}
	switch s.Kind {
	case "random":
		e.New = func(_ env.Game, at seed.Seed) (env.Agent, error) { return Random(at.Rand()), nil }
		return e
	case "greedy":
		e.New = func(_ env.Game, at seed.Seed) (env.Agent, error) { return Greedy(at.Rand()), nil }
		return e
	case "mcts":
		e.New = func(g env.Game, at seed.Seed) (env.Agent, error) {
			cfg, err := s.searching(mcts.Defaults())
			if err != nil {
				return nil, err
			}
			return Searcher(g, playouts(g, at), cfg)
		}
	case "uci", "cecp", "otep", "json":
		e.New = s.start
		return e
	case "alphabeta":
		e.New = s.alphaBeta(load)
	case "exact":
		e.New = s.exactly(load)
	default:
		if s.fitting() && s.Time > 0 {
			e.New = s.fitted(load)
			return e
		}
		e.New = s.networked(load)
	}
	if s.Budget > 0 && !s.Untabled && s.Kind != "exact" {
		e.New = withTables(e.New)
	}
	switch {
	case s.CPU:
		e = e.cpuTime(s.Time)
	case s.Time > 0:
		e = e.MoveTime(s.Time)
	}
	return e
}

// networked opens the network once for each game it is asked to play.
func (s Spec) networked(load Loader) func(env.Game, seed.Seed) (env.Agent, error) {
	return func(g env.Game, _ seed.Seed) (env.Agent, error) {
		if s.CPU && selfplay.OnDevice() {
			return nil, fmt.Errorf("%s: the device's CPU time is not counted; give a time or a number of simulations", s)
		}
		net, err := load(s.Source, g)
		if err != nil {
			return nil, err
		}
		ev := s.evaluator(g, net.Net)
		if s.Budget == 0 {
			return Instinct(ev), nil
		}
		cfg, err := s.searching(net.Search)
		if err != nil {
			return nil, err
		}
		return Searcher(g, ev, cfg)
	}
}

// Network opens the network of an agent that HasNetwork, for g.
func (s Spec) Network(g env.Game, load Loader) (Trained, error) { return load(s.Source, g) }

// withTables has agents play from the tables of small endgames.
func withTables(make func(env.Game, seed.Seed) (env.Agent, error)) func(env.Game, seed.Seed) (env.Agent, error) {
	return func(g env.Game, at seed.Seed) (env.Agent, error) {
		a, err := make(g, at)
		if err != nil {
			return nil, err
		}
		return Tabled(g, a), nil
	}
}

// MoveTime returns e with a time limit per move: a search stops when it is over, or when
// it has done what its name asks for. Agents that do not search are as they were. Games of
// such agents cannot be repeated: they depend on the clock.
func (e Entrant) MoveTime(limit time.Duration) Entrant {
	if e.Spec.Foreign() {
		e.Spec = e.Spec.hurried(limit)
		e.New = e.Spec.start
		return e
	}
	if e.Spec.Time == 0 || limit < e.Spec.Time {
		e.Spec.Time, e.Spec.CPU = limit, false
	}
	return e.within(func(h hurried) env.Agent { return timed{h, limit} })
}

// cpuTime returns e with a limit of CPU time per move: that of the threads which search. A
// machine under load then slows its games down and does not weaken it, but they depend on
// the machine as those with a time limit do.
func (e Entrant) cpuTime(limit time.Duration) Entrant {
	e.Spec.Time, e.Spec.CPU = limit, true
	e = e.within(func(h hurried) env.Agent { return &rationed{h, machine.Allowance{Each: limit}} })
	make := e.New
	e.New = func(g env.Game, s seed.Seed) (env.Agent, error) {
		if err := machine.CheckThreadTime(); err != nil {
			return nil, err
		}
		return make(g, s)
	}
	return e
}

// within returns e with its agents as limit makes them, if they can be hurried.
func (e Entrant) within(limit func(hurried) env.Agent) Entrant {
	make := e.New
	e.New = func(g env.Game, s seed.Seed) (env.Agent, error) {
		agent, err := make(g, s)
		if h, ok := agent.(hurried); ok && err == nil {
			return limit(h), nil
		}
		return agent, err
	}
	return e
}

type hurried = analysis.Hurried

type timed struct {
	agent hurried
	limit time.Duration
}

func (t timed) Act(ctx context.Context, s env.State) (env.Decision, error) {
	return t.ActWithin(ctx, ctx, s)
}

// Renewed returns the agent, with what it remembers, with another limit (analysis.Renewable).
func (t timed) Renewed(limit time.Duration) env.Agent { return timed{t.agent, limit} }

// ActWithin holds the time limit beside another limit.
func (t timed) ActWithin(ctx, hurry context.Context, s env.State) (env.Decision, error) {
	hurry, stop := context.WithTimeout(hurry, t.limit)
	defer stop()
	return t.agent.ActWithin(ctx, hurry, s)
}

// Choices holds the time limit beside another limit.
func (t timed) Choices(ctx, hurry context.Context, s env.State) (env.Decision, error) {
	hurry, stop := context.WithTimeout(hurry, t.limit)
	defer stop()
	return Choices(ctx, hurry, t.agent, s)
}

// rationed is an agent with a budget of CPU time per move.
type rationed struct {
	agent     hurried
	allowance machine.Allowance
}

func (r *rationed) Act(ctx context.Context, s env.State) (env.Decision, error) {
	return r.ActWithin(ctx, ctx, s)
}

// ActWithin holds the budget beside another limit.
func (r *rationed) ActWithin(ctx, hurry context.Context, s env.State) (d env.Decision, err error) {
	r.allowance.Spent(machine.Within(hurry, r.allowance.Next(), func(hurry context.Context) {
		d, err = r.agent.ActWithin(ctx, hurry, s)
	}))
	return d, err
}

// Choices holds the budget beside another limit.
func (r *rationed) Choices(ctx, hurry context.Context, s env.State) (d env.Decision, err error) {
	r.allowance.Spent(machine.Within(hurry, r.allowance.Next(), func(hurry context.Context) {
		d, err = Choices(ctx, hurry, r.agent, s)
	}))
	return d, err
}
