package bench

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"ludens/agent"
	"ludens/configs"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/machine"
	"ludens/nn"
	"ludens/selfplay"
)

// timed is a network that knows how long it has been asked for: by CPU time if it has one
// caller, on the wall if it has several.
type timed struct {
	selfplay.Inferer
	clock machine.Clock
	spent *atomic.Int64 // nanoseconds
}

func (t timed) Infer(obs []float32, n int, out nn.Outputs) error {
	took, err := t.clock.Time(func() error { return t.Inferer.Infer(obs, n, out) })
	t.spent.Add(int64(took))
	return err
}

// selfPlay plays an iteration of the game's preset with a network that has
// learned nothing: how fast, how much of the time is not the network's, and what
// a second worker brings.
func selfPlay(ctx context.Context, t Task, rounds int) ([]Rate, error) {
	g := t.Game
	cfg, net, err := t.presetNet()
	if err != nil {
		return nil, err
	}
	engine, err := selfPlayEngine(cfg, g, net)
	if err != nil {
		return nil, err
	}
	play := cfg.SelfPlay
	play.Search = cfg.Search
	plan := selfplay.NewPlan(g, play, 0)
	name, what := g.Spec().Name, fmt.Sprintf("self-play %dx%d, %d simulations", net.Spec().Channels, net.Spec().Blocks, play.Search.Simulations)
	games := func(round, workers int, inferer selfplay.Inferer) (plies int, err error) {
		plan.Seed = uint64(seed.New(uint64(round)))
		with := selfplay.Resources{Game: g, Now: selfplay.Network(g.Spec(), selfplay.Net{Inferer: inferer, Weights: play.Weights()})}
		err = selfplay.Play(ctx, plan, with, workers, func(_ int, r *selfplay.Record) error {
			plies += len(r.Plies)
			return nil
		})
		return plies, err
	}
	var speed, outside, gain []float64
	for round := range max(1, rounds) {
		spent := new(atomic.Int64)
		start, wall := machine.CPUTime(), machine.Wall()
		plies, err := games(round, 1, timed{engine, machine.CPUTime, spent})
		if err != nil {
			return nil, err
		}
		own, alone := machine.CPUTime()-start, machine.Wall()-wall
		wall = machine.Wall()
		if _, err := games(round, 2, engine); err != nil {
			return nil, err
		}
		speed = append(speed, float64(plies)/own.Seconds())
		outside = append(outside, 100*(1-float64(spent.Load())/float64(own)))
		gain = append(gain, float64(alone)/float64(max(time.Nanosecond, machine.Wall()-wall)))
	}
	return []Rate{
		summary(name, what, "plies/s", speed),
		summary(name, "of it outside the network", "% of the time", outside),
		summary(name, "two workers over one", "times, on the wall", gain),
	}, nil
}

// preset returns the preset of the game, with what is set over it.
func (t Task) preset() (configs.Run, error) {
	preset, err := configs.PresetFor(t.Game.Spec().Name)
	if err != nil {
		return configs.Run{}, err
	}
	return t.over(preset)
}

// presetNet returns the preset and a network of its shape, which has learned nothing.
func (t Task) presetNet() (configs.Run, *nn.Net, error) {
	cfg, err := t.preset()
	if err != nil {
		return cfg, nil, err
	}
	net, err := nn.New(cfg.Spec(t.Game.Spec()), seed.New(0).Rand())
	return cfg, net, err
}

// selfPlayEngine returns the network in the precision of the preset.
func selfPlayEngine(cfg configs.Run, g env.Game, net *nn.Net) (*nn.Engine, error) {
	if cfg.SelfPlay.Precision != selfplay.Int8 {
		return selfplay.EngineFor(g, net, nil), nil
	}
	return agent.Quantise(net, g, cfg.SelfPlay.Weights())
}
