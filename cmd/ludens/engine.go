package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"ludens/agent"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/heard"
	"ludens/internal/nearest"
	"ludens/internal/roster"
	"ludens/protocol"
)

// protocols are those of ludens engine.
var protocols = map[string]func(context.Context, protocol.Engine, io.Reader, io.Writer) error{
	"cecp": protocol.CECP, "uci": protocol.UCI, "otep": protocol.OTEP, "json": protocol.JSON,
}

var protocolNames = []string{"cecp", "uci", "otep", "json"}

func newEngine() *cobra.Command {
	var speak string
	var n uint64
	var threads int
	c := &cobra.Command{
		Use:   "engine GAME [AGENT]",
		Short: "Play and analyse for another program, in its protocol",
		Long: `Engine lets an agent be used by other programs, through its input and output:

  cecp   XBoard and WinBoard: cetran2
  uci    boards of chess with UCI_Variant and MultiPV: cetran1, cetran2
  otep   OpenTafl: the tafl family
  json   scripts: every game, one question a line, many at once

The agent is the champion that comes with ludens; the newest checkpoint in
runs/GAME where that has beaten it, or where there is no champion; else mcts:400. A clock or a limit of the other program overrules
the agent's number of simulations. Equal questions get equal moves: variety is
left to the other program's openings. docs/protocols.md shows each protocol.

Agents:
  ` + strings.Join(agent.Forms, "\n  "),
		Example: `  ludens engine celta --protocol json
  ludens engine celta champion --protocol otep
  ludens engine cetran2 runs/cetran2@800 --protocol uci
  xboard -fcp "ludens engine cetran2 --protocol cecp" -variant cetran2`,
		Args: arguments(1, 2, "engine GAME [AGENT]"),
		RunE: func(c *cobra.Command, args []string) error {
			serve, ok := protocols[speak]
			if !ok {
				return usage{fmt.Errorf("engine: --protocol %q; want %s%s", speak, strings.Join(protocolNames, ", "), nearest.Hint(speak, protocolNames))}
			}
			if err := inRange(players("threads", threads)); err != nil {
				return err
			}
			g, err := games.Make(args[0])
			if err != nil {
				return err
			}
			agent, _ := roster.Usual(g)
			if len(args) == 2 {
				agent = args[1]
			}
			load := new(roster.Loader).Load
			e := protocol.Engine{
				Name: "Ludens " + agent, Game: g, Seed: n, Workers: threads,
				Open: func(g env.Game) (analysis.Analyst, error) { return roster.Analyst(agent, g, load, seed.New(n)) },
			}
			return heard.While(c.Context(), c.OutOrStdout(), func(ctx context.Context) error {
				return serve(ctx, e, c.InOrStdin(), c.OutOrStdout())
			})
		},
	}
	c.Flags().StringVar(&speak, "protocol", "json", "cecp, uci, otep or json")
	c.Flags().Uint64Var(&n, "seed", 0, "seed of whatever is drawn: the start of some games, random playouts")
	c.Flags().IntVar(&threads, "threads", runtime.NumCPU(), "with json, how many positions are thought about at the same time")
	return c
}
