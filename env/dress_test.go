package env_test

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/games"
)

// Names and colours of the sources: as drawn, and in the dress.
func TestDress(t *testing.T) {
	for _, c := range []struct {
		game   string
		roles  [2]string
		inks   [3]diagram.Ink
		texts  [][2]string
		absent string // nowhere in the book or a caption
	}{
		{"celta", [2]string{"Negros", "Rojos"}, [3]diagram.Ink{0, diagram.BlackInk, diagram.RedInk}, [][2]string{
			{"king's side to move", "Negros to move"}, {"king's side wins: the king reached a corner", "Negros win: the king reached a corner"},
			{"attackers resigned", "Rojos resigned"}, {"won by attackers: king's side resigned", "won by Rojos: Negros resigned"}, {"drawn: nobody", "drawn: nobody"},
		}, "light pieces"},
		{"celta:first=attackers", [2]string{"Rojos", "Negros"}, [3]diagram.Ink{0, diagram.BlackInk, diagram.RedInk}, [][2]string{{"attackers to move", "Rojos to move"}}, "light pieces"},
		{"cetro", [2]string{"bishops", "kings"}, [3]diagram.Ink{}, [][2]string{{"south to move; moves needed: south 42, north 42", "bishops to move; moves needed: bishops 42, kings 42"}}, "Here North"},
		{"cetro:first=north", [2]string{"kings", "bishops"}, [3]diagram.Ink{}, nil, "Here North"},
		{"cetran2", [2]string{"White", "Blue"}, [3]diagram.Ink{0, 0, diagram.BlueInk}, [][2]string{{"Black to move, in check", "Blue to move, in check"}, {"White wins: checkmate", "White wins: checkmate"}, {"Blackboard", "Blackboard"}}, "Black"},
	} {
		g := games.Must(c.game)
		d, ok := env.DressOf(g)
		if !ok || d.Roles != c.roles || d.Inks != c.inks || d.RolesOf(g) != c.roles {
			t.Errorf("%s: %+v, want %v and %v", c.game, d, c.roles, c.inks)
		}
		for _, text := range c.texts {
			if got := d.Text(text[0]); got != text[1] {
				t.Errorf("%s: %q becomes %q, want %q", c.game, text[0], got, text[1])
			}
		}
		own := g.(env.Described).Book()
		for _, chapter := range own.Dressed(d).Chapters {
			if text := strings.Join(chapter.Paragraphs, "\n"); strings.Contains(text, c.absent) {
				t.Errorf("%s: the book says in the source's dress\n%s", c.game, text)
			}
		}
		for _, e := range own.Dressed(d).Endings {
			if strings.Contains(e.Means, c.absent) {
				t.Errorf("%s: %q means %q", c.game, e.Words, e.Means)
			}
		}
		if got := d.Diagram(g.New(0).(diagram.Pictured).Diagram()); got.Inks != c.inks || !strings.HasPrefix(got.Caption, c.roles[0]+" ") {
			t.Errorf("%s: drawn in %v, %q", c.game, got.Inks, got.Caption)
		}
	}
	for _, name := range []string{"connect4", "wtf", "cetran1", "tictactoe"} {
		g := games.Must(name)
		if d, ok := env.DressOf(g); ok || d.RolesOf(g) != g.Spec().Roles || d.Text("x wins") != "x wins" {
			t.Errorf("%s has a dress: %+v", name, d)
		}
	}
}
