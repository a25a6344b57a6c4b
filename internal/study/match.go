package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ludens/arena"
	"ludens/env"
	"ludens/env/record"
	"ludens/env/seed"
	"ludens/internal/disk"
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

// WriteGames writes the games of the match for people: all in one file in the
// notation of other programs, games.pgn, where the game has one, else
// games/000001.txt and so on, which ludens replay reads.
func (m *Meeting) WriteGames() error {
	if g, ok := env.As[env.Transcribed](m.game); ok {
		notation := g.Notations()[0]
		return disk.Write(filepath.Join(m.Folder, "games."+notation), func(w io.Writer) error {
			for _, game := range m.counted {
				r, err := m.record(game)
				if err == nil {
					err = record.WriteAs(w, m.game, r, notation)
				}
				if err != nil {
					return fmt.Errorf("game %d: %w", game.Index+1, err)
				}
			}
			return nil
		})
	}
	dir := filepath.Join(m.Folder, "games")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, game := range m.counted {
		var text strings.Builder
		r, err := m.record(game)
		if err == nil {
			err = record.Write(&text, r)
		}
		if err != nil {
			return fmt.Errorf("game %d: %w", game.Index+1, err)
		}
		path := filepath.Join(dir, fmt.Sprintf("%06d.txt", game.Index+1))
		if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// record turns a game into the text that all games have.
func (m *Meeting) record(played arena.Game) (record.Record, error) {
	r, err := played.Record(m.game)
	r.First, r.Second = m.name(played, env.First), m.name(played, env.Second)
	r.Tags = []env.Tag{
		{Name: "Event", Value: "ludens match"}, {Name: "Round", Value: round(played)},
		{Name: "OpeningPlies", Value: fmt.Sprint(played.Opening)},
	}
	r.Tags = append(r.Tags, m.identity(played)...)
	return r, err
}

// identity says by what rules, which networks and which programs a game was played.
func (m *Meeting) identity(g arena.Game) []env.Tag {
	tags := []env.Tag{{Name: "Rules", Value: m.rules}, {Name: "Ludens", Value: m.Programs}}
	for side, name := range []string{"FirstNetwork", "SecondNetwork"} {
		if c := m.Players[(int(g.Role)+side)%2]; c.Network != "" {
			tags = append(tags, env.Tag{Name: name, Value: c.Network})
		}
	}
	return tags
}

// round numbers a game: the pair, and which of its two.
func round(g arena.Game) string { return fmt.Sprintf("%d.%d", g.Index/2+1, g.Index%2+1) }

// name returns what the agent of a side is called in game g.
func (m *Meeting) name(g arena.Game, side env.Player) string {
	if g.Role == side {
		return m.A
	}
	return m.B
}
