package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strings"
	"time"

	"ludens/agent"
	"ludens/alphabeta"
	"ludens/arena"
	"ludens/internal/report"
	"ludens/mcts"
)

// methods trains a network and an evaluation for alpha-beta for each game of a list, with several
// seeds, lets them play each other and an untrained network at equal CPU time, and prints one
// table: which method is the better one for a game within minutes.
//
// What is in the folder is not done again, as in a gallery.
func methods(_ context.Context, args []string) error {
	f := flag.NewFlagSet("methods", flag.ExitOnError)
	dir := f.String("out", "methods", "folder of the runs and matches")
	program := f.String("ludens", "", "program (default: built from this checkout)")
	c := contest{}
	f.IntVar(&c.seeds, "seeds", 3, "runs of each method")
	f.IntVar(&c.iterations, "iterations", 20, "of a network's run; an evaluation has those of its preset")
	f.IntVar(&c.games, "games", 20, "of each match")
	f.DurationVar(&c.time, "cpu", 4*time.Millisecond, "CPU time of a move")
	f.Parse(args)
	if f.NArg() == 0 {
		return errors.New("which game? As in: go run ./scripts/measure methods celta connect4")
	}
	g, err := newGallery(*dir, *program)
	if err != nil {
		return err
	}
	c.dir, c.ludens = g.dir, g.ludens
	fmt.Print(methodsHeader)
	for _, name := range f.Args() {
		row, err := c.row(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Println(row)
	}
	return nil
}

const methodsHeader = `| game | CPU minutes: evaluation | network | evaluation against network, seed by seed | all, in % | evaluation against untrained | network against untrained |
|---|--:|--:|---|--:|--:|--:|
`

// contest is a gallery of both methods.
type contest struct {
	gallery
	seeds int
	time  time.Duration // CPU time of a move
}

// duel is what one seed of a game has shown.
type duel struct {
	minutes [2]float64     // of the evaluation, of the network
	scores  [3]arena.Score // evaluation against network, evaluation and network against untrained
}

func (c *contest) row(name string) (string, error) {
	var all []duel
	for seed := 1; seed <= c.seeds; seed++ {
		d, err := c.duel(name, seed)
		if err != nil {
			return "", fmt.Errorf("seed %d: %w", seed, err)
		}
		all = append(all, d)
	}
	return methodsRow(name, all), nil
}

// methodsRow writes what the seeds of a game have shown.
func methodsRow(name string, all []duel) string {
	var minutes [2]float64
	var sums [3]arena.Score
	var seeds []string
	for _, d := range all {
		for i, m := range d.minutes {
			minutes[i] += m / float64(len(all))
		}
		for i, s := range d.scores {
			sums[i] = sums[i].Plus(s)
		}
		seeds = append(seeds, fmt.Sprintf("%.0f", 100*d.scores[0].Mean()))
	}
	cells := []string{name, fmt.Sprintf("%.1f", minutes[0]), fmt.Sprintf("%.1f", minutes[1]), strings.Join(seeds, ", ")}
	for _, s := range sums {
		low, high := s.Interval()
		cells = append(cells, fmt.Sprintf("%.0f [%.0f, %.0f]", 100*s.Mean(), 100*low, 100*high))
	}
	return "| " + strings.Join(cells, " | ") + " |"
}

// duel trains both with a seed, and plays the matches.
func (c *contest) duel(name string, seed int) (d duel, err error) {
	evaluation, network := fmt.Sprintf("%s-evaluation-%d", name, seed), fmt.Sprintf("%s-network-%d", name, seed)
	for i, run := range [2][]string{
		{evaluation, "--preset", "alphabeta"},
		{network, "--set", fmt.Sprint("train.iterations=", c.iterations)},
	} {
		command := append([]string{"train", name, "--run"}, run...)
		for _, set := range []string{fmt.Sprint("seed=", seed), "evaluation.every=1000", "evaluation.final_games=1", `evaluation.baselines=["random"]`} {
			command = append(command, "--set", set)
		}
		if err := c.finish(run[0], command); err != nil {
			return d, err
		}
		if d.minutes[i], err = c.minutes(run[0]); err != nil {
			return d, err
		}
	}
	agents := c.agents(evaluation, network)
	learned, searched, untrained := agents[0], agents[1], agents[2]
	for i, pair := range [3][2]string{{learned, searched}, {learned, untrained}, {searched, untrained}} {
		if d.scores[i], err = c.match(name, seed, i, pair); err != nil {
			return d, err
		}
	}
	return d, nil
}

// agents are the texts of the evaluation, of the network and of an untrained one, with the time of a move.
func (c *contest) agents(evaluation, network string) (all [3]string) {
	most := [3]int{alphabeta.MaxDepth, mcts.MaxSimulations, mcts.MaxSimulations}
	for i, from := range [3]agent.Source{{Kind: "alphabeta", Eval: evaluation}, {Kind: "ckpt", Path: network}, {Kind: "untrained"}} {
		all[i] = agent.Spec{Source: from, Budget: most[i], Time: c.time, CPU: true}.String()
	}
	return all
}

// match plays one of a seed's matches, and returns the score of the first.
func (c *contest) match(name string, seed, number int, pair [2]string) (sum arena.Score, err error) {
	out := new(strings.Builder)
	if _, err = c.carryOut(out, "match", name, pair[0], pair[1], "--games", fmt.Sprint(c.games), "--seed", fmt.Sprint(seed),
		"--out", fmt.Sprintf("%s-match-%d-%d", name, seed, number), "--json"); err != nil {
		return sum, err
	}
	var b report.Scoreboard
	if err = json.Unmarshal([]byte(out.String()), &b); err != nil {
		return sum, err
	}
	if sum = b.Roles[0].Score.Plus(b.Roles[1].Score); sum.Games() == 0 {
		err = fmt.Errorf("%s against %s: no game was played", pair[0], pair[1])
	}
	return sum, err
}
