package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludens/internal/exact"
	"ludens/internal/exit"
	"ludens/solve"
)

func TestSolve(t *testing.T) {
	t.Chdir(t.TempDir())
	text := works(t, "", split("solve tictactoe -o t.solution --reachable")...)
	for _, want := range []string{
		"tictactoe     5478 positions, of which 958 are finished",
		"reachable     5478 from the start",
		"start         drawn for crosses",
		"longest win   5 plies, first from xo./.../...",
		"table         t.solution",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
	var told exact.Solution
	decode(t, []byte(works(t, "", split("solve tictactoe -o t.solution --json --workers 1")...)), &told)
	if told.Won != 2836 || told.Drawn != 1052 || told.Lost != 632 || told.Start != (solve.Verdict{Worth: "drawn"}) || told.Endless != "drawn" || told.Workers != 1 {
		t.Errorf("%+v", told)
	}
	if left, _ := os.ReadDir("."); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func TestSolvePosition(t *testing.T) {
	t.Chdir(t.TempDir())
	works(t, "", split("solve tictactoe -o t.solution")...)
	for _, test := range []struct{ line, want string }{
		{`solve tictactoe -o t.solution --position "xx./oo./..."`,
			"crosses to move: won in 1\n  c3       won in 1\n  c2       drawn\n  a1       lost in 2\n  b1       lost in 2\n  c1       lost in 2\n"},
		{`solve tictactoe --position "xox/xoo/.xo" --json`,
			`{"game":"tictactoe","position":"xox/xoo/.xo","to_move":"crosses","worth":"won","plies":1,"moves":[{"move":"a1","worth":"won","plies":1}]}` + "\n"},
		{`solve connect4 --position "......./......./......./...y.../..ryr../.yryr.."`,
			"red to move: won in 33\n  4        won in 33\n  1        lost in 2\n  2        lost in 2\n  3        lost in 2\n  5        lost in 2\n  6        lost in 2\n  7        lost in 2\n"},
	} {
		if got := works(t, "", split(test.line)...); got != test.want {
			t.Errorf("%s:\ngot\n%swant\n%s", test.line, got, test.want)
		}
	}
}

// Endgames of tafl: the king beside a corner takes it, and one attacker against
// a king who needs four cannot win.
func TestSolveEndgame(t *testing.T) {
	t.Chdir(t.TempDir())
	text := works(t, "", split("solve celta --endgame k/aa -o k.solution")...)
	if !strings.Contains(text, "celta k/aa") || strings.Contains(text, "start") {
		t.Errorf("got\n%s", text)
	}
	text = works(t, "", split(`solve celta --endgame k/aa -o k.solution --position "1k5/7/7/7/7/7/2a1a2 d"`)...)
	if want := "king's side to move: won in 1\n  b7a7+    won in 1\n"; !strings.HasPrefix(text, want) {
		t.Errorf("got\n%swant\n%s", text, want)
	}
}

func TestSolveComplaints(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	write(t, "foreign.solution", "PK\x03\x04 something else")
	complaints{
		{`solve`, 2, `solve: too few words; want: ludens solve GAME`},
		{`solve tictactow`, 1, `games: no game "tictactow" (did you mean "tictactoe"?)`},
		{`solve celta`, 1, `solve: celta: its positions cannot be numbered`},
		{`solve cetro`, 1, `solve: cetro: its positions cannot be numbered: race: the worth of a position depends on the ply if the cap decides: cap_result=draw leaves it out`},
		{`solve cetro-5x7:demand=veto`, 1, `solve: cetro-5x7:demand=veto: too large: 39697257600 positions, and no more than 4294967294 can be solved`},
		{`solve cetro-5x5:demand=veto --memory 100`, 1, `solve: cetro-5x5:demand=veto: too large for 100 MiB of memory: 115315200 positions need at least 1116 MiB, and best as much again`},
		{`solve cetro-5x7`, 1, `solve: cetro-5x7: too large for 2048 MiB of memory: it needs --memory 5682`},
		{`solve cetro-5x5 --memory 100 -o none`, 1, `solve: cetro-5x5: too large for 100 MiB of memory: it needs --memory 179`},
		{`solve cetro-5x5 -o foreign.solution`, 1, `foreign.solution: solve: this is not a table of a solved game`},
		{`solve tictactoe --endgame k/a`, 1, `solve: tictactoe: its positions cannot be numbered by men`},
		{`solve celta --endgame k/d`, 1, `solve: tafl: endgame "k/d": want k and his men, a slash and the attackers, as in kd/aa`},
		{`solve celta --endgame k/a -o none --position "1k5/7/7/7/7/7/2a1a2 d"`, 1, `there is no table at none: make it with: ludens solve celta --endgame k/a -o none`},
		{`solve tictactoe --workers 0`, 2, `--workers 0: want 1 to 1024`},
		{`solve tictactoe --position "xxx/oo./..."`, 1, `solve: the game is over in this position: first wins`},
		{`solve cetro-5x5 --position "b1b1b/1g1g1/5/1G1G1/B1B1B s -" -o none`, 1, `there is no table at none: make it with: ludens solve cetro-5x5 -o none`},
		{`solve tictactoe --position "x../.../..." -o foreign.solution`, 1, `foreign.solution: solve: this is not a table of a solved game`},
		{`eval celta random --truth`, 1, `celta cannot be solved: its positions cannot be numbered`},
		{`eval tictactoe random --truth --positions 0 --workers 2`, 2, `--positions 0: want 1 to 1000000`},
	}.check(t)
}

// Ctrl-C stops within moments and leaves nothing behind.
func TestSolveStops(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	var out, errs bytes.Buffer
	code := run(ctx, split("solve cetro-5x5:demand=veto -o t.solution"), strings.NewReader(""), &out, &errs)
	if want := "\nstopped. Nothing was kept; the same command starts from the beginning.\n"; code != exit.CodeInterrupted || errs.String() != want {
		t.Errorf("got exit code %d, %q, want %q", code, errs.String(), want)
	}
	if left, _ := os.ReadDir("."); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Work on pairs is kept when it is stopped, and the same command goes on with
// it. The table answers for games with and without demands.
func TestSolvePairs(t *testing.T) {
	if testing.Short() {
		t.Skip("solves 14 million positions")
	}
	t.Chdir(t.TempDir())
	line := split("solve cetro-5x5:demand=always -o t.solution --workers 1")
	write(t, ".t.solution.part.123", "half of what was written when the process was killed")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	if code := run(ctx, line, strings.NewReader(""), &out, &errs); code != exit.CodeInterrupted || !strings.HasSuffix(errs.String(), "\nstopped. Level 1 is kept in t.solution.part; the same command goes on from there.\n") {
		t.Errorf("got exit code %d\n%s", code, errs.String())
	}
	a := try("", line...)
	if a.code != 0 || !strings.Contains(a.errs, "of memory, up to 27 MiB on disk in .\ngoing on after level 1\n") {
		t.Errorf("got exit code %d\n%s", a.code, a.errs)
	}
	if left, _ := os.ReadDir("."); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	for _, want := range []string{"start         lost in 26 for south", "longest win   147 plies", "verified      20000 positions"} {
		if !strings.Contains(a.out, want) {
			t.Errorf("it does not say %q:\n%s", want, a.out)
		}
	}
	var told exact.Solution
	decode(t, []byte(works(t, "", split("solve cetro-5x5 -o t.solution --json")...)), &told)
	if told.Numbers != 28_828_800 || told.Won != 9_563_442 || told.Lost != 4_976_700 || told.Game != "cetro-5x5" {
		t.Errorf("with demands: %+v", told)
	}
	text := works(t, "", split(`solve cetro-5x5 -o t.solution --position "b1b1b/1g1g1/5/1G1G1/B1B1B s -"`)...)
	if !strings.HasPrefix(text, "south to move: lost in 26\n") {
		t.Errorf("got\n%s", text)
	}
	var random exact.Accuracy
	decode(t, must(t, split("eval cetro-5x5:first=north random --truth=t.solution --positions 50 --json")...), &random)
	if random.Kept.All.Positions != 50 || random.Kept.Decisive.Share > 0.8 {
		t.Errorf("random play: %+v", random)
	}
	corrupt(t, "t.solution")
	complaints{{`solve cetro-5x5 -o t.solution`, 1, `t.solution: solve: the file is damaged`}}.check(t)
}

// corrupt changes a byte in the middle of a file.
func corrupt(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 1
	write(t, path, string(text))
}

func TestTruth(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var perfect, random, again exact.Accuracy
	decode(t, must(t, split("eval tictactoe alphabeta:9 --truth --positions 300 --json")...), &perfect)
	decode(t, must(t, split("eval tictactoe random --truth --positions 300 --json")...), &random)
	if perfect.Kept.All != exact.NewProportion(300, 300) || perfect.Thrown.Count != 0 || perfect.Won.Decisive.Positions == 0 || perfect.Lost.Decisive.Positions != 0 {
		t.Errorf("perfect play: %+v", perfect)
	}
	if random.Kept.Decisive.Share > 0.6 || random.Thrown.Count != random.ToDraw+random.ToLoss || random.Thrown.Count == 0 {
		t.Errorf("random play: %+v", random)
	}
	if random.Kept.All.Positions != perfect.Kept.All.Positions || random.Won.All.Positions != perfect.Won.All.Positions || random.Mix != perfect.Mix {
		t.Error("two agents were asked about different positions")
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	decode(t, must(t, split("eval tictactoe random --truth --positions 300 --json --workers 1")...), &again)
	if again != random {
		t.Errorf("with one worker: %+v, want %+v", again, random)
	}
	if text := works(t, "", split("eval tictactoe greedy --truth --positions 50")...); !strings.Contains(text, "wins thrown away") {
		t.Errorf("got\n%s", text)
	}
}

// An exam is kept, and a kept one that is damaged or another is drawn anew.
func TestExamIsKept(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	line := split("eval connect4 greedy --truth --positions 12 --seed 3 --json")
	drawn := works(t, "", line...)
	file := filepath.Join(cache, "ludens", "exams", "connect4-12-seed-3.json")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"as it is":       string(whole),
		"cut short":      string(whole[:len(whole)/2]),
		"of other rules": strings.Replace(string(whole), `"rules":"`, `"rules":"x`, 1),
		"impossible":     strings.Replace(string(whole), `"position":"`, `"position":"r`, 1),
	} {
		write(t, file, text)
		if again := works(t, "", line...); again != drawn {
			t.Errorf("%s: got\n%swant\n%s", name, again, drawn)
		}
		if now, _ := os.ReadFile(file); string(now) != string(whole) {
			t.Errorf("%s: another exam is kept", name)
		}
	}
}
