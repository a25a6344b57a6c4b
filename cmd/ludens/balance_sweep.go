package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/report"
)

// mostCells is how many settings a sweep may have: more are a mistake.
const mostCells = 512

// sweeping asks what rule options do to the balance.
func (b *balancing) sweeping(ctx context.Context) (*report.Study, error) {
	grid, err := b.grid()
	if err != nil {
		return nil, err
	}
	cells, err := b.settings(grid)
	if err != nil {
		return nil, err
	}
	all, stopped := b.play(ctx, cells, fmt.Sprintf("%d settings", len(cells)), 0.7)
	if all == nil {
		return nil, stopped
	}
	base := b.game.Spec()
	w := report.Sweep{
		Game: base.Name, Role: base.Roles[env.First], Other: base.Roles[env.Second],
		Openings: b.drawn, Grid: grid, Agent: len(grid) - 1,
	}
	for i, c := range cells {
		spec := c.Game.Spec()
		w.Cells = append(w.Cells, report.SweepCell{Game: spec.Name, Roles: spec.Roles, Score: firstScore(all[i])})
	}
	if stopped == nil && b.confirm > 0 {
		stopped = b.playFairest(ctx, &w, cells)
	}
	if stopped != nil && ctx.Err() == nil {
		return nil, stopped
	}
	return w.Study(), stopped
}

// playFairest plays new games of the setting that came nearest to fair.
func (b *balancing) playFairest(ctx context.Context, w *report.Sweep, cells []arena.Cell) error {
	var scores []arena.Score
	for _, c := range w.Cells {
		scores = append(scores, arena.ScoreOf(c.Score, c.Roles, w.Role))
	}
	var fresh []arena.Cell
	best := w.Grid.Fairest(scores, w.Agent)
	for _, cell := range best {
		c := cells[cell]
		again, err := b.cell(c.Game, b.contenderOf(c), "confirm", b.confirm)
		if err != nil {
			return err
		}
		fresh = append(fresh, again)
	}
	all, err := b.play(ctx, fresh, "the fairest setting", 1)
	if all == nil {
		return err
	}
	for i, games := range all {
		c := w.Cells[best[i]]
		w.Fresh = append(w.Fresh, arena.ScoreOf(firstScore(games), c.Roles, w.Role))
	}
	w.Best = best
	return err
}

// contenderOf returns who plays a cell.
func (b *balancing) contenderOf(c arena.Cell) contestant {
	return contestant{Entrant: c.Agent, key: strings.TrimPrefix(c.Key, c.Game.Spec().Name+" ")}
}

// firstScore returns First's score.
func firstScore(games []arena.Game) (s arena.Score) {
	for _, g := range games {
		s.Add(g)
	}
	return s
}

// grid reads --sweep. The last factor is the agent.
func (b *balancing) grid() (arena.Grid, error) {
	var grid arena.Grid
	for _, text := range b.sweep {
		name, values, ok := strings.Cut(text, "=")
		levels := strings.Split(values, ",")
		switch {
		case !ok || name == "" || slices.Contains(levels, ""):
			return nil, usage{fmt.Errorf("--sweep %q: want an option and its values, OPTION=VALUE,VALUE", text)}
		case len(levels) < 2:
			return nil, usage{fmt.Errorf("--sweep %s: one value is nothing to compare; want two or more, OPTION=VALUE,VALUE", text)}
		case len(slices.Compact(slices.Sorted(slices.Values(levels)))) < len(levels):
			return nil, usage{fmt.Errorf("--sweep %s: a value is named twice", text)}
		case slices.ContainsFunc(grid, func(f arena.Factor) bool { return f.Name == name }):
			return nil, usage{fmt.Errorf("--sweep: option %s is swept twice", name)}
		}
		grid = append(grid, arena.Factor{Name: name, Levels: levels})
	}
	agents := arena.Factor{Name: "agent"}
	for _, s := range b.tiers {
		agents.Levels = append(agents.Levels, s.text)
	}
	if grid = append(grid, agents); grid.Len() > mostCells {
		return nil, usage{fmt.Errorf("--sweep: %d settings are too many to try; want %d at most", grid.Len(), mostCells)}
	}
	return grid, nil
}

// settings returns the cells of a grid.
func (b *balancing) settings(grid arena.Grid) (cells []arena.Cell, err error) {
	agents := len(b.tiers)
	var contenders []contestant
	var g env.Game
	for cell := range grid.Len() {
		if cell%agents == 0 {
			if g, err = b.variant(grid, cell); err != nil {
				return nil, err
			}
			if contenders, err = b.enter(g); err != nil {
				return nil, err
			}
		}
		c, err := b.cell(g, contenders[cell%agents], "", b.games)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(cells, func(other arena.Cell) bool { return other.Key == c.Key }) {
			return nil, usage{errors.New("--sweep: two settings are the same game: " + g.Spec().Name)}
		}
		cells = append(cells, c)
	}
	return cells, nil
}

// variant returns the game of a cell: that of the command line with the options
// of the cell.
func (b *balancing) variant(grid arena.Grid, cell int) (env.Game, error) {
	name := b.game.Spec().Name
	for i, level := range grid.Names(cell)[:len(grid)-1] {
		name = withOption(name, grid[i].Name, level)
	}
	return games.Make(name)
}

// withOption returns a game's name with one more option.
func withOption(name, option, value string) string {
	mark := ":"
	if strings.Contains(name, ":") {
		mark = ","
	}
	return name + mark + option + "=" + value
}
