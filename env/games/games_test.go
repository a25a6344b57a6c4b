package games

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

func TestMakeWhatIsListed(t *testing.T) {
	met := map[string]bool{}
	for _, e := range List() {
		g, err := Make(e.Name)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := g.Spec().Name; got != e.Name {
			t.Errorf("%s: the game calls itself %q", e.Name, got)
		}
		if met[e.Name] {
			t.Errorf("%s is listed twice", e.Name)
		}
		met[e.Name] = true
		if e.Name == "" || strings.ContainsAny(e.Name, ":,= ") || e.Name != strings.ToLower(e.Name) {
			t.Errorf("%q is no name for a variant", e.Name)
		}
		if e.Summary == "" || strings.Contains(e.Summary, "\n") {
			t.Errorf("%s: summary %q is not one line", e.Name, e.Summary)
		}
	}
}

// A game's name is a file's without what file systems read in it.
func TestFileName(t *testing.T) {
	for name, want := range map[string]string{
		"celta": "celta", "celta:first=attackers,throne=open": "celta-first-attackers-throne-open", "cetran2:array=qrk/KRQ": "cetran2-array-qrk-KRQ",
	} {
		if got := FileName(name); got != want {
			t.Errorf("%s as a file: %s, want %s", name, got, want)
		}
	}
}

// Every value that is listed for an option makes a game, whose name makes it again; the
// default is left out of it. A value that is not listed goes with other settings only, and
// is refused in one line.
func TestOptions(t *testing.T) {
	for _, e := range List() {
		fitting, err := Options(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range e.Options {
			fits := []string{o.Default} // of an option that is left out
			if i := slices.IndexFunc(fitting, func(x env.Option) bool { return x.Name == o.Name }); i >= 0 {
				fits = fitting[i].Values
			}
			if o.Help == "" || strings.Contains(o.Help, "\n") || strings.ContainsAny(o.Name, ":,= ") {
				t.Errorf("%s: option %q with help %q", e.Name, o.Name, o.Help)
			}
			if o.Values != nil && !slices.Contains(fits, o.Default) {
				t.Errorf("%s: the default of %s is %q, which is not one of %v", e.Name, o.Name, o.Default, fits)
			}
			for _, value := range append(slices.Clone(o.Values), o.Default) {
				text, want := e.Name+":"+o.Name+"="+value, e.Name
				if value != o.Default {
					want = text
				}
				if o.Values == nil || slices.Contains(fits, value) {
					checkName(t, text, want)
				} else if _, err := Make(text); err == nil || strings.Contains(err.Error(), "\n") {
					t.Errorf("%s is not listed: %v", text, err)
				}
			}
		}
	}
}

// The values that an option lists are those that go with the settings of the others.
func TestOptionsThatFit(t *testing.T) {
	for _, test := range []struct{ game, option, want string }{
		{"tictactoe", "length", "2 3"},
		{"tictactoe:cols=5", "length", "2 3 4 5"},
		{"connect4", "capture", ""},
		{"connect4:gravity=off", "capture", "none pairs pairs_and_triples"},
		{"cetro", "needs", ""},
		{"copenhagen", "start", ""},
		{"celta", "king_capture", "two throne4 nielsen four four_edge"},
		{"chess", "extinction", ""},
		{"cetran2", "fifty", "on off"},
	} {
		all, err := Options(test.game)
		i := slices.IndexFunc(all, func(o env.Option) bool { return o.Name == test.option })
		got := ""
		if i >= 0 {
			got = strings.Join(all[i].Values, " ")
		}
		if err != nil || got != test.want {
			t.Errorf("%s: %s: got %q, %v, want %q", test.game, test.option, got, err, test.want)
		}
	}
	for _, name := range []string{"tictactoo", "tictactoe:"} {
		if _, err := Options(name); err == nil {
			t.Errorf("%q has options", name)
		}
	}
}

// checkName makes a game of text and asks what it is called.
func checkName(t *testing.T, text, want string) {
	t.Helper()
	g, err := Make(text)
	if err != nil {
		t.Error(err)
		return
	}
	if got := g.Spec().Name; got != want {
		t.Errorf("%s: the game calls itself %q, want %q", text, got, want)
		return
	}
	again, err := Make(want)
	if err != nil || again.Spec() != g.Spec() {
		t.Errorf("%s: the name does not make the same game again: %v", want, err)
	}
}

func TestSplit(t *testing.T) {
	for _, test := range []struct {
		name     string
		variant  string
		settings []env.Setting
	}{
		{"celta", "celta", nil},
		{"celta:first=attackers", "celta", []env.Setting{{Name: "first", Value: "attackers"}}},
		{"cetran2:array=qrknchsa/KSNRCAQH,promo=QR", "cetran2",
			[]env.Setting{{Name: "array", Value: "qrknchsa/KSNRCAQH"}, {Name: "promo", Value: "QR"}}},
	} {
		variant, settings, err := split(test.name)
		if err != nil || variant != test.variant || !slices.Equal(settings, test.settings) {
			t.Errorf("%s: got %q %v, %v", test.name, variant, settings, err)
		}
	}
}

// Settings may come in any order; the name has them in that of the list.
func TestCanonicalNames(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"celta:first=king,cap=200", "celta"},
		{"celta:cap=100,first=attackers", "celta:first=attackers,cap=100"},
		{"celta:first=attackers,corner_hostile=adk", "celta:first=attackers,corner_hostile=adk"},
		{"wtf:passive=on,first=king,king_range=1", "wtf:first=king,king_range=1,passive=on"},
	} {
		checkName(t, test.name, test.want)
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"celtta", `games: no game "celtta" (did you mean "celta"?)`},
		{"celta:frist=attackers", `games: celta has no option "frist" (did you mean "first"?)`},
		{"celta:first=atackers",
			`games: celta: option first is one of attackers, king, not "atackers" (did you mean "attackers"?)`},
		{"celta:first=attackers,first=king", `games: celta: option first is set twice`},
		{"celta:cap=0", `games: tafl: celta: option cap: `},
		{"tictactoo", `games: no game "tictactoo" (did you mean "tictactoe"?)`},
		{"tictactoe:", `games: "tictactoe:": "" should be option=value`},
		{"tictactoe:first", `games: "tictactoe:first": "first" should be option=value`},
		{"tictactoe:first=", `games: "tictactoe:first=": "first=" should be option=value`},
		{"tictactoe:first=x", `games: tictactoe has no option "first"`},
	} {
		_, err := Make(test.name)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s:\ngot  %v\nwant %s", test.name, err, test.want)
		}
	}
	_, err := Make("bridge")
	if err == nil || !strings.Contains(err.Error(), "there are") || !strings.Contains(err.Error(), "tictactoe") {
		t.Errorf("bridge: got %v, want the list of games", err)
	}
}

// A game is looked for only where its engine says it has one of that name.
func TestEnginesKnowTheirNames(t *testing.T) {
	for _, e := range engines {
		var want []string
		for _, v := range e.list.Variants() {
			want = append(want, v.Name)
		}
		if !slices.Equal(e.names, want) {
			t.Errorf("%s: names %v, variants %v", e.Family, e.names, want)
		}
	}
}
