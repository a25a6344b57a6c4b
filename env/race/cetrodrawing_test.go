package race

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

// placed returns the position of a drawing, the highest rank on top, with the
// last two fields of its text: "s -". '.' is an empty square, and so is '*',
// which marks what a test expects.
func placed(t testing.TB, g *Game, board, fields string) *State {
	t.Helper()
	s, err := g.ParsePosition(contracted(board) + " " + fields)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*State)
}

// contracted takes a drawing to the first field of a position.
func contracted(board string) string {
	var ranks []string
	for line := range strings.Lines(strings.TrimSpace(board)) {
		rank := strings.NewReplacer("*", ".", " ", "", "\t", "", "\n", "").Replace(line)
		for run := len(rank); run > 0; run-- {
			rank = strings.ReplaceAll(rank, strings.Repeat(".", run), fmt.Sprint(run))
		}
		ranks = append(ranks, rank)
	}
	return strings.Join(ranks, "/")
}

// marked returns the squares with a '*' in a drawing, sorted.
func marked(board string) (squares []string) {
	lines := strings.Split(strings.TrimSpace(board), "\n")
	for i, line := range lines {
		for x, letter := range strings.Join(strings.Fields(line), "") {
			if letter == '*' {
				squares = append(squares, fmt.Sprintf("%c%d", 'a'+x, len(lines)-i))
			}
		}
	}
	slices.Sort(squares)
	return squares
}

// targets returns where the man on a square may go, sorted.
func targets(s *State, from string) (to []string) {
	for _, text := range legalTexts(s) {
		if rest, ok := strings.CutPrefix(text, from+"-"); ok {
			to = append(to, rest)
		}
	}
	return to
}

// must plays moves, given as one text.
func must(t testing.TB, s *State, moves string) *State {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		a, err := env.Parse(s, text)
		if err != nil {
			t.Fatalf("%v\n%s", err, s)
		}
		s.Play(a)
	}
	return s
}

// game returns the game of a name like "cetro:demand=none,first=north".
func game(t testing.TB, name string) *Game {
	t.Helper()
	variant, options, _ := strings.Cut(name, ":")
	return general(t, file(t, variant, options))
}

// start returns the start position of a game like "cetro:demand=none".
func start(t testing.TB, name string) *State { return game(t, name).New(0).(*State) }
