package roster

import (
	"fmt"
	"os"

	"ludens/agent"
	"ludens/alphabeta"
	"ludens/analysis"
	"ludens/arena"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/disk"
	"ludens/internal/machine"
	"ludens/internal/protocol"
	runs "ludens/internal/run"
	"ludens/internal/study"
	"ludens/selfplay"
)

// Entering lets agents into studies of a game, as ludens eval takes them. The newest
// checkpoint of a folder is found now, so that it stays the same. Each network is
// opened once; tell is called as Loader.Tell is.
func Entering(tell func(line string)) func(env.Game) func(text string) (study.Contestant, error) {
	return func(g env.Game) func(text string) (study.Contestant, error) {
		return entering(g, (&Loader{Tell: tell}).Load, tell)
	}
}

// Filed returns an agent by the file of its checkpoint, which other machines are sent: the newest
// of a folder may change. begun is that of the agent whose network before its first step
// "untrained" is; "": there is none.
func Filed(s agent.Spec, begun string) (agent.Spec, error) {
	if s.Kind == "untrained" && s.Path == "" && s.Of == "" && begun != "" {
		return s.At(begun), nil
	}
	if s.Path == "" {
		return s, nil
	}
	_, file, _, err := runs.ReadCheckpoint(s.Path)
	return s.At(file), err
}

func entering(g env.Game, load agent.Loader, tell func(line string)) func(text string) (study.Contestant, error) {
	return func(text string) (study.Contestant, error) {
		asked, err := agent.Typed(text)
		if err != nil {
			return study.Contestant{}, err
		}
		spec, err := Seated(asked, g, load, tell)
		if err != nil {
			return study.Contestant{}, err
		}
		var c study.Contestant
		if who := spec.String(); who != asked.String() {
			c.Instead = who
		}
		digest := ""
		if bare, ok := spec.Bare(); ok {
			c.Bare = bare.String()
		}
		weights := spec.Source.String()
		if spec.Path != "" {
			checkpoint, file, _, err := runs.ReadCheckpoint(spec.Path)
			if err != nil {
				return study.Contestant{}, err
			}
			spec, digest = spec.At(file), checkpoint.Digest
			if spec.Kind != "untrained" {
				c.At = &checkpoint.At
			}
		}
		exact, err := spec.Exactly(g, load)
		if err != nil {
			return study.Contestant{}, err
		}
		if spec.HasNetwork() {
			net, err := spec.Network(g, load)
			if err != nil {
				return study.Contestant{}, err
			}
			c.Weights, c.Network = weights, net.Digest
		}
		if spec.Eval != "" {
			if spec.Eval, err = findEvaluation(spec.Eval); err != nil {
				return study.Contestant{}, err
			}
			learned, err := load(spec.Source, g)
			if err != nil {
				return study.Contestant{}, err
			}
			c.Weights, c.Network, exact.Eval = spec.Source.String(), learned.Digest, learned.Digest
		}
		if c.Key = exact.String(); digest != "" {
			c.Key = exact.At(digest).String()
		}
		c.Entrant = spec.Entrant(load)
		return c, nil
	}
}

// OfRuns is what studies ask of runs.
var OfRuns = study.Runs{Checkpoints: checkpoints, Seconds: trainingTime, Games: selfPlayed}

// checkpoints returns the paths of a run's checkpoints; none if path is not a folder.
func checkpoints(path string) ([]string, error) {
	if stat, err := os.Stat(path); err != nil || !stat.IsDir() {
		return nil, nil
	}
	files, err := runs.Checkpoints(path)
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("the folder %s holds no checkpoint yet", path)
	}
	return files, nil
}

// trainingTime returns the seconds of training after each iteration of a run,
// as its metrics say; a run that was stopped goes on counting. Without metrics
// nothing is known.
func trainingTime(dir string) map[int]float64 {
	seconds := map[int]float64{}
	r, err := runs.Look(dir)
	if err != nil {
		return seconds
	}
	all, err := r.Metrics()
	if err != nil {
		return seconds
	}
	sum, each := 0.0, runs.Spent(all)
	for i, m := range all {
		sum += each[i]
		seconds[m.At.Iteration] = sum
	}
	return seconds
}

// selfPlayed returns the games of self-play that a run's folder keeps, but those
// from other starts than the game's own: they say nothing of its balance.
func selfPlayed(dir string, g env.Game) (games []arena.Game, err error) {
	r, err := runs.Look(dir)
	if err != nil {
		return nil, fmt.Errorf("--records %s: %w", dir, err)
	}
	err = r.EachGame(g, func(_ int, r *selfplay.Record) error {
		if r.Start.Kind == "" {
			games = append(games, arena.Recorded(2*len(games), r))
		}
		return nil
	})
	if err == nil && len(games) == 0 {
		err = fmt.Errorf("--records %s: there are no games of self-play from the game's own start in it", dir)
	}
	return games, err
}

// Doors are what episodes for other languages need of the world: agents by their texts,
// and memory in files. The networks of all agents are opened once. Orders come through a
// pipe, so read is agent.ParseSpec, which starts no program, unless the user of this
// one has allowed it.
func Doors(read func(text string) (agent.Spec, error)) protocol.Doors {
	load := (&Loader{}).Load
	return protocol.Doors{
		Map:     disk.Map,
		Release: machine.Release(),
		Player: func(text string, g env.Game) (protocol.Player, error) {
			spec, err := read(text)
			if err != nil {
				return protocol.Player{}, err
			}
			if spec, _, err = spec.Fitted(g, load); err != nil {
				return protocol.Player{}, err
			}
			return player(spec, g, load)
		},
	}
}

func player(spec agent.Spec, g env.Game, load agent.Loader) (p protocol.Player, err error) {
	entrant := spec.Entrant(load)
	_, drawn := spec.Temperature()
	p = protocol.Player{
		Agent:    func(at seed.Seed) (env.Agent, error) { return entrant.New(g, at) },
		Searches: spec.HasTree() && !drawn,
		Program:  spec.Foreign(),
	}
	if p.Analyst, err = spec.Analyst(g, load, seed.New(0)); err != nil || !spec.HasNetwork() {
		return p, err
	}
	net, err := spec.Network(g, load)
	p.Net = &net.Net
	return p, err
}

// Resources returns what an engine begins with: of an agent whose text says how many
// threads it has, that many.
func Resources(spec agent.Spec, threads, hash int) protocol.Resources {
	r := protocol.Resources{Threads: threads, Megabytes: hash}
	if n := spec.Threads(); n > 0 {
		r.Threads = n
	}
	switch {
	case hash > 0:
	case spec.Kind == "alphabeta":
		r.Megabytes = alphabeta.DefaultMegabytes
	default:
		r.Megabytes = analysis.DefaultMegabytes
	}
	return r
}
