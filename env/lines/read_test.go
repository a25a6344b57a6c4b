package lines

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/connect4"
	"ludens/env/seed"
	"ludens/env/tictactoe"
	"ludens/env/variant"
	"ludens/games"
)

// Files that say the rules of a game with a package of its own are played by it, whatever
// they are called and however they say it; those that say other rules are not.
func TestReadChoosesEngines(t *testing.T) {
	for text, want := range map[string]env.Game{
		"rows=3\ncols=3\nlength=3\nlook='crosses_noughts'":                              tictactoe.Game{Name: "mine"},
		"like='tictactoe'\nlonger='wins'":                                               tictactoe.Game{Name: "mine"},
		"like='tictactoe'\nlonger='nothing'\ncap=9":                                     tictactoe.Game{Name: "mine"}, // no row is longer
		"like='tictactoe'\nrows=0\ncols=0\nboard='''\n. . .\n. . .\n. . .'''":           tictactoe.Game{Name: "mine"},
		"like='connect4'\ncapture_wins=3":                                               connect4.Game{Name: "mine"},
		"like='tictactoe'\ncap=8":                                                       nil,
		"like='tictactoe'\nlook='black_white'":                                          nil,
		"like='tictactoe'\nline='loses'":                                                nil,
		"like='connect4'\nlonger='nothing'":                                             nil,
		"like='connect4'\ncols=8":                                                       nil,
		"like='tictactoe'\nrows=0\ncols=0\nboard='''\n. . .\n. . .\n. . #'''\nlength=3": nil,
	} {
		g, err := Read(file(t, text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if _, general := g.(*Game); general != (want == nil) || want != nil && g != want {
			t.Errorf("%q: played by %T, want %T", text, g, want)
		}
		if g.Spec().Name != "mine" {
			t.Errorf("%q: called %q", text, g.Spec().Name)
		}
	}
}

// What is wrong with a file is one line with the place, and what would be right.
func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "mine.toml: no board: want rows and cols of 1 to 19",
		"rows=20\ncols=3":                       "mine.toml:3: rows = 20, want 0 to 19",
		"rows=3\ncols=3":                        "mine.toml: length = 5, and no line on this board has more than 3 cells",
		"rows=1\ncols=1":                        "mine.toml:3: the board has 1 cells, want 2 or more",
		"rows=3\nlenght=3":                      `mine.toml:4: unknown key "lenght" (did you mean "length"?)`,
		"like='tictactoe'\nboard='...'":         "mine.toml:4: the board is drawn, and its size is said besides",
		"length=3\nboard='''\n...\n..\n...'''":  "mine.toml:4: row 2 of the board has 2 cells, and the first has 3",
		"length=3\nboard='''\n...\n.x.\n...'''": `mine.toml:4: row 2 of the board is ".x.", want dots and #`,
		"board='''\n....................'''":    "mine.toml:3: row 1 of the board has 20 cells, want 1 to 19",
		"board='''\n" + strings.Repeat("...\n", 20) + "'''":          "mine.toml:3: the board has 20 rows, want at most 19",
		"board='''\n\n...\n\n...'''":                                 "mine.toml:3: row 2 of the board has 0 cells",
		"length=3\nboard='''\n...\n###\n...'''\ngravity=true":        "mine.toml:4: column 1 has a hole between its cells",
		"length=3\nboard='''\n##.\n##.\n...'''\ndiagonals=false":     "",
		"length=3\nboard='''\n##.\n##.\n.#.'''\ncentre='only'":       `mine.toml:8: centre = "only" leaves 0 cells for a turn of 1 stones`,
		"rows=3\ncols=3\nlength=3\naway=2":                           "mine.toml:6: away = 2 leaves 0 cells for a turn of 1 stones",
		"rows=1\ncols=7\ngravity=true":                               "mine.toml:5: gravity = true: want a board of two rows",
		"rows=7\ncols=7\ngravity=true\ncapture='pairs'":              `mine.toml:6: capture = "pairs" where stones fall`,
		"rows=5\ncols=5\nlook='stars'":                               `mine.toml:5: look = "stars", want one of crosses_noughts, black_white, white_black, red_yellow`,
		"rows=5\ncols=5\nlength=6\ndiagonals=false\ncapture='pairs'": "mine.toml:5: length = 6, and no line",
	} {
		g, err := Read(file(t, text))
		switch {
		case want == "" && err != nil:
			t.Errorf("%q: %v", text, err)
		case want != "" && err == nil:
			t.Errorf("%q: %s, want %q", text, g.Spec().Name, want)
		case want != "" && (!strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%q:\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// A game that is said otherwise, a part at a time, does not end for other reasons than
// its rules, nor by a panic. Any text is read in bounded time, or refused in one line.
func FuzzRead(f *testing.F) {
	for _, row := range gallery {
		text, _ := games.Text(row.name)
		f.Add(text)
	}
	for i := range 20 {
		f.Add("family='lines'\nname='x'\n" + randomFile(seed.New(21).At("file", i)))
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := variant.Parse("mine.toml", text, games.Text)
		if err == nil && v.Family != "lines" {
			return
		}
		var g env.Game
		if err == nil {
			g, err = Read(v)
		}
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %v", err)
			}
			return
		}
		if err := g.Spec().Validate(); err != nil {
			t.Error(err)
		}
		playToTheEnd(t, g)
	})
}

// playToTheEnd plays one game, and asks everything on the way.
func playToTheEnd(t *testing.T, g env.Game) {
	spec := g.Spec()
	obs := make([]float32, spec.Size())
	s := g.New(0)
	for ply := 0; s.Result() == env.Ongoing; ply++ {
		legal := s.Legal(nil)
		if len(legal) == 0 || ply > spec.Cells()*3+1000 {
			t.Fatalf("ply %d: %d moves\n%s", ply, len(legal), s)
		}
		a := legal[(ply*7919+len(legal)/2)%len(legal)]
		s.Observe(obs)
		if s, ok := s.(*State); ok {
			s.Decisive(nil)
			s.Score(env.First)
			s.Squares(a)
			s.Constraint()
			if _, err := s.game.ParsePosition(s.game.Position(s)); err != nil {
				t.Fatal(err)
			}
		}
		s.Play(a)
	}
	if s.(env.Explained).Ending() == "" {
		t.Errorf("no ending\n%s", s)
	}
}
