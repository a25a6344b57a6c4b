package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"ludens/internal/fleet"
	runs "ludens/internal/run"
	"ludens/internal/tui"
	"ludens/internal/watch"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// progress shows a run as it goes: a bar on a terminal, one line an iteration
// everywhere.
type progress struct {
	out        io.Writer
	bars       bool
	iterations int
	games      int // of one iteration
	roles      [2]string

	began    time.Time // of this session
	first    int       // iterations that were done before it
	phase    time.Time
	plies    int
	played   int
	bar      *progressbar.ProgressBar
	at       train.Progress
	playing  time.Duration
	warnings watch.Warnings
	share    func() fleet.Share // who played the last games; nil: nobody but this process
}

func (w *progress) Begin(at train.Progress) {
	if w.began.IsZero() {
		w.began, w.first = time.Now(), at.Iteration
		fmt.Fprintf(w.out, "%5s %6s %9s %6s  %-25s %7s %7s %8s  %s\n",
			"iter", "games", "positions", "plies", "won first/second/drawn/cut", "policy", "value", "games/s", "left")
	}
	w.at, w.phase, w.plies, w.played = at, time.Now(), 0, 0
	w.bar = tui.NewBar(w.bars, os.Stderr, w.games, "games", fmt.Sprintf("iteration %d of %d: self-play", at.Iteration+1, w.iterations))
}

func (w *progress) Game(r *selfplay.Record) {
	w.played++
	w.plies += len(r.Plies)
	w.bar.Add(1)
	if w.played == w.games {
		w.playing = time.Since(w.phase)
	}
}

func (w *progress) Step(step, steps int, l nn.Loss) {
	if step == 1 {
		w.bar.Finish()
		w.bar = tui.NewBar(w.bars, os.Stderr, steps, "steps", fmt.Sprintf("iteration %d of %d: learning", w.at.Iteration+1, w.iterations))
	}
	w.bar.Add(1)
}

func (w *progress) End(it train.Iteration) {
	w.bar.Finish()
	g := it.Games
	fmt.Fprintf(w.out, "%5d %6d %9d %6.1f  %-25s %7.3f %7.3f %8.2f  %s\n",
		it.At.Iteration, it.At.Games, it.At.Positions, g.MeanPlies,
		fmt.Sprintf("%d/%d/%d/%d", g.FirstWins, g.SecondWins, g.Drawn, g.Truncated),
		it.Losses.Policy, it.Losses.Value, float64(g.Played)/max(w.playing.Seconds(), 1e-9), w.left(it.At.Iteration))
	if w.share != nil {
		printShare(w.out, w.share())
	}
	if g := it.Gate; g != nil {
		fmt.Fprintf(w.out, "      gate: %.0f %% of %d games against the network that plays; passed: %v\n", 100*g.Score, g.Games, g.Passed)
	}
	for _, s := range it.Standings {
		fmt.Fprintf(w.out, "      against %-10s %s\n", s.Opponent, roleLine(w.roles, s))
	}
	for _, line := range w.warnings.After(it.At.Iteration, it.Diagnosis.Advice) {
		fmt.Fprintf(w.out, "      %s\n", line)
	}
	if it.At.Iteration == w.iterations {
		printDiagnosis(w.out, it.At.Iteration, watch.Diagnosis(w.roles, it))
	}
}

// left returns the time that the remaining iterations will take if they take
// as long as those of this session.
func (w *progress) left(done int) string {
	each := time.Since(w.began) / time.Duration(done-w.first)
	return (each * time.Duration(w.iterations-done)).Round(time.Second).String()
}

// clock says when the iteration that is being saved was done.
func (w *progress) clock() runs.Clock {
	return runs.Clock{Time: time.Now().UTC(), Seconds: time.Since(w.began).Seconds(), Playing: w.playing.Seconds()}
}

// printDiagnosis tells how a run was when it ended.
func printDiagnosis(out io.Writer, iteration int, lines []watch.Line) {
	fmt.Fprintf(out, "\ndiagnosis of iteration %d\n", iteration)
	for _, l := range lines {
		fmt.Fprintf(out, "  %-9s %s\n", l.About, l.Text)
	}
}
