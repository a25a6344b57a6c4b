package study

import (
	"context"
	"strings"

	"ludens/arena"
	"ludens/internal/report"
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
