package main

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ludens/agent"
	"ludens/arena"
	"ludens/internal/exit"
	"ludens/internal/report"
	"ludens/internal/roster"
	"ludens/internal/study"
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

Openings are random plies, all different, after which neither side can win at once
and the game's own score has not moved by more than 0.15; or those of --openings.
Games that draw their start position begin with that, and without random plies. Which
side an opening favours does not matter to the score over both roles: it is played
from both.

With --sprt 0,20 it plays until it is decided whether the difference is 0 or 20
Elo; the estimate it then prints allows for its having stopped.

Other people's engines are agents, too: uci:COMMAND{OPTION=VALUE}@LIMIT, cecp:, otep:,
json:. One that crashes, hangs or plays an illegal move loses that game, and the record
says why (docs/protocols.md).

Every finished game is kept in a folder. The same command goes on where it was
stopped or killed, and with more --games it plays more.`,
		Example: `  ludens match celta greedy random
  ludens match celta runs/celta@50 mcts:400 --games 1000
  ludens match connect4 mcts:200 mcts:100 --sprt 0,50
  ludens match cetran2 alphabeta:64 mcts:1000000 --movetime 100ms --games 40
  ludens match chess "uci:stockfish{Hash=64}@100ms" mcts:400 --games 20
  ludens match cetro runs/a runs/b --openings openings.txt --out results/a-b --json
  ludens match celta runs/a runs/b --games 1000 --listen :4222   others help: ludens work`,
		Args: arguments(3, 3, "match GAME A B"),
		RunE: func(c *cobra.Command, args []string) error {
			request, err := m.read(args, c.Flags().Changed("games"))
			if err != nil {
				return err
			}
			return m.end(m.run(c.Context(), c.OutOrStdout(), request))
		},
	}
	m.flags(c, "matches/GAME-A-B", randomOpenings)
	c.Flags().IntVar(&m.games, "games", 200, "games in all, two to an opening; with --sprt at most this number, if it is given")
	c.Flags().IntVar(&m.threads, "threads", 1, "goroutines of each search, of agents that do not say it themselves, as champion:100+threads=2 does; what they find depends on their number")
	c.Flags().StringVar(&m.sprt, "sprt", "", "play until one of two Elo differences is refused, as in 0,20")
	c.Flags().Float64Var(&m.alpha, "alpha", 0.05, "chance of --sprt to accept the higher difference where the lower is true")
	c.Flags().Float64Var(&m.beta, "beta", 0.05, "chance of --sprt to accept the lower difference where the higher is true")
	return c
}

// match is the flags of the verb.
type match struct {
	meeting
	games       int
	threads     int
	sprt        string
	alpha, beta float64
}

// read returns the match of the command line, and refuses what cannot be one;
// limited says that --games was given.
func (m *match) read(args []string, limited bool) (*study.Match, error) {
	g, err := roster.Game(args[0])
	if err != nil {
		return nil, err
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	var test *stat.SPRT
	if m.sprt != "" {
		if test, err = stat.ParseSPRT(m.sprt, m.alpha, m.beta); err != nil {
			return nil, exit.Usagef("--sprt %s: %w", m.sprt, err)
		}
	}
	if m.games < 2 || m.games%2 != 0 || m.games > 2*arena.MaxGames {
		return nil, exit.Usagef("--games %d: want 2, 4 or more, up to %d, since games come in pairs", m.games, 2*arena.MaxGames)
	}
	if err := inRange(searchThreads(m.threads)); err != nil {
		return nil, err
	}
	for i := range args[1:] {
		args[1+i] = agent.Threaded(args[1+i], m.threads)
	}
	m.Game = g
	m.named("matches", strings.Join([]string{g.Spec().Name, args[1], args[2]}, "-"))
	request := &study.Match{Setting: m.Setting, Agents: [2]string(args[1:]), Pairs: m.games / 2, Test: test}
	if test != nil && !limited {
		request.Pairs = 0
	}
	return request, nil
}

// run plays what is missing, and prints how the match stands even if it was
// stopped.
func (m *match) run(ctx context.Context, out io.Writer, request *study.Match) error {
	r, stopped := request.Play(ctx)
	if r == nil {
		return asFlags("match", stopped)
	}
	r.Repeat = report.Named(m.Facts(commandLine(ctx), r.Openings, r.Players))
	if err := errors.Join(r.WriteGames(), m.writeReport(ctx, r, r.Openings, r.Players), m.tell(out, r, m.Out, r.Pace)); err != nil {
		return err
	}
	return m.halted(ctx, stopped)
}
