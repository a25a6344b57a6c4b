package main

import (
	"context"
	"math"

	"ludens/arena"
	"ludens/report"
)

// writeReport writes the ladder as a report, if that was asked for.
func (l *ladder) writeReport(ctx context.Context, t *ladderTable) error {
	if l.report == "" {
		return nil
	}
	study := report.Ladder{Game: t.Game, Roles: t.Roles, Anchor: t.Anchor, Openings: t.Openings, Games: t.Games, Advantage: t.Advantage.measure()}
	for _, r := range t.Rungs {
		rung := report.Rung{
			Name: r.Name, Elo: r.rating.measure(), As: [2]arena.Measure{r.As[0].measure(), r.As[1].measure()},
			Roles: r.Roles, Above: math.NaN(), Run: r.Run, Hours: r.Seconds / 3600, Number: r.Iteration,
		}
		if r.AboveNext != nil {
			rung.Above = *r.AboveNext
		}
		study.Rungs = append(study.Rungs, rung)
	}
	s := study.Study()
	var players []contestant
	for _, r := range l.rungs {
		players = append(players, r.contestant)
	}
	s.Repeat = l.facts(ctx, l.arena.Game, t.Openings, players)
	return s.Write(l.report)
}

func (r rating) measure() arena.Measure { return arena.Measure{Value: r.Elo, Low: r.Low, High: r.High} }

// writeReport writes the match as a report, if that was asked for.
func (m *match) writeReport(ctx context.Context, b *scoreboard) error {
	if m.report == "" {
		return nil
	}
	study := report.Match{
		Game: b.Game, A: b.A, B: b.B, Roles: m.contest.Game.Spec().Roles, Openings: b.Openings,
		Scores: m.series.Roles, Both: m.series.Estimate(), Endings: b.Endings,
	}
	if b.Test != nil {
		study.Test = b.Test.words()
	}
	s := study.Study()
	s.Repeat = m.facts(ctx, m.contest.Game, m.openings, m.players)
	return s.Write(m.report)
}
