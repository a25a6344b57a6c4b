package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ludens/arena"
	"ludens/env/games"
	runs "ludens/internal/run"
	"ludens/internal/seed"
	"ludens/train"
)

func newLadder() *cobra.Command {
	var l ladder
	c := &cobra.Command{
		Use:   "ladder GAME RUN|AGENT...",
		Short: "Rate many agents on one scale",
		Long: `Ladder plays games between agents and places them on one Elo scale, with 95 %
intervals and the likelihood that each is better than the next. A run's folder
stands for its checkpoints, and makes the game's name unnecessary; runs/celta@50
gives them 50 simulations a move. Baselines take part, too.

It plays the pairs of agents whose result is least known: neighbours, after a
while. The anchor's rating is fixed, random's at 0 if nothing else is asked for.

Every finished game is kept in a folder, with the table as ladder.json and
ladder.csv. The same command goes on where it was stopped or killed; with more
games or other agents it keeps what it knows.`,
		Example: `  ludens ladder runs/celta
  ludens ladder runs/celta@50 --checkpoints 20 --games 2000
  ludens ladder connect4 mcts:100 mcts:400 alphabeta:4 --anchor random=0
  ludens ladder celta runs/a runs/b --baselines random,greedy --json`,
		Args: arguments(1, 1000, "ladder GAME RUN|AGENT..."),
		RunE: func(c *cobra.Command, args []string) error {
			if err := l.prepare(args); err != nil {
				return err
			}
			return l.run(c.Context(), c.OutOrStdout())
		},
	}
	l.flags(c, "ladders/GAME")
	c.Flags().IntVar(&l.each, "each", 60, "games in all for each agent, unless --games says how many there are")
	c.Flags().IntVar(&l.games, "games", 0, "games in all")
	c.Flags().IntVar(&l.most, "checkpoints", 10, "at most so many checkpoints of a run, evenly spread")
	c.Flags().StringSliceVar(&l.baselines, "baselines", []string{"random", "greedy", "mcts:100"}, "agents that take part, too")
	c.Flags().StringVar(&l.anchor, "anchor", "", "the agent whose rating is fixed, and at what (default random=0)")
	return c
}

// maxRungs is how many checkpoints of a run may take part.
const maxRungs = 1000

// ladder is the verb at work.
type ladder struct {
	meeting
	each, games, most int
	baselines         []string
	anchor            string

	lists lists
	rungs []rung
	arena arena.Ladder
	about map[string]string
}

// rung is a player and what is known of him beside his games.
type rung struct {
	contestant
	name     string          // short
	run      string          // folder of the run, if he is of one
	progress *train.Progress // of the run, if he is a checkpoint
	seconds  float64         // of training until then; 0: unknown
}

// prepare makes the ladder of the command line, and refuses what cannot be one.
func (l *ladder) prepare(args []string) error {
	name, args, err := gameOf(args)
	if err != nil {
		return err
	}
	g, err := games.Make(name)
	if err != nil {
		return err
	}
	if err := l.check(); err != nil {
		return err
	}
	if err := inRange(amount{"games", l.games, 0, arena.MaxGames}, inEachRole("each", l.each), amount{"checkpoints", l.most, 1, maxRungs}); err != nil {
		return err
	}
	l.lists = lists{game: g, load: (&loader{}).load, moveTime: l.moveTime}
	if err := l.enter(append(args, l.baselines...)); err != nil {
		return err
	}
	openings, kind, err := l.book(g)
	if err != nil {
		return err
	}
	l.about = l.meeting.about(g, kind)
	l.arena = arena.Ladder{Game: g, Openings: openings, Seed: seed.New(l.seed), Games: l.games}
	if l.games == 0 {
		l.arena.Games = (l.each*len(l.rungs) + 1) / 2
	}
	l.arena.Games += l.arena.Games % 2
	for _, r := range l.rungs {
		l.arena.Players = append(l.arena.Players, arena.Player{Entrant: r.Entrant, Key: r.key})
	}
	if l.out == "" {
		l.out = filepath.Join("ladders", folderName(g.Spec().Name))
	}
	return l.drop()
}

// gameOf returns the game and the agents of the command line: a run's folder
// or a checkpoint in front says itself which game it is for.
func gameOf(args []string) (game string, agents []string, err error) {
	if text := agentName(args[0]); strings.HasPrefix(text, "ckpt:") {
		_, c, _, err := pin(text)
		if err != nil {
			return "", nil, err
		}
		return c.Game, args, nil
	}
	return args[0], args[1:], nil
}

