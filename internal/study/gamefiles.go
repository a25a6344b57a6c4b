package study

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"ludens/arena"
	"ludens/env"
	"ludens/env/record"
	"ludens/internal/disk"
)

// WriteGames writes the games of the match for people: all in one file in the
// notation of other programs, games.pgn, where the game has one, else
// games/000001.txt and so on, which ludens replay reads.
func (m *Meeting) WriteGames() error {
	if g, ok := env.As[env.Transcribed](m.game); ok {
		notation := g.Notations()[0]
		return disk.Write(filepath.Join(m.Folder, "games."+notation), func(w io.Writer) error {
			for _, game := range m.counted {
				if err := m.transcribe(w, g, notation, game); err != nil {
					return err
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
	r.Tags = []env.Tag{{Name: "Round", Value: round(played)}, {Name: "Opening", Value: fmt.Sprintf("%d plies", played.Opening)}}
	r.Tags = append(r.Tags, m.identity(played)...)
	return r, err
}

// transcribe writes a game in a notation of other programs.
func (m *Meeting) transcribe(w io.Writer, g env.Transcribed, notation string, played arena.Game) error {
	s, err := (arena.Opening{Seed: played.Seed, Start: played.Start}).State(m.game)
	if err != nil {
		return err
	}
	t := env.Transcript{
		Start: g.Position(s), Result: played.Result, Ending: played.How(),
		First: m.name(played, env.First), Second: m.name(played, env.Second),
		Tags: []env.Tag{
			{Name: "Event", Value: "ludens match"}, {Name: "Round", Value: round(played)},
			{Name: "OpeningPlies", Value: fmt.Sprint(played.Opening)},
		},
	}
	t.Tags = append(t.Tags, m.identity(played)...)
	for _, a := range played.Actions {
		t.Moves = append(t.Moves, s.Format(a))
		s.Play(a)
	}
	return g.WriteTranscript(w, notation, t)
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
