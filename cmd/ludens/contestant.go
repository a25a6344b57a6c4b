package main

import (
	"context"
	"sync/atomic"
	"time"

	"ludens/agent"
	"ludens/env"
	runs "ludens/internal/run"
	"ludens/internal/seed"
	"ludens/train"
)

// contestant is who takes part in a match or a ladder.
type contestant struct {
	agent.Entrant
	key        string            // what tells it from all others: the digest of a checkpoint, not its path
	checkpoint *train.Checkpoint // nil if it is none
}

// lists takes down the contestants of one game.
type lists struct {
	game     env.Game
	load     agent.Loader
	moveTime time.Duration // 0: no limit
	watch    stopwatch
}

// enter returns the contestant of a text, as ludens eval takes it. The newest
// checkpoint of a folder is found now, so that it stays the same. A missing or
// foreign checkpoint is told before any game.
func (l *lists) enter(text string) (contestant, error) {
	text, c, key, err := pin(agentName(text))
	if err != nil {
		return contestant{}, err
	}
	e, err := agent.Parse(text, l.load)
	if err != nil {
		return contestant{}, err
	}
	if _, err := e.New(l.game, seed.New(0)); err != nil {
		return contestant{}, err
	}
	if l.moveTime > 0 {
		e = e.MoveTime(l.moveTime)
	}
	return contestant{l.watch.time(e), key, c}, nil
}

// pin names the checkpoint file in an agent's text, and returns the checkpoint
// and the key of such an agent.
func pin(text string) (pinned string, c *train.Checkpoint, key string, err error) {
	spec, err := agent.ParseSpec(text)
	if err != nil || spec.Path == "" {
		return text, nil, text, err
	}
	c, file, _, err := runs.ReadCheckpoint(spec.Path)
	if err != nil {
		return "", nil, "", err
	}
	return spec.At(file).Text, c, spec.At(c.Digest).Text, nil
}

// stopwatch adds up the time that agents take: to be made and to choose moves.
type stopwatch struct{ spent atomic.Int64 }

func (w *stopwatch) Spent() time.Duration { return time.Duration(w.spent.Load()) }

// time returns e with its time taken.
func (w *stopwatch) time(e agent.Entrant) agent.Entrant {
	make := e.New
	e.New = func(g env.Game, s seed.Seed) (env.Agent, error) {
		defer w.stop(time.Now())
		a, err := make(g, s)
		return watched{a, w}, err
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
