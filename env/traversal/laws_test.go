package traversal

import (
	"testing"

	"ludens/env"
	"ludens/env/envtest"
	"ludens/env/variant"
	"ludens/games"
)

// read returns the game of a text.
func read(t testing.TB, text string) env.Game {
	t.Helper()
	f, err := variant.Parse("test.toml", text, games.Text)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestLaws(t *testing.T) {
	for _, name := range []string{"halma"} {
		text, _ := games.Text(name)
		t.Run(name, func(t *testing.T) { envtest.Run(t, read(t, text), envtest.Games(2)) })
	}
}
