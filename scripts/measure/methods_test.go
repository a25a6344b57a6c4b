package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludens/arena"
)

// A row has the mean of what its seeds took and scored, each seed's score for itself, and intervals
// of all games together.
func TestMethodsRow(t *testing.T) {
	won := func(wins, games int) arena.Score { return arena.Score{Wins: wins, Losses: games - wins} }
	all := []duel{
		{[2]float64{1, 4}, [3]arena.Score{won(15, 20), won(20, 20), won(10, 20)}},
		{[2]float64{2, 6}, [3]arena.Score{won(5, 20), won(20, 20), won(10, 20)}},
	}
	got := methodsRow("celta", all)
	if want := "| celta | 1.5 | 5.0 | 75, 25 | 50 [35, 65] | 100 [91, 100] | 50 [35, 65] |"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	all[0].scores[0] = won(20, 20)
	if other := methodsRow("celta", all); other == got {
		t.Error("the row is the same with other scores")
	}
}

// A duel trains both methods with its seed, plays three matches, and does nothing of it again. What
// the program prints in place of a match is an error, not a score.
func TestDuel(t *testing.T) {
	c := contest{seeds: 1, time: 4 * time.Millisecond}
	c.dir, c.iterations, c.games = t.TempDir(), 3, 2
	c.ludens = filepath.Join(c.dir, "ludens")
	write := func(printed string) {
		script := fmt.Sprintf("#!/bin/sh\necho \"$@\" >> %s\n[ $1 = match ] && echo '%s'\ntrue\n", filepath.Join(c.dir, "log"), printed)
		if err := os.WriteFile(c.ludens, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"roles":[{"wins":1,"draws":0,"losses":0},{"wins":0,"draws":1,"losses":0}]}`)
	d, err := c.duel("celta", 2)
	if err != nil || d.scores[1].Mean() != 0.75 {
		t.Fatalf("%+v: %v", d, err)
	}
	log, err := os.ReadFile(filepath.Join(c.dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"train celta --run celta-evaluation-2 --preset alphabeta --set seed=2",
		"train celta --run celta-network-2 --set train.iterations=3 --set seed=2",
		"match celta alphabeta:cpu=4ms+eval=celta-evaluation-2 ckpt:celta-network-2@cpu=4ms --games 2 --seed 2",
		"match celta alphabeta:cpu=4ms+eval=celta-evaluation-2 untrained:cpu=4ms",
		"match celta ckpt:celta-network-2@cpu=4ms untrained:cpu=4ms",
	} {
		if !strings.Contains(string(log), want) {
			t.Errorf("it did not say %q:\n%s", want, log)
		}
	}
	for _, printed := range []string{"no JSON", `{"roles":[{"wins":0},{"wins":0}]}`} {
		if write(printed); err == nil {
			if _, err := c.duel("celta", 2); err == nil {
				t.Errorf("%q is a score", printed)
			}
		}
	}
}
