package study

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ludens/arena"
	"ludens/env/seed"
	"ludens/internal/report"
)

// Ladder asks how strong many agents are, on one scale.
type Ladder struct {
	Setting
	Runs   Runs
	Agents []string // as Enter takes them, or runs: PATH@BUDGET. Who is named twice plays once
	Most   int      // checkpoints of a run, evenly spread
	Games  int      // in all; 0: as Each says
	Each   int      // games for each agent
	Anchor string   // AGENT=ELO, or AGENT: whose rating is fixed, and at what; "": random, or else the first, at 0
}

// Climb is a ladder as far as it has come.
type Climb struct {
	*report.Ratings
	Players []Contestant
	Pace    Pace
}

// Play plays the games that are missing.
func (l *Ladder) Play(ctx context.Context) (_ *Climb, err error) {
	var watch stopwatch
	rungs, err := l.rungs(&watch)
	if err != nil {
		return nil, err
	}
	openings, err := l.openings(l.Game, seed.New(l.Seed))
	if err != nil {
		return nil, err
	}
	games, err := l.games(rungs, openings.Openings)
	if err != nil {
		return nil, err
	}
	folder, entries, err := l.open(l.about(openings.kind), l.ours)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	began := time.Now()
	played, stopped := l.play(ctx, games, folder, entries)
	if stopped != nil && ctx.Err() == nil {
		return nil, l.kept(stopped)
	}
	c := &Climb{Ratings: l.ratings(games, rungs, openings.kind), Pace: l.pace(&watch, played, time.Since(began))}
	for _, r := range rungs {
		c.Players = append(c.Players, r.Contestant)
	}
	return c, stopped
}

// play plays what is missing beside the entries of the folder, and returns how many
// games that were.
func (l *Ladder) play(ctx context.Context, games *arena.Ladder, folder *arena.Folder, entries []arena.Entry) (played int, err error) {
	if games.Resume(entries) {
		if err := folder.Append(arena.Entry{Players: games.Keys()}); err != nil {
			return 0, err
		}
	}
	at := Stage{What: fmt.Sprintf("%d agents", len(games.Players)), Played: games.Played(), Most: games.Games}
	l.Events.told(at)
	err = games.Play(ctx, l.Workers, func(e arena.Entry) error {
		played++
		return folder.Append(e)
	}, func() {
		at.Played++
		l.Events.told(at)
	})
	at.Over = true
	l.Events.told(at)
	return played, err
}

// games returns the ladder of some players before any game.
func (l *Ladder) games(rungs []rung, openings arena.Openings) (*arena.Ladder, error) {
	a := &arena.Ladder{Game: l.Game, Openings: openings, Seed: seed.New(l.Seed), Games: l.Games, Elsewhere: l.Elsewhere}
	if l.Games == 0 {
		a.Games = (l.Each*len(rungs) + 1) / 2
	}
	a.Games += a.Games % 2
	for _, r := range rungs {
		a.Players = append(a.Players, arena.Player{Entrant: r.Entrant, Key: r.Key})
	}
	return a, l.drop(a, rungs)
}

// drop lets the anchor down.
func (l *Ladder) drop(a *arena.Ladder, rungs []rung) error {
	name, value, given := strings.Cut(l.Anchor, "=")
	if l.Anchor == "" {
		name = "random"
	}
	if given {
		elo, err := strconv.ParseFloat(value, 64)
		if err != nil || !(elo > -1e6 && elo < 1e6) {
			return mistake("anchor", l.Anchor, "%q is not a rating; want AGENT=ELO, as in random=0", value)
		}
		a.Elo = elo
	}
	i := slices.IndexFunc(rungs, func(r rung) bool { return r.name == name || r.Name == name })
	if i < 0 && l.Anchor != "" {
		var names []string
		for _, r := range rungs {
			names = append(names, r.name)
		}
		return mistake("anchor", l.Anchor, "no such agent takes part; there are %s", strings.Join(names, ", "))
	}
	a.Anchor = max(i, 0)
	return nil
}

// ratings rates the players as they stand.
func (l *Ladder) ratings(games *arena.Ladder, rungs []rung, openings string) *report.Ratings {
	r, spec := games.Ratings(), l.Game.Spec()
	t := &report.Ratings{
		Game: spec.Name, Folder: l.Out, Games: games.Played(), Anchor: rungs[games.Anchor].name,
		Openings: openings, Seed: l.Seed, Roles: spec.Roles,
		Advantage: report.RatingOf(r.Advantage, r.AdvantageError()), Draws: r.Draws,
	}
	order := strongest(r.Elo)
	for place, i := range order {
		p := rungs[i]
		row := report.Rated{
			Agent: p.Name, Name: p.name, Key: p.Key, Rating: report.RatingOf(r.Elo[i], r.Error(i)),
			Roles: games.Roles(i), Run: p.run, Seconds: p.seconds,
		}
		row.Games = row.Roles[0].Games() + row.Roles[1].Games()
		for role := range 2 {
			row.As[role] = report.RatingOf(r.As(role, i))
		}
		if place+1 < len(order) {
			above := r.Superiority(i, order[place+1])
			row.AboveNext = &above
		}
		if p.At != nil {
			row.Iteration, row.SelfPlay = p.At.Iteration, p.At.Games
		}
		t.Agents = append(t.Agents, row)
	}
	return t
}

// strongest returns the order of players, the strongest first.
func strongest(elo []float64) []int {
	order := make([]int, len(elo))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case elo[i] > elo[j]:
			return -1
		case elo[i] < elo[j]:
			return 1
		}
		return 0
	})
	return order
}
