package run

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/configs"
	gamelist "ludens/env/games"
)

// oldRun makes the folder of a run from before there were ledgers, with that many
// iterations, and returns it as the page watches it.
func oldRun(t *testing.T, iterations int) shown {
	t.Helper()
	preset, err := configs.PresetFor("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	config, err := configs.Load(preset)
	if err != nil {
		t.Fatal(err)
	}
	g := gamelist.Must("tictactoe")
	dir := filepath.Join(t.TempDir(), "run")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	for n := range iterations {
		fmt.Fprintf(&lines, `{"seconds":%d,"at":{"iteration":%d}}`+"\n", n, n+1)
	}
	for name, text := range map[string]string{"config.toml": config.Text(), "metrics.jsonl": lines.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return shown{dir, config, g}
}

func TestRead(t *testing.T) {
	run := oldRun(t, 3)
	r, err := readCurves(run.Dir)
	if err != nil || len(r.Points) != 3 || r.Roles != run.Game.Spec().Roles || r.Config.Game != "tictactoe" {
		t.Errorf("got %+v, %v", r, err)
	}
	if _, err := readCurves(oldRun(t, 0).Dir); err == nil || !strings.HasSuffix(err.Error(), "has no finished iteration yet: nothing to plot") {
		t.Errorf("a run that has just begun: %v", err)
	}
	if _, err := readCurves(t.TempDir()); err == nil {
		t.Error("a folder without a run is read")
	}
}

// The page hears what it does not know, no more at once than it can draw, and
// nothing of where things lie.
func TestNewsOfThePage(t *testing.T) {
	r := oldRun(t, 2500)
	for after, want := range map[int]struct{ points, first, last int }{
		0: {834, 1, 2500}, 2000: {500, 2001, 2500}, 2500: {0, 0, 0},
	} {
		n, err := r.News(after)
		if err != nil || len(n.Points) != want.points || n.Iterations != r.Config.Train.Iterations {
			t.Fatalf("after %d: %d points of %d, %v, want %d", after, len(n.Points), n.Iterations, err, want.points)
		}
		if want.points == 0 {
			continue
		}
		var first, last Metric
		if err := json.Unmarshal(n.Points[0], &first); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(n.Points[want.points-1], &last); err != nil {
			t.Fatal(err)
		}
		if first.At.Iteration != want.first || last.At.Iteration != want.last {
			t.Errorf("after %d: iterations %d to %d, want %d to %d", after, first.At.Iteration, last.At.Iteration, want.first, want.last)
		}
	}
	if err := os.Remove(filepath.Join(r.Dir, "config.toml")); err != nil {
		t.Fatal(err)
	}
	if _, err := r.News(0); err == nil || strings.Contains(err.Error(), filepath.Dir(r.Dir)) || !strings.Contains(err.Error(), "run holds no run") {
		t.Errorf("the page is told %v", err)
	}
	if _, err := r.Games(context.Background(), 1); err == nil || strings.Contains(err.Error(), filepath.Dir(r.Dir)) {
		t.Errorf("the page is told %v", err)
	}
}
