package tafl

import (
	"strings"
	"testing"

	"ludens/env"
)

// presets are the games of the list.
var presets = []string{"celta", "cuervo", "wtf", "nielsen", "walker", "magpie", "ardri", "tablut"}

// usualKeys is how many options those have that set none of the rarer rules.
const usualKeys = 22

// variantOf returns a game that comes with ludens as people choose it.
func variantOf(t testing.TB, name string) env.Variant {
	t.Helper()
	v, err := file(t, mustText(name)).Variant(NewRules)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// game makes the game of a name like "celta:first=attackers,cap=9".
func game(t testing.TB, name string) *Game {
	t.Helper()
	variant, rest, _ := strings.Cut(name, ":")
	var settings []env.Setting
	for text := range strings.SplitSeq(rest, ",") {
		if option, value, ok := strings.Cut(text, "="); ok {
			settings = append(settings, env.Setting{Name: option, Value: value})
		}
	}
	g, err := New(variant, settings)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// position reads a position of g.
func position(t testing.TB, g *Game, text string) *State {
	t.Helper()
	s, err := g.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*State)
}

// play makes moves given as text.
func play(t testing.TB, s env.State, moves ...string) {
	t.Helper()
	for i, text := range moves {
		a, err := env.Parse(s, text)
		if err != nil {
			t.Fatalf("move %d: %v\n%s", i+1, err, s)
		}
		s.Play(a)
	}
}
