// Command gallery trains an agent for each game of a file, by the preset that is fitted
// to it but with fewer iterations, lets it play itself, and prints one table: how strong
// it is, whom the rules favour in its hands, how games go.
//
//	go run ./scripts/gallery --out gallery copenhagen capablanca halma-8x8 gomoku
//
// What is in the folder is not done again: the same command goes on where it was
// stopped. docs/gallery.md has the table of all games.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"ludens/arena"
	"ludens/games"
	"ludens/internal/run"
)

func main() {
	var g gallery
	flag.StringVar(&g.dir, "out", "gallery", "folder of the runs")
	flag.StringVar(&g.ludens, "ludens", "", "program (default: built from this checkout)")
	flag.IntVar(&g.iterations, "iterations", 12, "of each run")
	flag.IntVar(&g.games, "games", 100, "of each agent against itself")
	flag.Parse()
	if err := g.all(os.Stdout, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "gallery:", err)
		os.Exit(1)
	}
}

type gallery struct {
	dir, ludens       string
	iterations, games int
}

// simulations of an agent that plays itself.
const simulations = 64

func (g *gallery) all(out io.Writer, names []string) error {
	if err := os.MkdirAll(g.dir, 0o755); err != nil {
		return err
	}
	if g.ludens == "" {
		g.ludens = filepath.Join(g.dir, "ludens")
		if said, err := exec.Command("go", "build", "-o", g.ludens, "ludens/cmd/ludens").CombinedOutput(); err != nil {
			return fmt.Errorf("go build: %w\n%s", err, said)
		}
	}
	program, err := filepath.Abs(g.ludens)
	if err != nil {
		return err
	}
	g.ludens = program
	fmt.Fprint(out, header)
	for _, name := range names {
		row, err := g.row(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintln(out, row)
	}
	return nil
}

const header = `| game | family | games | minutes | random | greedy | mcts:100 | what it says of the rules | decided, % | plies |
|---|---|--:|--:|--:|--:|--:|---|--:|--:|
`

// row trains and measures one game.
func (g *gallery) row(name string) (string, error) {
	if err := g.train(name); err != nil {
		return "", err
	}
	r, err := run.Look(filepath.Join(g.dir, name))
	if err != nil {
		return "", err
	}
	played, seconds, err := effort(r)
	if err != nil {
		return "", err
	}
	b, err := g.balance(name)
	if err != nil {
		return "", err
	}
	cells := []string{name, family(name), fmt.Sprint(played), fmt.Sprintf("%.1f", seconds/60)}
	for _, opponent := range []string{"random", "greedy", "mcts:100"} {
		cells = append(cells, against(r.Final().Standings, opponent))
	}
	cells = append(cells, b.Balance[0].Verdict, fmt.Sprintf("%.0f", 100*b.Course[0].Decisive.Estimate), fmt.Sprintf("%.0f", b.Course[0].Plies.Estimate))
	return "| " + strings.Join(cells, " | ") + " |", nil
}

// train begins the run of a game, or goes on with it, unless it is finished.
func (g *gallery) train(name string) error {
	dir := filepath.Join(g.dir, name)
	if !run.Holds(dir) {
		return g.carryOut(nil, "train", name, "--run", name, "--set", fmt.Sprint("train.iterations=", g.iterations))
	}
	if r, err := run.Look(dir); err != nil || r.Final() != nil {
		return err
	}
	return g.carryOut(nil, "resume", name)
}

// effort returns how many games of self-play a run took, and how many seconds.
func effort(r *run.Run) (played int, seconds float64, err error) {
	metrics, err := r.Metrics()
	last := 0.0
	for _, m := range metrics {
		if m.Seconds < last { // a session that went on
			seconds += last
		}
		last = m.Seconds
		played = m.At.Games
	}
	return played, seconds + last, err
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

// balance is of what `ludens balance --json` prints what the table has.
type balance struct {
	Balance []struct {
		Verdict string `json:"verdict"`
	} `json:"balance"`
	Course []struct {
		Decisive estimate `json:"decisive"`
		Plies    estimate `json:"plies"`
	} `json:"course"`
}

type estimate struct {
	Estimate float64 `json:"estimate"`
}

// balance lets the agent of a run play itself.
func (g *gallery) balance(name string) (balance, error) {
	var printed struct{ Tables balance }
	out := new(strings.Builder)
	err := g.carryOut(out, "balance", name, "--agent", name, "--budgets", fmt.Sprint(simulations), "--games", fmt.Sprint(g.games), "--out", name+"-balance", "--json")
	if err == nil {
		err = json.Unmarshal([]byte(out.String()), &printed)
	}
	if err == nil && (len(printed.Tables.Balance) == 0 || len(printed.Tables.Course) == 0) {
		err = fmt.Errorf("balance told no score: %s", out)
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

// carryOut carries out a verb in the folder of the runs.
func (g *gallery) carryOut(out io.Writer, args ...string) error {
	c := exec.Command(g.ludens, args...)
	c.Dir, c.Stdout, c.Stderr = g.dir, out, os.Stderr
	return c.Run()
}
