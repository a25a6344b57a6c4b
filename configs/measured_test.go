package configs

import (
	"math"
	"testing"

	"ludens/env/games"
)

// What was measured makes sense and is of games that there are; each preset has an answer,
// if need be after random games.
func TestMeasuredRuns(t *testing.T) {
	all, err := known()
	if err != nil || len(all) == 0 {
		t.Fatalf("%d runs, %v", len(all), err)
	}
	for _, run := range all {
		if run.Simulations <= 0 || run.Iterations <= 0 || !(run.Trained > 0 && run.Trained <= 1) {
			t.Errorf("%+v: want numbers above 0, and a share that is trained on", run)
		}
		if !(run.Positions > 0 && run.Positions <= run.Trained*run.Plies*1.05) {
			t.Errorf("%s: %v positions of %v plies, of which %v are trained on", run.Game, run.Positions, run.Plies, run.Trained)
		}
		if !(run.Evaluations > 0 && run.Evaluations <= 1.05*run.Simulations*run.Plies) {
			t.Errorf("%s: %v evaluations in %v plies of %v simulations", run.Game, run.Evaluations, run.Plies, run.Simulations)
		}
		if _, err := games.Make(run.Game); err != nil {
			t.Error(err)
		}
	}
	for _, name := range Presets() {
		l, err := Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Load(l)
		if m := r.Measured(); err != nil || !(m.Plies > 0 && m.Positions > 0 && m.Evaluations > m.Plies) {
			t.Errorf("preset %s: %v, after %+v", name, err, m)
		}
	}
}

// A run is estimated after runs of the same game and size: of its seed, if that was run.
func TestMeasured(t *testing.T) {
	near := func(got, want float64) bool { return math.Abs(got-want) < 0.5 }
	for _, c := range []struct {
		name, game  string
		set         []string
		after       string
		evaluations float64
		positions   float64
	}{
		{"the preset", "celta", nil, "celta", 1727, 36.8},
		{"another seed", "celta", []string{"seed=9"}, "celta", 1727, 36.8},
		{"twice the simulations", "celta", []string{"search.simulations=96"}, "celta", 2 * 1727, 36.8},
		{"half of the plies searched fast and not trained on", "celta", []string{"selfplay.fast_share=0.5", "selfplay.fast_simulations=24"}, "celta", 0.75 * 1727, 36.8 / 2},
		{"an option", "celta:first=attackers", nil, "celta", 1727, 36.8},
		{"of the family", "wtf", nil, "celta", 1727, 36.8},
		{"an option that was run", "cetro:cap=480", []string{"search.simulations=48", "selfplay.fast_share=0.6", "selfplay.fast_simulations=16"}, "cetro:cap=480", 6565, 93.1},
	} {
		l, err := PresetFor(c.game)
		if err != nil {
			t.Fatal(err)
		}
		set, err := Set(c.set)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Load(append([]Layer{l, Argument("test", "game", c.game)}, set...)...)
		if err != nil {
			t.Fatal(err)
		}
		m := r.Measured()
		if m.Game != c.after || !near(m.Evaluations, c.evaluations) || !near(m.Positions, c.positions) {
			t.Errorf("%s: got %+v, want %v evaluations and %v positions after %s", c.name, m, c.evaluations, c.positions, c.after)
		}
	}
}
