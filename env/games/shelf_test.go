package games

import (
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/diagram"
)

// People find the games to play first and those to calibrate with last; all
// variants stand on the shelf of their family, each once.
func TestShelves(t *testing.T) {
	var titles []string
	met := 0
	for _, shelf := range Shelves() {
		titles = append(titles, shelf.Title)
		for _, e := range shelf.Games {
			met++
			g, err := Make(e.Name)
			if err != nil {
				t.Fatal(err)
			}
			if got := g.(env.Described).Book().Shelf.Title; got != shelf.Title && Text(e.Name) == "" {
				t.Errorf("%s stands under %q, and says %q", e.Name, shelf.Title, got)
			}
		}
	}
	if want := len(List()) + len(fromFiles()); met != want {
		t.Errorf("%d games on shelves, want %d", met, want)
	}
	want := []string{"The king and his besiegers", "A race by jumps", "Chess with new officers", "Chess and its variants", "Stones in a row", "Draughts", "Stones that enclose, flip and connect"}
	if titles[0] == yours.Title { // of files that other tests have read
		titles = titles[1:]
	}
	if !slices.Equal(titles, want) {
		t.Errorf("shelves %q, want %q", titles, want)
	}
}

// A family that says nothing stands last, under its own name.
func TestShelfOfAStranger(t *testing.T) {
	unregistered(t)
	if err := Register(nim); err != nil {
		t.Fatal(err)
	}
	shelves := Shelves()
	if last := shelves[len(shelves)-1]; last.Title != "nim" || len(last.Games) != 1 {
		t.Errorf("the last shelf is %q with %d games, want nim alone", last.Title, len(last.Games))
	}
}

// Variants of one Base differ in how their start is drawn, and say so; the option
// that a game names fixes its start.
func TestDrawnStarts(t *testing.T) {
	draws := map[[2]string]string{}
	for _, e := range List() {
		if (e.Base == "") != (e.Draw == "") {
			t.Errorf("%s: base %q, draw %q: want both or neither", e.Name, e.Base, e.Draw)
		}
		if other, twice := draws[[2]string{e.Base, e.Draw}]; twice && e.Base != "" {
			t.Errorf("%s and %s are both drawn %q", other, e.Name, e.Draw)
		}
		draws[[2]string{e.Base, e.Draw}] = e.Name
		g, err := Make(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		x, ok := g.(env.Arrayed)
		if !ok {
			continue
		}
		for _, i := range []int{0, x.ArrayCount() - 1} {
			fixed, err := Make(e.Name + ":" + x.ArrayOption() + "=" + x.ArrayText(i))
			if err != nil {
				t.Fatal(err)
			}
			if fixed.New(1).Key() != fixed.New(2).Key() {
				t.Errorf("%s: array %d is set, and starts differ", e.Name, i)
			}
		}
	}
}

// A title is what other programs call a variant.
func TestTitled(t *testing.T) {
	for text, want := range map[string]string{"cetran chess 2": "cetran2", "Cetran Chess 1": "cetran1", "celta": "celta", "": "chess", "Chess": "chess", "From Position": "chess",
		"King of the Hill": "king-of-the-hill", "threeCheck": "three-check", "Gothic": "gothic", "Capablanca chess": "capablanca", "tablut:cap=9": "tablut:cap=9", "no such": "no such"} {
		if got := Titled(text); got != want {
			t.Errorf("Titled(%q) is %q, want %q", text, got, want)
		}
	}
}

// The pieces of tafl's attackers are dark, whichever side moves first.
func TestSides(t *testing.T) {
	for name, want := range map[string]diagram.Side{"celta": diagram.FirstSide, "celta:first=attackers": diagram.SecondSide, "tictactoe": diagram.FirstSide} {
		g, err := Make(name)
		if err != nil {
			t.Fatal(err)
		}
		s := g.New(0)
		d := s.(diagram.Pictured).Diagram()
		if got := env.SideOf(s, d, env.First); got != want {
			t.Errorf("%s: First's side is %d, want %d", name, got, want)
		}
		if got := env.SideOf(s, d, env.Second); got == want {
			t.Errorf("%s: both players' side is %d", name, got)
		}
	}
}

// Squares of moves, by hand.
func TestSquares(t *testing.T) {
	for _, test := range []struct {
		game, position, move string
		want                 env.Squares
	}{
		{"celta", "", "d5c5", env.Squares{From: 17, To: 16}},
		{"celta", "", "d5a5", env.Squares{From: 17, To: 14, Path: []int{16, 15}}},
		{"celta", "3a3/3a3/1d5/aadkdaa/3d3/3a3/3a3 a", "d6b6", env.Squares{From: 10, To: 8, Path: []int{9}, Captured: []int{15}}},
		{"cetran2", "k7/8/8/8/8/8/3p4/K1R5 b - - 0 1", "d2c1q", env.Squares{From: 51, To: 58, Captured: []int{58}, Promotion: "queen", Choice: "queen"}},
		{"cetran2", "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6", env.Squares{From: 28, To: 19, Captured: []int{27}}},
		{"cetro", "", "b2-d4", env.Squares{From: 64, To: 48, Path: []int{56}, Choice: "just move"}},
		{"cetro:demand=veto", "", "b2-d4", env.Squares{From: 64, To: 48, Path: []int{56}}},
		{"connect4", "......./......./......./......./......./...r...", "4", env.Squares{From: -1, To: 31, Path: []int{3, 10, 17, 24}}},
		{"tictactoe", "", "c1", env.Squares{From: -1, To: 8}},
	} {
		checkSquares(t, test.game, test.position, test.move, test.want)
	}
}

func checkSquares(t *testing.T, game, position, move string, want env.Squares) {
	t.Helper()
	g, err := Make(game)
	if err != nil {
		t.Fatal(err)
	}
	s := g.New(0)
	if position != "" {
		if s, err = g.(env.Notated).ParsePosition(position); err != nil {
			t.Fatal(err)
		}
	}
	a, err := env.Parse(s, move)
	if err != nil {
		t.Fatal(err)
	}
	got := env.SquaresOf(s, a)
	if got.From != want.From || got.To != want.To || !slices.Equal(got.Path, want.Path) || !slices.Equal(got.Captured, want.Captured) ||
		got.Promotion != want.Promotion || got.Choice != want.Choice {
		t.Errorf("%s: %s is %+v, want %+v", game, move, got, want)
	}
}
