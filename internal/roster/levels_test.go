package roster

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"ludens/agent"
	"ludens/arena"
	"ludens/configs"
	"ludens/env/games"
	"ludens/env/seed"
)

// Each file of scores is of a game with a champion, that champion, and the steps as
// they are now: else go run ./scripts/measure levels GAME measures them again. Steps grow
// stronger: the first loses to all but random, the last to none.
func TestCalibrations(t *testing.T) {
	files, err := fs.Glob(calibrations, "levels/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range configs.Champions() { // but that of many rules, whose levels would be of none of them
		if !games.IsSpace(game) && !slices.Contains(files, CalibrationFile(game)) {
			t.Errorf("no levels of %s: go run ./scripts/measure levels %s", game, game)
		}
	}
	for _, file := range files {
		text, err := calibrations.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var c Calibration
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if CalibrationFile(c.Game) != file || c.Champion != digestOf(c.Game) || len(c.Levels) != len(agent.Levels) {
			t.Errorf("%s: of another game, champion or ladder: go run ./scripts/measure levels %s", file, c.Game)
			continue
		}
		if runtime.GOARCH == "amd64" { // others round products and sums once, and may visit otherwise
			if got := signature(t, c.Game, agent.Levels); got != c.Searcher {
				t.Errorf("%s: the search is another than the one that was measured, %s for %s: go run ./scripts/measure levels %s", file, got, c.Searcher, c.Game)
			}
		}
		if c.First <= 0 || c.First >= 1 {
			t.Errorf("%s: First can expect %v of the points: go run ./scripts/measure levels -start %s", file, c.First, c.Game)
		}
		mean := make([]float64, len(agent.Levels))
		for i, l := range c.Levels {
			if l.Level != agent.Levels[i] || len(l.Against) != len(measuredAgainst) {
				t.Errorf("%s: level %d is %+v, want %+v", file, i+1, l.Level, agent.Levels[i])
			}
			for k, m := range l.Against {
				if m.Opponent != measuredAgainst[k] || m.Wins+m.Draws+m.Losses != 2*c.Pairs {
					t.Errorf("%s: level %d met %s %d times, want %s %d times", file, i+1, m.Opponent, m.Wins+m.Draws+m.Losses, measuredAgainst[k], 2*c.Pairs)
				}
				mean[i] += m.Score() / float64(len(l.Against))
			}
			// The mean of four scores of n games each has a standard deviation of
			// 0.25/sqrt(n) at most, a difference of two of them 1.4 times that: two of these.
			if i > 0 && mean[i] < mean[i-1]-0.7/math.Sqrt(float64(2*c.Pairs)) {
				t.Errorf("%s: level %d scores %.2f, the one below %.2f", file, i+1, mean[i], mean[i-1])
			}
		}
		if mean[0] > 0.4 || mean[len(mean)-1] < 0.75 {
			t.Errorf("%s: levels go from %.2f to %.2f, want a wider ladder", file, mean[0], mean[len(mean)-1])
		}
	}
}

