package chess

import (
	"testing"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
)

// file returns the file of a game that comes with ludens.
func file(t testing.TB, name string) *variant.File {
	t.Helper()
	text, ok := games.Text(name)
	if !ok {
		t.Fatalf("no file of %s", name)
	}
	f, err := variant.Parse(name+".toml", text, games.Text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// general returns the game of a file as this package's own engine plays it.
func general(t testing.TB, name string) *Game {
	t.Helper()
	g, err := Read(file(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Game)
}

// texts returns the texts of the legal moves in order.
func texts(s env.State) []string { return env.Texts(s, env.ByText(s)) }
