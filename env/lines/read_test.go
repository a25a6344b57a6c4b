package lines

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/env/variant"
	"ludens/games"
)

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
		if s, ok := s.(env.Decisive); ok {
			s.Decisive(nil)
			s.(env.Scored).Score(env.First)
		}
		s.(env.Spatial).Squares(a)
		if s, ok := s.(*State); ok {
			s.Constraint()
		}
		if _, err := g.(env.Notated).ParsePosition(g.(env.Notated).Position(s)); err != nil {
			t.Fatal(err)
		}
		s.Play(a)
	}
	if s.(env.Explained).Ending() == "" {
		t.Errorf("no ending\n%s", s)
	}
}
