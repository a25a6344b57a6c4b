package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/configs"
	"ludens/train"
)

// Absurd numbers and files without an end are refused in one line, before anything
// is made.
func TestAbsurdities(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "long.toml", "game = \"tictactoe\"\nfrom = \""+strings.Repeat("x", 10_000)+"\"\n")
	write(t, "huge.toml", strings.Repeat("# nothing\n", 10_000))
	write(t, "seed.toml", "game = \"tictactoe\"\n\nseed = -1\n")
	complaints{
		{`train tictactoe --config /dev/zero`, 1, `/dev/zero is not an ordinary file`},
		{`train tictactoe --config .`, 1, `. is a folder, no file`},
		{`train --config long.toml`, 1, `long.toml:2: a line longer than 8192 bytes: want less`},
		{`train tictactoe --config huge.toml`, 1, `huge.toml is too long: more than 64 KiB`},
		{`train --config seed.toml`, 1, `seed.toml:3: seed = -1, want 0 to 9223372036854775807`},
		{`train tictactoe --set seed=-1`, 1, `--set seed=-1: seed = -1, want 0 to 9223372036854775807`},
		{`train tictactoe --set selfplay.cache=9000000000000`, 1, `--set selfplay.cache=9000000000000: [selfplay] cache = 9000000000000, want 0 to 100000000`},
		{`train tictactoe --set search.leaves=1000000000`, 1, `--set search.leaves=1000000000: [search] leaves = 1000000000: this key was removed, and only its default, 1, is still read: delete it, or use the version of ludens that it was written for`},
		{`train tictactoe --set evaluation.simulations=2000000000`, 1, `--set evaluation.simulations=2000000000: [evaluation] simulations = 2000000000, want 0 (the network alone) to 1000000`},
		{`train tictactoe --set evaluation.watch=mcts:1e99`, 1, `--set evaluation.watch=mcts:1e99: [evaluation] watch = "mcts:1e99": agent "mcts:1e99": "1e99" is not a whole number from 1 to 1000000`},
		{`train tictactoe --set search.c_init=inf`, 1, `--set search.c_init=inf: [search] c_init = +Inf, want 0 to 1000`},
		{`train tictactoe --workers 1000000000`, 2, `--workers 1000000000: want 0 to 1024`},
		{`eval tictactoe random --games 9223372036854775807`, 2, `--games 9223372036854775807: want 1 to 1000000`},
		{`eval tictactoe random --opening 1000000000000`, 2, `--opening 1000000000000: want 0 to 60`},
		{`eval tictactoe random --workers 1000000000`, 2, `--workers 1000000000: want 1 to 1024`},
		{`eval tictactoe random --truth --positions 9223372036854775807`, 2, `--positions 9223372036854775807: want 1 to 1000000`},
		{`eval tictactoe random --truth --mates 1000000000000`, 2, `--mates 1000000000000: want 1 to 1000000`},
		{`eval tictactoe alphabeta:999`, 1, `agent "alphabeta:999": "999" is not a whole number from 1 to 64`},
		{`eval cetran2 champion:99999999999`, 1, `agent "champion:99999999999": "99999999999" is not a whole number from 0 to 1000000`},
		{`match tictactoe random greedy --games 1000000000000`, 2, `--games 1000000000000: want 2, 4 or more, up to 2000000, since games come in pairs`},
		{`match tictactoe random greedy --movetime 25h`, 2, `--movetime 25h0m0s: want more than nothing, as in 100ms, and at most 24 hours`},
		{`match tictactoe random greedy --openings /dev/zero`, 1, `/dev/zero is not an ordinary file`},
		{`ladder tictactoe random greedy --each 1000000000000`, 2, `--each 1000000000000: want 1 to 1000000`},
		{`balance tictactoe --games 1000000000000`, 2, `--games 1000000000000: want 1 to 1000000`},
		{`balance arrays celta --confirm 1000000000000`, 2, `--confirm 1000000000000: want 0 to 1000000`},
		{`balance tictactoe --minutes 1e300`, 2, `invalid argument "1e300" for "--minutes" flag: want more than 0, and at most 1000000; see ludens balance --help`},
		{`train tictactoe --minutes 0`, 2, `invalid argument "0" for "--minutes" flag: want more than 0, and at most 1000000; see ludens train --help`},
		{`resume runs/x --minutes soon`, 2, `invalid argument "soon" for "--minutes" flag: want more than 0, and at most 1000000; see ludens resume --help`},
		{`balance tictactoe --minutes nan`, 2, `invalid argument "nan" for "--minutes" flag: want more than 0, and at most 1000000; see ludens balance --help`},
		{`solve tictactoe --workers 1000000000000`, 2, `--workers 1000000000000: want 1 to 1024`},
		{`solve cetro-5x5 --memory 9223372036854775807`, 2, `--memory 9223372036854775807: want 1 to 1048576`},
		{`engine cetran2 mcts:10 --threads 1000000000000`, 2, `--threads 1000000000000: want 1 to 256`},
		{`engine cetran2 mcts:10 --workers 1000000000000`, 2, `--workers 1000000000000: want 1 to 1024`},
		{`engine cetran2 mcts:10 --hash 1000000000000`, 2, `--hash 1000000000000: want 0 to 65536`},
		{`match connect4 random greedy --threads 0`, 2, `--threads 0: want 1 to 256`},
		{`play connect4 --threads 257`, 2, `--threads 257: want 1 to 256`},
		{`serve --threads 0`, 2, `--threads 0: want 1 to 256`},
		{`bench env tictactoe --rounds 1000000000000`, 2, `--rounds 1000000000000: want 1 to 10000`},
		{`bench nn --threads 1000000000000`, 2, `bench: --threads 1000000000000: want 1 to 1024`},
		{`bench nn --against /dev/zero`, 1, `/dev/zero is not an ordinary file`},
	}.check(t)
	if left, _ := filepath.Glob("*"); len(left) != 3 {
		t.Errorf("left behind: %v", left)
	}
}

// What a run wrote is read back as the same run, by itself and by its checkpoints,
// and goes on; also with the largest seed.
func TestRunReadsBack(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, "train", "tictactoe", "--rehearse", "--run", "run", "--set", "seed=9223372036854775807", "--set", "search.c_init=1.1")
	path := filepath.Join("run", "config.toml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := configs.Load(configs.Layer{Name: path, Text: string(text)})
	if err != nil || again.Text() != string(text) || again.Seed != 1<<63-1 {
		t.Errorf("reads back with the seed %d, %v\n%s\nwas\n%s", again.Seed, err, again.Text(), text)
	}
	c, _, err := train.ReadCheckpoint(filepath.Join("run", "checkpoints", "000002.ckpt"))
	if err != nil || c.Config != string(text) || c.Seed != again.Seed {
		t.Errorf("the checkpoint's configuration differs: %v\n%s", err, c.Config)
	}
	var out, errs bytes.Buffer
	if code := run(context.Background(), []string{"resume", "run"}, os.Stdin, &out, &errs); code != 0 {
		t.Errorf("resume: exit code %d, %s", code, errs.String())
	}
}
