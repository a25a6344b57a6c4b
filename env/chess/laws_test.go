package chess

import (
	"testing"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/envtest"
	"ludens/games"
)

// gallery are the files of the family that come with ludens and that no faster engine
// plays.
func gallery(t testing.TB) (names []string) {
	for _, name := range games.Names() {
		if f := file(t, name); f.Family == "chess" {
			if g, err := Read(f); err != nil {
				t.Errorf("%s: %v", name, err)
			} else if _, own := g.(*Game); own {
				names = append(names, name)
			}
		}
	}
	return names
}

func TestLaws(t *testing.T) {
	for _, name := range gallery(t) {
		t.Run(name, func(t *testing.T) {
			g, _ := Read(file(t, name))
			envtest.Run(t, g, envtest.AsymmetricStart(), envtest.Games(2))
		})
	}
}

var (
	_ env.Symmetric    = (*Game)(nil)
	_ env.Arranged     = (*Game)(nil)
	_ env.Labelled     = (*Game)(nil)
	_ env.Described    = (*Game)(nil)
	_ env.Shelved      = (*Game)(nil)
	_ env.FENWriter    = (*Game)(nil)
	_ env.Scored       = (*State)(nil)
	_ env.Explained    = (*State)(nil)
	_ env.Spatial      = (*State)(nil)
	_ env.Owned        = (*State)(nil)
	_ env.Decisive     = (*State)(nil)
	_ env.Countable    = (*State)(nil)
	_ env.Recurrent    = (*State)(nil)
	_ diagram.Pictured = (*State)(nil)
)
