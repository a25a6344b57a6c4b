package tafl

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/env/variant"
	"ludens/games"
)

// No text makes the reader panic or hang; an error is one line with the file's name,
// and what it does take can be played and drawn.
func FuzzRead(f *testing.F) {
	for _, name := range games.Names() {
		if text, _ := games.Text(name); strings.Contains(text, `"tafl"`) {
			f.Add(text)
		}
	}
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := variant.Parse("x.toml", text, games.Text)
		var g env.Game
		if err == nil && file.Family == "tafl" {
			g, err = Read(file)
		}
		if err != nil && (strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "x.toml")) {
			t.Fatalf("got the error %q", err)
		}
		if g == nil {
			return
		}
		s, rng := g.New(0), seed.New(0).Rand()
		for range 20 {
			legal := s.Legal(nil)
			if len(legal) == 0 {
				break
			}
			s.Play(legal[rng.IntN(len(legal))])
		}
		if s.String() == "" || g.(env.Described).Book().Chapters == nil {
			t.Fatal("it cannot be shown")
		}
	})
}
