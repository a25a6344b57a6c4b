package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"ludens/arena"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/machine"
	"ludens/internal/report"
	"ludens/stat"
)

// Match asks who of two agents is better: pairs of games, an opening played twice
// with exchanged roles.
type Match struct {
	Setting
	Agents [2]string  // a and b, as Enter takes them
	Pairs  int        // at most; 0: as many as the test wants
	Test   *stat.SPRT // ends the match; nil: nothing but Pairs does
}

// Meeting is a match as far as it has come.
type Meeting struct {
	*report.Scoreboard
	Players  []Contestant
	Programs string // the revisions of the program that have played
	Kept     int    // games in the folder
	Pace     Pace

	game    env.Game
	rules   string // its fingerprint
	counted []arena.Game
}

// Play plays the games that are missing.
func (m *Match) Play(ctx context.Context) (_ *Meeting, err error) {
	var watch stopwatch
	players, err := m.enter(m.Game, &watch, m.Agents[:]...)
	if err != nil {
		return nil, err
	}
	openings, err := m.openings(m.Game, seed.New(m.Seed))
	if err != nil {
		return nil, err
	}
	folder, entries, err := m.open(m.about(openings.kind, players), m.ours)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	names := m.Agents
	for i, c := range players {
		names[i] = cmp.Or(c.Instead, names[i])
	}
	if err := folder.Call(map[string]string{"a": names[0], "b": names[1]}); err != nil {
		return nil, err
	}
	use := make([]usage, 2)
	for i := range players {
		players[i].Entrant = use[i].count(players[i].Entrant)
	}
	c := arena.Contest{Game: m.Game, A: players[0].Entrant, B: players[1].Entrant, Openings: openings.Openings, Seed: seed.New(m.Seed)}
	series, began := arena.NewSeries(m.Pairs, m.Test), time.Now()
	series.Elsewhere = m.Elsewhere
	played, stopped := m.play(ctx, &c, series, folder, entries)
	pace := m.pace(&watch, played, time.Since(began))
	if stopped != nil && ctx.Err() == nil {
		return nil, m.kept(stopped)
	}
	board := report.NewScoreboard(m.Game, names, series, openings.kind, m.Out)
	if m.Elsewhere == nil && machine.CheckThreadTime() == nil {
		if board.CPU, err = spend(folder, names, players, use); err != nil {
			return nil, err
		}
	}
	return &Meeting{
		Scoreboard: board, Players: players, Programs: folder.Programs(),
		Kept: len(entries) + played, Pace: pace, game: m.Game, rules: env.Fingerprint(m.Game), counted: series.Games(),
	}, stopped
}

// play plays what is missing of a series beside the entries of its folder, and
// returns how many games that were.
func (m *Match) play(ctx context.Context, c *arena.Contest, series *arena.Series, folder *arena.Folder, entries []arena.Entry) (int, error) {
	for _, e := range entries {
		if e.Game != nil {
			series.Add(*e.Game)
		}
	}
	at := Stage{Played: len(entries), Most: 2 * m.Pairs, Series: series}
	m.Events.told(at)
	err := series.Play(ctx, c, m.Workers, func(g arena.Game) error {
		at.Played++
		m.Events.told(at)
		return folder.Append(arena.Entry{Game: &g})
	})
	at.Over = true
	m.Events.told(at)
	return at.Played - len(entries), err
}

// about returns what decides the games.
func (m *Match) about(openings string, players []Contestant) map[string]string {
	about := m.Setting.about(openings)
	about["a"], about["b"], about["sprt"] = players[0].Key, players[1].Key, "none"
	if t := m.Test; t != nil {
		about["sprt"] = fmt.Sprintf("%v to %v Elo, errors %v and %v", t.Elo0, t.Elo1, t.Alpha, t.Beta)
	}
	return about
}
