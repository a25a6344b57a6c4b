package study

import (
	"context"
	"fmt"
	"slices"

	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/report"
)

// ends is how many arrays at each end of a ranking are played afresh.
const ends = 3

// Rank asks which start arrays are fair: those given, as the game writes them, and
// some drawn by the seed.
func (b *Balance) Rank(ctx context.Context, given []string, drawn int) (*report.Arrays, error) {
	if err := b.alone("arrays are compared"); err != nil {
		return nil, err
	}
	if err := b.begin(""); err != nil {
		return nil, err
	}
	names, err := b.names(given, drawn)
	if err != nil {
		return nil, err
	}
	cells, err := b.arrayCells(names, "", b.games())
	if err != nil {
		return nil, err
	}
	all, stopped := b.play(ctx, cells, fmt.Sprintf("%d arrays", len(cells)), 0.5)
	if all == nil {
		return nil, stopped
	}
	a := &report.Arrays{Game: b.Game.Spec().Name, Roles: b.Game.Spec().Roles, Agent: b.Strengths[0].Agent, Openings: b.books[cells[0].Game.Spec().Name].kind}
	for i, name := range names {
		a.Each = append(a.Each, report.ArrayScore{Name: name, Given: i < len(given), Score: firstScore(all[i])})
	}
	if stopped == nil && b.Confirm > 0 && len(names) > 1 {
		stopped = b.playEnds(ctx, a)
	}
	if stopped == nil {
		a.Judges, stopped = b.examine(ctx, b.Game)
	}
	if stopped != nil && ctx.Err() == nil {
		return nil, stopped
	}
	return a, stopped
}

// playEnds plays new games of the arrays at both ends, and of those asked for.
func (b *Balance) playEnds(ctx context.Context, a *report.Arrays) error {
	chosen := a.Chosen(ends)
	var names []string
	for _, i := range chosen {
		names = append(names, a.Each[i].Name)
	}
	cells, err := b.arrayCells(names, "confirm", b.Confirm)
	if err != nil {
		return err
	}
	all, err := b.play(ctx, cells, fmt.Sprintf("%d arrays afresh", len(cells)), 1)
	for k, games := range all {
		a.Each[chosen[k]].Fresh = firstScore(games)
	}
	return err
}

// names returns the arrays that were given, and after them those drawn.
func (b *Balance) names(given []string, most int) ([]string, error) {
	g, ok := env.As[env.Arrayed](b.Game)
	if !ok {
		return nil, mistake("arrays", "", "%s has one start position; arrays are for games that draw theirs", b.Game.Spec().Name)
	}
	n := g.ArrayCount()
	if most > n/2 {
		return nil, mistake("draw", fmt.Sprint(most), "want at most %d of the %d there are", n/2, n)
	}
	names := slices.Clone(given)
	rng := seed.New(b.Seed).At("arrays", 0).Rand()
	for drawn := 0; drawn < most; {
		if a := g.ArrayText(rng.IntN(n)); !slices.Contains(names, a) {
			names = append(names, a)
			drawn++
		}
	}
	return names, nil
}

// arrayCells returns a cell for each array.
func (b *Balance) arrayCells(names []string, stage string, each int) (cells []arena.Cell, err error) {
	for _, name := range names {
		g, err := b.withArray(name)
		if err != nil {
			return nil, err
		}
		c, err := b.cell(g, b.players[0], stage, each)
		if err != nil {
			return nil, err
		}
		cells = append(cells, c)
	}
	return cells, nil
}

// withArray returns the game, which is Arrayed, with a fixed array.
func (b *Balance) withArray(name string) (env.Game, error) {
	arrayed, _ := env.As[env.Arrayed](b.Game)
	return games.Make(withOption(b.Game.Spec().Name, arrayed.ArrayOption(), name))
}
