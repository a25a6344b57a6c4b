package main

import (
	"fmt"
	"os"
	"strings"

	"ludens/arena"
	"ludens/env"
	runs "ludens/internal/run"
	"ludens/internal/study"
	"ludens/selfplay"
	"ludens/train"
)

// entering lets agents into studies of a game, as ludens eval takes them. The newest
// checkpoint of a folder is found now, so that it stays the same. Each network is
// opened once.
func entering(env.Game) func(text string) (study.Contestant, error) {
	load := (&loader{}).load
	return func(text string) (study.Contestant, error) {
		pinned, checkpoint, key, err := pin(agentName(text))
		if err != nil {
			return study.Contestant{}, err
		}
		c := study.Contestant{Key: key, Bare: networkOf(text)}
		if checkpoint != nil {
			c.At = &checkpoint.At
		}
		c.Entrant, err = selfplay.ParseEntrant(pinned, load)
		return c, err
	}
}

// pin names the checkpoint file in an agent's text, and returns the checkpoint
// and the key of such an agent.
func pin(text string) (pinned string, c *train.Checkpoint, key string, err error) {
	kind, rest, _ := strings.Cut(text, ":")
	if kind != "ckpt" && kind != "int8" || rest == "" {
		return text, nil, text, nil
	}
	path, budget := rest, fmt.Sprintf("@%d", selfplay.DefaultSimulations)
	if i := strings.LastIndex(rest, "@"); i >= 0 {
		path, budget = rest[:i], rest[i:]
	}
	c, file, _, err := runs.ReadCheckpoint(path)
	if err != nil {
		return "", nil, "", err
	}
	return kind + ":" + file + budget, c, kind + ":" + c.Digest + budget, nil
}

// networkOf returns the agent that asks the network of an agent and does not
// search; "" if it has none.
func networkOf(text string) string {
	kind, _, _ := strings.Cut(agentName(text), ":")
	switch kind {
	case "champion":
		return "champion:0"
	case "ckpt", "int8":
		if i := strings.LastIndex(text, "@"); i >= 0 {
			text = text[:i]
		}
		return text + "@0"
	}
	return ""
}

// ofRuns is what studies ask of runs.
var ofRuns = study.Runs{Checkpoints: checkpoints, Seconds: trainingTime, Games: selfPlayed}

// checkpoints returns the paths of a run's checkpoints; none if path is no folder.
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
// as its metrics tell; a run that was stopped goes on counting. Without metrics
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
	sum, each := 0.0, spent(all)
	for i, m := range all {
		sum += each[i]
		seconds[m.At.Iteration] = sum
	}
	return seconds
}

// selfPlayed returns the games of self-play that a run's folder keeps.
func selfPlayed(dir string, g env.Game) (games []arena.Game, err error) {
	r, err := runs.Look(dir)
	if err != nil {
		return nil, fmt.Errorf("--records %s: %w", dir, err)
	}
	err = r.EachGame(g, func(r *selfplay.Record) { games = append(games, arena.Recorded(2*len(games), r)) })
	if err == nil && len(games) == 0 {
		err = fmt.Errorf("--records %s: there are no games of self-play in it", dir)
	}
	return games, err
}
