package variant_test

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/variant"
)

// rules are those of a family for tests.
type rules struct {
	Board string         `toml:"board" fixed:"yes" help:"the squares"`
	First string         `toml:"first" values:"white black" help:"who moves first"`
	Steps int            `toml:"steps" min:"1" max:"3" unit:"squares" help:"how far a man goes"`
	Cap   int            `toml:"cap" min:"1" max:"1000" unit:"plies" help:"when a game is cut off"`
	Odd   int            `toml:"odd" values:"0 1 3" help:"an odd number, or none"`
	Jumps bool           `toml:"jumps" help:"men jump"`
	Men   map[string]man `toml:"men" help:"the men by letter"`
}

type man struct {
	Moves string `toml:"moves" help:"where it goes"`
	Worth int    `toml:"worth" min:"0" max:"9" help:"in pawns"`
}

func defaults() any { return &rules{First: "white", Steps: 1, Cap: 100} }

const halma = `family = "race"
name = "halma"
title = "Halma"
steps = 2

[men.a]
moves = "K"
`

func library(name string) (string, bool) { return halma, name == "halma" }

func TestDecode(t *testing.T) {
	f, err := variant.Parse("mine.toml", "name = \"mine\"\nlike = \"halma\"\njumps = true\n[men.b]\nmoves = \"N\"\nworth = 3\n", library)
	if err != nil {
		t.Fatal(err)
	}
	var r rules = *defaults().(*rules)
	if err := f.Decode(&r); err != nil {
		t.Fatal(err)
	}
	if f.Family != "race" || f.Title != "" || f.Name != "mine" {
		t.Errorf("head %+v", f.Head)
	}
	if r.Steps != 2 || !r.Jumps || r.Cap != 100 || r.Men["a"].Moves != "K" || r.Men["b"] != (man{"N", 3}) {
		t.Errorf("rules %+v", r)
	}
}

