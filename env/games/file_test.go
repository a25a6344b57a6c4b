package games

import (
	"strings"
	"testing"

	"ludens/env/variant"
	"ludens/games"
)

// Each file that comes with ludens is a game of the name that the file has.
func TestShippedFiles(t *testing.T) {
	if len(games.Names()) < 5 {
		t.Fatalf("only %v", games.Names())
	}
	for _, name := range games.Names() {
		text, _ := games.Text(name)
		f, err := variant.Parse("games/"+name+".toml", text, games.Text)
		if err != nil {
			t.Error(err)
			continue
		}
		if f.Name != name {
			t.Errorf("games/%s.toml is called %s", name, f.Name)
		}
		if f.Summary == "" || f.Source == "" && f.Like == "" {
			t.Errorf("games/%s.toml wants a summary, and a source unless it is like another", name)
		}
		g, err := Make(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if err := g.Spec().Validate(); err != nil || g.Spec().Name != name {
			t.Errorf("%s is called %s: %v", name, g.Spec().Name, err)
		}
	}
}

const mine = "name = \"mine\"\nlike = \"celta\"\nfirst = \"attackers\"\n"

func TestRead(t *testing.T) {
	if name, err := Read("mine.toml", mine); err != nil || name != "mine" {
		t.Fatalf("%q, %v", name, err)
	}
	g, err := Make("mine:passive=off")
	if err != nil || g.Spec().Name != "mine:passive=off" || g.Spec().Roles[0] != "attackers" {
		t.Fatalf("%v, %v", g, err)
	}
	if Text("mine:cap=50") != mine || Text("celta") != "" {
		t.Errorf("the files of mine and celta: %q, %q", Text("mine"), Text("celta"))
	}
	if _, err := Read("again.toml", mine); err != nil {
		t.Errorf("the same file twice: %v", err)
	}
	if e, ok := Find("mine"); !ok || e.Family != "tafl" {
		t.Errorf("mine is %+v, %v", e, ok)
	}
	if _, err := Make("mine:passive=*"); err != nil {
		t.Errorf("many rules of it: %v", err)
	}
	for text, want := range map[string]string{
		mine + "cap = 60\n":                                            `b.toml:1: name = "mine": mine.toml says other rules of a game of that name`,
		"name = \"celta\"\nfamily = \"tafl\"\n":                        `b.toml:1: name = "celta" is a game that comes with ludens`,
		"name = \"other\"\nfamily = \"taffl\"\n":                       `b.toml:2: family = "taffl": want one of`,
		"name = \"other\"\nlike = \"celta\"\nkingrange = 2\n":          `b.toml:3: unknown key "kingrange" (did you mean "king_range"?)`,
		"name = \"other\"\nlike = \"celta\"\ncap = 0\n":                `b.toml:3: cap = 0, want 1 to`,
		"name = \"other\"\nlike = \"celta\"\nking_capture = \"tow\"\n": `b.toml:3: king_capture = "tow", want one of two`,
	} {
		if _, err := Read("b.toml", text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q:\ngot  %v\nwant %s", text, err, want)
		}
	}
}
