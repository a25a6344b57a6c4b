package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/env/games"
	"ludens/internal/chart"
	"ludens/nn"
)

func TestSummaryIsOfTheMiddle(t *testing.T) {
	for _, test := range []struct {
		seen                []float64
		median, least, most float64
	}{{[]float64{7}, 7, 7, 7}, {[]float64{9, 1, 5}, 5, 1, 9}, {[]float64{4, 3, 2, 1}, 3, 1, 4}, {[]float64{0, 0, 6, 0, 0}, 0, 0, 6}} {
		want := slices.Clone(test.seen)
		r := summary("g", "w", "u", test.seen)
		if r != (Rate{"g", "w", "u", test.median, test.least, test.most}) {
			t.Errorf("%v: got %+v", want, r)
		}
		if got := median(want); got != test.median {
			t.Errorf("median of %v: got %v", want, got)
		}
	}
}

// Rates stand below their head, column for column.
func TestRateTable(t *testing.T) {
	line := Rate{"celta", "random play", "plies/s", 1234567, 12.345, 2e6}.String()
	want := "celta            random play                                 1234567           12.3        2000000 plies/s"
	if line != want {
		t.Errorf("got  %q\nwant %q", line, want)
	}
	head := Head()
	if strings.Index(head, "median")+len("median") != strings.Index(line, "1234567")+len("1234567") || strings.Index(head, "max")+len("max") != strings.Index(line, "2000000")+len("2000000") {
		t.Errorf("the numbers do not stand below their heads:\n%s\n%s", head, line)
	}
}

