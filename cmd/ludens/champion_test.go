package main

import (
	"testing"

	"ludens/agent"
	"ludens/configs"
	"ludens/env/games"
	"ludens/internal/roster"
)

// Every champion opens, fits the rules of its game as they are now, and moves.
func TestChampions(t *testing.T) {
	names := configs.Champions()
	if len(names) == 0 {
		t.Fatal("no champions")
	}
	for _, name := range names {
		g, err := games.Make(name)
		if err != nil {
			t.Errorf("champion of %s: %v", name, err)
			continue
		}
		if _, err := roster.Open(agent.Source{Kind: "champion"}, g); err != nil {
			t.Error(err)
			continue
		}
		has(t, works(t, "", "eval", name, "champion:2", "--baselines", "random", "--games", "1"), "random")
	}
}

func TestNoChampion(t *testing.T) {
	a := try("", "eval", "tablut", "champion", "--games", "1")
	if a.code != 1 {
		t.Errorf("exit code %d, want 1", a.code)
	}
	has(t, a.errs, "no champion of tablut comes with ludens; there are champions of: ")
}
