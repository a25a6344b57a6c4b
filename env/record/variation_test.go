package record_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ludens/env"
	"ludens/env/record"
)

// Variations stand behind the move that they replace, and behind what is said of it.
func TestVariations(t *testing.T) {
	const text = `[Game "tictactoe"]
[Result "ongoing"]

1. b2 {!? the middle} (1. a1 {? a corner} 1... b2 (1... c3 2. c1) 2. a3) (1. b1)
1... a1 (1... b1 {known}) 2. c3
`
	want := record.Record{
		Game: "tictactoe", Moves: []string{"b2", "a1", "c3"}, Comments: map[int]string{1: "!? the middle"},
		Variations: []env.Variation{
			{After: 0, Moves: []string{"a1", "b2", "a3"}, Comments: map[int]string{1: "? a corner"},
				Variations: []env.Variation{{After: 1, Moves: []string{"c3", "c1"}}}},
			{After: 0, Moves: []string{"b1"}},
			{After: 1, Moves: []string{"b1"}, Comments: map[int]string{2: "known"}},
		},
	}
	got, err := record.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("read, -want +got:\n%s", diff)
	}
	if diff := cmp.Diff(text, write(t, want)); diff != "" {
		t.Errorf("written, -want +got:\n%s", diff)
	}
	sheet, err := record.NewSheet(one(t, "tictactoe"), got)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Variations, sheet.Record().Variations); diff != "" {
		t.Errorf("on a sheet, -want +got:\n%s", diff)
	}
	sheet.TakeBack(1)
	if got := sheet.Record().Variations; len(got) != 2 {
		t.Errorf("one move is left, and the variations %v: want those of the first", got)
	}
}

// Spaces may be left out, glyphs may be numbers, and what is said behind a variation
// belongs to the move before it.
func TestVariationsLoosely(t *testing.T) {
	r, err := record.Parse(strings.NewReader("1.a $5 {x} (1.b $99(1.c)2.d)\n(1.e $2 $1 ) {y} b *"))
	if err == nil {
		t.Fatalf("a variation skips a move, and is read as %v", r)
	}
	r, err = record.Parse(strings.NewReader("1.a $5 {x} (1.b $99(1.c)d)\n(1.e $2 $1 ) {y} b *"))
	if err != nil {
		t.Fatal(err)
	}
	want := record.Record{
		Moves: []string{"a", "b"}, Comments: map[int]string{1: "!? x y"},
		Variations: []env.Variation{
			{Moves: []string{"b", "d"}, Comments: map[int]string{1: "$99"}, Variations: []env.Variation{{Moves: []string{"c"}}}},
			{Moves: []string{"e"}, Comments: map[int]string{1: "? !"}},
		},
	}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// What is written is read back, for trees of any shape.
func TestVariationsRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		line := grow(rng, 0, 1+rng.IntN(6), 3)
		want := record.Record{Game: "x", Moves: line.Moves, Comments: line.Comments, Variations: line.Variations}
		text := write(t, want)
		got, err := record.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("-want +got:\n%s\nof\n%s", diff, text)
		}
	}
}

// grow returns a line of moves with comments and variations, as deep as that.
func grow(rng *rand.Rand, after, moves, depth int) env.Variation {
	v := env.Variation{After: after}
	for i := range moves {
		v.Moves = append(v.Moves, fmt.Sprintf("m%d", rng.IntN(100)))
		for range rng.IntN(3) * min(depth, 1) {
			v.Variations = append(v.Variations, grow(rng, after+i, 1+rng.IntN(4), depth-1))
		}
	}
	for ply := after; ply <= after+moves; ply++ {
		if rng.IntN(4) == 0 {
			if v.Comments == nil {
				v.Comments = map[int]string{}
			}
			v.Comments[ply] = []string{"!", "?! a word", "said"}[rng.IntN(3)]
		}
	}
	return v
}

func TestVariationErrors(t *testing.T) {
	deep := strings.Repeat("1. a (", 33) + "1. a" + strings.Repeat(")", 33)
	for text, want := range map[string]string{
		"(1. a)":            "record: line 1: a variation begins before any move that it could replace",
		"1. a (1. b":        "record: a variation begins and never ends: want )",
		"1. a )":            "record: line 1: a variation ends here, but none has begun",
		"1. a ()":           "record: line 1: a variation without a move",
		"1. a ((1. b))":     "record: line 1: a variation begins before any move that it could replace",
		"1. a (2. b)":       "record: line 1: number 2. where 1. is due: is a move missing?",
		"1. a (1. b 1-0)":   "record: line 1: result 1-0 inside a variation",
		"1. a 1-0 (1. b)":   "record: line 1: a variation comes after the result",
		deep:                "record: line 1: variations within each other more than 32 deep",
		"1. a (1. $x)":      `record: line 1: move 1. "$x": is not a move`,
		"1. a " + many("b"): "record: line 1: more than 10000 moves in variations",
	} {
		if _, err := record.Parse(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%.40q:\ngot  %v\nwant %s", text, err, want)
		}
	}
}

func many(move string) string { return strings.Repeat("("+move+")", 10_001) }

// A variation is held against the rules like the game, and so is its shape where it
// comes from no text.
func TestVariationIsLegal(t *testing.T) {
	line := func(after int, moves ...string) []env.Variation {
		return []env.Variation{{After: after, Moves: moves}}
	}
	for _, test := range []struct {
		of   []env.Variation
		want string
	}{
		{line(1, "a1", "b2"), `record: variation of move 1...: move 2: illegal action "b2" (nearest: b3, a2, c2)`},
		{[]env.Variation{{Moves: []string{"a1", "b1"}, Variations: line(1, "a1")}}, `record: variation of move 1...: move 1...: illegal action "a1" (nearest: a3, a2, b1)`},
		{line(2, "a1"), "record: a variation of 1 moves after 2: want at least one, in the place of one of the moves 1 to 2 of its line"},
		{line(-1, "a1"), "record: a variation of 1 moves after -1: want at least one, in the place of one of the moves 1 to 2 of its line"},
		{line(1), "record: a variation of 0 moves after 1: want at least one, in the place of one of the moves 1 to 2 of its line"},
		{[]env.Variation{{After: 1, Moves: []string{"a1"}, Variations: line(0, "a1")}}, "record: a variation of 1 moves after 0: want at least one, in the place of one of the moves 2 to 2 of its line"},
	} {
		_, err := record.NewSheet(one(t, "tictactoe"), record.Record{Moves: []string{"b2", "c1"}, Variations: test.of})
		if err == nil || err.Error() != test.want {
			t.Errorf("got  %v\nwant %s", err, test.want)
		}
	}
}
