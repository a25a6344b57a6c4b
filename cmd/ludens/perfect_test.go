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

	"ludens/internal/exact"
)

var seeds = flag.Int("seeds", 1, "how many trainings of tic-tac-toe must be perfect")

// Tic-tac-toe from nothing: the network alone knows what positions are worth; with a
// search it never loses against every line of play, and always draws against perfect
// play, whatever the seed. For all twenty:
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
		if kept := keptAlone(t, dir); kept < learned {
			t.Errorf("seed %d: the network alone keeps %.1f %% of the values, want %v %%", seed, kept, learned)
		}
		var lines, perfect measured
		decode(t, must(t, "eval", "tictactoe", dir+"@32", "--every-line", "--json"), &lines)
		decode(t, must(t, "eval", "tictactoe", dir+"@32", "--baselines", "alphabeta:9", "--games", "20", "--opening", "0", "--json"), &perfect)
		t.Logf("seed %d: trained in %.1f s; every line: %+v; perfect play: %+v", seed, took.Seconds(), lines.Standings[0].Roles, perfect.Standings[0].Roles)
		for role := range 2 {
			if s := lines.Standings[0].Roles[role]; s.Losses > 0 || s.Games() == 0 {
				t.Errorf("seed %d, role %d: %d losses in %d lines of play, want none", seed, role, s.Losses, s.Games())
			}
			if s := perfect.Standings[0].Roles[role]; s.Draws != 20 {
				t.Errorf("seed %d, role %d: %d draws in 20 games against perfect play", seed, role, s.Draws)
			}
		}
	}
}

// learned is how many positions in a hundred a network must know without a search that
// has learned tic-tac-toe. With a search of 32 simulations and its proofs every network
// plays perfectly, so nothing that is measured with one says that it has learned anything.
const learned = 90.0

// keptAlone returns how many of the values of positions the moves of a run's network keep
// without a search, in per cent.
func keptAlone(t *testing.T, dir string) float64 {
	t.Helper()
	var a exact.Accuracy
	decode(t, must(t, "eval", "tictactoe", dir+"@0", "--truth", "--json"), &a)
	return 100 * float64(a.Kept.All.Count) / float64(a.Kept.All.Positions)
}

// The control of the test above: with a learning rate at which nothing is learned, it
// fails; so it does with the network before its first step. With a search neither shows.
func TestTicTacToeNotLearned(t *testing.T) {
	if testing.Short() {
		t.Skip("trains for seconds")
	}
	t.Chdir(t.TempDir())
	must(t, "train", "tictactoe", "--run", "none", "--set", "train.learning_rate=1e-7", "--set", "train.iterations=10",
		"--set", "evaluation.every=0", "--set", "evaluation.baselines=[]")
	for _, dir := range []string{"none", "untrained:none"} {
		if kept := keptAlone(t, dir); kept >= learned-15 {
			t.Errorf("%s keeps %.1f %% of the values: that of a trained network proves nothing", dir, kept)
		}
		var a exact.Accuracy
		decode(t, must(t, "eval", "tictactoe", dir+"@32", "--truth", "--json"), &a)
		if a.Kept.All.Count != a.Kept.All.Positions {
			t.Errorf("%s with a search keeps %d of %d", dir, a.Kept.All.Count, a.Kept.All.Positions)
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