// enter takes down all players, runs as their checkpoints; whoever is named
// twice plays once.
func (l *ladder) enter(texts []string) error {
	for _, text := range texts {
		more, err := l.expand(text)
		if err != nil {
			return err
		}
		for _, r := range more {
			if !slices.ContainsFunc(l.rungs, func(s rung) bool { return s.key == r.key }) {
				l.rungs = append(l.rungs, r)
			}
		}
	}
	if len(l.rungs) < 2 {
		return usage{fmt.Errorf("ladder: want two agents or more, not %d", len(l.rungs))}
	}
	return nil
}

// expand returns the players that a text stands for.
func (l *ladder) expand(text string) ([]rung, error) {
	path, budget, _ := strings.Cut(text, "@")
	if stat, err := os.Stat(path); err != nil || !stat.IsDir() {
		c, err := l.lists.enter(text)
		r := rung{contestant: c, name: text}
		if c.checkpoint != nil {
			r.progress = &c.checkpoint.At
		}
		return []rung{r}, err
	}
	if budget == "" {
		budget = "100"
	}
	files, err := runs.Checkpoints(path)
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("the folder %s holds no checkpoint yet", path)
	}
	clock := trainingTime(path)
	var rungs []rung
	for _, file := range spread(files, l.most) {
		c, err := l.lists.enter("ckpt:" + file + "@" + budget)
		if err != nil {
			return nil, err
		}
		at := &c.checkpoint.At
		rungs = append(rungs, rung{
			contestant: c, name: fmt.Sprintf("%s@%s after %d", filepath.Base(path), budget, at.Iteration),
			run: path, progress: at, seconds: clock[at.Iteration],
		})
	}
	return rungs, nil
}

// spread returns at most so many of the files, the last among them, as evenly
// as can be.
func spread(files []string, most int) []string {
	if len(files) <= most {
		return files
	}
	var chosen []string
	for i := range most {
		chosen = append(chosen, files[(i+1)*len(files)/most-1])
	}
	return chosen
}

// drop lets the anchor down.
func (l *ladder) drop() error {
	name, value, given := strings.Cut(l.anchor, "=")
	if l.anchor == "" {
		name = "random"
	}
	if given {
		elo, err := strconv.ParseFloat(value, 64)
		if err != nil || !(elo > -1e6 && elo < 1e6) {
			return usage{fmt.Errorf("--anchor %s: %q is no rating; want AGENT=ELO, as in random=0", l.anchor, value)}
		}
		l.arena.Elo = elo
	}
	i := slices.IndexFunc(l.rungs, func(r rung) bool { return r.name == name || r.Name == name })
	if i < 0 && l.anchor != "" {
		var names []string
		for _, r := range l.rungs {
			names = append(names, r.name)
		}
		return usage{fmt.Errorf("--anchor %s: no such agent takes part; there are %s", l.anchor, strings.Join(names, ", "))}
	}
	l.arena.Anchor = max(i, 0)
	return nil
}

// run plays what is missing, and tells how the ladder stands even if it was
// stopped.
func (l *ladder) run(ctx context.Context, out io.Writer) (err error) {
	folder, entries, err := l.open(l.arena.Game, l.about)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	if l.arena.Resume(entries) {
		if err := folder.Append(arena.Entry{Players: l.arena.Keys()}); err != nil {
			return err
		}
	}
	played, began := 0, time.Now()
	bar := barOf(l.arena.Games, l.arena.Played(), fmt.Sprintf("%d agents", len(l.rungs)))
	stopped := l.arena.Play(ctx, l.workers, func(e arena.Entry) error {
		played++
		return folder.Append(e)
	}, func() { bar.Add(1) })
	speed := l.pace(&l.lists.watch, played, began)
	bar.Finish()
	if stopped != nil && ctx.Err() == nil {
		return fmt.Errorf("%w; the finished games are kept in %s", stopped, l.out)
	}
	t := l.table()
	if err := errors.Join(t.save(l.out), l.writeReport(ctx, t), t.tell(out, l.asJSON, speed)); err != nil {
		return err
	}
	if stopped != nil {
		return interrupted{fmt.Sprintf("the finished games are kept in %s; the same command goes on with them", l.out)}
	}
	return nil
}
