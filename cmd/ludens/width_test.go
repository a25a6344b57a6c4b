package main

import (
	"strings"
	"testing"
	"unicode/utf8"
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
	for _, v := range newRoot().Commands() {
		lines = append(lines, v.Name()+" --help")
	}
	write(t, "game.txt", "[Game \"celta\"]\n\nd5-c5 d6-b6\n")
	for _, line := range lines {
		for text := range strings.SplitSeq(works(t, "", strings.Fields(line)...), "\n") {
			if n := utf8.RuneCountInString(text); n > 80 && len(strings.Fields(text)) > 2 {
				t.Errorf("ludens %s: %d columns: %s", line, n, text)
			}
		}
	}
}
