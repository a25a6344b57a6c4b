package roster

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"ludens/agent"
	"ludens/alphabeta"
	"ludens/arena"
	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/variant"
	"ludens/internal/disk"
	runs "ludens/internal/run"
	"ludens/mcts"
)

// gamePath is what names a game by its file, with settings behind it or without:
// "my-halma.toml:cap=100".
var gamePath = regexp.MustCompile(`^(.*\.toml)(:.*)?$`)

// IsGameFile reports whether a word names a game by its file.
func IsGameFile(typed string) bool { return gamePath.MatchString(typed) }

// GameFile reads the file of a game and returns its name.
func GameFile(path string) (string, error) {
	if !IsGameFile(path) {
		return "", fmt.Errorf("%.80q is not a file of a game: want FILE.toml", path)
	}
	return GameName(path)
}

// GameName returns the name of the game that was typed, and has read its file if
// it is one.
func GameName(typed string) (string, error) {
	path := gamePath.FindStringSubmatch(typed)
	if path == nil {
		recall(typed)
		return typed, nil
	}
	text, err := disk.ReadFile(path[1], variant.MaxText)
	if err != nil {
		return "", fmt.Errorf("the file of a game: %w", err)
	}
	name, err := games.Read(path[1], string(text))
	return name + path[2], err
}

// Game makes the game that was typed: a name, or a file.
func Game(typed string) (env.Game, error) {
	name, err := GameName(typed)
	if err != nil {
		return nil, err
	}
	return games.Make(name)
}

// recall looks for a game without a named file among those of the runs here.
func recall(game string) {
	name, _, _ := strings.Cut(game, ":")
	if _, ok := games.Find(name); ok || games.Spaces()[game] != "" {
		return
	}
	dirs, _ := filepath.Glob(filepath.Join("runs", "*"))
	for _, dir := range dirs {
		if r, err := runs.Look(dir); err == nil {
			r.Config() // which reads the file of its game
		}
		if _, ok := games.Find(name); ok {
			return
		}
	}
}

// usualTime is what the usual agent has for a move where it searches otherwise than networks do.
const usualTime = 100 * time.Millisecond

// Usual returns who plays g by default, and says who that is: the champion
// that comes with ludens, unless the run in runs/GAME has beaten it in the run's own
// table; where there is no champion the newest checkpoint of that run, or the evaluation
// that one learned; else a search with random playouts. The champion has a time instead of a number of simulations where
// a match says that in that time another search than its network's is the better one. Of
// runs no such match is known: each plays by its own method.
func Usual(g env.Game) (who, about string) {
	dir := filepath.Join("runs", games.FileName(g.Spec().Name))
	file, err := runs.Newest(dir)
	found := err == nil && !evaluates(dir)
	trained, champion := configs.ChampionOf(g)
	timed := agent.Spec{Source: agent.Source{Kind: "champion"}, Budget: mcts.MaxSimulations, Time: usualTime}
	fitted, why, err := timed.Fitted(g, Open)
	fast := err == nil && why != "" && !fitted.HasNetwork()
	switch {
	case found && (!fast && !champion || beatsChampion(dir)):
		return newestOf(dir), fmt.Sprintf("The agent is the newest checkpoint of %s, %s.", dir, filepath.Base(file))
	case fast:
		return timed.String(), fmt.Sprintf("The agent is %s, which is %s: %s.", timed, fitted, why)
	case found:
		return "champion", fmt.Sprintf("The agent is the champion that comes with ludens, with %d simulations a move. The run in %s has not beaten it in a table of its own: --agent %s plays that.",
			agent.DefaultSimulations, dir, dir)
	case champion:
		return "champion", fmt.Sprintf("The agent is the champion that comes with ludens%s, with %d simulations a move.", ofMany(trained, g), agent.DefaultSimulations)
	}
	for _, own := range []string{dir + "-eval", dir} {
		if evaluates(own) {
			s := agent.Spec{Source: agent.Source{Kind: "alphabeta", Eval: own}, Budget: alphabeta.MaxDepth, Time: usualTime}
			return s.String(), fmt.Sprintf("The agent is alpha-beta with the newest evaluation of %s, by the run's own method.", own)
		}
	}
	return "mcts:400", fmt.Sprintf("There is no checkpoint in %s yet: the agent is mcts:400, a search with random playouts.", dir)
}

// evaluates reports whether there is an evaluation for alpha-beta in the folder of a run.
func evaluates(dir string) bool {
	config, err := gameOfRun(dir)
	if err != nil || !config.ByAlphaBeta() {
		return false
	}
	_, err = runs.FindEvaluation(dir)
	return err == nil
}

// newestOf names the newest checkpoint of a run.
func newestOf(dir string) string { return agent.Source{Kind: "ckpt", Path: dir}.String() }

// Judge returns who plays a balance study of g by default: the champion that
// comes with ludens, or a search with random playouts; at several strengths.
func Judge(g env.Game) string {
	if _, ok := configs.ChampionOf(g); ok {
		return "champion"
	}
	return "mcts"
}

// beatsChampion reports whether a run ended with more than half of the points against
// the champion: it was among evaluation.baselines then.
func beatsChampion(dir string) bool {
	r, err := runs.Look(dir)
	if err != nil || r.Final() == nil {
		return false
	}
	for _, s := range r.Final().Standings {
		if who, err := agent.ParseSpec(s.Opponent); err == nil && who.Kind == "champion" {
			return mean(s) > 0.5
		}
	}
	return false
}

// mean returns the score over both roles.
func mean(s arena.Standing) float64 { return s.Roles[0].Plus(s.Roles[1]).Mean() }