// Work that fails ends a measurement, and so does the context; neither gives a rate.
func TestMeasureEnds(t *testing.T) {
	broken := errors.New("broken")
	for fails := range 2 {
		calls := 0
		_, err := measure(t.Context(), "g", "w", "u", 1, func() (int, error) {
			if calls++; calls > fails {
				return 0, broken
			}
			return 1, nil
		})
		if !errors.Is(err, broken) || calls != fails+1 {
			t.Errorf("failing after %d: %v, %d calls", fails, err, calls)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := measure(ctx, "g", "w", "u", 1, func() (int, error) { return 1, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if _, _, err := inTurn(t.Context(), func() error { return broken }, portable, 1, 0); !errors.Is(err, broken) {
		t.Errorf("in turn: %v", err)
	}
}

// Work is repeated as often as fits into a while by a clock that is wound by hand.
func TestTimesWithin(t *testing.T) {
	now := time.Duration(0)
	clock := func() time.Duration { return now }
	for _, test := range []struct {
		each, within time.Duration
		want         int
	}{{time.Millisecond, 10 * time.Millisecond, 10}, {3 * time.Millisecond, 10 * time.Millisecond, 3}, {time.Second, time.Millisecond, 1}} {
		calls := 0
		n, err := timesWithin(clock, func() error { calls++; now += test.each; return nil }, test.within)
		if n != test.want || err != nil || calls != 2 {
			t.Errorf("%+v: %d times, %v, after %d calls; the first is not timed", test, n, err, calls)
		}
	}
	broken, calls := errors.New("broken"), 0
	if err := repeat(5, func() error {
		if calls++; calls == 3 {
			return broken
		}
		return nil
	}); !errors.Is(err, broken) || calls != 3 {
		t.Errorf("repeated %d times, %v", calls, err)
	}
}

// A heap that is used each time is counted; one that is used the first time is not.
func TestAllocationsAreCounted(t *testing.T) {
	var kept [][]byte
	first := true
	for _, test := range []struct {
		name  string
		times int
		run   func() error
		want  float64
	}{
		{"none", 1, func() error { return nil }, 0},
		{"one", 1, func() error { kept = append(kept[:0], make([]byte, 4000)); return nil }, 1},
		{"one in two", 2, func() error { kept = append(kept[:0], make([]byte, 4000)); return nil }, 0.5},
		{"at the beginning", 1, func() error {
			if first {
				kept, first = append(kept[:0], make([]byte, 4000)), false
			}
			return nil
		}, 0},
	} {
		got, err := task{"w", "u", test.times, test.run}.count()
		if err != nil || got != test.want {
			t.Errorf("%s: %v, %v; want %v", test.name, got, err, test.want)
		}
	}
}

// The rules of every game allocate nothing once their buffers have grown: who plays
// millions of plies depends on it.
func TestRulesAllocateNothing(t *testing.T) {
	for _, name := range []string{"celta", "cetro", "cetran2", "connect4"} {
		g := games.Must(name)
		for _, task := range ruleTasks(g) {
			if n, err := task.count(); err != nil || n >= 0.05 || task.times == 0 {
				t.Errorf("%s: %s allocates %v times a %s, %v", name, task.what, n, task.unit, err)
			}
		}
	}
}

// A machine is reported by all that figures depend on; a report reads back as it was.
func TestReportReadsBack(t *testing.T) {
	want := Report{thisMachine(), []Row{{Key: Key{inferring, "celta", "64x6", "7x7", 8, 1, fp32, portable}, Rate: 1000, Least: 900, Most: 1100, GFLOPS: 5, Peak: 50, Share: 0.1}}}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ParseReport("file", text)
	if err != nil || !reflect.DeepEqual(*got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
	if m := want.Machine; m.Cores < 1 || m.CPU == "" || m.Kernels != nn.Path() || !slices.Contains(m.Paths, m.Kernels) {
		t.Errorf("%+v", m)
	}
	for _, text := range []string{"", "{}", "[]", "null", `{"rows":[]}`, `{"rows":7}`, "{"} {
		if r, err := ParseReport("my.json", []byte(text)); r != nil || err == nil || err.Error() != "my.json holds no figures: want what ludens bench nn --json prints" {
			t.Errorf("%q: %v, %v", text, r, err)
		}
	}
}

// How much faster is reported of the same measurement alone.
func TestRatio(t *testing.T) {
	key := Key{Work: inferring, Net: "64x6", Board: "9x9", Batch: 8, Threads: 1, Precision: fp32, Path: "avx2"}
	before := &Report{Rows: []Row{{Key: key, Rate: 200}, {Key: Key{Net: "empty"}}}}
	if got := before.ratio(Row{Key: key, Rate: 300}); got != "1.50" {
		t.Errorf("got %s", got)
	}
	for name, change := range map[string]func(k *Key){
		"batch": func(k *Key) { k.Batch = 9 }, "threads": func(k *Key) { k.Threads = 2 }, "path": func(k *Key) { k.Path = portable }, "work": func(k *Key) { k.Work = training },
		"precision": func(k *Key) { k.Precision = int8s }, "game": func(k *Key) { k.Game = "celta" }, "board": func(k *Key) { k.Board = "7x7" }, "a rate of 0": func(k *Key) { *k = Key{Net: "empty"} },
	} {
		other := key
		change(&other)
		if got := before.ratio(Row{Key: other, Rate: 300}); got != "new" {
			t.Errorf("another %s: %s", name, got)
		}
	}
}

// A network of a layer and its operations by hand: a training step has three products
// for one of an evaluation.
func TestOperations(t *testing.T) {
	s, err := tableSpec("8x1", 5)
	if err != nil {
		t.Fatal(err)
	}
	c := netCase{Key{Work: inferring, Batch: 4}, subject{spec: s}}
	if got, want := c.operations(), 2*4*float64(s.MulAdds()); got != want {
		t.Errorf("evaluations: %v, want %v", got, want)
	}
	c.Work = training
	if got, want := c.operations(), 6*4*float64(s.MulAdds()); got != want {
		t.Errorf("a step: %v, want %v", got, want)
	}
	if k := (Key{Work: training}); k.unit() != "rows/s" {
		t.Error(k.unit())
	}
}

func TestMistakesInNetworks(t *testing.T) {
	good := Network{Nets: []string{"8x1"}, Boards: []int{5}, Paths: []string{portable}, Precisions: []string{fp32}, Work: []string{inferring}}
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		change func(b *Network)
		want   string
	}{
		{func(b *Network) { b.Paths = []string{"abacus"} }, "--paths abacus: want one of "},
		{func(b *Network) { b.Precisions = []string{"fp64"} }, "--precision fp64: want one of fp32, int8"},
		{func(b *Network) { b.Work = []string{"sleep"} }, "--work sleep: want one of infer, train"},
		{func(b *Network) { b.Nets = []string{"8"} }, "--nets 8: want CHANNELSxBLOCKS, as in 64x6"},
		{func(b *Network) { b.Nets = []string{"8x1x2"} }, "--nets 8x1x2: want CHANNELSxBLOCKS, as in 64x6"},
		{func(b *Network) { b.Nets = []string{"08x1"} }, "--nets 08x1: want CHANNELSxBLOCKS, as in 64x6"},
		{func(b *Network) { b.Nets = []string{"0x1"} }, "network 0x1 on a board of 5: "},
		{func(b *Network) { b.Boards = []int{0} }, "network 8x1 on a board of 0: "},
	} {
		b := good
		test.change(&b)
		if err := b.Check(); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
	if (&Network{Quick: true}).patience() >= (&Network{}).patience() {
		t.Error("who is in a hurry waits as long")
	}
}

// A case is prepared on its own path, and the process goes back to the one before.
func TestOnPath(t *testing.T) {
	before := nn.Path()
	broken := errors.New("broken")
	for _, path := range nn.Paths() {
		err := onPath(path, func() error {
			if nn.Path() != path {
				t.Errorf("on %s, want %s", nn.Path(), path)
			}
			return broken
		})
		if !errors.Is(err, broken) || nn.Path() != before {
			t.Errorf("%s: %v; the process is on %s, was on %s", path, err, nn.Path(), before)
		}
	}
	if err := onPath("abacus", func() error { t.Error("it is made"); return nil }); err == nil || nn.Path() != before {
		t.Errorf("a path that there is not: %v", err)
	}
}

// What is evaluated and trained on is a batch that a network takes.
func TestCasesRun(t *testing.T) {
	s, err := tableSpec("8x1", 5)
	if err != nil {
		t.Fatal(err)
	}
	learn := nn.DefaultConfig()
	learn.Batch = 3
	for _, work := range Works {
		c := netCase{Key{Work: work, Batch: 3, Threads: 1, Precision: fp32, Path: portable}, subject{spec: s, learn: learn}}
		batch, err := c.prepare()
		if err == nil {
			err = batch()
		}
		if err != nil {
			t.Errorf("%s: %v", work, err)
		}
	}
	b := lesson(s, 2)
	for i, p := range b.Policy {
		if first := i%s.Actions() == 0; first != (p == 1) || !first && p != 0 {
			t.Errorf("policy %d is %v, want all of it on the first action of a row", i, p)
		}
	}
	if obs := observations(s, 2); len(obs) != 2*s.Size() || obs[0] != 1 || obs[1] != 0 || obs[5] != 1 {
		t.Errorf("%v", obs[:6])
	}
}

// Of the blocks of a network the first is drawn alone: they are alike.
func TestDrawnLayers(t *testing.T) {
	s, err := tableSpec("8x3", 5)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range drawnLayers(s) {
		names = append(names, l.Name)
	}
	blocks := 0
	for _, name := range names {
		if strings.HasPrefix(name, "block") {
			blocks++
		}
	}
	if blocks != 1 || len(names) < 4 {
		t.Errorf("layers %v", names)
	}
}

// A picture of a roofline has all names, and the list below it all figures.
func TestRoofline(t *testing.T) {
	r := &roofline{
		machine: Machine{CPU: "loom", Cores: 2, Kernels: "avx2"}, peak: 100e9,
		roofs:  []roof{{"memory", 10e9}, {"L2 cache", 50e9}},
		points: []spot{{"stem", 4, 20e9, false}, {"block0.first", 30, 80e9, false}, {"64x6, batch 8", 32, 70e9, true}},
	}
	var svg, list bytes.Buffer
	if err := r.page().SVG(&svg, chart.Light); err != nil {
		t.Fatal(err)
	}
	r.print(&list)
	for _, name := range []string{"stem", "block0.first", "64x6, batch 8", "memory", "L2 cache"} {
		if !strings.Contains(svg.String(), name) || !strings.Contains(list.String(), name) {
			t.Errorf("there is no %s in\n%s", name, list.String())
		}
	}
	if want := "peak 100 GFLOP/s; memory 10.0 GB/s; L2 cache 50.0 GB/s\n"; !strings.Contains(list.String(), want) {
		t.Errorf("there is no %q in\n%s", want, list.String())
	}
	if want := "stem                          4.0       20.0    20.0 %\n"; !strings.Contains(list.String(), want) {
		t.Errorf("there is no %q in\n%s", want, list.String())
	}
}

// What is misspelt is reported with what may have been meant.
func TestChooseMistakes(t *testing.T) {
	for _, test := range []struct{ args, want string }{{"celtaa", "celta"}, {"serch", "search"}, {"env nogame", "nogame"}} {
		if _, err := Choose(strings.Fields(test.args), nil, games.Make); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s in it", test.args, err, test.want)
		}
	}
}
