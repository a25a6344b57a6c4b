package agent

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/foreign"
)

// Program returns the command that a foreign agent starts, without its arguments.
func (s Spec) Program() string { return s.engine.Command[0] }

// hurried returns a foreign agent with a time for each move.
func (s Spec) hurried(limit time.Duration) Spec {
	e := *s.engine
	if s.Usual {
		e.Time = 0
	}
	e.Limits = e.Within(limit)
	s.engine, s.Time, s.CPU, s.Usual = &e, e.Time, e.CPU, false
	return s
}

// start is an Entrant's New.
func (s Spec) start(g env.Game, _ seed.Seed) (env.Agent, error) {
	p, err := foreign.Start(*s.engine, g)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s, err)
	}
	return p, nil
}

// engineer is an analyst that starts an engine for each question.
type engineer struct {
	engine foreign.Engine
	game   env.Game
}

// Analyse asks the engine.
func (e engineer) Analyse(ctx context.Context, s env.State, l analysis.Limits, seen func(analysis.Report)) (analysis.Report, error) {
	began := time.Now()
	p, err := foreign.Start(e.engine, e.game)
	if err != nil {
		return analysis.Report{}, err
	}
	defer p.Close()
	limits := e.within(l)
	last := began
	show := func(f foreign.Found) {
		if seen != nil && l.Every > 0 && time.Since(last) >= l.Every && len(f.Lines) > 0 {
			last = time.Now()
			seen(reportOf(f, time.Since(began)))
		}
	}
	f, err := p.Think(ctx, s, limits, max(1, l.Lines), show)
	if err != nil {
		return analysis.Report{}, err
	}
	return reportOf(f, time.Since(began)), nil
}

// within returns what the engine is asked for within l: another number of nodes or plies
// than its own, or its own within a time.
func (e engineer) within(l analysis.Limits) foreign.Limits {
	own := e.engine.Limits
	switch {
	case l.Simulations > 0 || l.Depth > 0:
		own = foreign.Limits{Time: l.Time, Nodes: l.Simulations, Depth: l.Depth}
	case l.Endless:
		own = foreign.Limits{Endless: true}
	case l.Time > 0:
		own = own.Within(l.Time)
	}
	if e.engine.Protocol == "cecp" || e.engine.Protocol == "otep" {
		own.Nodes = 0 // they have no word for it
	}
	return own
}

// reportOf returns what an engine has said as a report, its move first. That it sees a mate
// is not a proof.
func reportOf(f foreign.Found, took time.Duration) analysis.Report {
	r := analysis.Report{Simulations: max(1, f.Nodes), Depth: f.Depth, Elapsed: took}
	for i, line := range f.Lines {
		m := analysis.Move{MoveStats: env.MoveStats{Action: line.Actions[0], Value: line.Value}, Line: line.Actions}
		if i == 0 {
			m.Visits, m.Prior = r.Simulations, 1
		}
		if !slices.ContainsFunc(r.Moves, func(n analysis.Move) bool { return n.Action == m.Action }) {
			r.Moves = append(r.Moves, m)
		}
	}
	i := slices.IndexFunc(r.Moves, func(m analysis.Move) bool { return m.Action == f.Action })
	if i < 0 {
		r.Moves, i = append(r.Moves, analysis.Move{MoveStats: env.MoveStats{Action: f.Action, Visits: 1}, Line: []env.Action{f.Action}}), len(r.Moves)
	}
	best := r.Moves[i]
	r.Moves = slices.Insert(slices.Delete(r.Moves, i, i+1), 0, best)
	r.Value = best.Value
	return r
}
