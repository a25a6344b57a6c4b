package session

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/schollz/progressbar/v3"

	"ludens/internal/chart"
	"ludens/internal/fleet"
	"ludens/internal/prose"
	"ludens/internal/report"
	runs "ludens/internal/run"
	"ludens/internal/tui"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// progress shows a run as it goes: a bar on a terminal, one line an iteration
// everywhere.
type progress struct {
	View
	iterations int
	games      int  // of one iteration
	ahead      bool // games are played while the run learns
	roles      [2]string
	losses     [2]string // that are shown

	began    time.Time     // of this session
	turned   time.Time     // when the iteration began
	judged   time.Duration // of it spent on an evaluation
	forecast forecast
	until    time.Time // when the run is to pause; zero: never
	phase    time.Time
	plies    int
	played   int
	bar      *progressbar.ProgressBar
	at       train.Progress
	playing  time.Duration // until the last game was there
	whole    time.Time     // when the last game of an iteration was there last
	pace     time.Duration // that the games of the iteration took
	warnings runs.Warnings
	share    func(iteration int) fleet.Share // who played its games; nil: this process alone
	curves   curves
	taught   train.Losses // of the steps on the games below
	lessons  string       // which games are learned from first
	last     runs.Clock   // of the iteration that was saved last
}

// lesson is called after each game that alpha-beta has played.
func (w *progress) lesson(done, all int) {
	if done == 1 {
		w.bar = tui.NewBar(w.Bars, w.Errs, all, "games", w.lessons)
	}
	if w.bar.Add(1); done == all {
		w.bar.Finish()
	}
}

// lessonsPlayed says what came of the games that alpha-beta has played.
func (w *progress) lessonsPlayed(games []*selfplay.Record) {
	t := train.Tell(games)
	fmt.Fprint(w.Out, prose.Help(fmt.Sprintf("%d %s of %.1f plies: the %s won %d, the %s %d, %d were drawn, %d cut off",
		t.Played, w.lessons, t.MeanPlies, w.roles[0], t.FirstWins, w.roles[1], t.SecondWins, t.Drawn, t.Truncated), tui.Width(w.Out)))
}

func (w *progress) Pretrain(step, steps int, l nn.Loss) {
	if step == 1 {
		w.bar = tui.NewBar(w.Bars, w.Errs, steps, "steps", w.lessons+": learning")
	}
	w.bar.Add(1)
	w.taught.Add(l, 0)
	if step == steps {
		w.bar.Finish()
		fmt.Fprintf(w.Out, "trained on %s in %d steps: mean policy %.3f, value %.3f\n", w.lessons, steps, w.taught.Policy, w.taught.Value)
	}
}

func (w *progress) Begin(at train.Progress) {
	if w.began.IsZero() {
		w.began = time.Now()
		w.turned = w.began
		fmt.Fprintf(w.Out, "%4s %6s %9s %5s  %-16s %6s %6s %7s  %s\n",
			"iter", "games", "positions", "plies", "1st/2nd/draw/cut", w.losses[0], w.losses[1], "games/s", "left")
	}
	w.at, w.phase, w.plies, w.played = at, time.Now(), 0, 0
	w.bar = tui.NewBar(w.Bars, w.Errs, w.games, "games", fmt.Sprintf("iteration %d of %d: self-play", at.Iteration+1, w.iterations))
}

func (w *progress) Game(r *selfplay.Record) {
	w.played++
	w.plies += len(r.Plies)
	w.bar.Add(1)
	if w.played == w.games {
		now := time.Now()
		w.playing, w.pace = now.Sub(w.phase), now.Sub(w.phase)
		if w.ahead && !w.whole.IsZero() {
			w.pace = now.Sub(w.whole) // they began when those before them were over
		}
		w.whole = now
	}
}

func (w *progress) Step(step, steps int, l nn.Loss) {
	if step == 1 {
		w.bar.Finish()
		w.bar = tui.NewBar(w.Bars, w.Errs, steps, "steps", fmt.Sprintf("iteration %d of %d: learning", w.at.Iteration+1, w.iterations))
	}
	w.bar.Add(1)
}

