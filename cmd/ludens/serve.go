package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"

	"github.com/spf13/cobra"

	"ludens/agent"
	"ludens/env"
	"ludens/env/record"
	"ludens/internal/roster"
	"ludens/internal/watch"
	"ludens/internal/web"
)

func newServe() *cobra.Command {
	var addr string
	var runs, results, engines []string
	var threads int
	c := &cobra.Command{
		Use:   "serve [FILE...]",
		Short: "Play, analyse and watch training in a browser",
		Long: `Serve opens a page for this machine and prints its address: play any game against
any agent or somebody else by link, think along with one, look up openings, watch
runs being trained, read results. It needs no network. The page's address holds the
whole game, so that a reload or a restart loses nothing; games by link are kept by
the server while it runs.

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
			opponents, err := roster.NewOpponents(runs, threads)
			if err != nil {
				return err
			}
			for _, text := range engines {
				spec, err := agent.Typed(text)
				if err != nil {
					return err
				}
				if !spec.Foreign() {
					return usage{fmt.Errorf("serve: --engine %s: want an engine, as in uci:COMMAND", text)}
				}
				opponents.Engines = append(opponents.Engines, spec)
			}
			shelf, err := watch.OpenResults(results)
			if err != nil {
				return err
			}
			return serve(c.Context(), c.OutOrStdout(), addr, web.Config{
				Players: opponents.Players, Trained: opponents.Trained, Read: readPasted, Notations: record.Others, Runs: opponents.Watched, Results: shelf.List, Collections: shelf.Collections,
			})
		},
	}
	c.Flags().StringVar(&addr, "addr", usualAddress, "address to listen at; port 0 takes any that is free")
	c.Flags().IntVar(&threads, "threads", 1, "goroutines of each search; what it finds depends on their number")
	c.Flags().StringArrayVar(&runs, "run", nil, "folder of a run to watch and to play against (default: those in runs/; may be repeated)")
	c.Flags().StringArrayVar(&engines, "engine", nil, "another program to play against, as in uci:stockfish{Hash=64}@100ms; the page can name none (may be repeated)")
	c.Flags().StringArrayVar(&results, "results", nil, "folder of results, at any depth (default: matches, ladders, balances, reports; may be repeated)")
	return c
}

// usualAddress is where the page is if nobody says.
const usualAddress = "127.0.0.1:8014"

// serve serves the page until ctx ends.
func serve(ctx context.Context, out io.Writer, addr string, c web.Config) error {
	l, err := listen(addr)
	if err != nil {
		return err
	}
	c.Addr = pageAddress(addr, l)
	fmt.Fprintf(out, "The page is at http://%s/ until Ctrl-C.\n", c.Addr)
	warn(out, l)
	if err := web.Serve(ctx, l, c); err != nil {
		return err
	}
	fmt.Fprintln(out, "\nstopped.")
	return nil
}

// pageAddress returns the address that people use for a listener: with the name
// that they gave it, if they gave one.
func pageAddress(addr string, l net.Listener) string {
	host, _, _ := net.SplitHostPort(addr)
	if host == "" || net.ParseIP(host) != nil {
		return l.Addr().String()
	}
	_, bound, _ := net.SplitHostPort(l.Addr().String())
	return net.JoinHostPort(host, bound)
}

// warn says so if others can reach the page.
func warn(out io.Writer, l net.Listener) {
	if !web.Local(l.Addr()) {
		fmt.Fprintln(out, "Everybody who can reach this machine can use it: there is no password.")
	}
}

// listen says in one line what is wrong with an address, and the way out.
func listen(addr string) (net.Listener, error) {
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return nil, usage{fmt.Errorf("serve: --addr %q: want HOST:PORT, as in %s", addr, usualAddress)}
	}
	l, err := net.Listen("tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("serve: %s is in use, perhaps by another ludens serve; take any free port with --addr 127.0.0.1:0", addr)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return nil, fmt.Errorf("serve: %s is no address of this machine; take %s, or 0.0.0.0:PORT for all that it has", addr, usualAddress)
	case errors.As(err, new(*net.DNSError)), errors.As(err, new(*net.AddrError)):
		return nil, usage{fmt.Errorf("serve: --addr %q: there is no such host or port; want HOST:PORT, as in %s", addr, usualAddress)}
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("serve: %s is not for ordinary users: take a port from 1024 up with --addr", addr)
	}
	return l, err
}

// readPasted reads a game in any notation that ludens replay reads.
func readPasted(text, game string) (record.Record, env.Game, error) {
	r, g, err := new(origin).read([]byte(text))
	if _, says := record.GameTag([]byte(text)); err != nil && game != "" && !says {
		return (&origin{game: game}).read([]byte(text))
	}
	return r, g, err
}
