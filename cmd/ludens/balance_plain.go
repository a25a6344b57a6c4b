package main

import (
	"context"
	"fmt"
	"strings"

	"ludens/arena"
	runs "ludens/internal/run"
	"ludens/report"
	"ludens/selfplay"
)

// plain asks how fair the game is at each strength.
func (b *balancing) plain(ctx context.Context) (*report.Study, error) {
	if b.pieces {
		if _, err := arena.WorthOf(b.game, nil); err != nil {
			return nil, fmt.Errorf("--pieces: %w", err)
		}
	}
	var cells []arena.Cell
	for _, c := range b.contenders {
		cell, err := b.cell(b.game, c, "", b.games)
		if err != nil {
			return nil, err
		}
		cells = append(cells, cell)
	}
	all, stopped := b.play(ctx, cells, b.game.Spec().Name, 1)
	if all == nil {
		return nil, stopped
	}
	study := report.Balance{Game: b.game.Spec().Name, Roles: b.game.Spec().Roles, Openings: b.drawn}
	for i, games := range all {
		st := report.Strength{Agent: b.tiers[i].text, Budget: b.tiers[i].budget, Course: arena.Describe(b.game, games)}
		if i == len(all)-1 {
			st.Tree = arena.Tree(b.game, games, 3, max(3, len(games)/50))
		}
		if b.pieces {
			w, err := arena.WorthOf(b.game, games)
			if err != nil {
				return nil, err
			}
			st.Worths = &w
		}
		study.Strengths = append(study.Strengths, st)
	}
	return study.Study(), stopped
}

// recorded asks what the men were worth in games of self-play.
func (b *balancing) recorded(context.Context) (*report.Study, error) {
	var games []arena.Game
	for _, run := range b.records {
		more, err := b.readRun(run)
		if err != nil {
			return nil, err
		}
		games = append(games, more...)
	}
	w, err := arena.WorthOf(b.game, games)
	if err != nil {
		return nil, fmt.Errorf("--pieces: %w", err)
	}
	st := report.Strength{Agent: "the self-play of " + strings.Join(b.records, ", "), Worths: &w}
	return report.Worths(b.game.Spec().Name, b.game.Spec().Roles, st), nil
}

// readRun returns the games of self-play that a run's folder keeps.
func (b *balancing) readRun(run string) (games []arena.Game, err error) {
	r, err := runs.Look(run)
	if err != nil {
		return nil, fmt.Errorf("--records %s: %w", run, err)
	}
	err = r.EachGame(b.game, func(r *selfplay.Record) {
		g := arena.Game{Index: 2 * len(games), Seed: r.Seed, Result: r.Result, Truncated: r.Truncated}
		for _, p := range r.Plies {
			g.Actions = append(g.Actions, p.Action)
		}
		games = append(games, g)
	})
	if err == nil && len(games) == 0 {
		err = fmt.Errorf("--records %s: there are no games of self-play in it", run)
	}
	return games, err
}
