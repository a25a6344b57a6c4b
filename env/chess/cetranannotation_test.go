package chess

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ludens/env"
)

// Comments and glyphs of PGN are kept with the move that they are about, come out
// again, and are read as they were, also those of variations.
func TestPGNKeepsComments(t *testing.T) {
	g, err := New("cetran2", settings("array=0"))
	if err != nil {
		t.Fatal(err)
	}
	written := g.(env.Transcribed)
	s := g.New(0)
	moves := make([]string, 4)
	for i := range moves {
		a := s.Legal(nil)[0]
		moves[i] = s.Format(a)
		s.Play(a)
	}
	text := "[Event \"x\"]\n{not of a move}\n[Variant \"cetran2:array=0\"]\n\n{before\n all} 1. " + moves[0] + " $5 {a  surprise} (1. b2b3 {no} (1. b4 $6)) " +
		moves[1] + "?? ; to the end of the line\n2. " + moves[2] + " $14 " + moves[3] + " *"
	want := map[int]string{0: "before all", 1: "!? a surprise", 2: "?? to the end of the line", 3: "$14"}
	aside := []env.Variation{{
		Moves: []string{"b2b3"}, Comments: map[int]string{1: "no"},
		Variations: []env.Variation{{Moves: []string{"b2b4"}, Comments: map[int]string{1: "?!"}}},
	}}
	for round := range 2 {
		read, ok, err := written.ReadTranscript(text)
		if err != nil || !ok {
			t.Fatalf("round %d: %v, %v in\n%s", round, ok, err, text)
		}
		if !maps.Equal(read.Comments, want) || len(read.Moves) != 4 {
			t.Fatalf("round %d: comments %v of %d moves, want %v of 4\n%s", round, read.Comments, len(read.Moves), want, text)
		}
		if diff := cmp.Diff(aside, read.Variations); diff != "" {
			t.Fatalf("round %d: variations, -want +got:\n%s", round, diff)
		}
		var b strings.Builder
		if err := written.WriteTranscript(&b, "pgn", read); err != nil {
			t.Fatal(err)
		}
		text = b.String()
	}
	if !strings.Contains(text, "$5 {a surprise} (1. b3 {no} (1. b4 $6)) 1... ") {
		t.Errorf("not in its place or without its number:\n%s", text)
	}
}