// signature returns that of a game's searcher.
func signature(t *testing.T, game string, steps []agent.Level) string {
	t.Helper()
	g := games.Must(game)
	got, err := searcherOf(t.Context(), g, steps, new(Loader).Load)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// The signature of a searcher is that of what it does: another number of simulations,
// another temperature or another game has another one, and the same has the same.
func TestSearcherSignature(t *testing.T) {
	steps := []agent.Level{{Name: "one", Simulations: 12, Temperature: 0.8}}
	was := signature(t, "celta", steps)
	if again := signature(t, "celta", steps); again != was || len(was) != 16 {
		t.Errorf("%s, then %s", was, again)
	}
	for name, other := range map[string]string{
		"one simulation more": signature(t, "celta", []agent.Level{{Name: "one", Simulations: 13, Temperature: 0.8}}),
		"another temperature": signature(t, "celta", []agent.Level{{Name: "one", Simulations: 12, Temperature: 1}}),
		"another game":        signature(t, "cuervo", steps),
	} {
		if other == was {
			t.Errorf("%s: the signature is the same", name)
		}
	}
}

// replays returns an error unless a cell of the table and what its games score when they
// are played again agree: they are the same games, but kernels in another precision may
// play others. 1.25/sqrt(n) are 2.5 standard deviations of a score of n games at most.
func replays(told, played Met) error {
	games := played.Wins + played.Draws + played.Losses
	if d := played.Score() - told.Score(); math.Abs(d) >= 1.25/math.Sqrt(float64(games)) || played.Opponent != told.Opponent {
		return fmt.Errorf("against %s the table says %.0f %%, its games score %.0f %% now", told.Opponent, 100*told.Score(), 100*played.Score())
	}
	return nil
}

// Cells of the table are true: levels 5 against greedy. That of celta once said 89 % where
// 65 were scored.
func TestTableReplays(t *testing.T) {
	const level, opponent = 4, 1
	for _, game := range []string{"celta", "connect4"} {
		g := games.Must(game)
		text, err := calibrations.ReadFile(CalibrationFile(game))
		if err != nil {
			t.Fatal(err)
		}
		var c Calibration
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		if c.Pairs < 30 {
			t.Errorf("%s: %d pairs say too little: go run ./scripts/measure levels -pairs 30 %s", game, c.Pairs, game)
		}
		played, err := meet(t.Context(), g, agent.Levels[level], measuredAgainst[opponent], new(Loader).Load,
			arena.Config{Pairs: c.Pairs, Workers: 2}, seed.New(c.Seed).At("level", level).At("opponent", opponent))
		if err != nil {
			t.Fatal(err)
		}
		if err := replays(c.Levels[level].Against[opponent], played); err != nil {
			t.Errorf("%s: %v", game, err)
		}
	}
	told := Met{"greedy", 52, 3, 5} // 89 %
	for _, now := range []Met{{"greedy", 39, 0, 21}, {"random", 52, 3, 5}} {
		if replays(told, now) == nil {
			t.Errorf("%+v passes for %+v", now, told)
		}
	}
}

// What is measured does not depend on the number of workers; games without a champion
// of their own have no levels.
func TestCalibrate(t *testing.T) {
	g, err := games.Make("connect4")
	if err != nil {
		t.Fatal(err)
	}
	var got [2]Calibration
	for i, workers := range []int{1, 3} {
		if got[i], err = Calibrate(t.Context(), g, []agent.Level{{Name: "two", Simulations: 2, Temperature: 1}}, arena.Config{Pairs: 2, Workers: workers}, 7, nil); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(got[0], got[1]) || len(got[0].Levels) != 1 {
		t.Errorf("with one worker %+v, with three %+v", got[0], got[1])
	}
	for _, name := range []string{"tictactoe", "connect4:cols=6", "celta:cap=100"} {
		g, err := games.Make(name)
		if err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		if l := levelsOf(g); l != nil {
			t.Errorf("%s has %d levels", name, len(l))
		}
		if _, ok := configs.Champion(g.Spec().Name); ok {
			t.Errorf("%s has a champion of its own", name)
		}
		if _, err := Calibrate(t.Context(), g, agent.Levels, arena.Config{Pairs: 1, Workers: 1}, 1, nil); err == nil {
			t.Errorf("%s was measured without a champion", name)
		}
	}
}

// What First can expect is what the champion sees now; another game's number is noticed.
func TestExpectedAtTheStart(t *testing.T) {
	all := measured()
	for _, game := range []string{"celta", "connect4"} {
		now, err := ExpectedFirst(t.Context(), games.Must(game))
		if err != nil {
			t.Fatal(err)
		}
		const rounding = 0.06 // kernels in another precision search otherwise
		if d := math.Abs(now - all[game].First); d > rounding {
			t.Errorf("%s: the file says %.2f for First, the champion %.2f: go run ./scripts/measure levels -start %s", game, all[game].First, now, game)
		}
		if other := map[string]string{"celta": "connect4", "connect4": "celta"}[game]; math.Abs(now-all[other].First) <= rounding {
			t.Errorf("%s: %.2f of %s is not noticed", game, all[other].First, other)
		}
	}
}

// Levels that score more are rated higher; random, whom the lowest does not beat by much,
// is 0.
func TestElos(t *testing.T) {
	for game, c := range measured() {
		levels := c.Levels
		all := elos(levels)
		if len(all) != len(levels) || all[0] > 200 || all[len(all)-1] < all[0]+400 {
			t.Errorf("%s: levels are rated %.0f", game, all)
		}
		for i := 2; i < len(all); i++ {
			if all[i] < all[i-2] {
				t.Errorf("%s: level %d is rated %.0f, two below %.0f", game, i+1, all[i], all[i-2])
			}
		}
		t.Logf("%s: %.0f", game, all)
	}
	level := func(wins, losses int) Level {
		return Level{Against: []Met{{"random", wins, 0, losses}}}
	}
	if all := elos([]Level{level(50, 50), level(75, 25)}); math.Abs(all[0]) > 1 || math.Abs(all[1]-190.8) > 8 {
		t.Errorf("half and three quarters of the points against random: %.1f, want about 0 and 191", all)
	}
	if elos(nil) != nil {
		t.Error("no levels have ratings")
	}
}
