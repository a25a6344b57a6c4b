package chess

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"ludens/env"
)

// manyMoves is a position of crazyhouse with moves of every kind.
const manyMoves = "k7/4P3/8/3pP3/8/8/4P3/1N1NK2R[P] w K d6 0 1"

func stateAt(t *testing.T, name, position string) *State {
	t.Helper()
	g, err := Read(file(t, name))
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.(*Game).parseFEN(position)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What is read as which move, and what is refused.
func TestReadMoves(t *testing.T) {
	p := stateAt(t, "crazyhouse", manyMoves)
	for text, want := range map[string]string{
		"Nbc3": "b1c3", "Nb1-c3": "b1c3", "Ndc3": "d1c3", "d1c3": "d1c3", "Nd1c3!?": "d1c3", "e4": "e2e4", "e2e4": "e2e4", "e2-e4": "e2e4", "O-O": "e1g1", "0-0!": "e1g1",
		"exd6": "e5d6", "exd6e.p.": "e5d6", "e5:d6": "e5d6", "e8=Q": "e7e8q", "e8(N)": "e7e8n", "e8/q+": "e7e8q", "e8Q": "e7e8q", "@f7": "P@f7", "P@f7": "P@f7",

		"Nc3": "may be Ndc3 or Nbc3", "e8": "name the officer", "O-O-O": "no such move", "Nf3": "no such move", "Ra1": "no such move", "hello": "must look like",
		"": "must look like", "N@f7": "no such move", "d4": "nearest: ",
	} {
		got := ""
		a, err := parseMove(p, text)
		if err == nil {
			got = p.Format(a)
		}
		if err != nil && !errors.Is(err, env.ErrIllegal) {
			t.Errorf("%s: %v is not ErrIllegal", text, err)
		}
		if got != want && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %q, %v; want %s", text, got, err, want)
		}
	}
	mated := stateAt(t, "chess", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
	if _, err := parseMove(mated, "e4"); !errors.Is(err, env.ErrOver) || !strings.HasSuffix(err.Error(), "comes after checkmate") {
		t.Error(err)
	}
}

// A text that claims what its move does not do is refused.
func TestDeny(t *testing.T) {
	const mate, capture = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "4k3/8/8/5n2/4P3/8/8/4K3 w - - 0 1"
	for _, tt := range []struct{ position, format, text, want string }{
		{manyMoves, "e5d6", "exd6e.p.", ""},
		{manyMoves, "e7e8q", "e8=Q+", ""},
		{mate, "g1g7", "Qg7#", ""},
		{mate, "g1g7", "Qg7+", ""},
		{capture, "e4f5", "exf5", ""},
		{manyMoves, "e2e4", "e2xe4", "nothing is captured"},
		{capture, "e4f5", "exf5 e.p.", "nothing is captured in passing"},
		{manyMoves, "e7e8q", "e8=Q#", "it is not mate"},
		{manyMoves, "e2e4", "e4+", "it is not check"},
	} {
		s := stateAt(t, "crazyhouse", tt.position)
		a, err := env.Parse(s, tt.format)
		got := ""
		if err == nil {
			err = s.Deny(a, tt.text)
		}
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.text, got, tt.want)
		}
	}
	if err := stateAt(t, "crazyhouse", manyMoves).Deny(1<<20, "e4"); !errors.Is(err, env.ErrIllegal) {
		t.Error(err)
	}
}

// fool is a transcript with all that PGN can hold, and foolText the same game.
var fool = env.Transcript{
	Start: usualStart, Moves: []string{"f2f3", "e7e5", "g2g4", "d8h4"}, Result: env.SecondWins, First: `A "B" \ C`, Date: "2026.11.23", Ending: "checkmate",
	Tags:     []env.Tag{{Name: "Annotator", Value: "D"}},
	Comments: map[int]string{0: "before", 1: "!? after"},
	Variations: []env.Variation{{
		After: 1, Moves: []string{"g8f6", "e2e4"}, Comments: map[int]string{2: "the knight"},
		Variations: []env.Variation{{After: 2, Moves: []string{"d2d4"}}},
	}},
}

const foolText = `[Event "?"]
[Site "?"]
[Date "2026.11.23"]
[Round "?"]
[White "A \"B\" \\ C"]
[Black "?"]
[Result "0-1"]
[Termination "checkmate"]
[Annotator "D"]

{before} 1. f3 $5 {after} 1... e5 (1... Nf6 {the knight} 2. e4 (2. d4)) 2. g4
Qh4# 0-1

`

