package chess

import (
	"testing"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/envtest"
	"ludens/games"
)

// gallery are the files of the family that come with ludens.
func gallery(t testing.TB) (names []string) {
	for _, name := range games.Names() {
		if f := file(t, name); f.Family == "chess" {
			names = append(names, name)
		}
	}
	return names
}

// All files of the family are games, and short descriptions of themselves stand in them.
func TestGallery(t *testing.T) {
	for _, name := range gallery(t) {
		f := file(t, name)
		g, err := Read(f)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if g.Spec().Name != name || f.Source == "" || f.Summary == "" || f.Title == "" {
			t.Errorf("%s: called %s, by %q: %s: %s", name, g.Spec().Name, f.Source, f.Title, f.Summary)
		}
	}
}

// The laws of package env hold: on files that between them have every kind of move and
// ending.
func TestLaws(t *testing.T) {
	for _, name := range []string{"chess", "los-alamos", "berolina", "antichess", "three-check", "racing-kings", "minishogi", "crazyhouse", "grand-chess",
		"atomic", "spartan", "dobutsu", "micro-shogi", "makpong", "teeko", "three-musketeers", "duck-chess", "isolation"} {
		t.Run(name, func(t *testing.T) {
			g, err := Read(file(t, name))
			if err != nil {
				t.Fatal(err)
			}
			envtest.Run(t, g, envtest.AsymmetricStart(), envtest.Games(1))
		})
	}
	t.Run("cetran1 by this engine", func(t *testing.T) {
		envtest.Run(t, general(t, "cetran1"), envtest.AsymmetricStart(), envtest.Games(1))
	})
}

var (
	_ env.Symmetric    = (*Game)(nil)
	_ env.Arranged     = (*Game)(nil)
	_ env.Labelled     = (*Game)(nil)
	_ env.Described    = (*Game)(nil)
	_ env.FENWriter    = (*Game)(nil)
	_ env.Scored       = (*State)(nil)
	_ env.Explained    = (*State)(nil)
	_ env.Spatial      = (*State)(nil)
	_ env.Decisive     = (*State)(nil)
	_ env.Countable    = (*State)(nil)
	_ env.Recurrent    = (*State)(nil)
	_ env.Tactical     = (*State)(nil)
	_ env.Ticking      = (*State)(nil)
	_ env.Startable    = (*Game)(nil)
	_ env.Uneven       = (*Game)(nil)
	_ diagram.Pictured = (*State)(nil)
)
