package roster

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"ludens/agent"
	"ludens/analysis"
	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	runs "ludens/internal/run"
	"ludens/internal/web"
	"ludens/mcts"
)

// Opponents are the agents that can be played against on the page, by names that
// say nothing of files.
type Opponents struct {
	dirs    []string // of the runs that were named; nil: all in runs/
	threads int      // of each search

	// Engines are other people's programs, as the person typed them who serves the page:
	// no request can name one.
	Engines []agent.Spec

	mu    sync.Mutex
	known []opened // those with networks, the last asked for at the end
}

// opened is an agent with a network in memory.
type opened struct {
	agent, game string
	analysis.Analyst
}

// mostOpened is how many networks stay in memory.
const mostOpened = 6

// Strengths that the page offers.
const (
	mostSimulations = 20_000
	mostDepth       = 12
)

// NewOpponents looks whether the folders hold runs.
func NewOpponents(dirs []string, threads int) (*Opponents, error) {
	for _, dir := range dirs {
		if _, err := gameOfRun(dir); errors.Is(err, runs.ErrNoRun) {
			return nil, fmt.Errorf("serve: %w; begin one with: ludens train GAME --run %s", err, dir)
		} else if err != nil {
			return nil, fmt.Errorf("serve: %w", err)
		}
	}
	return &Opponents{dirs: dirs, threads: threads}, nil
}

// folders returns the folders of runs, by the names that the page has for them.
func (o *Opponents) folders() (names []string, dirs map[string]string) {
	all := o.dirs
	if all == nil {
		all, _ = filepath.Glob(filepath.Join("runs", "*"))
	}
	dirs = map[string]string{}
	for _, dir := range all {
		name := pageName(dir)
		for other := 2; dirs[name] != ""; other++ {
			name = fmt.Sprintf("%s-%d", pageName(dir), other)
		}
		if runs.Holds(dir) {
			names, dirs[name] = append(names, name), dir
		}
	}
	return names, dirs
}

// pageName is what the page calls the run in a folder, if no other is called so.
func pageName(dir string) string {
	return strings.ReplaceAll(filepath.Base(filepath.Clean(dir)), "@", "-")
}

// PlayerOfRun names the newest checkpoint of the run in a folder as a player of the page.
func PlayerOfRun(dir string) string { return "run:" + pageName(dir) }

// gameOfRun returns the game that the run in a folder is of.
func gameOfRun(dir string) (configs.Run, error) {
	r, err := runs.Look(dir)
	if err != nil {
		return configs.Run{}, err
	}
	return r.Config()
}

// Players returns who can play g, the best judge first: the champion, but after a run
// that has beaten it in its own table; then the runs, the baselines, alpha-beta with a
// learned evaluation, and the levels.
func (o *Opponents) Players(g env.Game) []web.Player {
	better, others := o.checkpoints(g)
	if trained, ok := configs.ChampionOf(g); ok {
		p := o.networked(g, "champion", "champion", "the network that comes with ludens"+ofMany(trained, g)+trainedFor(trained), agent.Source{Kind: "champion"})
		p.InTime = o.inTime(p, g)
		better = append(better, p)
	}
	return slices.Concat(better, others, o.baselines(g), o.learned(g), o.programs(g), o.ladder(g))
}

// inTime returns what opens the agent that fits a time, where a match says which does; else
// the champion, whose simulations are bounded, too.
func (o *Opponents) inTime(champion web.Player, g env.Game) func(time.Duration, seed.Seed) (analysis.Analyst, error) {
	return func(limit time.Duration, s seed.Seed) (analysis.Analyst, error) {
		timed := agent.Spec{Source: agent.Source{Kind: "champion"}, Budget: mcts.MaxSimulations, Time: limit}
		who, why, err := timed.Fitted(g, Open)
		if err != nil || why == "" {
			return champion.Open(mostSimulations, s)
		}
		var a analysis.Analyst
		if who.HasNetwork() {
			a, err = champion.Open(mostSimulations, s)
		} else {
			a, err = Analyst(who, g, Open, s, o.threads, 0)
		}
		return analysis.Said(a, who.String()+": "+why), err
	}
}

// programs returns the engines, by numbers: what starts them is not shown.
func (o *Opponents) programs(g env.Game) (all []web.Player) {
	for i, spec := range o.Engines {
		name := strings.TrimSuffix(filepath.Base(spec.Program()), ".exe")
		all = append(all, web.Player{
			ID: fmt.Sprintf("engine:%d", i+1), Title: "engine " + name, Note: "another program, by its protocol " + spec.Kind, Thinks: spec.Kind == "uci",
			Open: func(_ int, s seed.Seed) (analysis.Analyst, error) { return Analyst(spec, g, nil, s, 1, 0) },
		})
	}
	return all
}

