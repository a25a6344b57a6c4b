package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"ludens/env/seed"
	"ludens/internal/machine"
	"ludens/nn"
)

// What is measured.
const (
	inferring = "infer" // evaluations, observation to probabilities
	training  = "train" // training steps
)

// Works are the kinds of work of a network, and Precisions the numbers that
// evaluations work with.
var (
	Works      = []string{inferring, training}
	Precisions = []string{fp32, int8s}
)

// Numbers that a network can work with.
const (
	fp32  = "fp32"
	int8s = "int8" // the trunk in bytes; its heads are in fp32
)

// Key says what a row is of; equal keys are the same measurement.
type Key struct {
	Work      string `json:"work"`
	Game      string `json:"game,omitempty"` // whose preset; "" in the table
	Net       string `json:"net"`            // channels x blocks
	Board     string `json:"board"`          // rows x columns
	Batch     int    `json:"batch"`          // rows at once
	Threads   int    `json:"threads"`
	Precision string `json:"precision"`
	Path      string `json:"path"`
}

func (k Key) String() string {
	text := fmt.Sprintf("%s %s %s on %s, batch %d, %s", k.Work, k.Path, k.Net, k.Board, k.Batch, k.Precision)
	if k.Game != "" {
		text += ", " + k.Game
	}
	if k.Work == training {
		text += fmt.Sprintf(", threads %d", k.Threads)
	}
	return text
}

// unit is what one row of a batch is called.
func (k Key) unit() string {
	if k.Work == training {
		return "rows/s"
	}
	return "evals/s"
}

// Row is what was measured: medians over slices.
type Row struct {
	Key
	Rate   float64 `json:"rows_per_s"` // rows of a batch in a second
	Least  float64 `json:"least"`
	Most   float64 `json:"most"`
	GFLOPS float64 `json:"gflop_per_s"`      // of the linear layers alone
	Peak   float64 `json:"peak_gflop_per_s"` // of fp32, of as many threads, in turn with the rest
	Share  float64 `json:"of_peak"`
}

// netCase is a row to be measured.
type netCase struct {
	Key
	subject
}

// operations returns how many a batch takes, a multiply-add being two. A
// training step has three products for one of an evaluation: the outputs, the
// gradients of inputs, those of weights.
func (c netCase) operations() float64 {
	operations := 2 * float64(c.Batch) * float64(c.spec.MulAdds())
	if c.Work == training {
		operations *= 3
	}
	return operations
}

// prepare returns a loop that does one batch, on the case's path.
func (c netCase) prepare() (batch func() error, err error) {
	net, err := nn.New(c.spec, seed.New(0).Rand())
	if err != nil {
		return nil, err
	}
	return batch, onPath(c.Path, func() error {
		if c.Work == training {
			batch, err = c.stepping(net)
		} else {
			batch, err = c.evaluating(net)
		}
		return err
	})
}

// onPath calls make while networks take a path.
func onPath(path string, make func() error) error {
	before := nn.Path()
	if err := nn.UsePath(path); err != nil {
		return err
	}
	return errors.Join(make(), nn.UsePath(before))
}

func (c netCase) evaluating(net *nn.Net) (func() error, error) {
	obs, out := observations(c.spec, c.Batch), c.spec.NewOutputs(c.Batch)
	engine := nn.NewEngine(net)
	if c.Precision == int8s {
		calibration, err := nn.Calibrate(net, obs, c.Batch)
		if err != nil {
			return nil, err
		}
		engine = nn.NewInt8Engine(net, calibration)
	}
	return func() error { return engine.Infer(obs, c.Batch, out) }, nil
}

func (c netCase) stepping(net *nn.Net) (func() error, error) {
	trainer, err := nn.NewTrainer(net, c.learn)
	if err != nil {
		return nil, err
	}
	b := lesson(c.spec, c.Batch)
	return func() error {
		_, err := trainer.Step(b, 0.01)
		return err
	}, nil
}

// observations returns n rows with a piece on every fifth number.
func observations(s nn.Spec, n int) []float32 {
	obs := make([]float32, n*s.Size())
	for i := 0; i < len(obs); i += 5 {
		obs[i] = 1
	}
	return obs
}

// lesson returns n rows to learn from, all of them the same: the first action
// wins.
func lesson(s nn.Spec, n int) nn.Batch {
	b := nn.NewBatch(s, n)
	copy(b.Obs, observations(s, n))
	for i := range b.Legal {
		b.Legal[i] = true
	}
	for i := range n {
		b.Policy[i*s.Actions()], b.WDL[3*i], b.Score[i] = 1, 1, 1
		b.PolicyWeight[i], b.ValueWeight[i], b.ScoreWeight[i] = 1, 1, 1
	}
	return b
}

const (
	sliceTime   = 500 * time.Microsecond // as many batches as fit, but one at least
	leastSlices = 3
	peakTurns   = 4 // of the peak loop in its slice
)

// measure does slices of the case's work in turn with slices of the peak loop
// for about as long as patience.
func (c netCase) measure(ctx context.Context, patience time.Duration) (Row, error) {
	batch, err := c.prepare()
	if err != nil {
		return Row{}, err
	}
	rates, peaks, err := inTurn(ctx, batch, c.Path, c.Threads, patience)
	if err != nil {
		return Row{}, err
	}
	rows, peak := float64(c.Batch), median(peaks)
	rate := median(rates)
	return Row{
		Key:  c.Key,
		Rate: rows * rate, Least: rows * slices.Min(rates), Most: rows * slices.Max(rates),
		GFLOPS: c.operations() * rate / 1e9, Peak: peak / 1e9, Share: c.operations() * rate / peak,
	}, nil
}

// inTurn does slices of work in turn with slices of a path's peak loop. It
// returns how often a second the work was done and the operations a second of
// the peak, slice by slice.
func inTurn(ctx context.Context, work func() error, path string, threads int, patience time.Duration) (rates, peaks []float64, err error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	clock := machine.ClockOf(threads)
	times, err := timesWithin(clock, work, sliceTime)
	for began := machine.Wall(); err == nil && (len(rates) < leastSlices || machine.Wall()-began < patience); {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		peaks = append(peaks, peakRate(clock, path, threads))
		var took time.Duration
		took, err = clock.Time(func() error { return repeat(times, work) })
		rates = append(rates, float64(times)/took.Seconds())
	}
	return rates, peaks, err
}

// timesWithin returns how often work can be done within a time, once it has been
// done for the first time.
func timesWithin(clock machine.Clock, work func() error, within time.Duration) (int, error) {
	if err := work(); err != nil {
		return 0, err
	}
	took, err := clock.Time(work)
	return max(1, int(within/took)), err
}

func repeat(times int, work func() error) error {
	for range times {
		if err := work(); err != nil {
			return err
		}
	}
	return nil
}

// peakRate returns the operations a second of a path's peak loop, on that many
// threads at once.
func peakRate(clock machine.Clock, path string, threads int) float64 {
	loop, operations := nn.Peak(path)
	turns := func() {
		for range peakTurns {
			loop()
		}
	}
	took, _ := clock.Time(func() error {
		var wait sync.WaitGroup
		for range threads - 1 {
			wait.Go(turns)
		}
		turns()
		wait.Wait()
		return nil
	})
	return float64(threads) * peakTurns * operations / took.Seconds()
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}
