package main

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"ludens/nn"
)

// smallest is the quickest measurement there is.
const smallest = "bench nn --quick --nets 4x1 --boards 3 --batch 2 --threads 1 --paths portable"

func TestBenchNN(t *testing.T) {
	t.Chdir(t.TempDir())
	first := works(t, "", split(smallest+" --json")...)
	var r netReport
	if err := json.Unmarshal([]byte(first), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) != 2 || r.Machine.Go == "" || r.Machine.Kernels != nn.Path() {
		t.Fatalf("got %+v, want an evaluation and a training step on this machine", r)
	}
	for i, want := range []netKey{
		{"infer", "", "4x1", "3x3", 2, 1, "fp32", "portable"},
		{"train", "", "4x1", "3x3", 128, 1, "fp32", "portable"},
	} {
		row := r.Rows[i]
		if row.netKey != want {
			t.Errorf("row %d is of %v, want %v", i, row.netKey, want)
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

// The rows that are asked for, and no others.
func TestBenchNNRows(t *testing.T) {
	table := func(change func(*netBench)) []string {
		b := netBench{nets: []string{"8x1"}, boards: []int{5, 6}, batches: []int{1, 4}, threads: []int{1, 2},
			paths: []string{portable}, precisions: []string{fp32, int8s}, work: []string{inferring, training}}
		change(&b)
		subjects, err := b.subjects(nil)
		if err != nil {
			t.Fatal(err)
		}
		var rows []string
		cases, left := b.cases(subjects)
		for _, c := range cases {
			rows = append(rows, c.String())
		}
		if left > 0 {
			rows = append(rows, "left out")
		}
		return rows
	}
	for _, tt := range []struct {
		name   string
		change func(*netBench)
		want   []string
	}{
		{"plain Go has no instructions for bytes", func(b *netBench) { b.boards, b.work = []int{5}, []string{inferring} }, []string{
			"infer portable 8x1 on 5x5, batch 1, fp32",
			"infer portable 8x1 on 5x5, batch 4, fp32"}},
		{"steps by thread, after the evaluations", func(b *netBench) { b.boards, b.batches = []int{6}, []int{4} }, []string{
			"infer portable 8x1 on 6x6, batch 4, fp32",
			"train portable 8x1 on 6x6, batch 128, fp32, threads 1",
			"train portable 8x1 on 6x6, batch 128, fp32, threads 2"}},
		{"what takes plain Go too long", func(b *netBench) {
			b.nets, b.boards, b.batches, b.work = []string{"128x8"}, []int{9}, []int{1, 32}, []string{inferring}
		}, []string{
			"infer portable 128x8 on 9x9, batch 1, fp32",
			"left out"}},
	} {
		if got := table(tt.change); !slices.Equal(got, tt.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, strings.Join(got, "\n     "), strings.Join(tt.want, "\n     "))
		}
	}
}

func TestBenchNNAgainst(t *testing.T) {
	row := func(net string, rate float64) netRow {
		return netRow{netKey: netKey{Work: inferring, Net: net, Board: "9x9", Batch: 8, Threads: 1, Precision: fp32, Path: "avx2"},
			Rate: rate, Most: rate + 1, GFLOPS: 99.94, Share: 0.876}
	}
	before := &netReport{machine{CPU: "abacus", Go: "go1"}, []netRow{row("64x6", 1000), row("32x4", 8000)}}
	now := netReport{machine{CPU: "loom", Cores: 2, Go: "go2", Paths: []string{"avx2"}, Kernels: "avx2"}, []netRow{row("64x6", 1250), row("128x8", 300)}}
	var out bytes.Buffer
	now.print(&out, before)
	want := `loom, 2 cores, , go2; kernels: avx2 (of avx2)
work   path      precision  network             batch threads     median       most           GFLOP/s  of peak     ratio
infer  avx2      fp32       64x6 9x9                8       1       1250       1251 evals/s      99.9   87.6 %      1.25
infer  avx2      fp32       128x8 9x9               8       1        300        301 evals/s      99.9   87.6 %       new
the earlier figures are of another machine: abacus, 0 cores, , go1; kernels:  (of )
not measured now: infer avx2 32x4 on 9x9, batch 8, fp32
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
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
