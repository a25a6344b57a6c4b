package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"ludens/agent"
	"ludens/analysis"
	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	runs "ludens/internal/run"
	"ludens/internal/watch"
	"ludens/protocol"
	"ludens/web"
)

// hall is the agents that can be played against on the page, by names that tell
// nothing of files.
type hall struct {
	dirs    []string // of the runs that were named; nil: all in runs/
	threads int      // of each search

	mu    sync.Mutex
	known []guest // those with networks, the last asked for at the end
}

// guest is an agent with a network.
type guest struct {
	agent, game string
	analysis.Analyst
}

// mostGuests is how many networks stay in memory.
const mostGuests = 6

// Strengths that the page offers.
const (
	mostSimulations = 20_000
	mostDepth       = 12
)

// newHall looks whether the folders hold runs.
func newHall(dirs []string, threads int) (*hall, error) {
	for _, dir := range dirs {
		if _, err := gameOfRun(dir); errors.Is(err, runs.ErrNoRun) {
			return nil, fmt.Errorf("serve: %w; begin one with: ludens train GAME --run %s", err, dir)
		} else if err != nil {
			return nil, fmt.Errorf("serve: %w", err)
		}
	}
	return &hall{dirs: dirs, threads: threads}, nil
}

// runs returns the folders of runs, by the names that the page has for them.
func (h *hall) runs() (names []string, dirs map[string]string) {
	all := h.dirs
	if all == nil {
		all, _ = filepath.Glob(filepath.Join("runs", "*"))
	}
	dirs = map[string]string{}
	for _, dir := range all {
		name := strings.ReplaceAll(filepath.Base(filepath.Clean(dir)), "@", "-")
		for other := 2; dirs[name] != ""; other++ {
			name = fmt.Sprintf("%s-%d", filepath.Base(dir), other)
		}
		if runs.Holds(dir) {
			names, dirs[name] = append(names, name), dir
		}
	}
	return names, dirs
}

// gameOfRun returns the game that the run in a folder is of.
func gameOfRun(dir string) (configs.Run, error) {
	r, err := runs.Look(dir)
	if err != nil {
		return configs.Run{}, err
	}
	return r.Config()
}

// players returns who can play g.
func (h *hall) players(g env.Game) []web.Player {
	all := h.trained(g)
	if game, ok := configs.ChampionOf(g); ok {
		all = append(all, h.networked(game, "champion", "champion", "the network that comes with ludens", "champion:%d"))
	}
	return append(all, h.baselines(g)...)
}

// learnt names the games that a champion or an agent of a run plays.
func (h *hall) learnt() (all []string) {
	learnt := configs.Champions()
	names, dirs := h.runs()
	for _, name := range names {
		if config, err := gameOfRun(dirs[name]); err == nil {
			learnt = append(learnt, config.Game)
		}
	}
	for _, e := range games.List() {
		g, err := games.Make(e.Name)
		if err != nil {
			continue
		}
		if _, ok := configs.TrainedFor(g, learnt); ok {
			all = append(all, e.Name)
		}
	}
	return all
}

// trained returns the checkpoints of runs of g: the newest of each, and the
// oldest, for those who want to win.
func (h *hall) trained(g env.Game) (all []web.Player) {
	names, dirs := h.runs()
	for _, name := range names {
		config, err := gameOfRun(dirs[name])
		if err != nil {
			continue
		}
		game, ok := configs.TrainedFor(g, []string{config.Game})
		if !ok {
			continue
		}
		files, err := runs.Checkpoints(dirs[name])
		if err != nil || len(files) == 0 {
			continue
		}
		newest, oldest := files[len(files)-1], files[0]
		all = append(all, h.networked(game, "run:"+name, "run "+name, "its newest checkpoint, "+iterationOf(newest), "ckpt:"+newest+"@%d"))
		if oldest != newest {
			all = append(all, h.networked(game, "run:"+name+":first", "run "+name+", early", "its checkpoint of "+iterationOf(oldest), "ckpt:"+oldest+"@%d"))
		}
	}
	return all
}

// iterationOf reads a checkpoint's file name.
func iterationOf(file string) string {
	return fmt.Sprintf("iteration %d", runs.Iteration(file))
}

// networked returns an agent with a network for a game; text is its name with %d
// for the simulations.
func (h *hall) networked(game, id, title, note, text string) web.Player {
	return web.Player{
		ID: id, Title: title, Note: note, Unit: "simulations", Usual: agent.DefaultSimulations, Most: mostSimulations, Thinks: true, Varies: true,
		Open: func(_ int, s seed.Seed) (analysis.Analyst, error) {
			return h.guest(fmt.Sprintf(text, agent.DefaultSimulations), game)
		},
	}
}

// guest returns an agent with a network, which it remembers for the next time.
func (h *hall) guest(agent, game string) (analysis.Analyst, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := slices.IndexFunc(h.known, func(x guest) bool { return x.agent == agent && x.game == game })
	if i >= 0 {
		found := h.known[i]
		h.known = append(slices.Delete(h.known, i, i+1), found)
		return found.Analyst, nil
	}
	g, err := games.Make(game)
	if err != nil {
		return nil, err
	}
	a, err := analyst(agent, g, openNet, seed.New(0), protocol.Resources{Threads: h.threads})
	if err != nil { // it names a file
		return nil, fmt.Errorf("this checkpoint of %s cannot be read, or was trained under other rules: choose another player", game)
	}
	if len(h.known) == mostGuests {
		h.known = slices.Delete(h.known, 0, 1)
	}
	h.known = append(h.known, guest{agent, game, a})
	return a, nil
}

// baselines are the agents that never learnt anything.
func (h *hall) baselines(g env.Game) []web.Player {
	with := protocol.Resources{Threads: h.threads}
	open := func(agent string) func(int, seed.Seed) (analysis.Analyst, error) {
		return func(strength int, s seed.Seed) (analysis.Analyst, error) {
			if strings.Contains(agent, "%d") {
				return analyst(fmt.Sprintf(agent, max(1, strength)), g, nil, s, with)
			}
			return analyst(agent, g, nil, s, with)
		}
	}
	return []web.Player{
		{ID: "mcts", Title: "search by random playouts", Note: "plays games to their ends at random, and learns from them", Unit: "simulations", Usual: 400, Most: mostSimulations, Thinks: true, Open: open("mcts:%d")},
		{ID: "alphabeta", Title: "alpha-beta", Note: "counts material or progress, so many plies ahead", Unit: "plies", Usual: 3, Most: mostDepth, Open: open("alphabeta:%d")},
		{ID: "greedy", Title: "greedy", Note: "takes what it can in one move", Open: open("greedy")},
		{ID: "random", Title: "random", Note: "any legal move", Open: open("random")},
	}
}

// watched returns the runs to be watched.
func (h *hall) watched() ([]web.Run, error) {
	var all []web.Run
	names, dirs := h.runs()
	for _, name := range names {
		config, err := gameOfRun(dirs[name])
		if err != nil {
			continue // of another version of ludens
		}
		g, err := games.Make(config.Game)
		if err != nil {
			continue
		}
		r := watch.Run{Dir: dirs[name], Config: config, Game: g}
		all = append(all, web.Run{Name: name, Game: config.Game, News: r.News, Games: r.Games})
	}
	return all, nil
}
