package tafl

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
)

// Whatever is wrong with a file is one line with the place and what would be right.
func TestErrors(t *testing.T) {
	const board = "board = \"\"\"\n.a.a.\n.....\na.k.a\n.....\n.a.a.\n\"\"\"\n"
	for text, want := range map[string]string{
		"board = \"\"\"\n..\n..\n\"\"\"":                                   `x.toml:3: board: 2 rows of 2 squares, want 3 to 19 each way`,
		"board = \"\"\"\n" + strings.Repeat(".", 20) + "\n\"\"\"":          `x.toml:3: board: 1 rows of 20 squares, want 3 to 19 each way`,
		"cap = 300\nboard = \"\"\"\n...\n..\n.k.\n\"\"\"":                  `x.toml:4: board: row 2 has 2 squares, want 3 as the first`,
		"board = \"\"\"\n.a.\n.q.\n.k.\n\"\"\"":                            `x.toml:3: board: row 2 has the letter 'q', want one of .ADKTXadk, or one of [men]`,
		"board = \"\"\"\n.a.\n.a.\n.d.\n\"\"\"":                            `x.toml:3: board: there are 0 kings, want one: k, or K on a throne`,
		"board = \"\"\"\nka.\n.a.\n.K.\n\"\"\"":                            `x.toml:3: board: there are 2 kings`,
		board + "ground = \"\"\"\n...\n\"\"\"":                             `x.toml:10: ground: 1 rows, want 5 as on the board`,
		board + "ground = \"\"\"\n.....\n.....\n..q..\n.....\n.....\"\"\"": `x.toml:10: ground: row 3 has the letter 'q', want T, X, A, D or a dot`,
		board + "first = \"kings\"":                                        `x.toml:10: first = "kings", want one of attackers, king (did you mean "king"?)`,
		board + "shieldwal = \"strong\"":                                   `x.toml:10: unknown key "shieldwal" (did you mean "shieldwall"?)`,
		board + "king_strength = 1":                                        `x.toml:10: king_strength = 1, want one of 0, 2, 3, 4, 5`,
		board + "cap = 70000":                                              `x.toml:10: cap = 70000, want 1 to 65535`,
		board + "[men.k]\nside = \"king\"\nname = \"x\"":                   `x.toml:10: [men.k]: want a small letter other than a, d and k`,
		board + "[men.c]\nname = \"commander\"":                            `x.toml:10: [men.c] has no side: want side = "attackers" or "king"`,
		board + "[men.c]\nside = \"king\"\nname = \"King\"":                `x.toml:12: men.c.name = "King": want up to 24 small letters and spaces`,
		board + "[men.c]\nside = \"king\"\nname = \"defender\"":            `x.toml:12: men.c.name = "defender": another kind is called so`,
		board + "[men.c]\nside = \"red\"":                                  `x.toml:11: men.c.side = "red", want one of attackers, king`,
		"escape = \"edge\"\nboard = \"\"\"\n.a.\n.a.\n.k.\n\"\"\"":         `x.toml:4: the game is over before it begins: the king reached the edge`,
	} {
		f, err := variant.Parse("x.toml", head+text, games.Text)
		if err == nil {
			_, err = Read(f)
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// Which games have the planes and keys of the first ones: those that say no more than
// these, whether their board is drawn or an array.
func TestClassic(t *testing.T) {
	const five = "board = \"\"\"\n..a..\n..d..\nadkda\n..d..\n..a..\n\"\"\"\n"
	for text, want := range map[string]bool{
		"":   true,
		five: true,
		five + "ground = \"\"\"\nX...X\n.....\n..T..\n.....\nX...X\n\"\"\"": true,
		five + "ground = \"\"\"\nX...X\n.....\n.....\n.....\nX....\n\"\"\"": false,
		five + "shieldwall = \"weak\"":                                      false,
		five + "king_strength = 4":                                          false,
		five + "[men.c]\nside = \"king\"\nname = \"x\"":                     false,
		strings.Replace(five, "..a..\n\"", ".a...\n\"", 1):                  false, // not its own mirror image
		"board = \"\"\"\n..a..\n..d..\nadkda\n..d..\n\"\"\"":                false,
	} {
		g := read(t, head+text).(*Game)
		names := g.PlaneNames()
		if g.classic != want || (len(names) == 6) != want {
			t.Errorf("%s: got %v, want %v; planes %q", text, g.classic, want, names)
		}
	}
}

// A drawn board plays like the array of the same drawing.
func TestDrawnAsArray(t *testing.T) {
	drawn := read(t, "name = \"x\"\nlike = \"magpie\"\nboard = \"\"\"\n"+strings.Join(Magpie.Layout(), "\n")+"\n\"\"\"")
	g := comes(t, "magpie")
	if got, want := count(drawn, 3), count(g, 3); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := drawn.Spec(); got.Name != "x" || got.Actions != g.Spec().Actions || got.Shape != g.Spec().Shape {
		t.Errorf("got %+v", got)
	}
	if env.Teaches(g, read(t, "name = \"y\"\nlike = \"magpie\"\nboard = \"\"\"\n"+strings.Join(Cross.Layout(), "\n")+"\n\"\"\"")) {
		t.Error("another layout is the same game")
	}
}

// A board says how the men stand: start says nothing beside it.
func TestStartBesideBoard(t *testing.T) {
	const text = "family = \"tafl\"\nname = \"x\"\nlike = \"tablut\"\nboard = \"\"\"\n.a.a.\n.....\na.k.a\n.....\n.a.a.\n\"\"\"\n"
	for more, want := range map[string]string{"": "", "start = \"magpie\"\n": `x.toml:11: start = "magpie" beside a board`} {
		f, err := variant.Parse("x.toml", text+more, games.Text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = Read(f); (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
