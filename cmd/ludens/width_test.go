package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"ludens/internal/device"
)

// Where nothing says how wide the terminal is, lines have at most 80 columns: the
// help of every verb, and what verbs print. Pictures of boards, hashes and paths are
// as wide as they are.
func TestLinesFitEightyColumns(t *testing.T) {
	t.Chdir(t.TempDir())
	lines := []string{
		"--help", "games", "games celta", "games cetran2",
		"train tictactoe --rehearse --run r", "verify r", "eval tictactoe r@4 --baselines random,mcts:10 --games 2",
		"eval tictactoe r@4 --truth --positions 20", "match tictactoe r@4 random --games 4 --sprt 0,50 --out m",
		"ladder tictactoe r@4 greedy --each 4 --out l", "balance tictactoe --games 4 --budgets 4,8 --out b", "replay game.txt",
	}
	for _, v := range newRoot(new(device.Choice)).Commands() {
		lines = append(lines, v.Name()+" --help")
	}
	write(t, "game.txt", "[Game \"celta\"]\n\nd5-c5 d6-b6\n")
	for _, line := range lines {
		out := works(t, "", strings.Fields(line)...)
		if strings.TrimSpace(out) == "" {
			t.Errorf("ludens %s prints nothing", line)
		}
		for _, text := range tooWide(out) {
			t.Errorf("ludens %s: %d columns: %s", line, utf8.RuneCountInString(text), text)
		}
	}
}

// tooWide returns the lines of more than 80 columns that could be broken.
func tooWide(out string) (lines []string) {
	for text := range strings.SplitSeq(out, "\n") {
		if utf8.RuneCountInString(text) > 80 && len(strings.Fields(text)) > 2 {
			lines = append(lines, text)
		}
	}
	return lines
}

// The control: what is too wide is noticed, by its columns and not by its bytes, and a
// path that nothing could break is let pass.
func TestTooWideLinesAreNoticed(t *testing.T) {
	words := func(columns int) string { return strings.Repeat("ab ", 26) + strings.Repeat("x", columns-78) }
	for _, tt := range []struct {
		name, out string
		want      int
	}{
		{"80 columns", words(80) + "\n", 0},
		{"81 columns", "short\n" + words(81) + "\nshort", 1},
		{"80 columns of two bytes each", "ä b " + strings.Repeat("ö", 76), 0},
		{"81 columns of two bytes each", "ä b " + strings.Repeat("ö", 77), 1},
		{"a path", "checkpoint " + strings.Repeat("p", 90), 0},
	} {
		if got := tooWide(tt.out); len(got) != tt.want {
			t.Errorf("%s: %d lines are too wide, want %d", tt.name, len(got), tt.want)
		}
	}
}
