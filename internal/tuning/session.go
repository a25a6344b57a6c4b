package tuning

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/schollz/progressbar/v3"

	"ludens/env"
	"ludens/env/games"
	"ludens/internal/exit"
	"ludens/internal/tui"
	"ludens/tune"
)

// Session learns an evaluation, and shows it.
type Session struct {
	Config  tune.Config
	Dir     string // "": runs/GAME-eval
	Workers int    // goroutines that play
	Bars    bool   // on Errs, a terminal

	Out, Errs io.Writer
}

// Learn learns an evaluation of g, or goes on with one that was stopped. A stop is an
// exit.Stopped.
func (s Session) Learn(ctx context.Context, g env.Game) error {
	s.Config.Game = g.Spec().Name
	if s.Dir == "" {
		s.Dir = filepath.Join("runs", games.FileName(s.Config.Game)+"-eval")
	}
	f, err := open(s.Dir, g, s.Config)
	if err != nil {
		return err
	}
	defer f.Close()
	var bar *progressbar.ProgressBar
	err = f.Learn(ctx, s.Workers, func(round, game int) {
		if bar == nil {
			bar = tui.NewBar(s.Bars, s.Errs, s.Config.Games, "games", fmt.Sprintf("round %d of %d", round, s.Config.Rounds))
		}
		bar.Set(game)
	}, func(r Round) {
		bar = nil
		fmt.Fprintln(s.Out, r)
	})
	if errors.Is(err, context.Canceled) {
		return exit.Stopped{Hint: "the same command continues the run"}
	}
	return err
}
