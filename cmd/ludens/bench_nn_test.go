package main

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"ludens/internal/bench"
	"ludens/nn"
)

// smallest is the quickest measurement there is.
const smallest = "bench nn --quick --nets 4x1 --boards 3 --batch 2 --threads 1 --paths portable"

func TestBenchNN(t *testing.T) {
	t.Chdir(t.TempDir())
	first := works(t, "", split(smallest+" --json")...)
	var r bench.Report
	if err := json.Unmarshal([]byte(first), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) != 2 || r.Machine.Go == "" || r.Machine.Kernels != nn.Path() {
		t.Fatalf("got %+v, want an evaluation and a training step on this machine", r)
	}
	for i, want := range []bench.Key{
		{Work: "infer", Net: "4x1", Board: "3x3", Batch: 2, Threads: 1, Precision: "fp32", Path: "portable"},
		{Work: "train", Net: "4x1", Board: "3x3", Batch: 128, Threads: 1, Precision: "fp32", Path: "portable"},
	} {
		row := r.Rows[i]
		if row.Key != want {
			t.Errorf("row %d is of %v, want %v", i, row.Key, want)
		}
		if !(row.Least > 0 && row.Least <= row.Rate && row.Rate <= row.Most && row.Peak > 0) ||
			math.Abs(row.GFLOPS/row.Peak-row.Share) > 1e-9 {
			t.Errorf("%v: figures do not fit together: %+v", want, row)
		}
	}
	write(t, "before.json", first)
	out := works(t, "", split(smallest+" --work infer --batch 2,3 --against before.json")...)
	has(t, out, r.Machine.String()+"\n", "work ", "ratio\n", " new\n", "not measured now: train portable 4x1 on 3x3, batch 128, fp32, threads 1\n")
	if strings.Contains(out, "another machine") {
		t.Errorf("this is no other machine:\n%s", out)
	}
}

// A game is measured with the network that it would be trained with.
func TestBenchNNOfAGame(t *testing.T) {
	out := works(t, "", split("bench nn tictactoe --quick --work infer --batch 1 --precision fp32 --paths "+nn.Path())...)
	has(t, out, "tictactoe ", " 3x3 ", "evals/s")
}

func TestBenchNNRoofline(t *testing.T) {
	if testing.Short() {
		t.Skip("measures for some seconds")
	}
	t.Chdir(t.TempDir())
	out := works(t, "", split("bench nn --quick --nets 8x1 --roofline line.svg")...)
	has(t, out, "peak ", "memory ", "3x3 of a block", "8x1, batch 8")
	has(t, read(t, "line.svg"), "<svg", "value.hidden", "GFLOP/s")
}

func TestBenchNNComplaints(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "celta.txt", "[Game \"celta\"]\n")
	write(t, "empty.json", "{}")
	complaints{
		{`bench nn --nets 64`, 2, `bench: --nets 64: want CHANNELSxBLOCKS, as in 64x6`},
		{`bench nn --nets 64x6x2`, 2, `bench: --nets 64x6x2: want CHANNELSxBLOCKS, as in 64x6`},
		{`bench nn --nets 0x6`, 2, `bench: network 0x6 on a board of 7: channels = 0, want 1 to 4096`},
		{`bench nn --boards 1`, 2, `bench: network 32x4 on a board of 1: rows = 1, want 2 to 64`},
		{`bench nn --batch 0`, 2, `bench: --batch 0: want 1 to 65536`},
		{`bench nn --threads 0`, 2, `bench: --threads 0: want 1 to 1024`},
		{`bench nn --paths sse`, 2, `bench: --paths sse: want one of ` + strings.Join(nn.Paths(), ", ")},
		{`bench nn --precision int4`, 2, `bench: --precision int4: want one of fp32, int8`},
		{`bench nn --work play`, 2, `bench: --work play: want one of infer, train`},
		{`bench nn celta --nets 64x6`, 2, `bench: --nets and --boards are for the table: celta has a network and a board of its own`},
		{`bench nn tictactow`, 1, `games: no game "tictactow" (did you mean "tictactoe"?)`},
		{`bench nn --json --against empty.json`, 2, `bench: --json or --against, not both`},
		{`bench nn --against nowhere.json`, 1, `stat nowhere.json: no such file or directory`},
		{`bench nn --against celta.txt`, 1, `celta.txt holds no figures: want what ludens bench nn --json prints`},
		{`bench nn --against empty.json`, 1, `empty.json holds no figures: want what ludens bench nn --json prints`},
		{`bench nn --roofline line.gif`, 2, `bench: --roofline line.gif: want a file that ends in .svg or .png`},
		{`bench nn celta --roofline line.svg`, 2, `bench: --roofline draws a picture and nothing else: leave GAME, --json and --against out`},
	}.check(t)
}
