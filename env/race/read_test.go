package race

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
)

// What is wrong with a file is one line: where, what, and what would be right.
func TestWrongFiles(t *testing.T) {
	const start = "start = '''\n.a\nA.\n'''\n"
	for keys, want := range map[string]string{
		"":                         `no start: want a drawing`,
		"start = '''\n.a\nA\n'''":  `:3: start: row 2 from the top has 1 squares, and the first has 2`,
		"start = '''\nA\n'''":      `:3: start: want a drawing of 2 to 19 rows, each of 2 to 19 squares`,
		"start = '''\n.a\nA?\n'''": `:3: start: '?' in row 2 means nothing: want letters`,
		"start = '''\n..\n..\n'''": `:3: start: 0 kinds of men: want 1 to 16`,
		"start = '''\n.a\na.\n'''": `:3: start: no men of South: want some`,
		"start = '" + strings.Repeat(".", 20) + "'":          `:3: start: the drawing is larger than 19 by 19 squares`,
		"start = '''" + strings.Repeat(".\n", 20) + "'''":    `:3: start: the drawing is larger than 19 by 19 squares`,
		start + "goals = '''\n...\nA.a\n'''":                 `:7: goals: the goals are drawn on 2 by 3 squares, and the start on 2 by 2`,
		start + "goals = '''\nBa\n..\n'''":                   `:7: goals: 'B' in row 1 is not a man of the start`,
		start + "goals = '''\n#a\n.A\n'''":                   `:7: goals: '#' in row 1 is not what the start has there`,
		start + "goals = '''\n?a\n.A\n'''":                   `:7: goals: '?' in row 1 means nothing`,
		start + "goals = '''\n.a\n..\n'''":                   `:7: goals: South has 1 men A and 0 squares where they belong: want one for each, marked A, ^ or *`,
		start + "steps = \"forwards\"":                       `:7: steps: "forwards" is not a direction (did you mean "forward"?): want none, all,`,
		start + "steps = \"left+sideways\"":                  `:7: steps: left is named twice`,
		start + "steps = \"none\"\njumps = \"none\"":         `:7: steps and jumps are both empty`,
		start + "steps = \"backward\"\njumps = \"backward\"": `:3: start: the man of North on b2 can never come where he belongs, by steps backward and jumps backward`,
		start + "repeat = 1":                                 `:7: repeat = 1, want one of 0, 2, 3, 4, 5`,
		start + "cap = 0":                                    `:7: cap = 0, want 1 to 1000`,
		start + "capture = true":                             `:7: capture = true with chain = true: want chain = false`,
		start + "reserve = 1":                                `:7: reserve = 1, and start has 0 squares with +: want 2`,
		start + "leapfrog = true":                            `:7: unknown key "leapfrog"`,
		"start = '''\na.\n..\nA.\n'''\nsteps = \"forward\"\njumps = \"none\"\nno_move = \"loses\"\ngoals = '''\n^.\n..\n_.\n'''\nfirst = \"south\"\nlock = \"square\"\nwin = \"filled\"\ncap = 1\nchain = false\ndemand = \"always\"\nblocking = false\n": `:3: start: the game is over before it begins: no move is left`,
	} {
		_, err := readText(plain + keys)
		if err == nil || !strings.HasPrefix(err.Error(), "random.toml") || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\ngot  %v\nwant %s", keys, err, want)
		}
	}
}

// Settings behind a name are checked as files are, and change the name.
func TestSettings(t *testing.T) {
	f := file(t, "grasshopper", "win=filled,steps=orthogonal")
	g, err := Read(f)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := g.Spec().Name, "grasshopper:steps=orthogonal,win=filled"; got != want {
		t.Errorf("called %s, want %s", got, want)
	}
	if _, err := Read(file(t, "grasshopper", "steps=up")); err == nil || !strings.Contains(err.Error(), `steps: "up" is not a direction`) {
		t.Errorf("got %v", err)
	}
}

