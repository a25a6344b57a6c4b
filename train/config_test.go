package train

import (
	"errors"
	"strings"
	"testing"

	"ludens/selfplay"
)

func TestConfigMistakes(t *testing.T) {
	if err := small().Validate(); err != nil {
		t.Fatalf("a sound configuration: %v", err)
	}
	for _, tt := range []struct {
		spoil func(*Config)
		want  string
	}{
		{func(c *Config) { c.Iterations = 0 }, "iterations = 0"},
		{func(c *Config) { c.Iterations = 1_000_001 }, "iterations = 1000001"},
		{func(c *Config) { c.Method = "sarsa" }, `method = "sarsa"`},
		{func(c *Config) { c.PastEvery = -1 }, "past_every = -1"},
		{func(c *Config) { c.PastEvery = 1_000_001 }, "past_every = 1000001"},
		{func(c *Config) { c.KeepGames = 1_000_001 }, "keep_games = 1000001"},
		{func(c *Config) { c.EvaluateEvery = 1_000_001 }, "evaluate_every = 1000001"},
		{func(c *Config) { c.Lag = -1 }, "lag = -1"},
		{func(c *Config) { c.Lag = 2 }, "lag = 2"},
		{func(c *Config) { c.Window = 100_000_001 }, "window = 100000001"},
		{func(c *Config) { c.SettledFade = 2 }, "settled_fade = 2"},
		{func(c *Config) { c.SettledFade = -0.5 }, "settled_fade = -0.5"},
		{func(c *Config) { c.HandicapFade = -0.5 }, "handicap_fade = -0.5"},
		{func(c *Config) { c.UtilityFade = -0.5 }, "utility_fade = -0.5"},
		{func(c *Config) { c.SearchValue = -0.5 }, "search_value = -0.5"},
		{func(c *Config) { c.Average = -0.5 }, "average = -0.5"},
		{func(c *Config) { c.Reuse = 101 }, "reuse = 101"},
		{func(c *Config) { c.LearningRate = 11 }, "learning_rate = 11"},
		{func(c *Config) { c.LearningRate = 1e-10 }, "learning_rate = 1e-10"},
		{func(c *Config) { c.DropAt = -0.5 }, "drop_at = -0.5"},
		{func(c *Config) { c.Drop = 1.5 }, "drop = 1.5"},
		{func(c *Config) { c.Epochs = 1001 }, "epochs = 1001"},
		{func(c *Config) { c.Window = 3 }, "window = 3"},
		{func(c *Config) { c.HandicapFade = 2 }, "handicap_fade = 2"},
		{func(c *Config) { c.KeepGames = -1 }, "keep_games = -1"},
		{func(c *Config) { c.Reuse = 0 }, "reuse = 0"},
		{func(c *Config) { c.LearningRate = -1 }, "learning_rate = -1"},
		{func(c *Config) { c.DropAt = 2 }, "drop_at = 2"},
		{func(c *Config) { c.Drop = 0 }, "drop = 0"},
		{func(c *Config) { c.Epochs = -1 }, "epochs = -1"},
		{func(c *Config) { c.EvaluateEvery = -1 }, "evaluate_every = -1"},
		{func(c *Config) { c.SelfPlay.Games = 0 }, "games = 0"},
		{func(c *Config) { c.SelfPlay.Handicap = 2 }, "handicap = 2"},
		{func(c *Config) { c.SelfPlay.ScoreUtility = -1 }, "score_utility = -1"},
		{func(c *Config) { c.SelfPlay.Lockstep = 0 }, "lockstep = 0"},
		{func(c *Config) { c.WindowStart = 500 }, "window_start = 500"},
		{func(c *Config) { c.WindowStart = 3 }, "window_start = 3"},
		{func(c *Config) { c.SearchValue = 2 }, "search_value = 2"},
		{func(c *Config) { c.UtilityFade = 2 }, "utility_fade = 2"},
		{func(c *Config) { c.SelfPlay.Starts = map[string]float32{"odds": 2} }, "starts.odds = 2"},
		{func(c *Config) { c.Average = 1 }, "average = 1"},
		{func(c *Config) { c.SelfPlay.FastShare = 1 }, "fast_share = 1"},
		{func(c *Config) { c.SelfPlay.FastShare, c.SelfPlay.FastSimulations = 0.5, 9 }, "fast_simulations = 9"},
		{func(c *Config) { c.SelfPlay.Restart = -1 }, "restart = -1"},
		{func(c *Config) { c.SelfPlay.Head = 2 }, "head = 2"},
		{func(c *Config) { c.SelfPlay.HeadPlies = -2 }, "head_plies = -2"},
		{func(c *Config) { c.SelfPlay.Head = 0.5 }, "head_plies = 0"},
		{func(c *Config) { c.SelfPlay.Past = 2 }, "past = 2"},
		{func(c *Config) { c.SelfPlay.Resign = 1 }, "resign = 1"},
		{func(c *Config) { c.SelfPlay.Resign = 0.05 }, "resign_check"},
		{func(c *Config) { c.SelfPlay.ResignCheck = 2 }, "resign_check = 2"},
		{func(c *Config) { c.SelfPlay.Cache = -1 }, "cache = -1"},
		{func(c *Config) { c.SelfPlay.Precision = "int4" }, `precision = "int4"`},
		{func(c *Config) { c.SelfPlay.Temperature = -1 }, "temperature = -1"},
		{func(c *Config) { c.SelfPlay.TemperaturePly = -1 }, "temperature_ply = -1"},
		{func(c *Config) { c.SelfPlay.OpeningPlies = -1 }, "opening_plies = -1"},
		{func(c *Config) { c.SelfPlay.Search.Simulations = 0 }, "simulations = 0"},
		{func(c *Config) { c.Optimiser.Batch = 1; c.Window = 100 }, "batch = 1"},
	} {
		c := small()
		tt.spoil(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want one with %q", err, tt.want)
		}
	}
}

