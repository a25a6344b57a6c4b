package games

import (
	"errors"
	"strings"
	"testing"

	"ludens/env"
)

// stranger is a game of another module.
type stranger struct {
	env.Game
	name string
}

func (s stranger) Spec() env.Spec {
	spec := s.Game.Spec()
	spec.Name = s.name
	return spec
}

// family returns a family of strangers.
func family(name string, variants ...string) Family {
	return Family{
		Name: name,
		Variants: func() (all []env.Variant) {
			for _, v := range variants {
				all = append(all, env.Variant{Name: v, Summary: "of " + name})
			}
			return all
		},
		New: func(variant string, _ []env.Setting) (env.Game, error) {
			g, err := Make("tictactoe")
			return stranger{g, strings.TrimPrefix(variant, "wrong-")}, err
		},
	}
}

var nim = family("nim", "nim")

// unregistered forgets at a test's end what it registers.
func unregistered(t *testing.T) {
	t.Cleanup(func() { registered.families.Store(nil) })
}

// Families that were registered are found beside those that come with ludens.
func TestRegister(t *testing.T) {
	unregistered(t)
	before := len(List())
	if _, err := Make("nim"); err == nil {
		t.Fatal("nim comes with ludens")
	}
	if err := Register(nim, family("wythoff", "queens", "corner")); err != nil {
		t.Fatal(err)
	}
	if got, want := len(List()), before+3; got != want {
		t.Errorf("%d variants, want %d", got, want)
	}
	for _, name := range []string{"nim", "queens", "corner", "tictactoe", "celta:first=attackers"} {
		if g, err := Make(name); err != nil || g.Spec().Name != name {
			t.Errorf("%s: got %v, %v", name, g, err)
		}
	}
	if _, err := Make("queen"); err == nil || !strings.Contains(err.Error(), `did you mean "queens"`) {
		t.Errorf("queen: got %v, want a hint at queens", err)
	}
}

// What cannot be registered is refused with one line, and nothing of it is found.
func TestRegisterRefuses(t *testing.T) {
	unregistered(t)
	if err := Register(family("before", "earlier")); err != nil {
		t.Fatal(err)
	}
	before := len(List())
	broken := nim
	broken.New = func(string, []env.Setting) (env.Game, error) { return nil, errors.New("no matches") }
	for _, test := range []struct {
		families []Family
		want     string
	}{
		{[]Family{family("mine", "earlier")}, `games: families "before" and "mine" both have a variant "earlier"`},
		{[]Family{family("mine", "gomoku")}, `games: family "mine" has a variant "gomoku", which is a game of a file`},
		{[]Family{family("nim")}, `games: family "nim": no variants`},
		{[]Family{family("mine", "celta")}, `games: families "tafl" and "mine" both have a variant "celta"`},
		{[]Family{nim, family("other", "nim")}, `games: families "nim" and "other" both have a variant "nim"`},
		{[]Family{family("nim", "wrong-nim")}, `games: family "nim": variant "wrong-nim" makes a game called "nim": want one name, without spaces and any of ":,="`},
		{[]Family{family("nim", "a nim")}, `games: family "nim": variant "a nim" makes a game called "a nim": want one name, without spaces and any of ":,="`},
		{[]Family{broken}, `games: family "nim": no matches`},
	} {
		if err := Register(test.families...); err == nil || err.Error() != test.want {
			t.Errorf("got  %v\nwant %s", err, test.want)
		}
	}
	if got := len(List()); got != before {
		t.Errorf("%d variants after all were refused, want %d", got, before)
	}
}

// Each game of the list is a file of its engine, which makes the same game.
func TestListedGamesAreFiles(t *testing.T) {
	met := 0
	for _, e := range engines {
		for _, v := range e.list.Variants() {
			listed, err := Make(v.Name)
			if err != nil {
				t.Fatal(err)
			}
			f, ok := fromGallery(v.Name)
			if !ok || f.Name != e.Family {
				t.Errorf("%s: a file of %q, %v, want one of %q", v.Name, f.Name, ok, e.Family)
				continue
			}
			filed, err := f.New(v.Name, nil)
			if err != nil || env.Fingerprint(filed) != env.Fingerprint(listed) {
				t.Errorf("%s: its file makes another game: %v", v.Name, err)
			}
			met++
		}
	}
	if want := len(List()) - len(native); met != want {
		t.Errorf("%d games are files, want %d", met, want)
	}
}
