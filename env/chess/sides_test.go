package chess

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
)

// The sides of xiangqi are called Red and Black: in its roles, its book and its captions.
func TestSidesHaveNames(t *testing.T) {
	g, err := env.Game(general(t, "xiangqi")), error(nil)
	if err != nil {
		t.Fatal(err)
	}
	if roles := g.Spec().Roles; roles != [2]string{"Red", "Black"} {
		t.Errorf("roles are %q", roles)
	}
	if caption := g.New(0).(*State).caption(); caption != "Red to move" {
		t.Errorf("the board says %q", caption)
	}
	book := g.(env.Described).Book()
	var text strings.Builder
	for _, c := range book.Chapters {
		text.WriteString(strings.Join(c.Paragraphs, "\n"))
	}
	if strings.Contains(text.String(), "White") || !strings.Contains(text.String(), "Red's men begin at the bottom; Red moves first.") {
		t.Errorf("the book says\n%s", text.String())
	}
	chess, err := env.Game(general(t, "chess")), error(nil)
	if err != nil {
		t.Fatal(err)
	}
	if roles := chess.Spec().Roles; roles != [2]string{"White", "Black"} {
		t.Errorf("without the key the roles are %q", roles)
	}
}

func TestWrongSides(t *testing.T) {
	for _, text := range []string{"Red", "Red Red", "Red Black Green", "Red " + strings.Repeat("x", 21)} {
		f, err := variant.Parse("m", "family = \"chess\"\nname = \"mine\"\nlike = \"chess\"\nsides = \""+text+"\"\n", games.Text)
		if err == nil {
			_, err = Read(f)
		}
		if err == nil || !strings.Contains(err.Error(), "want two different words") {
			t.Errorf("sides = %q: %v", text, err)
		}
	}
}
