package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ludens/agent"
	"ludens/configs"
	"ludens/env"
	"ludens/env/seed"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// parseOld returns the old agent with so many plies, or so much time, a move.
func parseOld(text string) (agent.Entrant, error) {
	depth, err := strconv.Atoi(text)
	limit, wrong := time.ParseDuration(text)
	if err != nil && (wrong != nil || limit <= 0) {
		return agent.Entrant{}, fmt.Errorf("--old %q: want plies, as in 4, or a time, as in 50ms", text)
	}
	if err != nil {
		depth = maxDepth
	}
	if _, err := newAlphaBeta(depth, nil); err != nil {
		return agent.Entrant{}, err
	}
	return agent.Entrant{Name: "old:" + text, New: func(_ env.Game, s seed.Seed) (env.Agent, error) {
		ab, err := newAlphaBeta(depth, s.Rand())
		if err != nil || limit <= 0 {
			return ab, err
		}
		return timed{ab, limit}, nil
	}}, nil
}

type timed struct {
	agent *alphaBeta
	limit time.Duration
}

func (t timed) Act(ctx context.Context, s env.State) (env.Decision, error) {
	hurry, stop := context.WithTimeout(ctx, t.limit)
	defer stop()
	return t.agent.actWithin(ctx, hurry, s)
}

// load is a agent.Loader.
func load(text string, g env.Game) (agent.Trained, error) {
	c, bytes, err := read(text, g)
	if err != nil {
		return agent.Trained{}, err
	}
	if err := configs.Suits(c, g); err != nil {
		return agent.Trained{}, fmt.Errorf("%s: %w", text, err)
	}
	e := nn.NewEngine(c.Net)
	if bytes {
		if c.Ranges == nil {
			return agent.Trained{}, fmt.Errorf("%s: not quantised: ask for it as ckpt:PATH@N", text)
		}
		e = nn.NewInt8Engine(c.Net, *c.Ranges)
	}
	search, err := configs.SearchOf(c.Config)
	return agent.Trained{Net: selfplay.Net{Inferer: e, Weights: c.Weights()}, Search: search}, err
}

// read returns the checkpoint of a file or of the game's champion, and whether
// it is to play in int8.
func read(text string, g env.Game) (c *train.Checkpoint, bytes bool, err error) {
	if text == agent.Champion {
		name, ok := configs.ChampionOf(g)
		if !ok {
			return nil, false, fmt.Errorf("no champion of %s comes with ludens", g.Spec().Name)
		}
		b, _ := configs.Champion(name)
		c, _, err = train.DecodeCheckpoint(b)
		return c, c != nil && c.Ranges != nil && nn.HasInt8(), err
	}
	path, bytes := strings.CutPrefix(text, agent.Int8)
	c, _, err = train.ReadCheckpoint(path)
	return c, bytes, err
}
