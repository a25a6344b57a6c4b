package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// What can be asked of a game that comes with ludens can be asked of one from a file, two
// of each engine. What is asked of a game that cannot have it is refused in one line.
func TestGamesFromFilesAreAskedAll(t *testing.T) {
	t.Chdir(t.TempDir())
	const refused = "ludens: "
	for i, test := range []struct{ game, open, pieces, odds string }{
		{"brandubh-triathlon", "shieldwall=*", "", "its games cannot begin at odds"},
		{"tablut-smith", "passive=*", "", "its games cannot begin at odds"},
		{"five-field-kono", "chain=*", "its men cannot be counted", "its games cannot begin at odds"},
		{"grasshopper", "over=*", "its men cannot be counted", "its games cannot begin at odds"},
		{"squava", "longer=*", "its men cannot be counted", "its games cannot begin at odds"},
		{"mnk-4-4-3", "swap=*", "its men cannot be counted", "its games cannot begin at odds"},
		{"three-check", "checks=2|3", "", ""},
		{"minishogi", "stalemate=*", "", ""},
	} {
		name := "my-" + test.game
		file := name + ".toml"
		if err := os.WriteFile(file, []byte(fmt.Sprintf("name = %q\nlike = %q\ncap = 40\n", name, test.game)), 0o644); err != nil {
			t.Fatal(err)
		}
		for line, want := range map[string]string{
			"games " + file + ":" + test.open: "",
			"balance goal " + file + ":" + test.open + " favoured<=50 --agent random --games 2 --confirm 0 --finalists 1": "",
			"balance pieces " + file + " --agent random --games 2 --examine=false":                                        test.pieces,
			"balance odds " + file + " --agent random --draw 1 --opponent none --examine=false":                           test.odds,
			"bench env " + file + " --rounds 1":                                                                           "",
			"ladder " + file + " random greedy --baselines random --games 2":                                              "",
		} {
			if i > 0 && strings.HasPrefix(line, "bench") { // it takes a second, whatever the game
				continue
			}
			a := try("", strings.Fields(line)...)
			switch {
			case want == "" && a.code != 0:
				t.Errorf("ludens %s: %s", line, a.errs)
			case want != "" && (a.code == 0 || !strings.HasPrefix(a.errs, refused) || !strings.HasSuffix(a.errs, want+"\n") || strings.Count(a.errs, "\n") != 1):
				t.Errorf("ludens %s: got %d %q, want one line that ends with %q", line, a.code, a.errs, want)
			}
		}
	}
	complaints{
		{"games my-minishogi.toml:insufficient=-|S", 1, "games: my-minishogi:insufficient=-|S: option insufficient is a text, and no number can show a network which: " +
			"these can have several values: first, draw, promotion_begins, promotion_captures, demotes, no_stuck, castling_mirrored, castling_opposite, must_capture, checking, royals, " +
			"no_flight, facing, facing_ranks, blast, trail, walls, pass, drops, captures_to_hand, keeps_promotion, must_drop, drop_checks, drop_promoted, drop_onto, checkmate, stalemate, " +
			"extinction, extinction_count, extinction_opponent, extinction_reply, connect, connect_square, connect_apart, connect_lines, connect_result, goal_count, goal_safe, " +
			"goal_blocked, goal_reply, checks, repetition, repetition_result, perpetual_check, counting, draw_odds"},
		{"games my-squava.toml:cap=*", 1, "games: my-squava:cap=*: option cap has no list of values: say which, as in cap=40|OTHER; * goes for " +
			"rows, cols, length, line, longer, diagonals, gravity, first_stones, stones, capture, centre, away, swap, full, look"},
		{"games my-squava.toml:rows=*", 1, "games: my-squava:rows=*: my-squava:rows=2 has 2 by 5 squares, and my-squava:rows=1 1 by 5: one network wants one board"},
	}.check(t)
}
