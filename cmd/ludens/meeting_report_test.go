package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A match and a ladder can be read as reports, too.
func TestReportsOfMeetings(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, "train", "tictactoe", "--rehearse", "--run", "run")
	for _, test := range []struct{ line, title, figure, hash string }{
		{"match tictactoe greedy run@4 --games 8 --out m -o r1", "Who is better at tictactoe from 4 random plies, greedy or run@4?", "match", "ckpt:"},
		{"ladder run@4 --games 40 --out l --baselines random,greedy -o r2", "How strong are the players of tictactoe from 4 random plies?", "training", "ckpt:"},
	} {
		works(t, "", strings.Fields(test.line)...)
		dir := test.line[len(test.line)-2:]
		var s struct {
			Title  string
			Repeat map[string]string
		}
		if err := json.Unmarshal([]byte(read(t, filepath.Join(dir, "study.json"))), &s); err != nil {
			t.Fatal(err)
		}
		if s.Title != test.title || s.Repeat["command"] != "ludens "+test.line {
			t.Errorf("%s: %+v", test.line, s)
		}
		has(t, read(t, filepath.Join(dir, "README.md")), test.hash)
		for _, name := range []string{"index.html", "figures/" + test.figure + ".png", "data/" + test.figure + ".csv"} {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				t.Error(err)
			}
		}
	}
}
