package diagram_test

import (
	"strings"
	"testing"

	"ludens/env/diagram"
	"ludens/env/games"
	"ludens/env/seed"
)

// boards calls look at drawings of all games that come with ludens, at the start and in play.
func boards(look func(name string, d diagram.Diagram)) {
	for _, e := range games.Gallery() {
		g := games.Must(e.Name)
		s, rng := g.New(1), seed.New(1).Rand()
		for ply := range 9 {
			if ply%4 == 0 {
				look(e.Name, diagram.Of(s))
			}
			if legal := s.Legal(nil); len(legal) > 0 {
				s.Play(legal[rng.IntN(len(legal))])
			}
		}
	}
}

// Words name each piece of a side once, by its square, and no square where none of it stands.
func TestWhereaboutsOfAllGames(t *testing.T) {
	boards(func(name string, d diagram.Diagram) {
		for _, side := range []diagram.Side{diagram.FirstSide, diagram.SecondSide} {
			want := map[string]bool{}
			for i, c := range d.Cells {
				if c.Piece.Figure != diagram.Nothing && c.Piece.Side == side {
					want[d.Square(i)] = true
				}
			}
			named := 0
			text := diagram.Whereabouts(d, side)
			for _, kind := range strings.Split(text, "; ") {
				_, squares, found := strings.Cut(kind, " on ")
				for _, square := range strings.Split(strings.ReplaceAll(squares, " and ", ", "), ", ") {
					if named++; d.Ranks != nil && found && !want[square] {
						t.Errorf("%s: nothing of side %d stands on %q: %s", name, side, square, text)
					}
				}
			}
			if text == "" {
				named = 0
			}
			if d.Ranks != nil && named != len(want) {
				t.Errorf("%s: %d of %d pieces are named: %s", name, named, len(want), text)
			}
		}
	})
}

// Pieces that look alike have one sprite, and the two sides never the same: a picture is known by
// the names of its pieces.
func TestSpritesOfAllGames(t *testing.T) {
	boards(func(name string, d diagram.Diagram) {
		sides := map[string]diagram.Side{}
		for _, c := range d.Cells {
			if c.Piece.Figure == diagram.Nothing {
				continue
			}
			sprite := d.Sprite(c.Piece)
			if side, met := sides[sprite]; met && side != c.Piece.Side {
				t.Errorf("%s: both sides have a %s", name, sprite)
			}
			sides[sprite] = c.Piece.Side
			for ink := diagram.BlackInk; ink <= diagram.BlueInk; ink++ {
				inked := d
				inked.Inks[c.Piece.Side] = ink
				if got := inked.Sprite(c.Piece); got != sprite+"-"+ink.String() {
					t.Errorf("%s: in %s ink %s is %s", name, ink, sprite, got)
				}
			}
		}
	})
}

// What has no drawing has no cells, and themes have names.
func TestNothingToDraw(t *testing.T) {
	if d := diagram.Of(7); len(d.Cells) != 0 || d.Rows != 0 {
		t.Errorf("%+v", d)
	}
	if diagram.Light.String() != "light" || diagram.Dark.String() != "dark" {
		t.Error("themes")
	}
}
