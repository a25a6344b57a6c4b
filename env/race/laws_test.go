package race

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/envtest"
	"ludens/env/seed"
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

// The files that come with ludens keep the laws of games; so do random ones.
func TestLaws(t *testing.T) {
	for _, name := range gallery(t) {
		cap := "cap=60" // large boards take long to draw
		if strings.HasPrefix(name, "cetro") {
			cap = ""
		}
		g, err := Read(file(t, name, cap))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		t.Run(name, func(t *testing.T) { envtest.Run(t, g, envtest.Games(1)) })
	}
	for i := range 24 {
		_, g := randomGame(t, seed.New(uint64(i)).At("laws", 0).Rand())
		t.Run("random", func(t *testing.T) { envtest.Run(t, g, envtest.Games(2)) })
	}
}

// gallery lists the files of this family that come with ludens.
func gallery(t testing.TB) (names []string) {
	for _, name := range games.Names() {
		if text, _ := games.Text(name); strings.Contains(text, "family = \"race\"") {
			names = append(names, name)
		}
	}
	if len(names) < 10 {
		t.Fatalf("only %v", names)
	}
	return names
}
