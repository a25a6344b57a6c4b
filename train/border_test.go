package train

import (
	"slices"
	"testing"
)

// Each threshold of advice is where it is said to be: at one value the advice is given, and a
// little on the healthy side of it it is not.
func TestAdviceBorders(t *testing.T) {
	type set func(it *Iteration, c *Config, x float64)
	iteration := func(ill func(it *Iteration, c *Config)) set {
		return func(it *Iteration, c *Config, x float64) { ill(it, c); it.At.Iteration = int(x) }
	}
	even := func(it *Iteration, _ *Config) { it.Diagnosis.Policy.Target = 3 }
	worse := func(it *Iteration, _ *Config) { it.Losses.Policy = 5 }
	slow := func(it *Iteration, _ *Config) { it.Diagnosis.Policy.Gap = 1.824 }
	value := func(it *Iteration, _ *Config) { it.Losses.Value = 0.95 }
	sure := func(it *Iteration, _ *Config) { it.Diagnosis.Value.Excess = 0.9 }
	steep := func(it *Iteration, _ *Config) { it.Losses.Gradient = 80 }
	statistics := func(it *Iteration, _ *Config) { it.Unseen.Value = 9 }
	still := func(it *Iteration, _ *Config) { it.Losses.Moved, it.Diagnosis.Policy.Gap = 1e-5, 1.8 }
	wrong := func(it *Iteration, _ *Config) { it.Unseen.Correlation = -0.9 }
	unrelated := func(it *Iteration, _ *Config) {
		it.Diagnosis.Policy.Gap, it.Unseen.Value, it.Unseen.Correlation = 1.8, 0.91, 0
	}
	for _, row := range []struct {
		about        string
		set          set
		said, silent float64
	}{
		{"length limit", func(it *Iteration, _ *Config, x float64) { it.Diagnosis.Capped = int(x) }, 32, 31},
		{"drawn", func(it *Iteration, _ *Config, x float64) { it.Games = Games{Played: 20, Drawn: int(x)} }, 19, 18},
		{"drawn", func(it *Iteration, _ *Config, x float64) { it.Games = Games{Played: int(x), Drawn: int(x)} }, 16, 15},
		{"one-sided", func(it *Iteration, _ *Config, x float64) { it.Games.FirstWins, it.Games.SecondWins = int(x), 20-int(x) }, 19, 18},
		{"one-sided", func(it *Iteration, _ *Config, x float64) { it.Games.FirstWins, it.Games.SecondWins = 0, int(x) }, 16, 15},
		{"duplicates", func(it *Iteration, _ *Config, x float64) {
			it.Games = Games{Played: 20, FirstWins: 12, SecondWins: 8, Duplicates: int(x)}
		}, 4, 3},
		{"openings", func(it *Iteration, _ *Config, x float64) { it.Diagnosis.OpeningEntropy = x }, 0.69, 0.70},
		{"openings", func(it *Iteration, _ *Config, x float64) {
			it.Games, it.Diagnosis.OpeningEntropy = Games{Played: int(x), FirstWins: 8, SecondWins: 7}, 0.4
		}, 16, 15},
		{"even search", iteration(even), 10, 9},
		{"even search", func(it *Iteration, _ *Config, x float64) { it.Diagnosis.Policy.Even, it.Diagnosis.Policy.Target = 2, x }, 1.9, 1.89},
		{"policy loss", iteration(worse), 2, 1},
		{"policy loss", func(it *Iteration, _ *Config, x float64) { it.Diagnosis.Policy.Even, it.Losses.Policy = 2, x }, 2.2, 2.19},
		{"slow to learn", iteration(slow), 10, 9},
		{"slow to learn", func(it *Iteration, _ *Config, x float64) { it.Diagnosis.Policy.Gap = x }, 1.72, 1.70},
		{"slow to learn", func(it *Iteration, _ *Config, x float64) {
			it.Diagnosis.Policy.Even, it.Diagnosis.Policy.Gap, it.Losses.Policy = x, 0.2, 1
		}, 1.31, 1.29},
		{"value loss", iteration(value), 10, 9},
		{"value loss", func(it *Iteration, _ *Config, x float64) { it.Losses.Value, it.Diagnosis.Value.Games = 0.95, int(x) }, 16, 15},
		{"value loss", func(it *Iteration, _ *Config, x float64) { it.Losses.Value, it.Diagnosis.Value.Guess = 0.5, x }, 0.21, 0.19},
		{"value loss", func(it *Iteration, _ *Config, x float64) { it.Losses.Value = x }, 0.93, 0.91},
		{"too sure", iteration(sure), 10, 9},
		{"too sure", func(it *Iteration, _ *Config, x float64) {
			it.Diagnosis.Value.Excess, it.Diagnosis.Value.Games = 0.9, int(x)
		}, 16, 15},
		{"too sure", func(it *Iteration, _ *Config, x float64) {
			it.Diagnosis.Value.Excess, it.Diagnosis.Value.Games = x, 100
		}, 0.21, 0.19},
		{"too sure", func(it *Iteration, _ *Config, x float64) { it.Diagnosis.Value.Excess, it.Diagnosis.Value.Games = x, 16 }, 0.36, 0.34},
		{"gradient", iteration(steep), 2, 1},
		{"gradient", func(it *Iteration, _ *Config, x float64) { it.Losses.Clipped = int(x) }, 90, 89},
		{"gradient", func(it *Iteration, _ *Config, x float64) { it.Losses.Gradient = x }, 8, 7.9},
		{"stale", func(it *Iteration, _ *Config, x float64) { it.Diagnosis.Age = x }, 25, 24.9},
		{"cut off", func(it *Iteration, c *Config, x float64) { c.Method, it.Games.Truncated = AlphaBeta, int(x) }, 32, 31},
		{"decided", func(it *Iteration, c *Config, x float64) {
			c.Method, it.Games = AlphaBeta, Games{Played: 20, SecondWins: int(x), FirstWins: 20 - int(x)}
		}, 19, 18},
		{"decided", func(it *Iteration, c *Config, x float64) {
			c.Method, it.Games = AlphaBeta, Games{Played: 20, FirstWins: int(x), Drawn: 20 - int(x)}
		}, 19, 18},
		{"decided", func(it *Iteration, c *Config, x float64) {
			c.Method, it.Games = AlphaBeta, Games{Played: 20, Drawn: int(x)}
		}, 19, 18},
		{"weights jump", func(it *Iteration, _ *Config, x float64) { it.Losses.Moved = x }, 1, 0.99},
		{"weights jump", func(it *Iteration, _ *Config, x float64) { it.Losses.Moved, it.Losses.Steps = 1, int(x) }, 8, 7},
		{"running statistics", iteration(statistics), 2, 1},
		{"running statistics", func(it *Iteration, _ *Config, x float64) { it.Unseen.Value, it.Unseen.Games = 9, int(x) }, 16, 15},
		{"running statistics", func(it *Iteration, _ *Config, x float64) { it.Unseen.Value = x }, 4, 3.99},
		{"standstill", iteration(still), 2, 1},
		{"standstill", func(it *Iteration, _ *Config, x float64) {
			it.Losses.Moved, it.Diagnosis.Policy.Gap, it.Losses.Steps = 1e-5, 1.8, int(x)
		}, 8, 7},
		{"standstill", func(it *Iteration, _ *Config, x float64) { it.Losses.Moved, it.Diagnosis.Policy.Gap = x, 1.8 }, 0.00099, 0.001},
		{"standstill", func(it *Iteration, _ *Config, x float64) { it.Losses.Moved, it.Diagnosis.Policy.Gap = 1e-5, x }, 0.96, 0.94},
		{"wrong way", iteration(wrong), 3, 2},
		{"wrong way", func(it *Iteration, _ *Config, x float64) { it.Unseen.Correlation, it.Unseen.Games = -0.9, int(x) }, 16, 15},
		{"wrong way", func(it *Iteration, _ *Config, x float64) { it.Unseen.Correlation, it.Unseen.Games = x, 100 }, -0.31, -0.29},
		{"no relation", iteration(unrelated), 10, 9},
		{"no relation", func(it *Iteration, c *Config, x float64) { unrelated(it, c); it.Unseen.Games = int(x) }, 16, 15},
		{"no relation", func(it *Iteration, c *Config, x float64) { unrelated(it, c); it.Diagnosis.Policy.Even = x }, 1.31, 1.29},
		{"no relation", func(it *Iteration, c *Config, x float64) { unrelated(it, c); it.Unseen.Guess = x }, 0.21, 0.19},
		{"no relation", func(it *Iteration, c *Config, x float64) { unrelated(it, c); it.Diagnosis.Policy.Gap = x }, 1.72, 1.70},
		{"no relation", func(it *Iteration, c *Config, x float64) { unrelated(it, c); it.Unseen.Value = x }, 0.89, 0.87},
		{"no relation", func(it *Iteration, c *Config, x float64) {
			unrelated(it, c)
			it.Unseen.Correlation, it.Unseen.Games = x, 100
		}, 0.29, 0.31},
		{"no relation", func(it *Iteration, c *Config, x float64) {
			unrelated(it, c)
			it.Unseen.Correlation, it.Unseen.Games = x, 25
		}, 0.49, 0.51},
	} {
		for _, x := range []float64{row.said, row.silent} {
			it, c := healthy()
			row.set(&it, &c, x)
			said := slices.ContainsFunc(advise(it, c, northSouth), func(a Advice) bool { return a.About == row.about })
			if said != (x == row.said) {
				t.Errorf("%s at %v: given %v, want it at %v and not at %v", row.about, x, said, row.said, row.silent)
			}
		}
	}
	it, c := healthy()
	it.Diagnosis.Policy = Policy{}
	if got := advise(it, c, northSouth); len(got) != 0 {
		t.Errorf("of a search that was not asked: %q, want none", got)
	}
}
