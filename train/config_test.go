package train

import (
	"os"
	"path/filepath"
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
		{func(c *Config) { c.Window = 3 }, "window = 3"},
		{func(c *Config) { c.Gate = 2 }, "gate = 2"},
		{func(c *Config) { c.Gate, c.GateGames = 0.55, 3 }, "gate_games = 3"},
		{func(c *Config) { c.HandicapFade = 2 }, "handicap_fade = 2"},
		{func(c *Config) { c.KeepGames = -1 }, "keep_games = -1"},
		{func(c *Config) { c.Reuse = 0 }, "reuse = 0"},
		{func(c *Config) { c.LearningRate = -1 }, "learning_rate = -1"},
		{func(c *Config) { c.DropAt = 2 }, "drop_at = 2"},
		{func(c *Config) { c.Drop = 0 }, "drop = 0"},
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

// Metrics keep what is certain: whole lines, of iterations that are saved.
func TestMetricsForgetWhatWillBeDoneAgain(t *testing.T) {
	f := &Folder{Dir: t.TempDir()}
	text := `{"at":{"iteration":1}}` + "\n" + `{"at":{"iteration":2}}` + "\n" + `{"at":{"iteration":3}}` + "\n" + `{"at":{"itera`
	path := filepath.Join(f.Dir, "metrics.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	m, err := f.Metrics(2)
	if err != nil {
		t.Fatal(err)
	}
	m.WriteString("{}\n")
	m.Close()
	got, _ := os.ReadFile(path)
	if want := `{"at":{"iteration":1}}` + "\n" + `{"at":{"iteration":2}}` + "\n{}\n"; string(got) != want {
		t.Errorf("metrics %q, want %q", got, want)
	}
}

// How strong the network became is read back, until there is more to learn.
func TestFinalIsReadBack(t *testing.T) {
	f := &Folder{Dir: t.TempDir()}
	text := `{"at":{"iteration":1}}` + "\n" + `{"at":{"iteration":2}}` + "\n" +
		`{"final":2,"standings":[{"opponent":"random","roles":[{"wins":3},{"losses":4}]}]}` + "\n"
	if err := os.WriteFile(filepath.Join(f.Dir, "metrics.jsonl"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		iterations int
		want       bool
	}{{2, true}, {1, false}} {
		m, err := f.Metrics(row.iterations)
		if err != nil {
			t.Fatal(err)
		}
		m.Close()
		final, ok, err := f.Final(row.iterations)
		if ok != row.want || err != nil {
			t.Fatalf("after %d iterations: %v, error %v, want %v", row.iterations, ok, err, row.want)
		}
		if ok && (len(final.Standings) != 1 || final.Standings[0].Opponent != "random" || final.Standings[0].Roles[0].Wins != 3) {
			t.Errorf("read back %+v", final)
		}
	}
}

// Games go when they are older than asked for, but for those of the window.
func TestPruneGames(t *testing.T) {
	for _, row := range []struct {
		name              string
		keep, inWindow    int
		first, iterations int // the first iteration that is left
	}{
		{"all are kept", 0, 4, 1, 9},
		{"the last three", 3, 4, 7, 9},
		{"the window needs more", 3, 11, 4, 9}, // 11 games, two an iteration
	} {
		f := &Folder{Dir: folder(t)}
		window := &Replay{games: make([]*selfplay.Record, row.inWindow)}
		for i := 1; i <= row.iterations; i++ {
			if err := os.WriteFile(f.games(i), nil, 0o644); err != nil {
				t.Fatal(err)
			}
			if err := f.PruneGames(i, 2, row.keep, window); err != nil {
				t.Fatal(err)
			}
		}
		for i := 1; i <= row.iterations; i++ {
			if _, err := os.Stat(f.games(i)); (err == nil) != (i >= row.first) {
				t.Errorf("%s: iteration %d: %v; want those from %d on", row.name, i, err, row.first)
			}
		}
	}
}

func TestPruneKeepsTheLastTwoAndTheMeasured(t *testing.T) {
	dir := folder(t)
	f := &Folder{Dir: dir}
	for i := 1; i <= 9; i++ {
		if err := os.WriteFile(f.Checkpoint(i), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := f.Prune(i, 3); err != nil {
			t.Fatal(err)
		}
	}
	paths, err := Checkpoints(dir)
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for _, p := range paths {
		kept = append(kept, strings.TrimLeft(strings.TrimSuffix(filepath.Base(p), ".ckpt"), "0"))
	}
	if got := strings.Join(kept, " "); got != "3 6 8 9" {
		t.Errorf("kept %s, want 3 6 8 9", got)
	}
}

// A window filled again from disk is the window that was never lost.
func TestRefillIsTheSameWindow(t *testing.T) {
	g := ticTacToe(t)
	f := &Folder{Dir: folder(t)}
	whole := NewReplay(g, 20, false)
	for i := 1; i <= 5; i++ {
		games := []*selfplay.Record{line(g, i%2, 0, 3, 1, 4, 2), line(g, 0, 8, 4, 0, 2, 6, 7, 3)}
		whole.Append(games)
		if err := f.SaveGames(i, games); err != nil {
			t.Fatal(err)
		}
	}
	again := NewReplay(g, 20, false)
	if err := f.Refill(again, 5); err != nil {
		t.Fatal(err)
	}
	if again.Positions() != whole.Positions() || len(again.Games()) != len(whole.Games()) {
		t.Errorf("%d positions of %d games, want %d of %d", again.Positions(), len(again.Games()), whole.Positions(), len(whole.Games()))
	}
	if err := os.Truncate(f.games(5), 30); err != nil {
		t.Fatal(err)
	}
	if err := f.Refill(NewReplay(g, 20, false), 5); err == nil || !strings.Contains(err.Error(), "000005.seg") {
		t.Errorf("a damaged segment: error %v, want one that names the file", err)
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
