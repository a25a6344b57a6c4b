package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/env/games"
)

// The rows name games and agents that there are, and a row that lacks something is refused.
func TestStandards(t *testing.T) {
	rows, err := readStandards(scoreboardRows)
	if err != nil || len(rows.Exact) == 0 || len(rows.Peer) == 0 {
		t.Fatal(len(rows.Exact), len(rows.Peer), err)
	}
	for _, r := range rows.Exact {
		if _, err := games.Make(r.Game); err != nil {
			t.Error(err)
		}
		if _, err := agent.Typed(r.Agent); err != nil && !(r.Train && strings.HasPrefix(r.Agent, r.Game+"@")) {
			t.Error(err)
		}
	}
	for text, want := range map[string]string{
		"[[exact]]\ngame='connect4'": "exact row 1: want",
		"[[exact]]\ngame='connect4'\nagent='random'\ntrain=true\ntraining='none'": "exact row 1: want",
		"[[exact]]\ngame='connect4'\nagent='random'\nelo=3":                       "unknown key",
		"[[peer]]\nprogram='x'\ngame='y'\ncost='z'\npublished='p'":                "peer 1: want",
	} {
		if _, err := readStandards(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// The page has the results of docs/strength.md and the rows of scoreboard.toml as they are.
func TestScoreboardIsCopied(t *testing.T) {
	docs := filepath.Join("..", "..", "docs")
	text, err := os.ReadFile(filepath.Join(docs, "scoreboard.md"))
	if err != nil {
		t.Fatal(err)
	}
	tables, err := copiedTables(filepath.Join(docs, "strength.md"))
	if err != nil {
		t.Fatal(err)
	}
	page, err := withTables(string(text), tables)
	if err != nil {
		t.Fatal(err)
	}
	if page != string(text) {
		t.Error("docs/scoreboard.md is stale: go run ./scripts/measure scoreboard -copied")
	}
	measured := firstTable(page)
	rows, err := readStandards(scoreboardRows)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows.Exact {
		if !strings.Contains(measured, "| "+r.Game+" | `"+r.Agent+"` |") {
			t.Errorf("the page has no row of %s on %s: go run ./scripts/measure scoreboard", r.Agent, r.Game)
		}
	}
}

func TestTablesOfAPage(t *testing.T) {
	const page = "a\n<!-- x -->\nold\n<!-- end -->\nb\n<!-- y -->\n<!-- end -->\n"
	got, err := withTables(page, map[string]string{"x": "| 1 |\n", "y": "| 2 |\n"})
	if want := "a\n<!-- x -->\n\n| 1 |\n\n<!-- end -->\nb\n<!-- y -->\n\n| 2 |\n\n<!-- end -->\n"; err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if got := firstTable("text\n| a |\n|---|\n| 1 |\n\n| b |\n"); got != "| a |\n|---|\n| 1 |\n" {
		t.Errorf("first table %q", got)
	}
	for _, bad := range []string{"no marks\n", "<!-- x -->\nwithout an end\n"} {
		if _, err := withTables(bad, map[string]string{"x": ""}); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}
