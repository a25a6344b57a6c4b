package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/report"
)

// mostCells is how many settings a sweep may play, and mostGrid how many it may
// choose from: more are a mistake.
const (
	mostCells = 512
	mostGrid  = 1 << 40
)

// ParseSweep reads rule options and their values, as in first=king,attackers.
func ParseSweep(texts []string) (options []arena.Factor, err error) {
	for _, text := range texts {
		name, values, ok := strings.Cut(text, "=")
		levels := strings.Split(values, ",")
		switch {
		case !ok || name == "" || slices.Contains(levels, ""):
			return nil, mistake("rules", fmt.Sprintf("%q", text), "want an option and its values, OPTION=VALUE,VALUE")
		case len(levels) < 2:
			return nil, mistake("rules", text, "one value is nothing to compare; want two or more, OPTION=VALUE,VALUE")
		case len(slices.Compact(slices.Sorted(slices.Values(levels)))) < len(levels):
			return nil, mistake("rules", text, "a value is named twice")
		case slices.ContainsFunc(options, func(f arena.Factor) bool { return f.Name == name }):
			return nil, mistake("rules", "", "option %s is swept twice", name)
		}
		options = append(options, arena.Factor{Name: name, Levels: levels})
	}
	return options, nil
}

// Sweep asks what rule options do to the balance: each with each, and each agent. A
// fraction is how many settings are played of all that there are; 0: all.
func (b *Balance) Sweep(ctx context.Context, options []arena.Factor, fraction int) (*report.Sweep, error) {
	if err := b.begin(""); err != nil {
		return nil, err
	}
	design, err := b.design(options, fraction)
	if err != nil {
		return nil, err
	}
	cells, err := b.settings(design)
	if err != nil {
		return nil, err
	}
	control, err := b.findControl(gamesOf(cells))
	if err != nil {
		return nil, err
	}
	all, stopped := b.play(ctx, cells, fmt.Sprintf("%d settings", len(cells)), 0.7)
	if all == nil {
		return nil, stopped
	}
	base := b.Game.Spec()
	w := &report.Sweep{
		Game: base.Name, Role: base.Roles[env.First], Other: base.Roles[env.Second],
		Openings: b.drawn, Design: design, Agent: len(design.Grid) - 1,
	}
	for i, c := range cells {
		spec := c.Game.Spec()
		w.Cells = append(w.Cells, report.SweepCell{Game: spec.Name, Roles: spec.Roles, Score: firstScore(all[i])})
	}
	if stopped == nil && b.Confirm > 0 {
		stopped = b.playFairest(ctx, w, cells, control)
	}
	if stopped == nil {
		judged := b.Game
		if len(w.Best) > 0 {
			judged = cells[w.Best[0]].Game
		}
		w.Judges, stopped = b.examine(ctx, judged)
	}
	if stopped != nil && ctx.Err() == nil {
		return nil, stopped
	}
	return w, stopped
}

// gamesOf returns the games of cells.
func gamesOf(cells []arena.Cell) (games []env.Game) {
	for _, c := range cells {
		games = append(games, c.Game)
	}
	return games
}

// playFairest plays new games of the setting that came nearest to fair with the judges, the
// control's too if there is one.
func (b *Balance) playFairest(ctx context.Context, w *report.Sweep, cells []arena.Cell, control bool) error {
	var scores []arena.Score
	for _, c := range w.Cells {
		scores = append(scores, arena.ScoreOf(c.Score, c.Roles, w.Role))
	}
	var fresh []arena.Cell
	best := w.Design.Fairest(scores, w.Agent, b.judges())
	for _, cell := range best {
		c := cells[cell]
		again, err := b.cell(c.Game, contenderOf(c), "confirm", b.Confirm)
		if err != nil {
			return err
		}
		fresh = append(fresh, again)
	}
	agents, refused := len(fresh), ""
	if control {
		c, why, err := b.controlCell(fresh[0].Game)
		if err != nil {
			return err
		}
		fresh, refused = append(fresh, c...), why
	}
	all, err := b.play(ctx, fresh, "the fairest setting", 1)
	if all == nil {
		return err
	}
	if control {
		w.Control = b.told(firstScore(all[agents-1]), all[agents:], refused, fresh[0].Game)
		all = all[:agents]
	}
	for i, games := range all {
		c := w.Cells[best[i]]
		w.Fresh = append(w.Fresh, arena.ScoreOf(firstScore(games), c.Roles, w.Role))
	}
	w.Best = best
	if err != nil {
		return err
	}
	return b.examineControl(ctx, fresh[0].Game, w.Control)
}

// contenderOf returns who plays a cell.
func contenderOf(c arena.Cell) Contestant {
	return Contestant{Entrant: c.Agent, Key: strings.TrimPrefix(c.Key, c.Game.Spec().Name+" ")}
}

// firstScore returns First's score.
func firstScore(games []arena.Game) (s arena.Score) {
	for _, g := range games {
		s.Add(g)
	}
	return s
}

// design returns which settings of options are played. The last factor is the agent.
func (b *Balance) design(options []arena.Factor, fraction int) (d arena.Design, err error) {
	agents := arena.Factor{Name: "agent"}
	for _, s := range b.Strengths {
		agents.Levels = append(agents.Levels, s.Agent)
	}
	rules, all := arena.Grid(options), 1
	for _, f := range options {
		if all *= len(f.Levels); all > mostGrid {
			return d, mistake("rules", "", "more than %d settings are too many to choose from", mostGrid)
		}
	}
	grid := append(slices.Clone(rules), agents)
	played := cmp.Or(fraction, all)
	switch least := rules.Mains() + 1; {
	case fraction == 0 && all*len(agents.Levels) > mostCells:
		return d, mistake("rules", "", "%d settings are too many to try; want %d at most, or some of them, as in --fraction %d",
			all*len(agents.Levels), mostCells, max(least, min(64, mostCells/len(agents.Levels))))
	case fraction != 0 && fraction < least:
		return d, mistake("fraction", fmt.Sprint(fraction), "%d effects of single options want %d settings at least", least-1, least)
	case fraction != 0 && fraction >= all:
		return d, mistake("fraction", fmt.Sprint(fraction), "there are %d settings; leave the flag out to try them all", all)
	case played*len(agents.Levels) > mostCells:
		return d, mistake("fraction", fmt.Sprint(fraction), "%d settings, those of each agent together, are too many to try; want %d at most", played*len(agents.Levels), mostCells)
	case fraction != 0:
		return grid.Fraction(fraction), nil
	}
	return grid.Whole(), nil
}

// settings returns the cells that are played.
func (b *Balance) settings(d arena.Design) (cells []arena.Cell, err error) {
	agents := len(b.Strengths)
	var contenders []Contestant
	var g env.Game
	for place, cell := range d.Cells {
		if place%agents == 0 {
			if g, err = b.variant(d.Grid, cell); err != nil {
				return nil, err
			}
			if contenders, err = b.contenders(g); err != nil {
				return nil, err
			}
		}
		c, err := b.cell(g, contenders[place%agents], "", b.games())
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(cells, func(other arena.Cell) bool { return other.Key == c.Key }) {
			return nil, &Mistake{"rules", "", errors.New("two settings are the same game: " + g.Spec().Name)}
		}
		cells = append(cells, c)
	}
	return cells, nil
}

// variant returns the game of a cell: the study's with the options of the cell.
func (b *Balance) variant(grid arena.Grid, cell int) (env.Game, error) {
	name := b.Game.Spec().Name
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