func TestSettings(t *testing.T) {
	f, err := variant.Parse("halma", halma, nil)
	if err != nil {
		t.Fatal(err)
	}
	set, err := f.With([]env.Setting{{Name: "cap", Value: "50"}, {Name: "jumps", Value: "on"}, {Name: "steps", Value: "2"}}, defaults)
	if err != nil {
		t.Fatal(err)
	}
	if want := "halma:cap=50,jumps=on"; set.GameName() != want {
		t.Errorf("called %q, want %q", set.GameName(), want)
	}
	var r rules = *defaults().(*rules)
	if err := set.Decode(&r); err != nil || r.Cap != 50 || !r.Jumps {
		t.Errorf("%v: %+v", err, r)
	}
	if set.Text() != halma {
		t.Errorf("settings are in the text: %s", set.Text())
	}
	for text, want := range map[string]string{
		"cap=x":     `halma: option cap is a whole number, not "x"`,
		"cap=1001":  `halma: option cap: want a whole number from 1 to 1000, not "1001"`,
		"cap=007":   `halma: option cap is a whole number, not "007"`,
		"steps=4":   `halma: option steps is one of 1, 2, 3, not "4"`,
		"board=x":   `halma has no option "board"`,
		"odd=2":     `halma: option odd is one of 0, 1, 3, not "2"`,
		"first=red": `halma: option first is one of white, black, not "red"`,
	} {
		name, value, _ := strings.Cut(text, "=")
		if _, err := f.With([]env.Setting{{Name: name, Value: value}}, defaults); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s:\ngot  %v\nwant %s", text, err, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                           `m: name = "": want at most 40 small letters`,
		"name = \"Mine\"":            `m:1: name = "Mine": want at most 40`,
		"name = \"m\"":               `m: no family: want one`,
		"name = \"m\"\nlike = \"m\"": `m:2: like = "m": a game cannot be like itself`,
		"name = \"m\"\nfamily = \"race\"\nwithout = [\"a\"]":     "m:3: without: there is nothing to leave out",
		"name = \"m\"\nlike = \"ha\"":                            `m:2: like = "ha": there is no such file`,
		"name = \"m\"\nlike = \"halma\"\nfamily = \"tafl\"":      `m:3: family = "tafl", and it is like halma, which is of the family race`,
		"name = \"m\"\nfamily = \"race\"\nstep = 2":              `m:3: unknown key "step" (did you mean "steps"?)`,
		"name = \"m\"\nfamily = \"race\"\nsteps = 4":             `m:3: steps = 4, want 1 to 3`,
		"name = \"m\"\nfamily = \"race\"\nodd = 2":               `m:3: odd = 2, want one of 0, 1, 3`,
		"name = \"m\"\nfamily = \"race\"\nfirst = \"wite\"":      `m:3: first = "wite", want one of white, black (did you mean "white"?)`,
		"name = \"m\"\nfamily = \"race\"\n[men.a]\nworth=11":     `m:4: men.a.worth = 11, want 0 to 9`,
		"name = \"m\"\nfamily = \"race\"\n[men.a]\nmov=11":       `m:4: unknown key "mov" in [men.a] (did you mean "moves"?)`,
		"name = \"m\"\nfamily = 3":                               `m:2: family is a whole number, want a string`,
		"name = m":                                               `m:1: name`,
		"name = \"m\"\nfamily = \"race\"\n[men.'a.b']\nworth=11": `m:4: men.a.b.worth = 11, want 0 to 9`,
		"name = \"m\"\nfamily = \"race\"\nyear = -1":             `m:3: year = -1, want 0 to 9999`,
		"name = \"m\"\nfamily = \"race\"\ntitle = 'a\tb'":        `m:3: title: want one line of at most 400 bytes`,
	} {
		f, err := variant.Parse("m", text, library)
		if err == nil {
			err = f.Decode(defaults())
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q:\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// Files that are each like the next come to an end.
func TestLikeEachOther(t *testing.T) {
	round := func(name string) (string, bool) {
		return map[string]string{"a": "name = \"a\"\nlike = \"b\"", "b": "name = \"b\"\nlike = \"a\""}[name], true
	}
	if _, err := variant.Parse("m", "name = \"m\"\nlike = \"a\"", round); err == nil || !strings.Contains(err.Error(), "each like the next") {
		t.Errorf("got %v", err)
	}
}

func TestWrong(t *testing.T) {
	f, err := variant.Parse("mine.toml", "name = \"mine\"\nlike = \"halma\"\n\ncap = 7", library)
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"cap": "mine.toml:4: odd", "steps": "mine.toml:2: steps comes from halma:4: odd", "men.a.moves": "mine.toml:2: men.a.moves comes from halma:7: odd", "board": "mine.toml: odd"} {
		if got := f.Wrong(key, "odd").Error(); got != want {
			t.Errorf("%s: got %s, want %s", key, got, want)
		}
	}
}

func TestKeys(t *testing.T) {
	var names []string
	for _, k := range variant.Keys(defaults()) {
		names = append(names, k.Name)
	}
	if got, want := strings.Join(names, " "), "board first steps cap odd jumps men men.*.moves men.*.worth"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	k := variant.Keys(defaults())[2]
	if k.Kind != "whole number, 1 to 3" || k.Default != "1" || k.Unit != "squares" || !k.Option {
		t.Errorf("got %+v", k)
	}
}

// A man of the game that a file is like keeps what the file does not say of him.
func TestLikeKeepsMen(t *testing.T) {
	f, err := variant.Parse("mine.toml", "name = \"mine\"\nlike = \"halma\"\n[men.a]\nworth = 4\n[men.b]\nworth = 2\n", library)
	if err != nil {
		t.Fatal(err)
	}
	r := *defaults().(*rules)
	if err := f.Decode(&r); err != nil {
		t.Fatal(err)
	}
	if r.Men["a"] != (man{"K", 4}) || r.Men["b"] != (man{"", 2}) {
		t.Errorf("men %+v", r.Men)
	}
}

// Men that a file goes without are gone; one of the same letter is made anew.
func TestWithout(t *testing.T) {
	f, err := variant.Parse("mine.toml", "name = \"mine\"\nlike = \"halma\"\nwithout = [\"a\"]\n[men.b]\nworth = 2\n", library)
	if err != nil {
		t.Fatal(err)
	}
	r := *defaults().(*rules)
	if err := f.Decode(&r); err != nil || len(r.Men) != 1 {
		t.Errorf("men %+v, %v: want b alone", r.Men, err)
	}
	f, err = variant.Parse("mine.toml", "name = \"mine\"\nlike = \"halma\"\nwithout = [\"a\"]\n[men.a]\nworth = 2\n", library)
	if err != nil {
		t.Fatal(err)
	}
	r = *defaults().(*rules)
	if err := f.Decode(&r); err != nil || r.Men["a"] != (man{"", 2}) {
		t.Errorf("men %+v, %v: want an a of the file's own", r.Men, err)
	}
	f, err = variant.Parse("mine.toml", "name = \"mine\"\nlike = \"halma\"\nwithout = [\"q\"]\n", library)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Decode(&r); err == nil || err.Error() != `mine.toml:3: without: halma has no "q"` {
		t.Errorf("got %v, want that halma has no q", err)
	}
}
