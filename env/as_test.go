package env_test

import (
	"testing"

	"ludens/env"
	"ludens/env/games"
)

// plain embeds a game and nothing else: the game's abilities are lost.
type plain struct{ env.Game }

// passing passes on what the game can do, and has a way of its own to write positions.
type passing struct{ env.Game }

func (p passing) Unwrap() env.Game                          { return p.Game }
func (passing) ParsePosition(string) (s env.State, _ error) { return s, nil }
func (passing) Position(env.State) string                   { return "its own" }

// An ability is that of the outermost wrapper that has it.
func TestAs(t *testing.T) {
	g := games.Must("celta")
	for _, test := range []struct {
		name         string
		game         env.Game
		symmetric    bool
		ownPositions bool
	}{
		{"the game itself", g, true, false},
		{"wrapped", passing{g}, true, true},
		{"wrapped twice", passing{passing{g}}, true, true},
		{"behind a wrapper that passes nothing on", plain{g}, false, false},
		{"and that one wrapped", passing{plain{passing{g}}}, false, true},
		{"no game", nil, false, false},
		{"nothing wrapped", passing{}, false, true},
	} {
		if _, ok := env.As[env.Symmetric](test.game); ok != test.symmetric {
			t.Errorf("%s: symmetric is %v", test.name, ok)
		}
		if n, ok := env.As[env.Notated](test.game); ok && (n.Position(g.New(0)) == "its own") != test.ownPositions || !ok && test.ownPositions {
			t.Errorf("%s: positions are found: %v, want its own: %v", test.name, ok, test.ownPositions)
		}
	}
}
