package configs

import (
	"strings"
	"testing"

	"ludens/env/games"
)

func TestTeaches(t *testing.T) {
	for _, c := range []struct {
		trained, other string
		want           bool
	}{
		{"cetran2", "cetran2", true},
		{"cetran2", "cetran2:array=77", true},
		{"cetran2", "cetran2-mirror", true},
		{"cetran2-mirror", "cetran2", false},
		{"cetran1", "cetran1-mirror:array=5", true},
		{"cetran2", "cetran1", false},
		{"cetran2", "cetran2:array=77,fifty=off", false},
		{"cetran2:fifty=off", "cetran2:array=77,fifty=off", true},
		{"cetran2:promo=qs", "cetran2-central:promo=qs", true},
		{"celta", "celta:first=attackers", true},
		{"cetro", "cetro:cap=480", true},
		{"cetro", "cetro:first=north", true},
		{"cetro", "cetro:demand=none", false},
		{"cetro", "cetro:cap_result=draw", false},
		{"cetro", "cetro-5x5", false},
	} {
		g := games.Must(c.other)
		if got := teaches(c.trained, g); got != c.want {
			t.Errorf("%s teaches %s: got %v, want %v", c.trained, c.other, got, c.want)
		}
	}
}

// What a game cannot do is refused before the run begins, with its place.
func TestAbilitiesThatAGameLacks(t *testing.T) {
	for text, want := range map[string]string{
		"game = \"celta\"\n[selfplay]\nsettled = 0.5\n":       "mine.toml:3: [selfplay] settled = 0.5, want 0: celta knows no settled score",
		"game = \"celta\"\n[play]\nsettled = 0.5\n":           "mine.toml:3: [play] settled = 0.5, want 0: celta knows no settled score",
		"game = \"celta\"\n[selfplay.starts]\nodds = 0.5\n":   "starts.odds = 0.5, but celta knows []",
		"game = \"cetran2\"\n[selfplay.starts]\nnear = 0.5\n": "starts.near = 0.5, but cetran2 knows [odds sparse few endgame mate]",
	} {
		preset, err := PresetFor("celta")
		if err != nil {
			t.Fatal(err)
		}
		_, err = Load(preset, Layer{Name: "mine.toml", Text: text})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}
