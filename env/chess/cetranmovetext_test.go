package chess

import (
	"strings"
	"testing"

	"ludens/env"
)

// Variations of PGN are held against the rules, and bounded.
func TestPGNVariationErrors(t *testing.T) {
	g, err := New("cetran2", settings("array=0"))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"(1. a3)":              "a variation begins before any move that it could replace",
		"1. a3 (1. b3":         "a variation begins and never ends",
		"1. a3 )":              "a variation ends that has not begun",
		"1. a3 (1. b5)":        `move 1: illegal action "b5"`,
		"1. a3 (1. b3 a6 bx6)": "move 2: ",
		strings.Repeat("1. a3 (", 33) + "1. a3" + strings.Repeat(")", 33): "variations within each other more than 32 deep",
		"1. a3 " + strings.Repeat("(b3)", 10_001):                         "more than 10000 moves in variations",
	} {
		_, _, err := g.(env.Transcribed).ReadTranscript("[Event \"x\"]\n\n" + text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q:\ngot  %v\nwant %s", text, err, want)
		}
	}
	bad := env.Transcript{Start: g.(env.Notated).Position(g.New(0)), Moves: []string{"a2a3"}, Variations: []env.Variation{{Moves: []string{"b2b5"}}}}
	if err := g.(env.Transcribed).WriteTranscript(new(strings.Builder), "pgn", bad); err == nil || !strings.Contains(err.Error(), "b2b5") {
		t.Errorf("an illegal variation is written: %v", err)
	}
}
