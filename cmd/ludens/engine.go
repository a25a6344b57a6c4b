package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ludens/analysis"
	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/heard"
	"ludens/internal/nearest"
	runs "ludens/internal/run"
	"ludens/internal/seed"
	"ludens/mcts"
	"ludens/nn"
	"ludens/protocol"
	"ludens/selfplay"
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

The agent is the newest checkpoint in runs/GAME, else the champion that comes
with ludens, else mcts:400. A clock or a limit of the other program overrules
the agent's number of simulations. Equal questions get equal moves: variety is
left to the other program's openings. docs/protocols.md shows each protocol.

Agents:
  ` + strings.Join(selfplay.Forms, "\n  "),
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
			agent := usualEngine(g)
			if len(args) == 2 {
				agent = args[1]
			}
			load := (&loader{}).load
			e := protocol.Engine{
				Name: "Ludens " + agent, Game: g, Seed: n, Workers: threads,
				Open: func(g env.Game) (analysis.Analyst, error) { return analyst(agent, g, load, seed.New(n)) },
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

// usualEngine returns the agent of those who name none.
func usualEngine(g env.Game) string {
	dir := filepath.Join("runs", folderName(g.Spec().Name))
	if _, err := runs.Newest(dir); err == nil {
		return dir
	}
	if _, ok := configs.ChampionOf(g); ok {
		return "champion"
	}
	return "mcts:400"
}

// analyst returns who thinks about positions of g as the agent of that name
// does: with its evaluator if it searches a tree, else by asking it.
func analyst(name string, g env.Game, load selfplay.Loader, s seed.Seed) (analysis.Analyst, error) {
	name = agentName(name)
	if bare, limit, ok := selfplay.CutTime(name); ok {
		a, err := analyst(bare, g, load, s)
		if err != nil {
			return nil, err
		}
		return analysis.Timed(a, limit), nil
	}
	e, err := selfplay.ParseEntrant(name, load)
	if err != nil {
		return nil, err
	}
	kind, rest, _ := strings.Cut(name, ":")
	if kind == "mcts" {
		n, err := strconv.Atoi(rest)
		return analysis.New(g, mcts.NewRollout(g, 1, s.At("rollouts", 0).Uint64()), n), err
	}
	if path, n, ok := network(kind, rest); ok {
		net, err := load(path, g)
		if err != nil {
			return nil, err
		}
		return analysis.Judging(analysis.New(g, selfplay.Network(g.Spec(), net), n), drawsOf(net, g.Spec())), nil
	}
	return analysis.Agent(func(limit time.Duration) (env.Agent, error) {
		if limit > 0 {
			return e.MoveTime(limit).New(g, s)
		}
		return e.New(g, s)
	}), nil
}

// drawsOf returns how likely a network holds a draw to be, at first glance.
func drawsOf(net selfplay.Net, spec env.Spec) func(env.State) (float32, error) {
	return func(s env.State) (float32, error) {
		var wdl [3]float32
		obs := make([]float32, spec.Size())
		s.Observe(obs)
		err := net.Infer(obs, 1, nn.Outputs{Logits: make([]float32, spec.Actions), WDL: wdl[:], Score: make([]float32, 1)})
		return wdl[1], err
	}
}

// network returns what a loader is asked for by an agent with a network, and its
// simulations. The name has been read before and is sound.
func network(kind, rest string) (path string, simulations int, ok bool) {
	simulations = selfplay.DefaultSimulations
	budget := rest
	switch kind {
	case "champion":
		path = selfplay.Champion
	case "ckpt", "int8":
		i := strings.LastIndex(rest, "@")
		if path, budget = rest, ""; i >= 0 {
			path, budget = rest[:i], rest[i+1:]
		}
		if kind == "int8" {
			path = selfplay.Int8 + path
		}
	default:
		return "", 0, false
	}
	if n, err := strconv.Atoi(budget); err == nil {
		simulations = n
	}
	return path, simulations, true
}
