package main

import (
	"github.com/spf13/cobra"

	"ludens/agent"
	"ludens/internal/exit"
	"ludens/internal/roster"
	runs "ludens/internal/run"
	"ludens/internal/session"
)

func newServe() *cobra.Command {
	var page session.Page
	var folders, results, engines []string
	var threads int
	c := &cobra.Command{
		Use:   "serve [FILE...]",
		Short: "Play, analyse and watch training in a browser",
		Long: `Serve opens a page for this machine and prints its address: play any game against
any agent or another person by link, think along with one, look up openings, watch
runs being trained, read results. It needs no network. The page's address holds the
whole game, so that a reload or a restart loses nothing; games by link are stored in
the folder links/.

Agents are the checkpoints in runs/, the champion that comes with ludens, and the
baselines. The page knows them by name; it cannot name a file.`,
		Example: `  ludens serve
  ludens serve my-halma.toml                     with a game of your own (ludens check)
  ludens serve --run runs/celta                  watch one run
  ludens serve --results celta-report            read the report of a balance
  ludens serve --addr 0.0.0.0:8014               for all who can reach this machine`,
		Args: arguments(0, 100, "serve [FILE...]"),
		RunE: func(c *cobra.Command, files []string) error {
			for _, file := range files {
				if _, err := roster.GameFile(file); err != nil {
					return err
				}
			}
			if err := inRange(searchThreads(threads)); err != nil {
				return err
			}
			opponents, err := roster.NewOpponents(folders, threads)
			if err != nil {
				return err
			}
			for _, text := range engines {
				spec, err := agent.Typed(text)
				if err != nil {
					return err
				}
				if !spec.Foreign() {
					return exit.Usagef("serve: --engine %s: want an engine, as in uci:COMMAND", text)
				}
				opponents.Engines = append(opponents.Engines, spec)
			}
			shelf, err := runs.OpenResults(results)
			if err != nil {
				return err
			}
			return page.Serve(c.Context(), c.OutOrStdout(), opponents, shelf)
		},
	}
	c.Flags().StringVar(&page.Addr, "addr", session.UsualAddress, "address to listen at; port 0 takes any that is free")
	c.Flags().StringVar(&page.Links, "links", "links", "folder where games by link are stored; \"\": nowhere, they end with the server")
	c.Flags().IntVar(&threads, "threads", 1, "goroutines of each search; what it finds depends on their number")
	c.Flags().StringArrayVar(&folders, "run", nil, "folder of a run to watch and to play against (default: those in runs/; may be repeated)")
	c.Flags().StringArrayVar(&engines, "engine", nil, "another program to play against, as in uci:stockfish{Hash=64}@100ms; the page can name none (may be repeated)")
	c.Flags().StringArrayVar(&results, "results", nil, "folder of results, at any depth (default: matches, ladders, balances, reports; may be repeated)")
	return c
}
