package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ludens/arena"
	"ludens/env/games"
	"ludens/internal/exit"
	"ludens/internal/report"
	"ludens/internal/roster"
	"ludens/internal/session"
	"ludens/internal/study"
	"ludens/internal/tui"
)

// randomOpenings is the help of --opening where agents meet others.
const randomOpenings = "random plies of each opening, drawn until it is balanced (default 4; none where the game draws its start)"

// meeting is what the flags of a match, a ladder and a balance study have in common.
type meeting struct {
	study.Setting
	asJSON bool
	report string // a folder for it; "": none
	many   machines
	others *session.Shared // nil: no other machine plays
}

// flags adds them: out is the folder of the games, opening the help of --opening.
func (m *meeting) flags(c *cobra.Command, out, opening string) {
	c.Flags().IntVar(&m.Opening, "opening", 0, opening)
	m.Opening = study.Usual
	c.Flags().StringVar(&m.Book, "openings", "", "file of openings instead: moves on a line each, or game records")
	c.Flags().DurationVar(&m.MoveTime, "movetime", 0, "time a move for agents that search, as in 100ms; their own limits hold too, and games then depend on the clock")
	c.Flags().Uint64Var(&m.Seed, "seed", 1, "equal seeds play equal games")
	c.Flags().IntVar(&m.Workers, "workers", runtime.GOMAXPROCS(0), "games at once; the outcome does not depend on it")
	c.Flags().StringVar(&m.Out, "out", "", "folder of the games (default "+out+")")
	c.Flags().BoolVar(&m.asJSON, "json", false, "print the result as JSON")
	c.Flags().StringVarP(&m.report, "report", "o", "", "write a report into this folder, too: HTML, Markdown, pictures, CSV, JSON")
	m.many.flags(c)
	m.Enter, m.Events = roster.Entering(trainedElsewhere()), study.Events{Opened: tellUnsummed, Played: showing(tui.Terminal(stderr))}
}

// check refuses flags that make no sense.
func (m *meeting) check() error {
	if m.MoveTime < 0 || m.MoveTime > maxMoveHours*time.Hour {
		return exit.Usagef("--movetime %v: want more than nothing, as in 100ms, and at most %d hours", m.MoveTime, maxMoveHours)
	}
	if m.MoveTime > 0 && m.many.wanted() {
		return exit.Usagef("--movetime: games that depend on the clock are played here only: want neither --listen nor --nats")
	}
	return cmp.Or(inRange(randomPlies("opening", m.Opening)...), inRange(players(m.Workers)), m.many.check())
}

// named sets the folder of the games unless the flag did.
func (m *meeting) named(kind, name string) {
	if m.Out == "" {
		m.Out = filepath.Join(kind, games.FileName(name))
	}
	if m.many.wanted() {
		m.others = m.many.asked().Share(stderr, m.Out, m.Workers)
		m.Elsewhere, m.Mixed = m.others.Play, m.many.anyKernels
	}
}

// end lets the others go; err is what has come of it.
func (m *meeting) end(err error) error {
	if m.others == nil {
		return err
	}
	return cmp.Or(err, m.others.Close(err == nil))
}

// found is what a match or a ladder says.
type found interface {
	JSON(io.Writer) error
	Text(w io.Writer, columns int) error
	Study() *report.Study
}

// tell prints what was found, and after it where the games are and how fast they
// were played.
func (m *meeting) tell(out io.Writer, f found, games string, pace study.Pace) error {
	if m.asJSON {
		return f.JSON(out)
	}
	if err := f.Text(out, tui.Width(out)); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "games    %s\nspeed    %s\n", games, pace)
	return err
}

// halted returns the error of what was stopped: how to go on, if the user stopped it.
func (m *meeting) halted(ctx context.Context, stopped error) error {
	if stopped != nil && ctx.Err() != nil {
		return exit.Stopped{Hint: fmt.Sprintf("the finished games are kept in %s; the same command goes on with them", m.Out)}
	}
	return stopped
}

// writeReport writes a report of what was found, if that was asked for.
func (m *meeting) writeReport(ctx context.Context, f found, openings string, players []study.Contestant) error {
	if m.report == "" {
		return nil
	}
	s := f.Study()
	s.Repeat = m.Facts(commandLine(ctx), openings, players)
	return s.Write(m.report)
}

// asFlags returns an error of a study in the words of the command line.
func asFlags(verb string, err error) error {
	var m *study.Mistake
	switch {
	case errors.Is(err, arena.ErrOther):
		return fmt.Errorf("%w; name another folder with --out", err)
	case !errors.As(err, &m):
		return err
	case m.Field == "agents":
		return exit.Usagef("%s: %w", verb, m.Err)
	case m.Field == "strengths":
		return exit.Usagef("%s: %w: name it, as in --agent mcts:100", verb, m.Err)
	case m.Field == "budgets":
		return exit.Usagef("--budgets: %w, as in --agent mcts", m.Err)
	case slices.Contains([]string{"rules", "goal", "arrays", "odds"}, m.Field): // a command of balance
		return exit.Usagef("%s %w", verb, m)
	case m.Field == "opponent", m.Field == "control", m.Field == "against": // names what is not there, as in --agent
		return fmt.Errorf("--%w", m)
	}
	return exit.Usagef("--%w", m)
}

// trainedElsewhere returns what warns of networks trained on other rules than
// those to be played: of each once, whatever it is to play after that.
func trainedElsewhere() func(line string) {
	told := map[string]bool{}
	return func(line string) {
		who, _, _ := strings.Cut(line, ",")
		if !told[who] {
			fmt.Fprintln(stderr, line)
		}
		told[who] = true
	}
}

// tellUnsummed says so if games are believed on the rules' word alone.
func tellUnsummed(f *arena.Folder) {
	if f.Unsummed > 0 {
		fmt.Fprintf(stderr, "%s: %d lines of games.jsonl are of an older ludens and have no checksum; only the rules vouch for them\n", f.Dir, f.Unsummed)
	}
}
