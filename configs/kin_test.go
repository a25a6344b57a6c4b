package configs

import (
	"testing"

	"ludens/env/games"
)

func TestTeaches(t *testing.T) {
	for _, c := range []struct {
		learnt, other string
		want          bool
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
		{"celta", "celta:first=attackers", false},
		{"cetro", "cetro:cap=480", true},
		{"cetro", "cetro:first=north", true},
		{"cetro", "cetro:demand=none", false},
		{"cetro", "cetro:cap_result=draw", false},
		{"cetro", "cetro-5x5", false},
	} {
		g, err := games.Make(c.other)
		if err != nil {
			t.Fatal(err)
		}
		if got := teaches(c.learnt, g); got != c.want {
			t.Errorf("%s teaches %s: got %v, want %v", c.learnt, c.other, got, c.want)
		}
	}
}
