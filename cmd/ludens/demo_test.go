package main

import (
	"testing"

	runs "ludens/internal/run"
)

// What the demo shows is learned: after two iterations of half the games the network beats
// itself as it began, by the interval of its score; with a learning rate of nothing it does not.
func TestDemoLearns(t *testing.T) {
	if testing.Short() {
		t.Skip("it trains twice, ten seconds of CPU time")
	}
	t.Chdir(t.TempDir())
	for rate, learns := range map[string]bool{"0.05": true, "1e-7": false} {
		must(t, "train", "--preset", "demo", "--run", rate, "--set", "train.learning_rate="+rate, "--set", "train.iterations=2",
			"--set", "selfplay.games=64", "--set", "evaluation.baselines=[]")
		r, err := runs.Look(rate)
		if err != nil {
			t.Fatal(err)
		}
		all, err := r.Metrics()
		if err != nil || len(all) != 2 {
			t.Fatal(len(all), err)
		}
		s := all[1].Standings[0]
		score := s.Roles[0].Plus(s.Roles[1])
		low, high := score.Interval()
		if s.Opponent != "untrained:24" || score.Games() != 80 || (low > 0.5) != learns {
			t.Errorf("learning rate %s: %v against %s, [%.2f, %.2f]; above a half: want %v", rate, score, s.Opponent, low, high, learns)
		}
		t.Logf("learning rate %s: [%.2f, %.2f] against %s", rate, low, high, s.Opponent)
	}
}
