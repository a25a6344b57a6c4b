package selfplay

import (
	"testing"

	"ludens/env"
	"ludens/env/games"
)

func game(t *testing.T, name string) env.Game {
	t.Helper()
	g, err := games.Make(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
