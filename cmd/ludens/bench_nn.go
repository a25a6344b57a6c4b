package main

import (
	"context"
	"fmt"

	"ludens/configs"
	"ludens/env"
	"ludens/internal/seed"
	"ludens/nn"
)

func benchNN(ctx context.Context, g env.Game, rounds int) ([]rate, error) {
	const rows = 16
	preset, err := configs.PresetFor(g.Spec().Name)
	if err != nil {
		return nil, err
	}
	cfg, err := configs.Load(preset, configs.Layer{Name: "bench", Text: fmt.Sprintf("game = %q\n", g.Spec().Name)})
	if err != nil {
		return nil, err
	}
	spec := cfg.Spec(g.Spec())
	net, err := nn.New(spec, seed.New(0).Rand())
	if err != nil {
		return nil, err
	}
	engine, obs, out := nn.NewEngine(net), make([]float32, rows*spec.Size()), spec.NewOutputs(rows)
	shape := fmt.Sprintf("%dx%d %s", spec.Channels, spec.Blocks, nn.Path())
	infer, err := measure(ctx, g.Spec().Name, "network "+shape+", batches of 16", "evaluations/s", rounds, func() (int, error) {
		return rows, engine.Infer(obs, rows, out)
	})
	if err != nil {
		return nil, err
	}
	trainer, err := nn.NewTrainer(net, cfg.Optimiser)
	if err != nil {
		return nil, err
	}
	batch := nn.NewBatch(spec, cfg.Optimiser.Batch)
	step, err := measure(ctx, g.Spec().Name, fmt.Sprintf("training %s, batches of %d", shape, cfg.Optimiser.Batch), "rows/s", rounds, func() (int, error) {
		_, err := trainer.Step(batch, 0)
		return cfg.Optimiser.Batch, err
	})
	return []rate{infer, step}, err
}