// The ends of each range may be set.
func TestConfigBounds(t *testing.T) {
	for i, set := range []func(*Config){
		func(c *Config) { c.Iterations, c.KeepGames, c.PastEvery, c.EvaluateEvery = 1, 0, 0, 0 },
		func(c *Config) {
			c.Iterations, c.KeepGames, c.PastEvery, c.EvaluateEvery = 1_000_000, 1_000_000, 1_000_000, 1_000_000
		},
		func(c *Config) { c.Lag = 1 },
		func(c *Config) { c.Window, c.WindowStart = 100_000_000, 100_000_000 },
		func(c *Config) { c.Window, c.WindowStart = c.Optimiser.Batch, c.Optimiser.Batch },
		func(c *Config) {
			c.SearchValue, c.HandicapFade, c.UtilityFade, c.SettledFade, c.DropAt, c.Drop = 1, 1, 1, 1, 1, 1
		},
		func(c *Config) {
			c.SearchValue, c.HandicapFade, c.UtilityFade, c.SettledFade, c.DropAt, c.Average, c.Epochs = 0, 0, 0, 0, 0, 0, 0
		},
		func(c *Config) { c.Reuse, c.LearningRate, c.Epochs = 100, 10, 1000 },
		func(c *Config) { c.Reuse, c.LearningRate, c.Drop, c.Average = 1e-3, 1e-9, 1e-3, 0.999 },
	} {
		c := small()
		set(&c)
		if err := c.Validate(); err != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
}

func TestRateAndSteps(t *testing.T) {
	c := small() // 4 iterations, a tenth of the rate from half of them on; batches of 16
	for i, want := range []float32{0.02, 0.02, 0.02 * 0.1, 0.02 * 0.1} {
		if got := c.Rate(i); got != want {
			t.Errorf("iteration %d: rate %v, want %v", i, got, want)
		}
	}
	for positions, want := range map[int]int{0: 1, 10: 1, 160: 10, 168: 11} {
		if got := c.Steps(positions); got != want {
			t.Errorf("%d positions: %d steps, want %d", positions, got, want)
		}
	}
}

// Handicaps go evenly until the rate drops.
func TestHandicapsFade(t *testing.T) {
	c := small()
	c.Iterations, c.DropAt = 8, 0.5
	c.SelfPlay.Handicap, c.HandicapFade = 0.8, 0.75
	for i, want := range []float32{0.8, 0.65, 0.5, 0.35, 0.2, 0.2, 0.2, 0.2} {
		if got := c.Handicap(i); got < want-1e-6 || got > want+1e-6 {
			t.Errorf("iteration %d: handicaps in %v of the games, want %v", i, got, want)
		}
	}
	c.HandicapFade = 0
	if got := c.Handicap(7); got != 0.8 {
		t.Errorf("no fade: handicaps in %v of the games, want 0.8", got)
	}
}

// A window filled again from disk is the window that was never lost.
func TestRefillIsTheSameWindow(t *testing.T) {
	g := ticTacToe(t)
	d := newDisk(t)
	whole := emptyWindow(g, 20, false)
	for i := 1; i <= 5; i++ {
		games := []*selfplay.Record{line(g, i%2, 0, 3, 1, 4, 2), line(g, 0, 8, 4, 0, 2, 6, 7, 3)}
		whole.Append(games)
		for _, g := range games {
			d.games[i] = append(d.games[i], g.Marshal())
		}
	}
	again := emptyWindow(g, 20, false)
	if err := again.refill(5, d.Games); err != nil {
		t.Fatal(err)
	}
	if again.Positions() != whole.Positions() || len(again.Games()) != len(whole.Games()) {
		t.Errorf("%d positions of %d games, want %d of %d", again.Positions(), len(again.Games()), whole.Positions(), len(whole.Games()))
	}
	if len(again.Games()) == 10 {
		t.Error("all games are in the window, want the last")
	}
	damaged := errors.New("damaged")
	if err := emptyWindow(g, 20, false).refill(5, func(int) ([]*selfplay.Record, error) { return nil, damaged }); !errors.Is(err, damaged) {
		t.Errorf("games that cannot be read: error %v, want %v", err, damaged)
	}
}

// The window grows with the games, never faster than they come, and stops at
// its full size.
func TestRoomGrows(t *testing.T) {
	c := Config{Window: 100_000, WindowStart: 10_000}
	for _, tt := range []struct{ made, want int }{{0, 10_000}, {10_000, 10_000}, {100_000, 34_658}, {1_000_000, 100_000}} {
		if got := c.Room(tt.made); got != tt.want {
			t.Errorf("%d positions made: room for %d, want %d", tt.made, got, tt.want)
		}
	}
	for made := 1000; made < 1_000_000; made += 1000 {
		if grown := c.Room(made) - c.Room(made-1000); grown < 0 || grown > 1000 {
			t.Fatalf("1000 positions after %d make room for %d more, want 0 to 1000", made-1000, grown)
		}
	}
	if got := (Config{Window: 500}).Room(7); got != 500 {
		t.Errorf("without a start the window is %d, want 500", got)
	}
}
