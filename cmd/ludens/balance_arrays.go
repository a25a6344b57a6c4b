package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/seed"
	"ludens/report"
)

// ends is how many arrays at each end of a ranking are played afresh.
const ends = 3

// ranking asks which start arrays are fair.
func (b *balancing) ranking(ctx context.Context) (*report.Study, error) {
	if len(b.tiers) != 1 {
		return nil, usage{fmt.Errorf("--arrays: arrays are compared at one strength, not at %d: name it, as in --agent mcts:100", len(b.tiers))}
	}
	names, err := b.names()
	if err != nil {
		return nil, err
	}
	cells, err := b.arrayCells(names, "", b.games)
	if err != nil {
		return nil, err
	}
	all, stopped := b.play(ctx, cells, fmt.Sprintf("%d arrays", len(cells)), 0.5)
	if all == nil {
		return nil, stopped
	}
	a := report.Arrays{Game: b.game.Spec().Name, Roles: b.game.Spec().Roles, Agent: b.tiers[0].text, Openings: b.drawn}
	for i, name := range names {
		a.Each = append(a.Each, report.ArrayScore{Name: name, Given: i < len(b.given), Score: firstScore(all[i])})
	}
	if stopped == nil && b.confirm > 0 && len(names) > 1 {
		stopped = b.playEnds(ctx, &a)
	}
	if stopped != nil && ctx.Err() == nil {
		return nil, stopped
	}
	return a.Study(), stopped
}

// playEnds plays new games of the arrays at both ends, and of those asked for.
func (b *balancing) playEnds(ctx context.Context, a *report.Arrays) error {
	chosen := a.Chosen(ends)
	var names []string
	for _, i := range chosen {
		names = append(names, a.Each[i].Name)
	}
	cells, err := b.arrayCells(names, "confirm", b.confirm)
	if err != nil {
		return err
	}
	all, err := b.play(ctx, cells, fmt.Sprintf("%d arrays afresh", len(cells)), 1)
	for k, games := range all {
		a.Each[chosen[k]].Fresh = firstScore(games)
	}
	return err
}

// names returns the arrays that were asked for, and after them those drawn.
func (b *balancing) names() ([]string, error) {
	g, ok := b.game.(env.Arrayed)
	if !ok {
		return nil, usage{fmt.Errorf("--arrays: %s has one start position; arrays are for games that draw theirs", b.game.Spec().Name)}
	}
	var names []string
	for _, text := range b.given {
		a, err := g.ParseArray(text)
		if err != nil {
			return nil, fmt.Errorf("--array: %w", err)
		}
		if slices.Contains(names, a) {
			return nil, usage{fmt.Errorf("--array %s is named twice", a)}
		}
		names = append(names, a)
	}
	n := g.ArrayCount()
	if b.arrays > n/2 {
		return nil, usage{fmt.Errorf("--arrays %d: want at most %d of the %d there are", b.arrays, n/2, n)}
	}
	rng := seed.New(b.seed).At("arrays", 0).Rand()
	for drawn := 0; drawn < b.arrays; {
		if a := g.ArrayText(rng.IntN(n)); !slices.Contains(names, a) {
			names = append(names, a)
			drawn++
		}
	}
	return names, nil
}

// arrayCells returns a cell for each array.
func (b *balancing) arrayCells(names []string, stage string, each int) (cells []arena.Cell, err error) {
	for _, name := range names {
		g, err := b.withArray(name)
		if err != nil {
			return nil, err
		}
		c, err := b.cell(g, b.contenders[0], stage, each)
		if err != nil {
			return nil, err
		}
		cells = append(cells, c)
	}
	return cells, nil
}

// withArray returns the game, which is Arrayed, with a fixed array.
func (b *balancing) withArray(name string) (env.Game, error) {
	option := b.game.(env.Arrayed).ArrayOption()
	g, err := games.Make(withOption(b.game.Spec().Name, option, name))
	if err != nil {
		return nil, fmt.Errorf("--arrays: %w", errors.Unwrap(err))
	}
	return g, nil
}