func TestAnnotatedPGN(t *testing.T) {
	g := stateAt(t, "chess", usualStart).game
	var b strings.Builder
	if err := g.writePGN(&b, fool); err != nil || b.String() != foolText {
		t.Errorf("%v, got\n%s\nwant\n%s", err, b.String(), foolText)
	}
	got, err := g.readPGN(foolText)
	if err != nil || !reflect.DeepEqual(got, fool) {
		t.Errorf("%v, got\n%+v\nwant\n%+v", err, got, fool)
	}
	for _, line := range strings.Split(foolText, "\n") {
		if len(line) > 79 {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
	wrong := fool
	wrong.Moves = []string{"e2e4", "e2e4"}
	if err := g.writePGN(&b, wrong); err == nil || !strings.HasPrefix(err.Error(), "pgn: ply 2: illegal action") {
		t.Error(err)
	}
	wrong = fool
	wrong.Variations = []env.Variation{{After: 1, Moves: []string{"d1d8"}}}
	if err := g.writePGN(&b, wrong); err == nil || !strings.HasPrefix(err.Error(), "pgn: variation: ply 2: illegal action") {
		t.Error(err)
	}
}

// What other programs write is read, and text that is not a game is refused with its place.
func TestImportedPGN(t *testing.T) {
	g := stateAt(t, "chess", usualStart).game
	for _, tt := range []struct{ text, want string }{
		{"% a line for other programs\n1.f3 e5 ; a comment\n2.g4 Qh4# 0-1", "f2f3 e7e5 g2g4 d8h4 0-1"},
		{"1. e4 $1 $300 {curly {braces} e5 *", "e2e4 e7e5 *"},
		{"1 e4 1... e5 (1... Nf6 1-0) *", "e2e4 e7e5 *"},
		{"[Result \"1/2-1/2\"] 1. e4", "e2e4 1/2-1/2"},
		{"[SetUp \"1\"] [ FEN  \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\" ]\n\n1. O-O\n1/2-1/2", "e1g1 1/2-1/2"},
		{"", ""},
		{"*\n*", "*, *"},

		{"1. f3 e5 2. g4 Qh4# 1-0", "game 1: result 1-0: the game ends by checkmate, 0-1"},
		{"* 1. e4 Nf4", "game 2: move 1...: illegal action"},
		{"1. e4+ *", `game 1: move 1: false claim in "e4+": it is not check`},
		{"1. e4 (", "game 1: a variation begins and never ends"},
		{"1. e4 ) *", "game 1: a variation ends that has not begun"},
		{"(1. e4) *", "game 1: a variation begins before any move"},
		{"1. e4 " + strings.Repeat("(1. e4 ", env.DeepestVariations+1), "game 1: variations within each other more than 32 deep"},
		{"1. e4 " + strings.Repeat("(1. e4) ", env.MostVariedMoves+1), "game 1: more than 10000 moves in variations"},
		{"[White A]", `game 1: tag "[White A]": must look like [White "name"]`},
		{`[FEN "x"]`, "game 1: tag FEN: 1 rows: must be 8"},
		{`[Variant "y"]`, "game 1: tag Variant: y: this is chess"},
		{strings.Repeat(" ", mostPGN+1), "too long: more than 1 MiB"},
	} {
		got := ""
		records, err := g.readPGNs(strings.NewReader(tt.text))
		for i, r := range records {
			if i > 0 {
				got += ", "
			}
			for _, move := range r.Moves {
				got += move + " "
			}
			got += scores[r.Result]
		}
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != tt.want || err != nil && !strings.HasPrefix(strings.TrimPrefix(got, "pgn: "), tt.want) {
			t.Errorf("%.60s\ngot  %s\nwant %s", tt.text, got, tt.want)
		}
	}
	if _, err := g.readPGN("* *"); err == nil || err.Error() != "pgn: holds 2 games: want one" {
		t.Error(err)
	}
}

// A comment keeps nothing that ends it or the line it stands on.
func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"a  b\n c": "a b c", "{x} }": "x", "\x1b[31mred": "[31mred", "ein\xffs": "eins", "": "",
	} {
		if got := clean(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestIsPGN(t *testing.T) {
	for text, want := range map[string]bool{"[White \"a\"]": true, " \n [ FEN \"x\"]": true, "White \"a\"": false, "[Game \"celta\"]": false} {
		if got := env.IsPGN(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
