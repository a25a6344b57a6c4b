package agent

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
)

// Level is a strength of a game's champion: a number of simulations per move, and the
// temperature that its moves are drawn with (analysis.Draw).
type Level struct {
	Name        string  `json:"name"`
	Simulations int     `json:"simulations"`
	Temperature float64 `json:"temperature"`
}

// Levels are those that people choose from, the weakest first: level:1 is Levels[0]. Their
// strength in a game is measured by go run ./scripts/measure levels.
var Levels = []Level{
	{"lets you win", 1, 30},
	{"mostly at random", 1, 5},
	{"a first game", 1, 2.5},
	{"a beginner", 1, 1.5},
	{"a casual player", 1, 1},
	{"a practised player", 4, 1},
	{"a club player", 12, 0.8},
	{"a strong player", 32, 0.5},
	{"an expert", 100, 0.2},
	{"plays its best", 400, 0},
}

// NewcomersLevel is the level that a person meets in the first game.
const NewcomersLevel = 3

// level is the kind of a level's text, "level:3".
const level = "level"

// levelSearch are the settings of the champion of a level. It searches by PUCT, whatever
// it was trained with: a draw by visits needs visits that say how good a move is, and
// sequential halving gives many moves the same number (with it, level 8 of celta scored 6 %
// against alphabeta:4, and 79 % with PUCT).
var levelSearch = Settings{{"root", "puct"}}

// Search returns the champion as the level searches, before its move is drawn.
func (l Level) Search() Spec {
	return Spec{Source: Source{Kind: "champion"}, Budget: l.Simulations, Settings: levelSearch}
}

// Drawn returns the setting that draws the level's moves.
func (l Level) Drawn() Setting {
	return Setting{temperature, strconv.FormatFloat(l.Temperature, 'g', -1, 64)}
}

// About describes the level.
func (l Level) About() string {
	look := "its network alone"
	if l.Simulations > 1 {
		look = fmt.Sprintf("%d simulations per move", l.Simulations)
	}
	if l.Temperature == 0 {
		return "the champion with " + look
	}
	return fmt.Sprintf("the champion with %s, moves drawn with temperature %v", look, l.Temperature)
}

// settings returns the agent's settings, those of its level first.
func (s Spec) settings() Settings {
	if s.Level == 0 {
		return s.Settings
	}
	l := Levels[s.Level-1]
	return append(append(Settings{}, levelSearch...), append(Settings{l.Drawn()}, s.Settings...)...)
}

// unlevelled returns the same agent as a champion with settings.
func (s Spec) unlevelled() Spec {
	if s.Level > 0 {
		s.Settings, s.Level = s.settings(), 0
	}
	return s
}

// mostTemperature is far above any that changes a choice.
const mostTemperature = 1000

// Temperature returns that of the agent's choice of a move; drawn is false if it plays
// the best move of its search instead.
func (s Spec) Temperature() (t float64, drawn bool) {
	for _, x := range s.settings() {
		if x.Key == temperature {
			t, _ = strconv.ParseFloat(x.Value, 64)
			drawn = true
		}
	}
	return t, drawn
}

// checkTemperature reports what is wrong with a temperature's text.
func checkTemperature(text string) error {
	if t, err := strconv.ParseFloat(text, 64); err != nil || !(t >= 0 && t <= mostTemperature) || math.Signbit(t) {
		return fmt.Errorf("temperature = %q, want 0 to %d", text, mostTemperature)
	}
	return nil
}

// Varies reports whether the agent opens its games against people in more than one way by
// moves that lose little (Vary): a network does, unless it draws its moves anyway.
func (s Spec) Varies() bool {
	t, _ := s.Temperature()
	return s.HasNetwork() && t == 0
}

// drawing plays moves that are drawn from those of an analyst.
type drawing struct {
	analysis.Analyst
	temperature float64
	seed        seed.Seed
	moves       int // made so far
}

// drawing returns agents of s, which have a temperature.
func (s Spec) drawing(load Loader) func(env.Game, seed.Seed) (env.Agent, error) {
	t, _ := s.Temperature()
	return func(g env.Game, at seed.Seed) (env.Agent, error) {
		a, err := s.Analyst(g, load, at)
		if err != nil {
			return nil, err
		}
		return &drawing{a, t, at, 0}, nil
	}
}

// Act implements env.Agent.
func (d *drawing) Act(ctx context.Context, s env.State) (env.Decision, error) {
	return d.ActWithin(ctx, ctx, s)
}

// ActWithin draws from what was found when hurry ends.
func (d *drawing) ActWithin(ctx, hurry context.Context, s env.State) (env.Decision, error) {
	r, err := d.Analyse(hurry, s, analysis.Limits{}, nil)
	if err != nil {
		return env.Decision{}, err
	}
	moves := r.Stats()
	a := analysis.Draw(moves, d.temperature, d.seed.At("move", d.moves).Rand())
	d.moves++
	return env.Decision{Action: a, Value: r.Value, Simulations: r.Simulations, Moves: moves, Line: []env.Action{a}}, ctx.Err()
}

// Mover returns who plays for another program: as Analyst does, but the first move of a
// report is drawn by the agent's temperature, and a level keeps to its simulations whatever
// the clock allows. Equal positions get equal moves.
func (s Spec) Mover(g env.Game, load Loader, at seed.Seed) (analysis.Analyst, error) {
	a, err := s.Analyst(g, load, at)
	t, drawn := s.Temperature()
	if err != nil || !drawn {
		return a, err
	}
	return mover{a, t, s.levelBudget(), at}, nil
}

// levelBudget returns the simulations of a level; 0 if the agent is none.
func (s Spec) levelBudget() int {
	if s.Level == 0 {
		return 0
	}
	return s.Budget
}

type mover struct {
	analysis.Analyst
	temperature float64
	most        int // simulations; 0: as the limits say
	seed        seed.Seed
}

// Analyse draws a move, unless the analysis has no end: then none is played.
func (m mover) Analyse(ctx context.Context, s env.State, l analysis.Limits, seen func(analysis.Report)) (analysis.Report, error) {
	if l.Endless {
		return m.Analyst.Analyse(ctx, s, l, seen)
	}
	if m.most > 0 && (l.Simulations == 0 || l.Simulations > m.most) {
		l.Simulations = m.most
	}
	r, err := m.Analyst.Analyse(ctx, s, l, seen)
	if err != nil {
		return r, err
	}
	a := analysis.Draw(r.Stats(), m.temperature, m.seed.At("position", int(s.Key()>>1)).Rand())
	return r.Led(a), nil
}
