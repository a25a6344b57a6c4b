package study

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"ludens/agent"
	"ludens/arena"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/machine"
	"ludens/internal/report"
	"ludens/train"
)

// Contestant is who takes part in a study.
type Contestant struct {
	agent.Entrant
	Key     string          // what identifies it: the digest of a checkpoint, not its path
	At      *train.Progress // of its training, if it is a checkpoint; else nil
	Bare    string          // the agent that asks its network and does not search; "" if it has none
	Weights string          // its text without how it searches; "" if it has no network
	Network string          // digest of its network, as it plays
	Instead string          // the text of the agent that plays in the place of the one that was asked for; "" if that plays
}

// enter returns the contestants of some texts in a game. A missing or foreign
// checkpoint is reported before any game.
func (s *Setting) enter(g env.Game, w *stopwatch, texts ...string) (all []Contestant, err error) {
	enter := s.Enter(g)
	for _, text := range texts {
		c, err := enter(text)
		if err != nil {
			return nil, err
		}
		if c.Entrant, err = s.admit(g, w, c.Entrant); err != nil {
			return nil, err
		}
		s.meet(g, c)
		all = append(all, c)
	}
	return all, nil
}

// meet notes who plays a game, for the folder.
func (s *Setting) meet(g env.Game, c Contestant) {
	if s.who.Networks == nil {
		s.who = arena.Players{Program: machine.Revision(), Networks: map[string]string{}, Rules: map[string]string{}}
	}
	in := ""
	if name := g.Spec().Name; name != s.Game.Spec().Name {
		s.who.Rules[name], in = env.Fingerprint(g), " in "+name
	}
	if c.Network != "" {
		s.who.Networks[c.Weights+in] = c.Network
	}
}

// admit makes sure that an agent can play a game, and takes its time from here on.
func (s *Setting) admit(g env.Game, w *stopwatch, e agent.Entrant) (agent.Entrant, error) {
	first, err := e.New(g, seed.New(0))
	if err != nil {
		return e, err
	}
	env.Close(first)
	if s.MoveTime > 0 {
		e = e.MoveTime(s.MoveTime)
	}
	if s.Elsewhere != nil && e.Spec.Foreign() {
		return e, fmt.Errorf("%s is another program: its games are played here only", e.Name)
	}
	if s.Elsewhere != nil && e.Spec.Time > 0 {
		return e, fmt.Errorf("%s has a time a move, and what it plays depends on the machine: its games are played here only", e.Name)
	}
	return w.time(e), nil
}

// stopwatch adds up the time that agents take: to be made and to choose moves.
type stopwatch struct{ spent atomic.Int64 }

// time returns e with its time taken.
func (w *stopwatch) time(e agent.Entrant) agent.Entrant {
	make := e.New
	e.New = func(g env.Game, s seed.Seed) (env.Agent, error) {
		defer w.stop(time.Now())
		a, err := make(g, s)
		if err != nil {
			return nil, err
		}
		return watched{a, w}, nil
	}
	return e
}

func (w *stopwatch) stop(began time.Time) { w.spent.Add(int64(time.Since(began))) }

type watched struct {
	env.Agent
	watch *stopwatch
}

func (a watched) Act(ctx context.Context, s env.State) (env.Decision, error) {
	defer a.watch.stop(time.Now())
	return a.Agent.Act(ctx, s)
}

func (a watched) Choices(ctx, hurry context.Context, s env.State) (env.Decision, error) {
	defer a.watch.stop(time.Now())
	return agent.Choices(ctx, hurry, a.Agent, s)
}

// Watch shows the agent what it has not played.
func (a watched) Watch(s env.State) { env.Watch(a.Agent, s) }

// Close closes the agent that is watched.
func (a watched) Close() error { return env.Close(a.Agent) }

// Pace is how fast games went. No result depends on it.
type Pace struct {
	Played  int
	Seconds float64
	Agents  float64 // share of the time of all workers that agents used; 0: others played, too
}

// pace returns that of played games in some time.
func (s *Setting) pace(w *stopwatch, played int, took time.Duration) Pace {
	p := Pace{Played: played, Seconds: took.Seconds()}
	if s.Elsewhere == nil {
		p.Agents = time.Duration(w.spent.Load()).Seconds() / (took.Seconds() * float64(s.Workers))
	}
	return p
}

func (p Pace) String() string {
	if p.Played == 0 {
		return "all games had been played before"
	}
	text := fmt.Sprintf("%d games in %.1f s, %.1f games/s", p.Played, p.Seconds, float64(p.Played)/p.Seconds)
	if p.Agents > 0 {
		text += fmt.Sprintf("; the agents used %.1f %% of the time", 100*p.Agents)
	}
	return text
}

// usage adds up the CPU time that a contestant takes for its moves: of the threads that
// search, of the processes that play. No result depends on it.
type usage struct{ moves, spent atomic.Int64 }

// count returns e with its CPU time counted.
func (u *usage) count(e agent.Entrant) agent.Entrant {
	make := e.New
	e.New = func(g env.Game, s seed.Seed) (env.Agent, error) {
		a, err := make(g, s)
		if err != nil {
			return nil, err
		}
		return counted{a, u}, nil
	}
	return e
}

type counted struct {
	env.Agent
	usage *usage
}

func (c counted) Act(ctx context.Context, s env.State) (d env.Decision, err error) {
	spent := machine.Within(ctx, 0, func(ctx context.Context) { d, err = c.Agent.Act(ctx, s) })
	if err == nil {
		c.usage.moves.Add(1)
		c.usage.spent.Add(int64(spent))
	}
	return d, err
}

// Watch shows the agent what it has not played.
func (c counted) Watch(s env.State) { env.Watch(c.Agent, s) }

// Close closes the agent whose time is counted.
func (c counted) Close() error { return env.Close(c.Agent) }

// used returns what was counted.
func (u *usage) used() arena.CPUTime {
	return arena.CPUTime{Moves: int(u.moves.Load()), Seconds: time.Duration(u.spent.Load()).Seconds()}
}

// spend notes in the folder what the players of a match have used, and returns what they
// have used in all its games that were played where it could be measured. names are what
// they are called.
func spend(folder *arena.Folder, names [2]string, players []Contestant, use []usage) (all []report.CPUTime, err error) {
	sum, err := folder.Spend(arena.CPUTimes{"a": use[0].used(), "b": use[1].used()})
	for i, side := range []string{"a", "b"} {
		all = append(all, report.CPUTime{Agent: names[i], CPUTime: sum[side], Timed: players[i].Spec.Time > 0})
	}
	return all, err
}
