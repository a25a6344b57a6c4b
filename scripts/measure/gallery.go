package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ludens/arena"
	variants "ludens/env/games"
	"ludens/games"
	runs "ludens/internal/run"
)

// showGallery trains an agent for each game of a list, by the preset that is fitted to
// it but with fewer iterations, lets it play itself, and prints one table: how strong it
// is, whom the rules favour in its hands, how games go.
//
// What is in the folder is not done again: the same command goes on where it was
// stopped. docs/gallery.md has the table of all games.
func showGallery(_ context.Context, args []string) error {
	f := flag.NewFlagSet("gallery", flag.ExitOnError)
	dir := f.String("out", "gallery", "folder of the runs")
	program := f.String("ludens", "", "program (default: built from this checkout)")
	iterations := f.Int("iterations", 12, "of each run")
	most := f.Int("games", 100, "of each agent against itself")
	brief := f.Bool("brief", false, "train all games for seconds each, with a small network, and print intervals")
	control := f.Bool("control", false, "with --brief: a learning rate of nearly 0, with which an agent scores half against untrained")
	f.Parse(args)
	g, err := newGallery(*dir, *program)
	if err != nil {
		return err
	}
	g.iterations, g.games, g.brief = *iterations, *most, *brief
	if *control {
		briefly = append(briefly, "train.learning_rate=1e-9")
	}
	names := f.Args()
	if g.brief && len(names) == 0 {
		names = games.Names()
	}
	return g.all(os.Stdout, names)
}

type gallery struct {
	dir, ludens       string
	iterations, games int // 0 iterations: as many as the preset has
	brief             bool
}

// newGallery makes the folder, and the program if none is named.
func newGallery(dir, program string) (*gallery, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	program, err := built(program, dir)
	return &gallery{dir: dir, ludens: program}, err
}

// Simulations of an agent that plays itself, and of one that was trained briefly.
const (
	simulations      = 64
	briefSimulations = 16
)

// briefly are the settings of a brief training, the same for all games.
var briefly = []string{
	"network.channels=16", "network.blocks=2", "train.iterations=6", "selfplay.games=12", "search.simulations=16", "optimiser.batch=64",
	"evaluation.games=1", "evaluation.final_games=10", "evaluation.simulations=16", "evaluation.every=100",
	`evaluation.baselines=["random","greedy","untrained:16"]`,
}