func (w *progress) End(it train.Iteration) {
	w.bar.Finish()
	g, losses := it.Games, [2]float64{it.Losses.Policy, it.Losses.Value}
	if h := it.HeldOut; h != nil {
		losses = [2]float64{h.Before, h.After}
	}
	fmt.Fprintf(w.Out, "%4d %6d %9d %5.1f  %-16s %6.3f %6.3f %7.1f  %s\n",
		it.At.Iteration, it.At.Games, it.At.Positions, g.MeanPlies,
		fmt.Sprintf("%d/%d/%d/%d", g.FirstWins, g.SecondWins, g.Drawn, g.Truncated),
		losses[0], losses[1], float64(g.Played)/max(w.pace.Seconds(), 1e-9), w.left(it.At.Iteration))
	w.curves.add(runs.Metric{Clock: w.last, Iteration: it})
	if w.share != nil {
		printShare(w.Out, w.share(it.At.Iteration-1))
	}
	for _, s := range it.Standings {
		fmt.Fprintf(w.Out, "      against %-10s %s\n", s.Opponent, report.InRoles(w.roles, s))
	}
	for _, line := range w.warnings.After(it.At.Iteration, it.Diagnosis.Advice) {
		fmt.Fprint(w.Out, prose.Help("      "+line, tui.Width(w.Out)))
	}
	if it.At.Iteration == w.iterations {
		printDiagnosis(w.Out, it.At.Iteration, runs.Diagnosis(w.roles, it))
	}
}

// left returns the time that the rest of the run will take. It ends the iteration.
func (w *progress) left(done int) string {
	now := time.Now()
	w.forecast.iterated(now.Sub(w.turned) - w.judged)
	if w.judged > 0 {
		w.forecast.evaluated(w.judged)
	}
	w.turned, w.judged = now, 0
	left := w.forecast.left(done)
	if !w.until.IsZero() {
		left = min(left, max(0, w.until.Sub(now)))
	}
	return left.Round(time.Second).String()
}

// pausing says after each iteration whether another as long would end too late, the first
// of which began at a time; nil: none can.
func (w *progress) pausing(turned time.Time) func() bool {
	if w.until.IsZero() {
		return nil
	}
	return func() bool {
		now := time.Now()
		last := now.Sub(turned)
		turned = now
		return now.Add(last).After(w.until)
	}
}

// clock says when the iteration that is being saved was done.
func (w *progress) clock() runs.Clock {
	w.last = runs.Clock{Time: time.Now().UTC(), Seconds: time.Since(w.began).Seconds(), Playing: w.playing.Seconds()}
	return w.last
}

// printDiagnosis prints how a run was when it ended.
func printDiagnosis(out io.Writer, iteration int, lines []runs.Line) {
	fmt.Fprintf(out, "\ndiagnosis of iteration %d\n", iteration)
	for _, l := range lines {
		fmt.Fprint(out, prose.Under(fmt.Sprintf("  %-9s ", l.About), l.Text, tui.Width(out)))
	}
}

// curves are written for TensorBoard while a run goes on. The zero value writes none.
type curves struct {
	dir  string // "": none
	file *os.File
	to   *chart.EventWriter
	err  error // the first
}

// add writes the points of an iteration, into a file of this session that is named by
// its first iteration.
func (c *curves) add(m runs.Metric) {
	if c.dir == "" || c.err != nil {
		return
	}
	if c.file == nil {
		c.begin(m)
	}
	if c.err == nil {
		c.err = runs.WriteScalars(c.to, m)
	}
}

func (c *curves) begin(m runs.Metric) {
	if c.err = os.MkdirAll(c.dir, 0o755); c.err != nil {
		return
	}
	if c.file, c.err = os.Create(filepath.Join(c.dir, chart.EventFile(m.At.Iteration))); c.err == nil {
		c.to, c.err = chart.NewEventWriter(c.file, runs.WallTime(m))
	}
}

// close returns what went wrong, which kept the run from nothing.
func (c *curves) close() error {
	if c.file != nil {
		if err := c.file.Close(); c.err == nil {
			c.err = err
		}
	}
	if c.err != nil {
		return fmt.Errorf("--tensorboard: %w", c.err)
	}
	return nil
}
