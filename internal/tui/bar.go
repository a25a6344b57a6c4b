package tui

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"ludens/solve"
)

// NewBar draws on stderr; without a terminal it draws nothing.
func NewBar(visible bool, errs io.Writer, most int, unit, what string) *progressbar.ProgressBar {
	if !visible {
		errs = io.Discard
	}
	return progressbar.NewOptions(most,
		progressbar.OptionSetWriter(errs),
		progressbar.OptionSetVisibility(visible),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetItsString(unit),
		progressbar.OptionShowIts(),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetWidth(24),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetTheme(progressbar.Theme{Saucer: "━", SaucerPadding: "─", BarStart: "", BarEnd: ""}),
	)
}

// Phases draws a bar for each phase of a work on exact values, if it is visible.
type Phases struct {
	Visible bool
	Errs    io.Writer

	phase string
	bar   *progressbar.ProgressBar
}

// Seen shows how far the work is.
func (p *Phases) Seen(at solve.Progress) {
	if at.Phase != p.phase {
		p.Finish()
		p.phase = at.Phase
		p.bar = NewBar(p.Visible, p.Errs, int(at.Total), "positions", at.Phase)
	}
	p.bar.Set64(int64(at.Done))
}

// Finish takes the bar away.
func (p *Phases) Finish() {
	if p.bar != nil {
		p.bar.Finish()
	}
	p.phase, p.bar = "", nil
}