// ladder returns the levels of g's champion, the weakest first.
func (o *Opponents) ladder(g env.Game) (all []web.Player) {
	levels := levelsOf(g)
	ratings := elos(levels)
	for i, l := range levels {
		p := o.networked(g, fmt.Sprintf("level:%d", i+1), fmt.Sprintf("level %d: %s", i+1, l.Name),
			l.About(), agent.Source{Kind: "champion"}, l.Search().Settings...)
		p.Unit, p.Usual, p.Most, p.Level, p.Temperature, p.Elo = "", l.Simulations, l.Simulations, i+1, l.Temperature, math.Round(ratings[i])
		p.Newcomer = p.ID == newcomersLevel
		for _, m := range l.Against {
			p.Scores = append(p.Scores, web.Score{Opponent: m.Opponent, Share: m.Score(), Games: m.Wins + m.Draws + m.Losses})
		}
		all = append(all, p)
	}
	return all
}

// Offers are the games whose levels are measured.
func (o *Opponents) Offers() map[string]web.Offer {
	all := map[string]web.Offer{}
	for game, c := range measured() {
		g, err := games.Make(game)
		if err != nil {
			continue
		}
		levels := o.ladder(g)
		for i := range levels {
			levels[i] = web.Player{ID: levels[i].ID, Title: levels[i].Title, Level: levels[i].Level, Newcomer: levels[i].Newcomer, Elo: levels[i].Elo}
		}
		all[game] = web.Offer{First: c.First, Levels: levels}
	}
	return all
}

// Trained names the games that a champion or an agent of a run plays.
func (o *Opponents) Trained() (all []string) {
	trained := configs.Champions()
	names, dirs := o.folders()
	for _, name := range names {
		if config, err := gameOfRun(dirs[name]); err == nil && !config.ByAlphaBeta() {
			trained = append(trained, config.Game)
		}
	}
	for _, e := range games.List() {
		g, err := games.Make(e.Name)
		if err != nil {
			continue
		}
		if _, ok := configs.TrainedFor(g, trained); ok {
			all = append(all, e.Name)
		}
	}
	return all
}

// checkpoints returns the checkpoints of runs of g, the newest of each and the oldest,
// for those who want to win; apart from others the newest of those that have beaten
// the champion.
func (o *Opponents) checkpoints(g env.Game) (better, others []web.Player) {
	names, dirs := o.folders()
	for _, name := range names {
		config, err := gameOfRun(dirs[name])
		if err != nil || config.ByAlphaBeta() {
			continue
		}
		if _, ok := configs.TrainedFor(g, []string{config.Game}); !ok {
			continue
		}
		files, err := runs.Checkpoints(dirs[name])
		if err != nil || len(files) == 0 {
			continue
		}
		newest, oldest := files[len(files)-1], files[0]
		of := fmt.Sprintf("%s of %d", iterationOf(newest), config.Train.Iterations) + ofMany(config.Game, g)
		p := o.networked(g, "run:"+name, "run "+name, "its newest checkpoint, "+of, agent.Source{Kind: "ckpt", Path: newest})
		if beatsChampion(dirs[name]) {
			better = append(better, p)
		} else {
			others = append(others, p)
		}
		if oldest != newest {
			others = append(others, o.networked(g, "run:"+name+":first", "run "+name+", early", "its checkpoint of "+iterationOf(oldest), agent.Source{Kind: "ckpt", Path: oldest}))
		}
	}
	return better, others
}

// ofMany says so of a network trained on many rules.
func ofMany(trained string, g env.Game) string {
	if trained != g.Spec().Name && games.IsSpace(trained) {
		return ", trained on these rules among those of " + trained
	}
	return ""
}

// iterationOf reads a checkpoint's file name.
func iterationOf(file string) string {
	return fmt.Sprintf("iteration %d", runs.Iteration(file))
}

// networked returns an agent with a network for a game, which is searched with settings.
func (o *Opponents) networked(g env.Game, id, title, note string, from agent.Source, settings ...agent.Setting) web.Player {
	spec := agent.Spec{Source: from, Budget: agent.DefaultSimulations, Settings: settings}
	return web.Player{
		ID: id, Title: title, Note: note, Unit: "simulations", Usual: agent.DefaultSimulations, Most: mostSimulations, Thinks: true, Varies: true,
		Open: func(_ int, s seed.Seed) (analysis.Analyst, error) {
			return o.open(spec, g)
		},
	}
}

// open returns an agent with a network, which it remembers for the next time.
func (o *Opponents) open(spec agent.Spec, g env.Game) (analysis.Analyst, error) {
	who, game := spec.String(), g.Spec().Name
	o.mu.Lock()
	defer o.mu.Unlock()
	i := slices.IndexFunc(o.known, func(x opened) bool { return x.agent == who && x.game == game })
	if i >= 0 {
		found := o.known[i]
		o.known = append(slices.Delete(o.known, i, i+1), found)
		return found.Analyst, nil
	}
	a, err := Analyst(spec, g, Open, seed.New(0), o.threads, 0)
	if err != nil { // it names a file
		return nil, fmt.Errorf("this checkpoint of %s cannot be read, or was trained under other rules: choose another player", game)
	}
	if len(o.known) == mostOpened {
		o.known = slices.Delete(o.known, 0, 1)
	}
	o.known = append(o.known, opened{who, game, a})
	return a, nil
}

