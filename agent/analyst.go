package agent

import (
	"context"
	"slices"
	"time"

	"ludens/alphabeta"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/machine"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/solve"
)

// Analyst returns who thinks about positions of g as the agent does: with its
// evaluator if it searches a tree, else by asking it; by the tables of small
// endgames once few pieces are left.
func (s Spec) Analyst(g env.Game, load Loader, at seed.Seed) (analysis.Analyst, error) {
	if s.fitting() {
		return s.fitter(g, load, at)
	}
	a, err := s.analyst(g, load, at)
	if err != nil {
		return nil, err
	}
	switch {
	case s.Foreign() || s.CPU && !s.HasTree(): // what is asked has its own limit
	case s.CPU:
		if err := machine.CheckThreadTime(); err != nil {
			return nil, err
		}
		a = analysis.Rationed(a, s.Time)
	case s.Time > 0:
		a = analysis.Timed(a, s.Time)
	}
	if t := tablesOf(g); t.endings != nil && s.Budget > 0 && !s.Untabled && !s.Foreign() {
		a = tabledAnalyst{a, t, s.Time > 0}
	}
	return a, nil
}

func (s Spec) analyst(g env.Game, load Loader, at seed.Seed) (analysis.Analyst, error) {
	switch {
	case s.Foreign():
		return engineer{*s.engine, g}, nil
	case s.Kind == "mcts":
		cfg, err := s.searching(mcts.Defaults())
		if err != nil {
			return nil, err
		}
		return analysis.New(g, playouts(g, at), cfg), nil
	case s.HasNetwork():
		net, err := load(s.Source, g)
		if err != nil {
			return nil, err
		}
		cfg, err := s.searching(net.Search)
		if err != nil {
			return nil, err
		}
		return analysis.Judging(analysis.New(g, s.evaluator(g, net.Net), cfg), drawsOf(net.Net, g.Spec())), nil
	}
	return analysis.Agent(func(limit time.Duration, depth int) (env.Agent, error) {
		e := s.Entrant(load)
		if limit > 0 { // the question's, which overrules the agent's own
			free := s
			free.Time, free.CPU, free.Nodes = 0, false, 0
			e = free.Entrant(load)
		}
		if depth > 0 {
			if !s.Deepens() {
				return nil, analysis.ErrShallow
			}
			deep := s
			deep.Budget, deep.Time, deep.CPU, deep.Nodes = min(depth, alphabeta.MaxDepth), 0, false, 0
			e = deep.Entrant(load)
		}
		if limit > 0 {
			return e.MoveTime(limit).New(g, at)
		}
		return e.New(g, at)
	}), nil
}

// Deepens reports whether the agent searches lines of play, so that a depth means
// something to it.
func (s Spec) Deepens() bool {
	return s.HasTree() || s.Kind == "alphabeta" || s.Kind == "uci" || s.Kind == "cecp"
}

// drawsOf returns how likely a network holds a draw to be, at first glance.
func drawsOf(net selfplay.Net, spec env.Spec) func(env.State) (float32, error) {
	view := net.Shown(spec)
	return func(s env.State) (float32, error) {
		var wdl [3]float32
		obs := make([]float32, view.Spec.Size())
		view.Observe(s, obs)
		out := nn.Outputs{Logits: make([]float32, view.Spec.Actions), WDL: wdl[:], Score: make([]float32, 1)}
		if err := net.Infer(obs, 1, out); err != nil {
			return 0, err
		}
		return wdl[1], out.Finite()
	}
}

// tabledAnalyst knows the positions of small endgames by their tables.
type tabledAnalyst struct {
	analysis.Analyst
	tables  *tables
	limited bool // in time, where nothing else is asked for
}

// Analyse answers at once where a table decides; of a drawn position the table knows
// no best move, and the analyst thinks.
func (t tabledAnalyst) Analyse(ctx context.Context, s env.State, l analysis.Limits, seen func(analysis.Report)) (analysis.Report, error) {
	began := time.Now()
	limited := l.Time > 0 || l.Endless || t.limited && l.Simulations == 0 && l.Depth == 0
	table := t.tables.of(ctx, s, limited)
	if table == nil {
		return t.Analyst.Analyse(ctx, s, l, seen)
	}
	moves, err := valued(context.WithoutCancel(ctx), table, s)
	if err != nil {
		return analysis.Report{}, err
	}
	slices.SortStableFunc(moves, func(a, b valuedMove) int {
		switch {
		case b.worth.Less(a.worth):
			return -1
		case a.worth.Less(b.worth):
			return 1
		}
		return 0
	})
	best := moves[0].worth
	if best.Sign == 0 {
		return t.Analyst.Analyse(ctx, s, l, seen)
	}
	r := analysis.Report{Value: float32(best.Sign), Simulations: len(moves), Depth: best.Plies, Elapsed: time.Since(began)}
	if inTime(s, best.Plies) {
		r.Plies, r.Proof = best.Plies, env.WinFor(s.ToMove())
		if best.Sign < 0 {
			r.Proof = env.WinFor(s.ToMove().Other())
		}
	}
	for _, m := range moves {
		r.Moves = append(r.Moves, analysis.Move{MoveStats: env.MoveStats{Action: m.action, Visits: 1, Prior: 1 / float32(len(moves)), Policy: 1 / float32(len(moves)), Value: float32(m.worth.Sign)}})
	}
	r.Moves[0].Line, err = principal(context.WithoutCancel(ctx), table, s, best.Plies)
	return r, err
}

// inTime reports whether that many plies can be played before a clock of the rules ends
// the game in a draw.
func inTime(s env.State, plies int) bool {
	ticking, ok := s.(env.Ticking)
	if !ok {
		return true
	}
	left, clocked := ticking.Left()
	return !clocked || plies <= left
}

// principal returns the play of both sides by a table, from a position that it
// decides to the end, which is that many plies away at most.
func principal(ctx context.Context, table *solve.Table, s env.State, plies int) (line []env.Action, err error) {
	for s = s.Copy(nil); s.Result() == env.Ongoing && len(line) < plies; {
		moves, err := valued(ctx, table, s)
		if err != nil {
			return nil, err
		}
		best := bestOf(moves)
		line = append(line, best.action)
		s.Play(best.action)
	}
	return line, nil
}
