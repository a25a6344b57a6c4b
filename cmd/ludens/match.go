package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/seed"
	"ludens/internal/tui"
	"ludens/stat"
)

func newMatch() *cobra.Command {
	var m match
	c := &cobra.Command{
		Use:   "match GAME A B",
		Short: "Let two agents meet until it is clear who is better",
		Long: `Match plays pairs of games: one opening, played twice with exchanged roles. It
prints A's score in each role and over all, with 95 % intervals from the pairs,
the difference in Elo, and how likely A is the better one.

Openings are random plies, all different, after which nobody can win at once and
the game's own score has not moved by more than 0.15; or those of --openings.

With --sprt 0,20 it plays until it is decided whether the difference is 0 or 20
Elo; the estimate it then prints allows for its having stopped.

Every finished game is kept in a folder. The same command goes on where it was
stopped or killed, and with more --games it plays more.`,
		Example: `  ludens match celta greedy random
  ludens match celta runs/celta@50 mcts:400 --games 1000
  ludens match connect4 mcts:200 mcts:100 --sprt 0,50
  ludens match cetran2 alphabeta:64 mcts:1000000 --movetime 100ms --games 40
  ludens match cetro runs/a runs/b --openings openings.txt --out results/a-b --json`,
		Args: arguments(3, 3, "match GAME A B"),
		RunE: func(c *cobra.Command, args []string) error {
			m.limited = c.Flags().Changed("games")
			if err := m.prepare(args); err != nil {
				return err
			}
			return m.run(c.Context(), c.OutOrStdout())
		},
	}
	m.flags(c, "matches/GAME-A-B")
	c.Flags().IntVar(&m.games, "games", 200, "games in all, two to an opening; with --sprt at most so many, if it is given")
	c.Flags().StringVar(&m.sprt, "sprt", "", "play until one of two Elo differences is refused, as in 0,20")
	c.Flags().Float64Var(&m.alpha, "alpha", 0.05, "chance of --sprt to accept the higher difference where the lower is true")
	c.Flags().Float64Var(&m.beta, "beta", 0.05, "chance of --sprt to accept the lower difference where the higher is true")
	return c
}

// match is the verb at work.
type match struct {
	meeting
	games       int
	limited     bool // --games was given
	sprt        string
	alpha, beta float64

	lists    lists
	live     ticker
	names    [2]string // of a and b, as they were given
	players  []contestant
	contest  arena.Contest
	series   *arena.Series
	about    map[string]string
	openings string
}

// prepare makes the match of the command line, and refuses what cannot be one.
func (m *match) prepare(args []string) error {
	g, err := games.Make(args[0])
	if err != nil {
		return err
	}
	if err := m.check(); err != nil {
		return err
	}
	test, err := m.test()
	if err != nil {
		return usage{err}
	}
	if m.games < 2 || m.games%2 != 0 || m.games > 2*arena.MaxGames {
		return usage{fmt.Errorf("--games %d: want 2, 4 or more, up to %d, since games come in pairs", m.games, 2*arena.MaxGames)}
	}
	m.lists = lists{game: g, load: (&loader{}).load, moveTime: m.moveTime}
	a, err := m.lists.enter(args[1])
	if err != nil {
		return err
	}
	b, err := m.lists.enter(args[2])
	if err != nil {
		return err
	}
	openings, kind, err := m.book(g)
	if err != nil {
		return err
	}
	most := m.games / 2
	if test != nil && !m.limited {
		most = 0
	}
	m.names, m.players, m.openings = [2]string{args[1], args[2]}, []contestant{a, b}, kind
	m.live.on = tui.Terminal(os.Stderr)
	m.contest = arena.Contest{Game: g, A: a.Entrant, B: b.Entrant, Openings: openings, Seed: seed.New(m.seed)}
	m.series = arena.NewSeries(most, test)
	m.about = m.meeting.about(g, kind)
	m.about["a"], m.about["b"], m.about["sprt"] = a.key, b.key, "none"
	if test != nil {
		m.about["sprt"] = fmt.Sprintf("%v to %v Elo, errors %v and %v", test.Elo0, test.Elo1, test.Alpha, test.Beta)
	}
	if m.out == "" {
		m.out = filepath.Join("matches", folderName(strings.Join([]string{g.Spec().Name, args[1], args[2]}, "-")))
	}
	return nil
}

// test reads --sprt, nil if it is not given.
func (m *match) test() (*stat.SPRT, error) {
	if m.sprt == "" {
		return nil, nil
	}
	low, high, ok := strings.Cut(m.sprt, ",")
	elo0, err0 := strconv.ParseFloat(strings.TrimSpace(low), 64)
	elo1, err1 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	if !ok || err0 != nil || err1 != nil {
		return nil, fmt.Errorf("--sprt %q: want two Elo differences, as in 0,20", m.sprt)
	}
	t := &stat.SPRT{Elo0: elo0, Elo1: elo1, Alpha: m.alpha, Beta: m.beta}
	if err := t.Validate(); err != nil {
		return nil, fmt.Errorf("--sprt %s: %w", m.sprt, err)
	}
	return t, nil
}

// run plays what is missing, and tells how the match stands even if it was
// stopped.
func (m *match) run(ctx context.Context, out io.Writer) (err error) {
	folder, entries, err := m.open(m.contest.Game, m.about)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	if err := folder.Call(map[string]string{"a": m.names[0], "b": m.names[1]}); err != nil {
		return err
	}
	for _, e := range entries {
		if e.Game != nil {
			m.series.Add(*e.Game)
		}
	}
	played, began := 0, time.Now()
	bar := barOf(2*m.series.Most, len(entries), "")
	stopped := m.series.Play(ctx, &m.contest, m.workers, func(g arena.Game) error {
		played++
		bar.Add(1)
		if m.live.due(time.Now()) {
			bar.Describe(m.standing())
		}
		return folder.Append(arena.Entry{Game: &g})
	})
	speed := m.pace(&m.lists.watch, played, began)
	bar.Finish()
	if stopped != nil && ctx.Err() == nil {
		return fmt.Errorf("%w; the finished games are kept in %s", stopped, m.out)
	}
	b := m.scoreboard()
	b.pace = speed
	if err := errors.Join(m.writeGames(b.counted), m.writeReport(ctx, b), b.tell(out, m.asJSON)); err != nil {
		return err
	}
	if stopped != nil {
		return interrupted{fmt.Sprintf("%d games are kept in %s; the same command goes on with them", len(entries)+played, m.out)}
	}
	return nil
}

// standing is the match in a few words.
func (m *match) standing() string {
	if m.series.Pairs.N() == 0 {
		return "no pair yet"
	}
	e := m.series.Estimate()
	text := fmt.Sprintf("%.1f %%, %s Elo", 100*e.Mean, eloRange(e))
	if t := m.series.Test; t != nil {
		lower, upper := t.Bounds()
		text += fmt.Sprintf(", LLR %.2f of %.2f to %.2f", t.LLR(m.series.Pairs), lower, upper)
	}
	return text
}

// name returns what the agent of a side is called in game g.
func (m *match) name(g arena.Game, side env.Player) string {
	if g.Role == side {
		return m.names[0]
	}
	return m.names[1]
}
