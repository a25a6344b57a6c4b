package chess

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

// record returns the game of moves given as texts.
func record(t testing.TB, g *Cetran, fen, moves string) env.Transcript {
	t.Helper()
	s := position(t, g, fen)
	r := env.Transcript{Start: g.Position(s), Moves: strings.Fields(moves)}
	for _, text := range r.Moves {
		a, err := env.Parse(s, text)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(a)
	}
	r.Result = s.Result()
	return r
}

func written(t testing.TB, g *Cetran, r env.Transcript) string {
	t.Helper()
	var b bytes.Buffer
	if err := g.writePGN(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWritePGN(t *testing.T) {
	g := cetran2Game(t)
	r := record(t, g, "8/4P2k/8/6K1/8/8/8/8 b - 3 40", "h7g7 e7e8s g7h7")
	r.First, r.Date = `A "B" \ C`, "2024.01.02"
	r.Tags = []env.Tag{{Name: "Annotator", Value: "A. Writer"}, {Name: "Result", Value: "1-0"}}
	want := `[Event "?"]
[Site "?"]
[Date "2024.01.02"]
[Round "?"]
[White "A \"B\" \\ C"]
[Black "?"]
[Result "*"]
[Variant "cetran2"]
[SetUp "1"]
[FEN "8/4P2k/8/6K1/8/8/8/8 b - - 3 40"]
[Annotator "A. Writer"]

40... Kg7 41. e8=S+ Kh7 *

`
	if got := written(t, g, r); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Import format: comments, glyphs and variations are kept, whatever else other programs add is
// passed over.
func TestReadPGN(t *testing.T) {
	const file = `% a line for somebody else
[White "A \"B\" \\ C"]
[ FEN   "8/4P2k/8/6K1/8/8/8/8 b - 3 40" ]
[Variant "Cetran Chess 2"]

{The pawn {runs.} 40...Kg7!? $5 41.e8S (41. e8=Q {is (as) good} (41. e8=R Kf7)
Kh7 1-0) 41... Kh7 ; the end
*

[FEN "7k/8/6K1/8/8/8/8/1Q6 w - 0 1"]
[Result "1-0"]
1 Qb8#
[Result "*"] [FEN "7k/8/6K1/8/8/8/8/1Q6 w - 0 1"] 1. Qb2+ Kg8 1/2-1/2`
	g := cetran2Game(t)
	records, err := g.readPGNs(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	first := record(t, g, "8/4P2k/8/6K1/8/8/8/8 b - 3 40", "h7g7 e7e8s g7h7")
	first.First = `A "B" \ C`
	first.Comments = map[int]string{0: "The pawn runs.", 1: "!?", 3: "the end"}
	first.Variations = []env.Variation{{
		After: 1, Moves: []string{"e7e8q", "g7h7"}, Comments: map[int]string{2: "is (as) good"},
		Variations: []env.Variation{{After: 1, Moves: []string{"e7e8r", "g7f7"}}},
	}}
	second := record(t, g, "7k/8/6K1/8/8/8/8/1Q6 w - 0 1", "b1b8")
	third := record(t, g, "7k/8/6K1/8/8/8/8/1Q6 w - 0 1", "b1b2 h8g8")
	third.Result = env.Drawn
	for i, want := range []env.Transcript{first, second, third} {
		if i >= len(records) {
			t.Fatalf("got %d games, want 3", len(records))
		}
		if got := records[i]; written(t, g, got) != written(t, g, want) {
			t.Errorf("game %d: got\n%s\nwant\n%s", i+1, written(t, g, got), written(t, g, want))
		}
	}
}

// A game without a FEN tag begins with the variant's array.
func TestReadPGNFromArray(t *testing.T) {
	const moves = "1. e4 e5 *"
	fixed, err := New("cetran2", settings("array=qrknchsa/KSNRCAQH"))
	if err != nil {
		t.Fatal(err)
	}
	records, err := fixed.(*Cetran).readPGNs(strings.NewReader(moves))
	if err != nil || len(records) != 1 || len(records[0].Moves) != 2 {
		t.Errorf("got %v (%v), want one game of two moves", records, err)
	}
	_, err = cetran2Game(t).readPGNs(strings.NewReader(moves))
	if want := "pgn: game 1: no FEN tag, and the start of cetran2 is drawn"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestUnreadablePGN(t *testing.T) {
	const fen = `[FEN "7k/8/6K1/8/8/8/8/1Q6 w - 0 1"] `
	for _, tt := range []struct{ text, want string }{
		{fen + "1. Qb2+ Kg8 2. Qbb", "game 1: move 2: illegal action \"Qbb\": must look like Nd3, exd8=Q or e2e4 (nearest: Qb4, Qb5, Qb6)"},
		{fen + "1. Qb2+ Kg8 2. Qc4", "game 1: move 2: illegal action \"Qc4\": no such move here (nearest: Qb4, Qc3, Qd4)"},
		{fen + "1. Qb2+ Kg6", "game 1: move 1...: illegal action \"Kg6\": no such move here (nearest: Kg8)"},
		{fen + "*" + fen + "1. Qb8+ Kg8", "game 2: move 1...: the game is over: \"Kg8\" comes after checkmate"},
		{fen + "1. Qb8# 0-1", "game 1: result 0-1: the game ends by checkmate, 1-0"},
		{`[FEN "7k w"] *`, "game 1: tag FEN: 1 rows: must be 8"},
		{`[White A] *`, `game 1: tag "[White A] *": must look like [White "name"]`},
		{`[Variant "Chess"] ` + fen, `game 1: tag Variant: Chess: this is cetran2`},
		{`[Variant "cetran1"] ` + fen, `game 1: tag Variant: cetran1: this is cetran2`},
	} {
		_, err := cetran2Game(t).readPGNs(strings.NewReader(tt.text))
		if want := "pgn: " + tt.want; err == nil || err.Error() != want {
			t.Errorf("%s\ngot  %v\nwant %s", tt.text, err, want)
		}
	}
}

// Random games are read back as they were written, all from one file.
func TestPGNRoundTrip(t *testing.T) {
	g := cetran2Game(t)
	var file bytes.Buffer
	var games []env.Transcript
	for seed := range uint64(20) {
		r := randomRecord(g, seed)
		games = append(games, r)
		if err := g.writePGN(&file, r); err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(file.String()) {
		if len(line) > 80 && line[0] != '[' {
			t.Errorf("%d characters in one line: %s", len(line), line)
		}
	}
	records, err := g.readPGNs(&file)
	if err != nil || len(records) != len(games) {
		t.Fatalf("got %d games (%v), want %d", len(records), err, len(games))
	}
	for i, got := range records {
		want := games[i]
		if got.Start != want.Start || got.Result != want.Result || !slices.Equal(got.Moves, want.Moves) {
			t.Errorf("game %d: got\n%s\nwant\n%s", i, written(t, g, got), written(t, g, want))
		}
	}
}

func randomRecord(g *Cetran, seed uint64) env.Transcript {
	rng := rand.New(rand.NewPCG(seed, 1))
	s := g.New(seed)
	r := env.Transcript{Start: g.Position(s)}
	for len(r.Moves) < 150 && s.Result() == env.Ongoing {
		legal := s.Legal(nil)
		a := legal[rng.IntN(len(legal))]
		r.Moves = append(r.Moves, s.Format(a))
		s.Play(a)
	}
	r.Result = s.Result()
	return r
}
