package study

import (
	"context"
	"strings"

	"ludens/arena"
	"ludens/internal/report"
	"ludens/stat"
)

// Plain asks how fair the game is at each strength.
func (b *Balance) Plain(ctx context.Context) (*report.Balance, error) {
	if err := b.begin(""); err != nil {
		return nil, err
	}
	var cells []arena.Cell
	for _, c := range b.players {
		cell, err := b.cell(b.Game, c, "", b.games())
		if err != nil {
			return nil, err
		}
		cells = append(cells, cell)
	}
	spec := b.Game.Spec()
	all, early, stopped := b.playUntilDecided(ctx, cells, spec.Name)
	if all == nil {
		return nil, stopped
	}
	found := &report.Balance{Game: spec.Name, Roles: spec.Roles, Openings: b.drawn, Early: early}
	for i, games := range all {
		s := report.Strength{Agent: b.Strengths[i].Agent, Budget: b.Strengths[i].Budget, Course: arena.Describe(b.Game, games)}
		if i == len(all)-1 {
			s.Tree = arena.Tree(b.Game, games, 3, max(3, len(games)/50))
		}
		if b.Pieces {
			w, err := arena.WorthOf(b.Game, games)
			if err != nil {
				return nil, err
			}
			s.Worths = &w
		}
		found.Strengths = append(found.Strengths, s)
	}
	if stopped == nil {
		found.Judges, stopped = b.examine(ctx, b.Game)
	}
	return found, stopped
}

// Recorded asks what the men were worth in the self-play of runs.
func (b *Balance) Recorded() (report.Strength, error) {
	games, err := b.recorded()
	if err != nil {
		return report.Strength{}, err
	}
	w, err := arena.WorthOf(b.Game, games)
	return report.Strength{Agent: b.selfPlay(), Worths: &w}, err
}

// selfPlay names what Records are.
func (b *Balance) selfPlay() string { return "the self-play of " + strings.Join(b.Records, ", ") }

// recorded returns the games of Records.
func (b *Balance) recorded() (games []arena.Game, err error) {
	for _, run := range b.Records {
		more, err := b.Runs.Games(run, b.Game)
		if err != nil {
			return nil, err
		}
		games = append(games, more...)
	}
	return games, nil
}

// playUntilDecided plays cells of as many games each, as play does. If Decide says so,
// the score of First is looked at on the way (stat.UsualLooks), and a cell whose answer is
// decided by then is not played on; early reports whether there was one.
func (b *Balance) playUntilDecided(ctx context.Context, cells []arena.Cell, what string) (all [][]arena.Game, early bool, err error) {
	if !b.Decide {
		all, err = b.play(ctx, cells, what, 1)
		return all, false, err
	}
	most, rule := cells[0].Games, stat.UsualLooks
	all = make([][]arena.Game, len(cells))
	open := make([]int, len(cells))
	for i := range open {
		open[i] = i
	}
	for _, n := range append(rule.Before(most), most) {
		var now []arena.Cell
		for _, i := range open {
			c := cells[i]
			c.Games = n
			now = append(now, c)
		}
		b.later = (most - n) * len(open)
		games, err := b.play(ctx, now, what, 1)
		b.later = 0
		if games == nil {
			return nil, early, err
		}
		var left []int
		for k, i := range open {
			all[i] = games[k]
			s := firstScore(games[k])
			if !rule.Decided(stat.Counts{s.Losses, s.Draws, s.Wins}, len(cells)) {
				left = append(left, i)
			}
		}
		early = early || n < most && len(left) < len(open)
		if open = left; err != nil || len(open) == 0 {
			return all, early, err
		}
	}
	return all, early, nil
}
