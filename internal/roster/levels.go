package roster

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"

	"ludens/agent"
	"ludens/analysis"
	"ludens/arena"
	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/env/seed"
	"ludens/stat"
)

// measuredAgainst are the agents that each level meets.
var measuredAgainst = []string{"random", "greedy", "mcts:100", "alphabeta:4"}

// Level is a level with what it scored.
type Level struct {
	agent.Level
	Against []Met `json:"against"`
}

// Met is what a level scored against an agent.
type Met struct {
	Opponent string `json:"opponent"`
	Wins     int    `json:"wins"`
	Draws    int    `json:"draws"` // and games truncated at the length limit
	Losses   int    `json:"losses"`
}

// Score is the share of the points.
func (m Met) Score() float64 {
	return (float64(m.Wins) + float64(m.Draws)/2) / float64(max(1, m.Wins+m.Draws+m.Losses))
}

// Calibration is what the levels of a game are worth.
type Calibration struct {
	Game     string  `json:"game"`
	Champion string  `json:"champion"` // SHA-256 of its checkpoint
	Searcher string  `json:"searcher"` // signature of the search at each level (searcherOf)
	Seed     uint64  `json:"seed"`
	Pairs    int     `json:"pairs"` // of games between a level and an agent
	First    float64 `json:"first"` // what First can expect of the points at the start (ExpectedFirst)
	Levels   []Level `json:"levels"`
}

//go:embed levels
var calibrations embed.FS

// CalibrationFile is where a game's calibration lies in this package.
func CalibrationFile(game string) string { return "levels/" + games.FileName(game) + ".json" }

// levelsOf returns the levels of a game; none if they were not measured with the
// champion that it has now.
func levelsOf(g env.Game) []Level { return measured()[g.Spec().Name].Levels }

// measured are the calibrations of all games, read once.
var measured = sync.OnceValue(func() map[string]Calibration {
	all := map[string]Calibration{}
	for _, game := range configs.Champions() {
		text, err := calibrations.ReadFile(CalibrationFile(game))
		if err != nil {
			continue
		}
		var c Calibration
		if err := json.Unmarshal(text, &c); err == nil && c.Game == game && c.Champion == digestOf(game) {
			all[game] = c
		}
	}
	return all
})

// digestOf returns the SHA-256 of a game's own champion, "" if it has none.
func digestOf(game string) string {
	checkpoint, ok := configs.Champion(game)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%x", sha256.Sum256(checkpoint))
}

// openingPlies are drawn at random before a level and an agent take over, so that
// games of agents that do not vary differ.
const openingPlies = 2

// Calibrate measures what steps of a game's champion score against other agents, in
// pairs of games from the same opening with exchanged roles. The result does not
// depend on the number of workers. seen gets each score; may be nil.
func Calibrate(ctx context.Context, g env.Game, steps []agent.Level, c arena.Config, s uint64, seen func(agent.Level, Met)) (Calibration, error) {
	game := g.Spec().Name
	all := Calibration{Game: game, Champion: digestOf(game), Seed: s, Pairs: c.Pairs}
	if all.Champion == "" {
		return all, fmt.Errorf("levels: %s has no champion of its own", game)
	}
	load := new(Loader).Load
	var err error
	if all.Searcher, err = searcherOf(ctx, g, steps, load); err != nil {
		return all, err
	}
	if all.First, err = ExpectedFirst(ctx, g); err != nil {
		return all, err
	}
	for i, step := range steps {
		level := Level{Level: step}
		for k, name := range measuredAgainst {
			met, err := meet(ctx, g, step, name, load, c, seed.New(s).At("level", i).At("opponent", k))
			if err != nil {
				return all, err
			}
			level.Against = append(level.Against, met)
			if seen != nil {
				seen(step, met)
			}
		}
		all.Levels = append(all.Levels, level)
	}
	return all, nil
}

// Of the champion that sees the start: its simulations, and how many starts are seen of a
// game that draws them.
const (
	startSimulations = 400
	drawnStarts      = 16
)

