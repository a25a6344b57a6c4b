package record_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
)

// one makes a game by its name.
func one(_ *testing.T, name string) env.Game { return games.Must(name) }

const chess = "cetran2:array=qrknchsa/KSNRCAQH"

// A game reads back from each notation as the one that was written.
func TestWriteAs(t *testing.T) {
	g := one(t, chess)
	want := record.Record{Game: g.Spec().Name, Moves: []string{"e2e4", "e7e5", "c1d3", "d7d6", "d3e5"}, First: "Carlos", Result: env.SecondWins, Ending: "White resigned"}
	for _, notation := range record.Notations {
		var text strings.Builder
		if err := record.WriteAs(&text, g, want, notation); err != nil {
			t.Fatalf("%s: %v", notation, err)
		}
		got, err := record.ParseAny(g, []byte(text.String()))
		if err != nil {
			t.Fatalf("%s: %v", notation, err)
		}
		read, err := record.Judge(g, got)
		if err != nil || !slices.Equal(read.Record.Moves, want.Moves) {
			t.Errorf("%s: moves %v, %v, want %v", notation, read.Record.Moves, err, want.Moves)
		}
		if notation != "courier" && (got.First != want.First || got.Result != want.Result) {
			t.Errorf("%s: %+v", notation, got)
		}
		if other, ok := record.Others(g, want)[notation]; ok == (notation == record.Own) || ok && other != text.String() {
			t.Errorf("among the others %s is %q", notation, other)
		}
	}
}

// What a game has no notation for is refused, and so is an illegal game.
func TestWriteAsRefuses(t *testing.T) {
	g := one(t, "tictactoe")
	err := record.WriteAs(io.Discard, g, record.Record{Moves: []string{"b2"}}, "pgn")
	if none := (record.NotationError{}); !errors.As(err, &none) || none.Notation != "pgn" || err.Error() != "a game of tictactoe has no pgn" {
		t.Errorf("got %v", err)
	}
	if err := record.WriteAs(io.Discard, g, record.Record{Moves: []string{"b2", "b2"}}, record.Own); !errors.Is(err, env.ErrIllegal) {
		t.Errorf("an illegal game: got %v", err)
	}
	if all := record.Others(g, record.Record{}); len(all) > 0 {
		t.Errorf("others: %v", all)
	}
}

// The tags that say which game a text is of are found wherever they stand, and
// nowhere else.
func TestGameTags(t *testing.T) {
	for _, test := range []struct{ text, game, variant string }{
		{"[First \"Ana\"]\n  [ Game \"celta:first=attackers\" ]\n1. a b", "celta:first=attackers", "-"},
		{"[game \"celta\"]", "celta", "-"},
		{"[Event \"Club\"]\n[Variant \"Cetran Chess 2\"] 1. e4", "-", "Cetran Chess 2"},
		{"[variant \"Cetran Chess 2\"]", "-", "-"},
		{"1. a {[Game \"celta\"]} b", "-", "-"},
		{"", "-", "-"},
	} {
		game, variant := "-", "-"
		if name, ok := record.GameTag([]byte(test.text)); ok {
			game = name
		}
		if name, ok := record.VariantTag([]byte(test.text)); ok {
			variant = name
		}
		if game != test.game || variant != test.variant {
			t.Errorf("%q: got %s, %s, want %s, %s", test.text, game, variant, test.game, test.variant)
		}
	}
}

// A record with its tag is read as one even where a game reads other notations.
func TestParseAny(t *testing.T) {
	for _, test := range []struct {
		game, text string
		moves      int
		want       string
	}{
		{"tictactoe", "1. b2 a1 2. c3", 3, ""},
		{chess, "1. e4 e5 2. Nd3 *", 3, ""},
		{chess, "1. P e2-e4\n1... p e7-e5\n2. N c1-d3", 3, ""},
		{chess, "[Game \"" + chess + "\"]\n\n1. e2e4 e7e5", 2, ""},
		{chess, "[Game \"" + chess + "\"]\n\n1. P e2-e4", 2, ""},
		{"tictactoe", "1. b2 3. c3", 0, "record: line 1: "},
	} {
		r, err := record.ParseAny(one(t, test.game), []byte(test.text))
		if test.want != "" {
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("%q: got %v, %v", test.text, r.Moves, err)
			}
		} else if err != nil || len(r.Moves) != test.moves {
			t.Errorf("%q: got %v, %v, want %d moves", test.text, r.Moves, err, test.moves)
		}
	}
}

// Positions are read back from each notation that a game has.
func TestPositionAs(t *testing.T) {
	for name, has := range map[string][]string{
		"celta": {"position", "otn"}, chess: {"position", "fen"}, "tictactoe": {"position"},
	} {
		g := one(t, name)
		s := g.New(0)
		s.Play(s.Legal(nil)[0])
		for _, notation := range record.PositionNotations {
			text, ok := record.PositionAs(g, s, notation)
			if ok != slices.Contains(has, notation) {
				t.Errorf("%s as %s: %q, %v", name, notation, text, ok)
			}
			if !ok || notation == "otn" { // which leaves out who is to move
				continue
			}
			if back, err := g.(env.Notated).ParsePosition(text); err != nil || back.Key() != s.Key() {
				t.Errorf("%s as %s: %q is read as another position, %v", name, notation, text, err)
			}
		}
	}
}

// A game that its rules have ended is distinguished from one that people ended.
func TestJudge(t *testing.T) {
	g := one(t, "tictactoe")
	for _, test := range []struct {
		r      record.Record
		result string
		rules  bool
	}{
		{record.Record{Moves: []string{"a1", "a2", "b1", "b2", "c1"}}, "first wins", true},
		{record.Record{Moves: []string{"a1"}, Result: env.SecondWins, Ending: "crosses resigned", Second: "Ana"}, "second wins", false},
		{record.Record{Moves: []string{"a1"}}, "ongoing", false},
	} {
		v, err := record.Judge(g, test.r)
		if err != nil || v.Result != test.result || v.ByTheRules != test.rules || v.Plies != len(test.r.Moves) || v.Second != test.r.Second || v.Game != "tictactoe" {
			t.Errorf("%v: got %+v, %v", test.r.Moves, v, err)
		}
	}
	if _, err := record.Judge(g, record.Record{Moves: []string{"a1"}, Result: env.Drawn, Ending: "the board is full"}); err == nil {
		t.Error("a false claim is believed")
	}
}

// Moves are played until one is not legal, which is named.
func TestPlayText(t *testing.T) {
	g := one(t, "tictactoe")
	for _, test := range []struct {
		text  string
		plies int
		want  string
	}{
		{"1. a1 a2 2. b1", 3, ""},
		{"", 0, ""},
		{"a1 a2 a1", 2, `move 3: `},
		{"{a", 0, "record: line 1: "},
	} {
		sheet, err := record.NewSheet(g, record.New(g, 0))
		if err != nil {
			t.Fatal(err)
		}
		err = sheet.PlayText(test.text)
		if sheet.Ply() != test.plies || (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: %d plies, %v, want %d and %q", test.text, sheet.Ply(), err, test.plies, test.want)
		}
	}
}
