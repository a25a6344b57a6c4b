package study

import (
	"fmt"
	"path/filepath"
	"slices"

	"ludens/agent"
	"ludens/arena"
	"ludens/env"
)

// rung is a player of a ladder and what is known of him beside his games.
type rung struct {
	Contestant
	name    string  // short
	run     string  // folder of the run, if he is of one
	seconds float64 // of training until then; 0: unknown
}

// rungs returns all players, runs as their checkpoints.
func (l *Ladder) rungs(w *stopwatch) (all []rung, err error) {
	for _, text := range l.Agents {
		more, err := l.expand(w, text)
		if err != nil {
			return nil, err
		}
		for _, r := range more {
			if !slices.ContainsFunc(all, func(s rung) bool { return s.Key == r.Key }) {
				all = append(all, r)
			}
		}
	}
	if len(all) < 2 {
		return nil, mistake("agents", "", "want two agents or more, not %d", len(all))
	}
	return all, nil
}

// expand returns the players that a text stands for.
func (l *Ladder) expand(w *stopwatch, text string) (all []rung, err error) {
	spec, _ := agent.Typed(text) // a text that is wrong is reported by enter
	var files []string
	if spec.Kind != "untrained" { // a run has many checkpoints, and began once
		if files, err = l.Runs.Checkpoints(spec.Path); err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		players, err := l.enter(l.Game, w, text)
		if err != nil {
			return nil, err
		}
		return []rung{{Contestant: players[0], name: text}}, nil
	}
	var texts []string
	for _, file := range spread(files, l.Most) {
		texts = append(texts, spec.At(file).String())
	}
	players, err := l.enter(l.Game, w, texts...)
	if err != nil {
		return nil, err
	}
	seconds := l.Runs.Seconds(spec.Path)
	for _, c := range players {
		name := fmt.Sprintf("%s after %d", filepath.Base(spec.Path)+"@"+spec.Limit(), c.At.Iteration)
		all = append(all, rung{c, name, spec.Path, seconds[c.At.Iteration]})
	}
	return all, nil
}

// spread returns at most that many of the files, the last among them, as evenly as
// can be.
func spread(files []string, most int) []string {
	if len(files) <= most {
		return files
	}
	var chosen []string
	for i := range most {
		chosen = append(chosen, files[(i+1)*len(files)/most-1])
	}
	return chosen
}

// Runs is what studies ask of training runs. It is handed to the room, which opens
// no file of a run itself.
type Runs struct {
	// Checkpoints returns the paths of a run's checkpoints, the oldest first. For
	// another path than a folder it returns none.
	Checkpoints func(dir string) ([]string, error)

	// Seconds returns how long the run had been trained, by iteration, as far as is
	// known.
	Seconds func(dir string) map[int]float64

	// Games returns the games of self-play.
	Games func(dir string, g env.Game) ([]arena.Game, error)
}