// learned is alpha-beta with the evaluations that runs of g learned, and with the one that
// comes with ludens for g, if one does.
func (o *Opponents) learned(g env.Game) (all []web.Player) {
	names, dirs := o.folders()
	for _, name := range names {
		config, err := gameOfRun(dirs[name])
		if err != nil || !config.ByAlphaBeta() || config.Game != g.Spec().Name {
			continue
		}
		if _, err := runs.FindEvaluation(dirs[name]); err == nil {
			all = append(all, o.evaluating(g, "run:"+name, "run "+name, dirs[name]))
		}
	}
	if _, ok := configs.LearnedEvaluation(g.Spec().Name); ok {
		all = append(all, o.evaluating(g, "learned", "alpha-beta, learned evaluation", agent.ShippedEvaluation))
	}
	return all
}

// evaluating is alpha-beta with a learned evaluation.
func (o *Opponents) evaluating(g env.Game, id, title, evaluation string) web.Player {
	spec := agent.Spec{Source: agent.Source{Kind: "alphabeta", Eval: evaluation}}
	return web.Player{
		ID: id, Title: title, Note: "counts what its own games have shown to win, some plies ahead", Unit: "plies", Usual: 6, Most: mostDepth,
		Open: func(strength int, s seed.Seed) (analysis.Analyst, error) {
			return Analyst(spec.Limited(max(1, strength)), g, Open, s, o.threads, 0)
		},
	}
}

// baselines are the agents that were never trained.
func (o *Opponents) baselines(g env.Game) []web.Player {
	open := func(kind string) func(int, seed.Seed) (analysis.Analyst, error) {
		spec := agent.Spec{Source: agent.Source{Kind: kind}}
		return func(strength int, s seed.Seed) (analysis.Analyst, error) {
			return Analyst(spec.Limited(max(1, strength)), g, nil, s, o.threads, 0)
		}
	}
	return []web.Player{
		{ID: "mcts", Title: "search by random playouts", Note: "plays games to their ends at random, and learns from them", Unit: "simulations", Usual: 400, Most: mostSimulations, Thinks: true, Open: open("mcts")},
		{ID: "alphabeta", Title: "alpha-beta", Note: "counts material or progress, some plies ahead", Unit: "plies", Usual: 3, Most: mostDepth, Open: open("alphabeta")},
		{ID: "greedy", Title: "greedy", Note: "takes what it can in one move", Open: open("greedy")},
		{ID: "random", Title: "random", Note: "any legal move", Open: open("random")},
	}
}

// Checkpoint returns the checkpoint of a run as a player of g, by its name: run:celta:40 is
// that of iteration 40.
func (o *Opponents) Checkpoint(g env.Game, id string) (web.Player, bool) {
	rest, ok := strings.CutPrefix(id, "run:")
	i := strings.LastIndexByte(rest, ':')
	if !ok || i < 0 {
		return web.Player{}, false
	}
	_, dirs := o.folders()
	dir := dirs[rest[:i]]
	if dir == "" {
		return web.Player{}, false
	}
	files, _ := runs.Checkpoints(dir) // the run may just be gone
	for _, file := range files {
		if strconv.Itoa(runs.Iteration(file)) == rest[i+1:] {
			return o.networked(g, id, "run "+rest[:i]+", iteration "+rest[i+1:], "", agent.Source{Kind: "ckpt", Path: file}), true
		}
	}
	return web.Player{}, false
}

// Curves returns the numbers of runs by the names that the page has for them.
func (o *Opponents) Curves(names []string) (web.Curves, error) {
	_, dirs := o.folders()
	var folders []string
	for _, name := range names {
		if dirs[name] == "" {
			return nil, fmt.Errorf("there is no run %.80q", name)
		}
		folders = append(folders, dirs[name])
	}
	return runs.ReadNamed(names, folders)
}

// Watched returns the runs to be watched.
func (o *Opponents) Watched() ([]web.Run, error) {
	var all []web.Run
	names, dirs := o.folders()
	for _, name := range names {
		r, _ := runs.OpenPage(name, dirs[name]) // a damaged one says so
		all = append(all, r)
	}
	return all, nil
}

// Analyst returns what analyses positions of g as an agent does, with threads
// and megabytes, 0 for the usual.
func Analyst(spec agent.Spec, g env.Game, load agent.Loader, s seed.Seed, threads, megabytes int) (analysis.Analyst, error) {
	return spec.Given(max(1, threads), megabytes).Analyst(g, load, s)
}