func (g *gallery) all(out io.Writer, names []string) error {
	head := header
	if g.brief {
		head = briefHeader
	}
	fmt.Fprint(out, head)
	for _, name := range names {
		row, err := g.row(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintln(out, row)
	}
	return nil
}

const header = `| game | family | games | CPU minutes | random | greedy | mcts:100 | what it says of the rules | decided, % | plies |
|---|---|--:|--:|--:|--:|--:|---|--:|--:|
`

const briefHeader = `| game | family | positions | CPU seconds | random | greedy | untrained | what it says of the rules | decided, % | plies | cut off, % |
|---|---|--:|--:|--:|--:|--:|---|--:|--:|--:|
`

// row trains and measures one game.
func (g *gallery) row(name string) (string, error) {
	if err := g.train(name); err != nil {
		return "", err
	}
	r, err := runs.Look(filepath.Join(g.dir, name))
	if err != nil {
		return "", err
	}
	played, err := played(r)
	if err != nil {
		return "", err
	}
	minutes, err := g.minutes(name)
	if err != nil {
		return "", err
	}
	b, err := g.balance(name)
	if err != nil {
		return "", err
	}
	if g.brief {
		return g.briefRow(name, r, minutes, b)
	}
	cells := []string{name, family(name), fmt.Sprint(played), fmt.Sprintf("%.1f", minutes)}
	for _, opponent := range []string{"random", "greedy", "mcts:100"} {
		cells = append(cells, against(r.Final().Standings, opponent))
	}
	verdict := b.Balance[0].Verdict
	if text := unknown(r.Final().Standings); text != "" {
		verdict = text
	}
	rules, err := variants.Make(name)
	if err != nil {
		return "", err
	}
	verdict += doubt(verdict, rules.Spec().Roles, r.Final().Standings)
	cells = append(cells, verdict, fmt.Sprintf("%.0f", 100*b.Course[0].Decisive.Estimate), fmt.Sprintf("%.0f", b.Course[0].Plies.Estimate))
	return "| " + strings.Join(cells, " | ") + " |", nil
}

// briefRow is the row of an agent that was trained briefly: its scores in both roles together,
// with their 95 % intervals, among them that against its network before the training.
func (g *gallery) briefRow(name string, r *runs.Run, minutes float64, b balance) (string, error) {
	standings := r.Final().Standings
	metrics, err := r.Metrics()
	if err != nil {
		return "", err
	}
	positions := 0
	for _, m := range metrics {
		positions = m.At.Positions
	}
	cells := []string{name, family(name), fmt.Sprint(positions), fmt.Sprintf("%.0f", 60*minutes)}
	for _, opponent := range []string{"random", "greedy", "untrained:16"} {
		cells = append(cells, inBothRoles(standings, opponent))
	}
	verdict := cmp.Or(unknown(standings), b.Balance[0].Verdict)
	rules, err := variants.Make(name)
	if err != nil {
		return "", err
	}
	verdict += doubt(verdict, rules.Spec().Roles, standings)
	course := &b.Course[0]
	for _, share := range []float64{100 * course.Decisive.Estimate, course.Plies.Estimate, 100 * float64(b.Balance[0].CutOff) / float64(g.games)} {
		cells = append(cells, fmt.Sprintf("%.0f", share))
	}
	return "| " + strings.Join(slices.Insert(cells, 7, verdict), " | ") + " |", nil
}

// inBothRoles returns the score against an opponent in both roles, with its 95 % interval.
func inBothRoles(all []arena.Standing, opponent string) string {
	for _, s := range all {
		if s.Opponent == opponent {
			score := s.Roles[0].Plus(s.Roles[1])
			low, high := score.Interval()
			return fmt.Sprintf("%.0f %% [%.0f, %.0f]", 100*score.Mean(), 100*low, 100*high)
		}
	}
	return "-"
}

// train begins the run of a game, or goes on with it, unless it is finished.
func (g *gallery) train(name string) error {
	args := []string{"train", name, "--run", name}
	if g.iterations > 0 {
		args = append(args, "--set", fmt.Sprint("train.iterations=", g.iterations))
	}
	if g.brief {
		args = []string{"train", name, "--run", name}
		for _, set := range briefly {
			args = append(args, "--set", set)
		}
	}
	return g.finish(name, args)
}

// finish carries out the command that begins a run, or goes on with the run, unless it is finished,
// and notes the CPU time that it took in a file beside it.
func (g *gallery) finish(name string, args []string) error {
	dir := filepath.Join(g.dir, name)
	if runs.Holds(dir) {
		if r, err := runs.Look(dir); err != nil || r.Final() != nil {
			return err
		}
		args = []string{"resume", name}
	}
	before, _ := g.minutes(name)
	took, err := g.carryOut(nil, args...)
	return errors.Join(err, os.WriteFile(dir+".minutes", []byte(fmt.Sprint(before+took.Minutes())), 0o644))
}

// minutes returns the CPU minutes that a run has taken.
func (g *gallery) minutes(name string) (m float64, err error) {
	text, err := os.ReadFile(filepath.Join(g.dir, name+".minutes"))
	if err != nil {
		return 0, err
	}
	_, err = fmt.Sscan(string(text), &m)
	return m, err
}

// played returns how many games of self-play a run took.
func played(r *runs.Run) (games int, err error) {
	metrics, err := r.Metrics()
	for _, m := range metrics {
		games = m.At.Games
	}
	return games, err
}

// against returns the score against an opponent, as First and as Second.
func against(all []arena.Standing, opponent string) string {
	for _, s := range all {
		if s.Opponent == opponent {
			return fmt.Sprintf("%.0f / %.0f %%", 100*s.Roles[0].Mean(), 100*s.Roles[1].Mean())
		}
	}
	return "-"
}

// unknown says why an agent cannot judge rules, by its scores in both roles together; ""
// if it can.
func unknown(all []arena.Standing) string {
	for _, bar := range arena.Bars {
		for _, s := range all {
			score := s.Roles[0].Plus(s.Roles[1])
			if s.Opponent == bar.Opponent && !bar.Passed(score) {
				return fmt.Sprintf("not known: %.1f %% against %s, where a judge must score %.0f %%", 100*score.Mean(), bar.Opponent, 100*bar.Least)
			}
		}
	}
	return ""
}

// doubt adds to a verdict that favours a role that the agent is weak in the other one.
func doubt(verdict string, roles [2]string, all []arena.Standing) string {
	for _, bar := range arena.Bars {
		for _, s := range all {
			for p, score := range s.Roles {
				if s.Opponent == bar.Opponent && bar.Weak(score) && strings.HasPrefix(verdict, "favours "+roles[1-p]) {
					return fmt.Sprintf(", or the agent is weak as %s: %.0f %% against %s", roles[p], 100*score.Mean(), bar.Opponent)
				}
			}
		}
	}
	return ""
}

// balance is of what `ludens balance --json` prints what the table has.
type balance struct {
	Balance []struct {
		Verdict string `json:"verdict"`
		CutOff  int    `json:"cut_off"`
	} `json:"balance"`
	Course []struct {
		Decisive estimate `json:"decisive"`
		Plies    estimate `json:"plies"`
	} `json:"course"`
}

type estimate struct {
	Estimate float64 `json:"estimate"`
}

// balance lets the agent of a run play itself. How it does against others is in its final
// table already.
func (g *gallery) balance(name string) (balance, error) {
	var printed struct{ Tables balance }
	out := new(strings.Builder)
	budget := simulations
	if g.brief {
		budget = briefSimulations
	}
	_, err := g.carryOut(out, "balance", name, "--agent", name, "--budgets", fmt.Sprint(budget), "--games", fmt.Sprint(g.games), "--out", name+"-balance", "--examine=false", "--json")
	if err == nil {
		err = json.Unmarshal([]byte(out.String()), &printed)
	}
	if err == nil && (len(printed.Tables.Balance) == 0 || len(printed.Tables.Course) == 0) {
		err = fmt.Errorf("balance reported no score: %s", out)
	}
	return printed.Tables, err
}

// family returns the family of a game that comes as a file.
func family(name string) string {
	text, _ := games.Text(name)
	for _, line := range strings.Split(text, "\n") {
		if _, value, ok := strings.Cut(line, "family = "); ok {
			return strings.Trim(value, `"`)
		}
	}
	return ""
}

// carryOut carries out a verb in the folder of the runs, and returns the CPU time of it.
func (g *gallery) carryOut(out io.Writer, args ...string) (time.Duration, error) {
	c := exec.Command(g.ludens, args...)
	c.Dir, c.Stdout, c.Stderr = g.dir, out, os.Stderr
	if err := c.Run(); err != nil {
		return 0, fmt.Errorf("ludens %s: %w", strings.Join(args, " "), err)
	}
	return c.ProcessState.UserTime() + c.ProcessState.SystemTime(), nil
}
