package main

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"ludens/internal/exit"
	"ludens/internal/report"
	"ludens/internal/session"
	"ludens/internal/study"
	"ludens/internal/tui"
)

// view is how a run of training is seen at this terminal.
func view(out io.Writer) session.View {
	bars := tui.Terminal(stderr)
	return session.View{Out: out, Errs: stderr, Bars: bars, Played: showing(bars), Program: exit.Caller(called)}
}

// showing returns what draws a bar for each stage of a study, on a terminal.
func showing(visible bool) func(study.Stage) {
	var bar *progressbar.ProgressBar
	live := ticker{on: visible}
	played, began := 0, time.Time{}
	return func(at study.Stage) {
		if bar == nil {
			most := at.Most
			most = cmp.Or(most, -1)
			bar, played, began = tui.NewBar(visible, stderr, most, "games", at.What), 0, time.Now()
		}
		bar.Add(at.Played - played)
		played = at.Played
		switch {
		case at.Over:
			bar.Finish()
			bar = nil
		case at.Series != nil && live.due(time.Now()):
			bar.Describe(report.Standing(at.Series))
		case at.Later > 0 && at.Played > 0 && live.due(time.Now()):
			each := time.Since(began) / time.Duration(at.Played)
			bar.Describe(fmt.Sprintf("%s, then %v at most", at.What, (each * time.Duration(at.Later)).Round(time.Second)))
		}
	}
}

// ticker says when to print something anew: four times a second, to terminals.
type ticker struct {
	on   bool
	last time.Time
}

func (t *ticker) due(now time.Time) bool {
	if !t.on || now.Sub(t.last) < 250*time.Millisecond {
		return false
	}
	t.last = now
	return true
}
