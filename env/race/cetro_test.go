package race

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/env/variant"
	"ludens/games"
)

var cetros = []string{"cetro", "cetro-5x5", "cetro-5x7", "cetro-7x7"}

// settings reads those of a text like "demand=none,first=north".
func settings(text string) (all []env.Setting) {
	for _, o := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		name, value, _ := strings.Cut(o, "=")
		all = append(all, env.Setting{Name: name, Value: value})
	}
	return all
}

// file returns a file that comes with ludens, with settings.
func file(t testing.TB, name, text string) *variant.File {
	t.Helper()
	said, ok := games.Text(name)
	if !ok {
		t.Fatalf("there is no %s", name)
	}
	f, err := variant.Parse(name, said, games.Text)
	if err != nil {
		t.Fatal(err)
	}
	if text == "" {
		return f
	}
	if f, err = f.With(settings(text), Rules); err != nil {
		t.Fatal(err)
	}
	return f
}

// general returns the game of a file.
func general(t testing.TB, f *variant.File) *Game {
	t.Helper()
	g, err := Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Game)
}

// everyCetro lists settings of all options, the cap different for each i.
func everyCetro(name string, i int) (all []string) {
	caps := []string{"", "cap=40,repeat=2", "repeat=5", "cap=9,repeat=0"}
	if name == "cetro" {
		caps = []string{"", "cap=40,repeat=4", "cap_result=draw,repeat=2", "cap=7"}
	}
	for _, demand := range []string{"flag", "none", "always", "veto"} {
		for _, first := range []string{"south", "north"} {
			all = append(all, strings.Trim("demand="+demand+",first="+first+","+caps[i%len(caps)], ","))
		}
	}
	return all
}

// Cetro's boards and ways are known by what they are, and with them go its names, its planes
// of actions and its loop; each rule more leaves as many of these as it can.
func TestNearlyCetro(t *testing.T) {
	for _, test := range []struct {
		text                  string
		coloured, plain, pair bool
	}{
		{"cap = 100", true, true, true},
		{"vacate = 200\nstuck = \"draw\"\nno_move = \"loses\"\nwin = \"filled\"", true, true, true},
		{"blocking = false", true, true, false},
		{"over = \"enemy\"\nsteps = \"all\"", true, false, false},
		{"over = \"own\"", true, true, false},
		{"lock = \"goal\"", true, true, false},
		{"capture = true", true, true, false},
		{"chain = true", true, false, false},
		{"steps = \"none\"\njumps = \"diagonal\"", true, false, false},
		{"start = \"\"\"\nb.b.b\n.g.g.\n.....\n.....\n.....\n.G.G.\nB.B.B\"\"\"", true, true, true},
		{"start = \"\"\"\nb.b.b\n.g.g.\n.....\n.B.G.\nB.G.B\"\"\"", false, false, false},
		{"start = \"\"\"\nb.b.b\n.g.g.\n#....\n.G.G.\nB.B.B\"\"\"", false, false, false},
		{"goals = \"\"\"\nB.B.B\n.G.G.\n.....\n.g.g.\nb.b.b\"\"\"", true, true, true},
		{"goals = \"\"\"\nG.G.B\n.B.B.\n.B...\n.g.g.\nb.b.b\"\"\"", false, false, false},
	} {
		g := read(t, "name = \"mine\"\nlike = \"cetro-5x5\"\n"+test.text).(*Game)
		if got := [3]bool{g.coloured, g.plain, g.pair != nil}; got != [3]bool{test.coloured, test.plain, test.pair} {
			t.Errorf("%s: got %v", test.text, got)
		}
	}
}

// A network for Cetro knows every plane and every action of a game on its board with one
// rule more.
func TestCetroIsAmongItsKin(t *testing.T) {
	of := func(text string) (planes, actions []string) {
		g := read(t, "name = \"mine\"\nlike = \"cetro\"\n"+text).(*Game)
		return g.PlaneNames(), g.ActionNames()
	}
	planes, actions := of("")
	for text, want := range map[string]bool{
		"vacate = 200": true, "blocking = false": true, "lock = \"goal\"": true, "over = \"enemy\"\nsteps = \"all\"": true,
		"no_move = \"draw\"": true, "repeat_result = \"loses\"": true, "chain = true": true,
		"steps = \"backward-diagonal+sideways\"\nneeds = \"jumps\"": true,
		"demand = \"none\"": false, "jumps = \"forward\"\nsteps = \"all\"": false,
	} {
		more, ways := of(text)
		known := true
		for _, name := range planes {
			known = known && (slices.Contains(more, name) || strings.Contains(name, "in parts of"))
		}
		for _, name := range actions {
			known = known && slices.Contains(ways, name)
		}
		if known != want {
			t.Errorf("%s: got %v, want %v\n%q\n%q", text, known, want, more, ways)
		}
	}
}

// The loop for Cetro's ways agrees with the loop over lanes at every position of random games.
func TestPairsAreLanes(t *testing.T) {
	positions := 0
	for i := range 4 {
		for _, name := range cetros {
			for _, text := range everyCetro(name, i) {
				g := general(t, file(t, name, text))
				slow := *g
				slow.pair = nil
				s, rng := g.New(0).(*State), seed.New(uint64(i)).At(g.spec.Name, 0).Rand()
				twin := s.Copy(nil).(*State)
				twin.game = &slow
				for {
					twin.settle()
					legal, same := s.Legal(nil), twin.Legal(nil)
					if !slices.Equal(legal, same) || s.result != twin.result {
						t.Fatalf("%s: %v by pairs, %v by lanes\n%s", g.spec.Name, legal, same, s)
					}
					if len(legal) == 0 || env.Truncated(s, len(s.past), g.spec.MaxPly) {
						break
					}
					s.Play(legal[rng.IntN(len(legal))])
					twin = s.Copy(twin).(*State)
					twin.game = &slow
					positions++
				}
			}
		}
	}
	if positions < 5000 {
		t.Errorf("%d positions, want 5000", positions)
	}
}
