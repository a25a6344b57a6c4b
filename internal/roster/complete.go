package roster

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ludens/agent"
	"ludens/configs"
	"ludens/env/games"
	runs "ludens/internal/run"
)

// Complete returns what a word may be that begins as typed, for the completion of a shell:
// each with its description behind a tab, or without one. kind is one of "game", "agent",
// "run" and "preset".
func Complete(kind, typed string) (all []string) {
	switch kind {
	case "game":
		all = gameWords(typed)
	case "agent":
		all = slices.Concat(agentWords(), runWords())
	case "run":
		all = runWords()
	case "preset":
		all = configs.Presets()
	}
	return slices.DeleteFunc(all, func(word string) bool { return !strings.HasPrefix(word, typed) })
}

// gameWords are the games or, behind a game's colon, its options with each value.
func gameWords(typed string) (all []string) {
	colon := strings.LastIndexAny(typed, ":,")
	if colon < 0 {
		for _, e := range slices.Concat(games.List(), games.Gallery()) {
			all = append(all, e.Name+"\t"+e.Summary)
		}
		return slices.Compact(slices.Sorted(slices.Values(all)))
	}
	name, _, _ := strings.Cut(typed, ":")
	options, err := games.Options(name)
	if err != nil {
		return nil
	}
	for _, o := range options {
		for _, value := range o.Values {
			all = append(all, fmt.Sprintf("%s%s=%s\t%s", typed[:colon+1], o.Name, value, o.Help))
		}
	}
	return all
}

// agentWords are agents that need no file, with usual numbers.
func agentWords() []string {
	all := []string{
		"random\tany legal move", "greedy\tthe best move of one ply", "mcts:100\tsearch by random playouts", "alphabeta:4\talpha-beta to a depth",
		"exact\texact values", "champion\tthe network that comes with ludens", "untrained\tthe same before its training",
	}
	for i, l := range agent.Levels {
		all = append(all, fmt.Sprintf("level:%d\t%s", i+1, l.Name))
	}
	return all
}

// runWords are the folders of runs in runs/.
func runWords() (all []string) {
	dirs, _ := filepath.Glob(filepath.Join("runs", "*"))
	for _, dir := range dirs {
		if runs.Holds(dir) {
			all = append(all, dir)
		}
	}
	return all
}