// ExpectedFirst returns the share of the points that First can expect at the start, as g's
// champion sees it, to a hundredth, 0.01 at least and 0.99 at most: the mean of several starts of a game that
// draws them.
func ExpectedFirst(ctx context.Context, g env.Game) (float64, error) {
	spec := agent.Level{Simulations: startSimulations}.Search()
	n := 1
	if record.Drawn(g) {
		n = drawnStarts
	}
	sum := 0.0
	for i := range n {
		s := g.New(uint64(i))
		a, err := Analyst(spec, g, new(Loader).Load, seed.New(1), 1, 0)
		if err != nil {
			return 0, err
		}
		r, err := a.Analyse(ctx, s, analysis.Limits{Simulations: startSimulations, Lines: 1}, nil)
		if err != nil {
			return 0, err
		}
		points := (1 + float64(r.Value)) / 2
		if s.ToMove() == env.Second {
			points = 1 - points
		}
		sum += points
	}
	return min(max(0.01, math.Round(100*sum/float64(n))/100), 0.99), nil
}

// meet returns what a step scores against an agent.
func meet(ctx context.Context, g env.Game, step agent.Level, name string, load agent.Loader, c arena.Config, at seed.Seed) (Met, error) {
	opponent, err := agent.Parse(name, load)
	if err != nil {
		return Met{}, err
	}
	c.OpeningPlies = openingPlies
	played, err := arena.Match(ctx, g, drawnSpec(step.Search(), step).Entrant(load), opponent, c, at, nil)
	return count(name, played), err
}

func count(opponent string, played []arena.Game) Met {
	m := Met{Opponent: opponent}
	for _, g := range played {
		switch g.Score() {
		case 1:
			m.Wins++
		case 0:
			m.Losses++
		default:
			m.Draws++
		}
	}
	return m
}

// drawnSpec returns the agent that draws the moves of a search as a level does.
func drawnSpec(search agent.Spec, l agent.Level) agent.Spec {
	search.Settings = append(slices.Clip(search.Settings), l.Drawn())
	return search
}

// signed is how many moves of each step the signature of a searcher is of.
const signed = 6

// searcherOf returns the signature of the search that steps of g's champion are played by:
// a hash of its settings, and of the moves and visits of each step in a game against
// itself in which random playouts stand in for the network. It changes with the search and
// with the choice of a move, and depends on no kernels: the network has a digest of its own.
func searcherOf(ctx context.Context, g env.Game, steps []agent.Level, load agent.Loader) (string, error) {
	h := sha256.New()
	for _, step := range steps {
		spec, err := step.Search().Exactly(g, load)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(h, step, spec.Settings)
		at := seed.New(1)
		spec.Source = agent.Source{Kind: "mcts"}
		a, err := drawnSpec(spec, step).Entrant(nil).New(g, at)
		if err != nil {
			return "", err
		}
		for s, moves := g.New(1), 0; moves < signed && s.Result() == env.Ongoing; moves++ {
			d, err := a.Act(ctx, s)
			if err != nil {
				return "", err
			}
			fmt.Fprintln(h, d.Action, d.Simulations)
			for _, m := range d.Moves {
				fmt.Fprintln(h, m.Action, m.Visits)
			}
			s.Play(d.Action)
		}
	}
	return fmt.Sprintf("%.16x", h.Sum(nil)[:8]), nil
}

// elos returns the ratings of levels, by their games against other agents: one scale for
// all of a game, random is 0. Who moved first is not known of each game, and it was each
// side as often: every game counts once from either side.
func elos(levels []Level) []float64 {
	if len(levels) == 0 {
		return nil
	}
	players := len(levels) + len(measuredAgainst)
	var records []stat.Record
	for i, l := range levels {
		for _, m := range l.Against {
			k := slices.Index(measuredAgainst, m.Opponent)
			if k < 0 {
				continue
			}
			opponent := len(levels) + k
			records = append(records,
				stat.Record{First: i, Second: opponent, Wins: m.Wins, Draws: m.Draws, Losses: m.Losses},
				stat.Record{First: opponent, Second: i, Wins: m.Losses, Draws: m.Draws, Losses: m.Wins})
		}
	}
	return stat.Rate(players, records, len(levels)+slices.Index(measuredAgainst, "random"), 0).Elo[:len(levels)]
}
