package traversal

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/cetro"
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

// general returns the game of a file by the engine of this package, whatever it says.
func general(t testing.TB, f *variant.File) *Game {
	t.Helper()
	r := defaults()
	if err := f.Decode(r); err != nil {
		t.Fatal(err)
	}
	l, err := r.layout(f)
	if err != nil {
		t.Fatal(err)
	}
	g, err := assemble(f, r, l)
	if err != nil {
		t.Fatal(err)
	}
	return g
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

// A file that says Cetro gives the game of package cetro: its names, actions and planes.
func TestFilesOfCetro(t *testing.T) {
	for _, name := range cetros {
		for i := range 4 {
			for _, text := range everyCetro(name, i) {
				got, err := Read(file(t, name, text))
				if err != nil {
					t.Fatal(err)
				}
				want, err := cetro.New(name, settings(text))
				if err != nil {
					t.Fatal(err)
				}
				if _, ok := got.(*cetro.Game); !ok || got.Spec() != want.Spec() {
					t.Errorf("%s:%s: got %T %+v, want %+v", name, text, got, got.Spec(), want.Spec())
				}
			}
		}
		got, _ := Read(file(t, name, ""))
		want, _ := cetro.New(name, nil)
		if env.Fingerprint(got) != env.Fingerprint(want) {
			t.Errorf("%s: the fingerprint is another", name)
		}
	}
}

// The options of Cetro stand in the order of its names, with its defaults.
func TestOptionsOfCetro(t *testing.T) {
	for _, v := range cetro.Variants() {
		f := file(t, v.Name, "")
		of, err := f.Variant(Rules)
		if err != nil {
			t.Fatal(err)
		}
		if of.Summary != v.Summary {
			t.Errorf("%s: the summary is %q, want %q", v.Name, of.Summary, v.Summary)
		}
		var got, want []string
		for _, o := range v.Options {
			want = append(want, o.Name+"="+o.Default)
		}
		for _, o := range of.Options {
			if slices.ContainsFunc(v.Options, func(w env.Option) bool { return w.Name == o.Name }) {
				got = append(got, o.Name+"="+o.Default)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", v.Name, got, want)
		}
	}
}

// What is nearly Cetro is not, and a file of one's own with its rules is.
func TestNearlyCetro(t *testing.T) {
	for _, test := range []struct {
		text string
		want bool
	}{
		{"name = \"mine\"\nlike = \"cetro\"\ncap = 100", true},
		{"name = \"mine\"\nlike = \"cetro\"\nblocking = false", false},
		{"name = \"mine\"\nlike = \"cetro\"\nsteps = \"none\"", false},
		{"name = \"mine\"\nlike = \"cetro\"\njumps = \"diagonal\"", false},
		{"name = \"mine\"\nlike = \"cetro\"\nstuck = \"draw\"", false},
		{"name = \"mine\"\nlike = \"cetro\"\ncap_result = \"home\"", false},
		{"name = \"mine\"\nlike = \"cetro-5x5\"\ncap_result = \"score\"", false},
		{"name = \"mine\"\nlike = \"cetro-5x5\"\nstart = '''\nb.b.b\n.g.g.\n.....\n.B.G.\nB.G.B'''", false},
		{"name = \"mine\"\nlike = \"cetro-5x5\"\ngoals = '''\nB.B.B\n.G.G.\n.....\n.g.g.\nb.b.b'''", true},
		{"name = \"mine\"\nlike = \"cetro-5x5\"\ngoals = '''\nG.G.B\n.B.B.\n.B...\n.g.g.\nb.b.b'''", false},
	} {
		g := read(t, test.text)
		if _, is := g.(*cetro.Game); is != test.want {
			t.Errorf("%s: got %T", test.text, g)
		}
		if g.Spec().Name != "mine" {
			t.Errorf("%s: called %s", test.text, g.Spec().Name)
		}
	}
}

// The engine and package cetro agree at every position of random games, with all
// options.
func TestAgreesWithCetro(t *testing.T) {
	positions, met := 0, map[string]int{}
	for i := range 4 {
		for _, name := range cetros {
			for _, text := range everyCetro(name, i) {
				f := file(t, name, text)
				mine := general(t, f)
				theirs, err := Read(f)
				if err != nil {
					t.Fatal(err)
				}
				rng := seed.New(uint64(i)).At(f.GameName(), 0).Rand()
				end, n := sideBySide(t, mine, theirs, func(n int) int { return rng.IntN(n) })
				positions += n
				met[end]++
			}
		}
	}
	t.Logf("%d positions; endings %v", positions, met)
	if positions < 5000 {
		t.Errorf("%d positions, want 5000", positions)
	}
}

// sideBySide plays a game by two engines and compares what can be seen of it. It returns
// how the game ended and after how many plies.
func sideBySide(t *testing.T, mine, theirs env.Game, choose func(n int) int) (end string, plies int) {
	t.Helper()
	s, u := mine.New(0), theirs.New(0)
	var moves []string
	for {
		same := func(what string, got, want any) {
			t.Helper()
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%s, after %v: %s: got %v, want %v", theirs.Spec().Name, moves, what, got, want)
			}
		}
		legal := legalTexts(u)
		same("position", mine.(env.Notated).Position(s), theirs.(env.Notated).Position(u))
		same("legal moves", legalTexts(s), legal)
		same("result", s.Result(), u.Result())
		same("ending", strings.ReplaceAll(s.(env.Explained).Ending(), "side", "player"), u.(env.Explained).Ending())
		same("score", s.(env.Scored).Score(env.First), u.(env.Scored).Score(env.First))
		same("recurs", s.(env.Recurrent).Recurs(), u.(env.Recurrent).Recurs())
		same("truncated", env.Truncated(s, plies, mine.Spec().MaxPly), env.Truncated(u, plies, theirs.Spec().MaxPly))
		if len(legal) == 0 || env.Truncated(u, plies, theirs.Spec().MaxPly) {
			return u.(env.Explained).Ending(), plies
		}
		same("to move", s.ToMove(), u.ToMove())
		move := legal[choose(len(legal))]
		for _, x := range []env.State{s, u} {
			a, err := env.Parse(x, move)
			if err != nil {
				t.Fatal(err)
			}
			x.Play(a)
		}
		moves, plies = append(moves, move), plies+1
	}
}
