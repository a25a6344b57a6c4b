package tui

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
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
