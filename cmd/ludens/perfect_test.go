package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"ludens/arena"
)

var seeds = flag.Int("seeds", 2, "how many trainings of tic-tac-toe must be perfect")

// Tic-tac-toe from nothing: against every line of play the agent never loses,
// and against perfect play it always draws, whatever the seed. For all twenty:
//
//	go test ./cmd/ludens -run TestTicTacToeFromNothing -seeds 20 -v
func TestTicTacToeFromNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("trains for seconds")
	}
	t.Chdir(t.TempDir())
	for seed := 1; seed <= *seeds; seed++ {
		began, dir := time.Now(), fmt.Sprintf("seed-%d", seed)
		must(t, "train", "tictactoe", "--run", dir, "--set", fmt.Sprintf("seed=%d", seed),
			"--set", "evaluation.every=0", "--set", "evaluation.baselines=[]")
		took := time.Since(began)
		var lines, perfect []arena.Standing
		decode(t, must(t, "eval", "tictactoe", dir+"@32", "--every-line", "--json"), &lines)
		decode(t, must(t, "eval", "tictactoe", dir+"@32", "--baselines", "alphabeta:9", "--games", "20", "--opening", "0", "--json"), &perfect)
		t.Logf("seed %d: trained in %.1f s; every line: %+v; perfect play: %+v", seed, took.Seconds(), lines[0].Roles, perfect[0].Roles)
		for role := range 2 {
			if s := lines[0].Roles[role]; s.Losses > 0 || s.Games() == 0 {
				t.Errorf("seed %d, role %d: %d losses in %d lines of play, want none", seed, role, s.Losses, s.Games())
			}
			if s := perfect[0].Roles[role]; s.Draws != 20 {
				t.Errorf("seed %d, role %d: %d draws in 20 games against perfect play", seed, role, s.Draws)
			}
		}
	}
}

// must carries out a command line and returns what it printed.
func must(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(context.Background(), args, os.Stdin, &out, &errs); code != 0 {
		t.Fatalf("ludens %v: exit code %d\n%s%s", args, code, out.String(), errs.String())
	}
	return out.Bytes()
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
}
