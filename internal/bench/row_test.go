package bench

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/configs"
	"ludens/env/games"
	"ludens/internal/machine"
	"ludens/nn"
)

func settings(t *testing.T, assignments ...string) []configs.Layer {
	t.Helper()
	set, err := configs.Set(assignments)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// All layers of a network have the operations of one evaluation together, without those that only
// move numbers.
func TestLayersAddUp(t *testing.T) {
	for _, test := range []struct {
		net  string
		side int
	}{{"8x1", 5}, {"16x2", 7}, {"64x6", 9}} {
		s, err := tableSpec(test.net, test.side)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, l := range s.Layers() {
			operations, bytes := s.Cost(l, 3)
			if sum += operations; operations <= 0 || bytes <= 0 {
				t.Errorf("%s: %v operations on %v bytes", l.Name, operations, bytes)
			}
		}
		if want := (netCase{Key{Work: inferring, Batch: 3}, subject{spec: s}}).operations(); sum != want {
			t.Errorf("%s: layers have %v operations, the network %v", test.net, sum, want)
		}
	}
}

// Slices of work and of the peak come in turn, three at least however short the patience is, and
// the work is done once to get warm and once to be timed before.
func TestSlicesInTurn(t *testing.T) {
	calls := 0
	rates, peaks, err := inTurn(t.Context(), func() error { calls++; time.Sleep(sliceTime); return nil }, portable, 1, 0)
	if err != nil || len(rates) != leastSlices || len(peaks) != leastSlices || calls < 2+leastSlices {
		t.Errorf("%d rates, %d peaks, %d calls, %v", len(rates), len(peaks), calls, err)
	}
	for i, r := range slices.Concat(rates, peaks) {
		if !(r > 0) || math.IsInf(r, 0) {
			t.Errorf("rate %d is %v", i, r)
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := inTurn(stopped, func() error { return nil }, portable, 1, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// A peak is of all threads together: by a clock that runs a second at each look it is what the
// loop does in a second.
func TestPeakRate(t *testing.T) {
	now := time.Duration(0)
	clock := machine.Clock(func() time.Duration { now += time.Second; return now })
	_, operations := nn.Peak(portable)
	for threads := 1; threads <= 3; threads++ {
		if got, want := peakRate(clock, portable, threads), float64(threads)*peakTurns*operations; got != want {
			t.Errorf("%d threads: %v operations a second, want %v", threads, got, want)
		}
	}
}

// A row says of its rate what follows from it, and no row is above the peak by much.
func TestRowFollowsFromItsRate(t *testing.T) {
	b := Network{Nets: []string{"8x1"}, Boards: []int{5}, Batches: []int{4}, Threads: []int{1}, Paths: []string{portable}, Precisions: []string{fp32}, Work: Works, Quick: true}
	var seen []string
	r, left, err := b.Report(t.Context(), func(row string, of int) {
		if seen = append(seen, row); of != 2 {
			t.Errorf("%s is of %d, want 2", row, of)
		}
	})
	if err != nil || left != 0 || len(r.Rows) != 2 || len(seen) != 2 {
		t.Fatalf("%d rows, %d left out, seen %q, %v", len(r.Rows), left, seen, err)
	}
	subjects, err := b.subjects()
	if err != nil {
		t.Fatal(err)
	}
	cases, _ := b.cases(subjects)
	for i, row := range r.Rows {
		if row.Key != cases[i].Key || row.Key.String() != seen[i] {
			t.Errorf("row %d is %s, want %s", i, row.Key, cases[i].Key)
		}
		if !(0 < row.Least && row.Least <= row.Rate && row.Rate <= row.Most) {
			t.Errorf("%s: %v within %v to %v", row.Key, row.Rate, row.Least, row.Most)
		}
		each := cases[i].operations() / float64(row.Batch)
		if want := row.Rate * each / 1e9; math.Abs(row.GFLOPS-want) > 1e-9*want || math.Abs(row.Share-row.GFLOPS/row.Peak) > 1e-9 {
			t.Errorf("%s: %v GFLOP/s, %v of the peak %v; want %v", row.Key, row.GFLOPS, row.Share, row.Peak, want)
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if r, _, err := b.Report(stopped, func(string, int) {}); !errors.Is(err, context.Canceled) || len(r.Rows) > 0 {
		t.Errorf("stopped: %d rows, %v", len(r.Rows), err)
	}
}

// The network of a game is the one that its preset trains, on the game's board, with the preset's
// batch.
func TestSubjectsOfGames(t *testing.T) {
	for _, name := range []string{"celta", "connect4", "cetran2"} {
		b := Network{Games: []string{name}, Work: []string{training}, Threads: []int{1}, Paths: []string{nn.Path()}}
		subjects, err := b.subjects()
		if err != nil || len(subjects) != 1 {
			t.Fatalf("%s: %v, %v", name, subjects, err)
		}
		preset, err := configs.PresetFor(name)
		if err != nil {
			t.Fatal(err)
		}
		run, err := configs.Load(preset)
		if err != nil {
			t.Fatal(err)
		}
		spec := games.Must(name).Spec()
		if got, want := subjects[0].spec, run.Spec(spec); got != want || got.Rows != spec.Shape[1] || got.Cols != spec.Shape[2] {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
		cases, _ := b.cases(subjects)
		if len(cases) != 1 || cases[0].Batch != run.Optimiser.Batch || cases[0].Game != name {
			t.Errorf("%s: %v, want one step of %d rows", name, cases, run.Optimiser.Batch)
		}
	}
	if _, err := (&Network{Games: []string{"nogame"}}).subjects(); err == nil || !strings.Contains(err.Error(), "nogame") {
		t.Errorf("a game that there is not: %v", err)
	}
}

// Networks are measured in the active path for ludens bench: evaluations before steps.
func TestPresetRates(t *testing.T) {
	rates, err := presetRates(t.Context(), Task{Game: games.Must("tictactoe"), Set: settings(t, "network.channels=8", "network.blocks=1", "optimiser.batch=4")}, 1)
	if err != nil || len(rates) != 2 {
		t.Fatalf("%v, %v", rates, err)
	}
	for i, want := range []string{"infer 8x1 " + nn.Path() + ", batches of 16", "train 8x1 " + nn.Path() + ", batches of 4"} {
		if r := rates[i]; r.What != want || r.Unit != [2]string{"evals/s", "rows/s"}[i] || r.Median <= 0 {
			t.Errorf("%+v, want %s", r, want)
		}
	}
}

// A roofline that is measured has a point for each layer that is drawn and two for each network,
// in a picture with all of their numbers.
func TestRooflineIsMeasured(t *testing.T) {
	b := Network{Nets: []string{"8x1"}, Quick: true}
	r, err := b.measureRoofline(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s, err := tableSpec(rooflineNet, rooflineSide)
	if err != nil {
		t.Fatal(err)
	}
	layers := len(drawnLayers(s))
	if len(r.points) != layers+2 || len(r.roofs) != 2 || r.peak <= 0 || len(r.peaks) != len(r.points)+len(r.roofs) {
		t.Fatalf("%d points of %d layers, %d roofs, peak %v of %d", len(r.points), layers, len(r.roofs), r.peak, len(r.peaks))
	}
	for _, p := range r.points {
		if p.network != strings.Contains(p.name, ", batch ") || p.rate <= 0 || p.intensity <= 0 {
			t.Errorf("%+v", p)
		}
	}
	one, eight := r.points[layers], r.points[layers+1]
	if one.intensity >= eight.intensity { // parameters come once for a batch
		t.Errorf("%s has %v operations for a byte, %s %v", one.name, one.intensity, eight.name, eight.intensity)
	}
	file := t.TempDir() + "/roofline.svg"
	var list bytes.Buffer
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := b.Roofline(stopped, file, &list); !errors.Is(err, context.Canceled) || list.Len() > 0 {
		t.Errorf("stopped: %v, %q", err, list.String())
	}
}
