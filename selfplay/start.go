package selfplay

import (
	"fmt"
	"maps"
	"slices"

	"ludens/env"
	"ludens/internal/disk"
)

// Start is a position that a game began with instead of its own.
type Start struct {
	Kind     string  // of env.Startable; "": the game's own start position
	Level    float32 // how hard positions of this kind were
	Position string  // its text (env.Notated)
}

// Begin returns the position that the game began with. It fails only where
// Check does.
func (r *Record) Begin(g env.Game) (env.State, error) {
	if r.Start.Kind == "" {
		return g.New(r.Seed), nil
	}
	n, ok := env.As[env.Notated](g)
	if !ok {
		return nil, fmt.Errorf("selfplay: a game that began from %q, but positions of %s have no text", r.Start.Position, g.Spec().Name)
	}
	return n.ParsePosition(r.Start.Position)
}

// begin returns the position that a new game begins with, and notes which.
func (s *seat) begin() env.State {
	cfg, game := &s.batch.cfg, s.batch.game
	if kind := cfg.drawKind(s.rng.Float64); kind != "" {
		g, _ := env.As[env.Startable](game)
		state := g.Start(kind, float64(cfg.level()), s.rng)
		s.record.Start = Start{Kind: kind, Level: cfg.level(), Position: g.Position(state)}
		s.record.Checked = true
		return state
	}
	return game.New(s.record.Seed)
}

// drawKind draws the kind of a game's start; "": the game's own.
func (c *Config) drawKind(draw func() float64) string {
	if len(c.Starts) == 0 {
		return ""
	}
	x := draw()
	for _, kind := range slices.Sorted(maps.Keys(c.Starts)) {
		if x -= float64(c.Starts[kind]); x < 0 {
			return kind
		}
	}
	return ""
}

// Fits says which of the starts g does not know, or nil.
func (c *Config) Fits(g env.Game) error {
	var known []string
	if s, ok := env.As[env.Startable](g); ok {
		known = s.Starts()
	}
	for _, kind := range slices.Sorted(maps.Keys(c.Starts)) {
		if !slices.Contains(known, kind) {
			return fmt.Errorf("starts.%s = %v, but %s knows %v", kind, c.Starts[kind], g.Spec().Name, known)
		}
	}
	return nil
}

// level returns how hard starts are.
func (c *Config) level() float32 {
	if c.StartLevel == 0 {
		return 1
	}
	return c.StartLevel
}

// The fields of message Start: see record.go.
const fieldKind, fieldLevel, fieldPosition = 1, 2, 3

func (s Start) marshal() (m disk.Message) {
	m.Text(fieldKind, s.Kind)
	m.Float(fieldLevel, s.Level)
	m.Text(fieldPosition, s.Position)
	return m
}

func unmarshalStart(b []byte) (s Start, err error) {
	err = disk.Fields(b, func(f disk.Field) error {
		switch f.Number {
		case fieldKind:
			s.Kind = string(f.Bytes)
		case fieldLevel:
			s.Level = f.Float()
		case fieldPosition:
			s.Position = string(f.Bytes)
		}
		return nil
	})
	return s, err
}
