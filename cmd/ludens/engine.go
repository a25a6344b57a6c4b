package main

import (
	"context"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"ludens/agent"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/exit"
	"ludens/internal/prose"
	"ludens/internal/protocol"
	"ludens/internal/roster"
)

// protocols are those of ludens engine.
var protocols = map[string]func(context.Context, protocol.Engine, io.Reader, io.Writer) error{
	"cecp": protocol.CECP, "uci": protocol.UCI, "otep": protocol.OTEP, "json": protocol.JSON,
}

var protocolNames = []string{"cecp", "uci", "otep", "json"}

func newEngine() *cobra.Command {
	var speak string
	var n uint64
	var threads, hash, workers int
	c := &cobra.Command{
		Use:   "engine GAME [AGENT]",
		Short: "Play and analyse for another program, in its protocol",
		Long: `Engine lets an agent be used by other programs, through its input and output:

  cecp   XBoard and WinBoard: chess and its variants
  uci    boards of chess with UCI_Variant, VariantPath and MultiPV: chess and its variants
  otep   OpenTafl: the tafl family
  json   scripts: every game, one question a line, many at once

The agent is the one of ludens play. A clock or a limit of the other program overrules
the agent's number of simulations or its time; a champion then is the agent that
measured best in that time, and an info string (JSON: "by") names it and the match. Equal questions get equal moves: variety is
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
				return exit.Usagef("engine: --protocol %q; want %s%s", speak, strings.Join(protocolNames, ", "), prose.Hint(speak, protocolNames))
			}
			if err := inRange(searchThreads(threads), amount{"hash", hash, 0, analysis.MaxMegabytes}, players(workers)); err != nil {
				return err
			}
			g, err := roster.Game(args[0])
			if err != nil {
				return err
			}
			name := args[len(args)-1]
			if len(args) == 1 {
				name, _ = roster.Usual(g)
			}
			spec, err := agent.Typed(name)
			if err != nil {
				return err
			}
			load := (&roster.Loader{Tell: trainedElsewhere()}).Load
			e := protocol.Engine{
				Name: "Ludens " + name, Game: g, Seed: n, Workers: workers, Resources: roster.Resources(spec, threads, hash),
				Shallow: !spec.Deepens(), Single: !spec.HasTree(), ReadGame: roster.GameFile,
				Open: func(g env.Game, r protocol.Resources) (analysis.Analyst, error) {
					return spec.Given(max(1, r.Threads), r.Megabytes).Mover(g, load, seed.New(n))
				},
			}
			return exit.WhileRead(c.Context(), c.OutOrStdout(), func(ctx context.Context) error {
				return serve(ctx, e, c.InOrStdin(), c.OutOrStdout())
			})
		},
	}
	c.Flags().StringVar(&speak, "protocol", "json", "cecp, uci, otep or json")
	c.Flags().Uint64Var(&n, "seed", 0, "seed of whatever is drawn: the start of some games, random playouts")
	c.Flags().IntVar(&threads, "threads", 1, "goroutines of each search; what it finds depends on their number (UCI: Threads, CECP: cores)")
	c.Flags().IntVar(&hash, "hash", 0, "megabytes for each search (UCI: Hash, CECP: memory; default 1024, of alphabeta 32)")
	c.Flags().IntVar(&workers, "workers", runtime.GOMAXPROCS(0), "with json, how many positions are thought about at the same time")
	return c
}