// The words of the rules: every ending that a game can have stands in the book.
func TestBook(t *testing.T) {
	for _, name := range gallery(t) {
		g := general(t, file(t, name, ""))
		b := g.Book()
		for _, e := range b.Endings {
			if e.Words == "" || e.Means == "" {
				t.Errorf("%s: an ending without words: %+v", name, e)
			}
		}
		if len(b.Sources) == 0 {
			t.Errorf("%s has no source", name)
		}
		for _, names := range [][]string{g.PlaneNames(), g.ActionNames()} {
			sorted := slices.Sorted(slices.Values(names))
			if len(slices.Compact(sorted)) != len(names) {
				t.Errorf("%s: names that are alike among %q", name, names)
			}
		}
		if s := g.Spec(); len(g.PlaneNames()) != s.Shape[0] || len(g.ActionNames()) != s.Planes()+s.Globals() {
			t.Errorf("%s: %d planes and %d actions are named", name, len(g.PlaneNames()), len(g.ActionNames()))
		}
	}
	for i := range 60 {
		text, g := randomGame(t, rngOf(i))
		m := newMatch(t, text, g)
		rng := rngOf(i)
		for legal := m.agree(); len(legal) > 0 && !env.Truncated(m.state, len(m.moves), g.spec.MaxPly); legal = m.agree() {
			m.play(legal[rng.IntN(len(legal))])
		}
		end := m.state.(*State).Ending()
		if end != "" && !slices.ContainsFunc(g.Book().Endings, func(e env.Ending) bool { return strings.HasPrefix(end, e.Words) }) {
			t.Errorf("%s\nthe book does not know the ending %q: %v", text, end, g.Book().Endings)
		}
	}
}

// The planes of an observation, in their order.
func TestPlanes(t *testing.T) {
	const board = "start = '''\nab.\n.#.\n.BA\n'''\n"
	for keys, want := range map[string][]string{
		board + "vacate = 9\ndemand = \"veto\"\ncap_result = \"draw\"": {
			"own men A", "own men B", "enemy men A", "enemy men B", "squares where own men A belong", "squares where own men B belong",
			"squares where enemy men belong", "squares of the board", "squares where own men began",
			"everywhere 1 if the mover must jump", "where the step to be judged began", "where the step to be judged ended",
			"everywhere 1 if the position occurred before",
			"everywhere the moves the mover still needs, in parts of 4", "everywhere the moves the enemy still needs, in parts of 4",
			"everywhere the plies played, in parts of the cap",
		},
		"start = '''\n...\n.++\n...'''\ngoals = '''\n*..\n...\n..*'''\nreserve = 1\ndemand = \"flag\"\ncap_result = \"draw\"": {
			"own men", "enemy men", "squares where own men belong", "squares where enemy men belong",
			"squares where men are put", "everywhere the own reserve, in parts of 1", "everywhere the enemy reserve, in parts of 1",
			"everywhere 1 if the mover must jump", "everywhere 1 if the position occurred before",
			"everywhere the moves the mover still needs, in parts of 2", "everywhere the moves the enemy still needs, in parts of 2",
		},
	} {
		if got := read(t, plain+keys).(*Game).PlaneNames(); !slices.Equal(got, want) {
			t.Errorf("%s\ngot  %q\nwant %q", keys, got, want)
		}
	}
}

// Whatever a file says, it is a game or there is one line about it, soon.
func FuzzRead(f *testing.F) {
	for _, name := range gallery(f) {
		text, _ := games.Text(name)
		f.Add(text)
	}
	for i := range 20 {
		f.Add(randomFile(rngOf(i)))
	}
	f.Fuzz(func(t *testing.T, text string) {
		said, err := variant.Parse("x.toml", text, games.Text)
		var g env.Game
		if err == nil {
			g, err = Read(said)
		}
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("the error is not one line: %q", err)
			}
			return
		}
		if err := g.Spec().Validate(); err != nil {
			t.Fatal(err)
		}
		s, rng := g.New(0), rngOf(0)
		for range 12 {
			legal := s.Legal(nil)
			if (len(legal) == 0) != (s.Result() != env.Ongoing) {
				t.Fatalf("result %v with actions %v", s.Result(), legal)
			}
			if len(legal) == 0 {
				return
			}
			s.Play(legal[rng.IntN(len(legal))])
		}
	})
}

// Whatever is read as a position is written so that it reads the same again.
func FuzzPosition(f *testing.F) {
	f.Add("b1b1b1b1b/1g1g1g1g1/r1r1r1r1r/9/9/9/R1R1R1R1R/1G1G1G1G1/B1B1B1B1B s -")
	f.Add("9/9/4g4/9/9/9/9/1G7/B8 n d")
	f.Add("9/9/9/4g4/9/9/9/1G7/B8 s e6-d7")
	games := []*Game{general(f, file(f, "cetro", "")), general(f, file(f, "cetro", "demand=veto"))}
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range games {
			s, err := g.ParsePosition(text)
			if err != nil {
				if strings.Contains(err.Error(), "\n") {
					t.Errorf("the error is not one line: %q", err)
				}
				continue
			}
			once := g.Position(s)
			if again, err := g.ParsePosition(once); err != nil || again.Key() != s.Key() {
				t.Errorf("%q is written as %q, which reads otherwise: %v", text, once, err)
			}
		}
	})
}
