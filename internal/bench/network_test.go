package bench

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// The rows that are asked for, and no others.
func TestBenchNNRows(t *testing.T) {
	table := func(change func(*Network)) []string {
		b := Network{Nets: []string{"8x1"}, Boards: []int{5, 6}, Batches: []int{1, 4}, Threads: []int{1, 2},
			Paths: []string{portable}, Precisions: []string{fp32, int8s}, Work: []string{inferring, training}}
		change(&b)
		subjects, err := b.subjects()
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
		change func(*Network)
		want   []string
	}{
		{"plain Go has no instructions for bytes", func(b *Network) { b.Boards, b.Work = []int{5}, []string{inferring} }, []string{
			"infer portable 8x1 on 5x5, batch 1, fp32",
			"infer portable 8x1 on 5x5, batch 4, fp32"}},
		{"steps by thread, after the evaluations", func(b *Network) { b.Boards, b.Batches = []int{6}, []int{4} }, []string{
			"infer portable 8x1 on 6x6, batch 4, fp32",
			"train portable 8x1 on 6x6, batch 128, fp32, threads 1",
			"train portable 8x1 on 6x6, batch 128, fp32, threads 2"}},
		{"what takes plain Go too long", func(b *Network) {
			b.Nets, b.Boards, b.Batches, b.Work = []string{"128x8"}, []int{9}, []int{1, 32}, []string{inferring}
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
	row := func(net string, rate float64) Row {
		return Row{Key: Key{Work: inferring, Net: net, Board: "9x9", Batch: 8, Threads: 1, Precision: fp32, Path: "avx2"},
			Rate: rate, Most: rate + 1, GFLOPS: 99.94, Share: 0.876}
	}
	before := &Report{Machine{CPU: "abacus", Go: "go1"}, []Row{row("64x6", 1000), row("32x4", 8000)}}
	now := Report{Machine{CPU: "loom", Cores: 2, Go: "go2", Paths: []string{"avx2"}, Kernels: "avx2"}, []Row{row("64x6", 1250), row("128x8", 300)}}
	var out bytes.Buffer
	now.Print(&out, before)
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
