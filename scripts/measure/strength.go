package main

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"ludens/env/games"
	"ludens/internal/report"
	"ludens/internal/roster"
	"ludens/internal/study"
)

//go:embed strength.toml
var outsiders string

// encounter is a row of strength.toml: an agent that comes with Ludens, and an engine of
// other people.
type encounter struct {
	Game, Agent, Opponent string
	Rating                float64 // of the opponent on its own scale; 0: none
	Note                  string
}

// strength plays the agents that come with Ludens against other people's engines, and prints
// the table of docs/strength.md. Engines are programs on the PATH; a row whose engine is not
// there says so. What is in the folder is not played again: the same command goes on where it
// was stopped.
func strength(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("strength", flag.ExitOnError)
	dir := f.String("out", filepath.Join("matches", "strength"), "folder of the games")
	most := f.Int("games", 40, "games of each row")
	only := f.String("only", "", "play the rows whose game or opponent has this text in it")
	f.Parse(args)
	rows, err := encounters(outsiders)
	if err != nil {
		return err
	}
	fmt.Print("| game | Ludens | against | score | Elo | on its scale | CPU ms of a move | games |\n|---|---|---|--:|--:|--:|--:|--:|\n")
	for _, e := range rows {
		if !strings.Contains(e.Game+" "+e.Opponent, *only) {
			continue
		}
		if err := e.play(ctx, os.Stdout, *dir, *most); err != nil {
			return fmt.Errorf("%s against %s: %w", e.Agent, e.Opponent, err)
		}
	}
	return nil
}

// encounters reads the rows.
func encounters(text string) ([]encounter, error) {
	var all struct{ Row []encounter }
	err := decode(text, &all)
	for i, e := range all.Row {
		if err == nil && (e.Game == "" || e.Agent == "" || e.program() == "") {
			err = fmt.Errorf("row %d: want game, agent and an engine as opponent", i+1)
		}
	}
	return all.Row, err
}

// program returns the engine's program: what stands between its protocol and its options.
func (e encounter) program() string {
	_, command, _ := strings.Cut(e.Opponent, ":")
	if end := strings.IndexAny(command, " {@+"); end >= 0 {
		return command[:end]
	}
	return command
}

// play plays a row and prints it.
func (e encounter) play(ctx context.Context, out io.Writer, dir string, most int) error {
	if _, err := exec.LookPath(e.program()); err != nil {
		_, err := fmt.Fprintf(out, "| %s | `%s` | `%s` | not played: no %s on the PATH | | | | |\n", e.Game, e.Agent, e.Opponent, e.program())
		return err
	}
	g, err := games.Make(e.Game)
	if err != nil {
		return err
	}
	m := study.Match{
		Setting: study.Setting{
			Game: g, Opening: study.Usual, Seed: 1, Workers: 1,
			Out:   filepath.Join(dir, games.FileName(e.Game+"-"+e.Agent+"-"+e.Opponent)),
			Enter: roster.Entering(func(string) {}),
		},
		Agents: [2]string{e.Agent, e.Opponent}, Pairs: most / 2,
	}
	r, err := m.Play(ctx)
	if r == nil {
		return err
	}
	if r.Games == 0 {
		return cmp.Or(err, errors.New("no game was played"))
	}
	_, writing := io.WriteString(out, e.row(r.Scoreboard))
	return errors.Join(err, writing)
}

// mostForfeits is the share of games that may end by forfeit in a match that is a measure of
// strength. What an engine loses because it does not understand us is none.
const mostForfeits = 0.05

// row is what a match has shown, as a row of the table.
func (e encounter) row(b *report.Scoreboard) string {
	if n, reason := b.Forfeits(); float64(n) > mostForfeits*float64(b.Games) {
		return fmt.Sprintf("| %s | `%s` | `%s`%s | no measure: %d of %d games ended by forfeit, as in: %s | | | | %d |\n", e.Game, e.Agent, e.Opponent, e.note(), n, b.Games, reason, b.Games)
	}
	spent := "not measured"
	if len(b.CPU) == 2 {
		spent = fmt.Sprintf("%.3g, %.3g", 1e3*b.CPU[0].PerMove(), 1e3*b.CPU[1].PerMove())
	}
	scale := ""
	if e.Rating != 0 {
		scale = interval(b.Elo, e.Rating, "%.0f")
	}
	return fmt.Sprintf("| %s | `%s` | `%s`%s | %s %% | %s | %s | %s | %d |\n", e.Game, e.Agent, e.Opponent, e.note(),
		interval(report.Bounds{Estimate: percent(b.Score.Estimate), Low: percent(b.Score.Low), High: percent(b.Score.High)}, 0, "%.1f"),
		interval(b.Elo, 0, "%+.0f"), scale, spent, b.Games)
}

func (e encounter) note() string {
	if e.Note == "" {
		return ""
	}
	return ", " + e.Note
}

func percent(x *float64) *float64 {
	if x == nil {
		return nil
	}
	y := 100 * *x
	return &y
}

// interval writes an estimate with its bounds, all of them moved by that much. What is
// missing is infinite: the estimate beside an infinite lower bound is that, too.
func interval(b report.Bounds, by float64, format string) string {
	text := func(x *float64, missing string) string {
		if x == nil {
			return missing
		}
		return fmt.Sprintf(format, *x+by)
	}
	estimate := "∞"
	if b.Low == nil {
		estimate = "-∞"
	}
	return fmt.Sprintf("%s [%s, %s]", text(b.Estimate, estimate), text(b.Low, "-∞"), text(b.High, "∞"))
}
