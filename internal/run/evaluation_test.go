package run

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ludens/configs"
	"ludens/env"
	list "ludens/env/games"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// counting calls played after each game.
type counting struct{ played func() }

func (counting) Begin(train.Progress)    {}
func (c counting) Game(*selfplay.Record) { c.played() }
func (counting) Step(int, int, nn.Loss)  {}
func (counting) End(train.Iteration)     {}

// learning is a run by alpha-beta of two iterations in a folder, new or as it stands, until
// ctx ends.
func learning(t *testing.T, ctx context.Context, dir string, workers int, played func()) (env.Game, error) {
	t.Helper()
	preset, err := configs.Preset(train.AlphaBeta)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := configs.Load(preset, configs.Layer{Name: "small", Text: "game = \"connect4\"\n[train]\niterations = 2\n[alphabeta]\ngames = 20\nnodes = 60\n"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := list.Make(cfg.Game)
	if err != nil {
		t.Fatal(err)
	}
	var f *Folder
	if Holds(dir) {
		f, err = Open(dir, Options{})
	} else {
		f, err = Create(dir, cfg.Text())
	}
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, f)
	r := train.Run{Game: g, Config: cfg.Method(g.Spec()), Seed: cfg.Seed, Workers: workers, Events: counting{played}, Store: f.Store(g, func() Clock { return Clock{} })}
	return g, r.Loop(ctx)
}

// A run by alpha-beta that was stopped in each of its iterations has the same files as one
// that was not, whatever the number of workers; its games can be replayed, and a forged one
// is found.
func TestRunByAlphaBeta(t *testing.T) {
	once, stopped := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")
	g, err := learning(t, t.Context(), once, 1, func() {})
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []int{7, 27} {
		ctx, stop := context.WithCancel(t.Context())
		n := 0
		if _, err := learning(t, ctx, stopped, 3, func() {
			if n++; n == after {
				stop()
			}
		}); !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped: %v", err)
		}
	}
	if _, err := learning(t, t.Context(), stopped, 2, func() {}); err != nil {
		t.Fatal(err)
	}
	if got, want := contents(t, stopped), contents(t, once); !maps.EqualFunc(got, want, func(a, b []byte) bool { return string(a) == string(b) }) {
		t.Error("a run that was stopped has other files")
	}
	r := audited(t, once, 1)
	if len(r.Problems) > 0 || r.Audited.Replayed != 40 || r.Audited.Left != 0 {
		t.Errorf("audit: %+v, %q", r.Audited, r.Problems)
	}
	forge(t, once, g)
	r, err = Verify(once, 1)
	if err != nil || len(r.Problems) == 0 {
		t.Fatalf("a file that was changed: %q, %v", r.Problems, err)
	}
	before := len(r.Problems)
	if err := r.Audit(t.Context(), 1, false, 1); err != nil || len(r.Problems) != before+1 || !strings.Contains(r.Problems[before], "000002.seg, game 8, ") || !strings.Contains(r.Problems[before], "alpha-beta expects") {
		t.Errorf("a forged game: %q, %v", r.Problems, err)
	}
}

// forge changes the value of a move of game 8 of iteration 2.
func forge(t *testing.T, dir string, g env.Game) {
	t.Helper()
	records, err := readGames(dir, nil, g, 2)
	if err != nil {
		t.Fatal(err)
	}
	p := &records[7].Plies[len(records[7].Plies)-1]
	p.Value = -p.Value / 2
	if err := writeGames(at(dir, gamesName(2)), records); err != nil {
		t.Fatal(err)
	}
}

// An evaluation is found by its run, by an iteration of it, by a checkpoint and by a file.
func TestFindEvaluation(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	g, err := learning(t, t.Context(), dir, 2, func() {})
	if err != nil {
		t.Fatal(err)
	}
	text, _, err := EvaluationText(dir + "@1")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "one.json")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	first, err := ReadEvaluation(file, g)
	if err != nil {
		t.Fatal(err)
	}
	for path, round := range map[string]int{dir: 2, dir + "@2": 2, dir + "@1": 1, at(dir, checkpointName(1)): 1} {
		w, err := ReadEvaluation(path, g)
		if err != nil || w.Round != round || (round == 1) != reflect.DeepEqual(w, first) {
			t.Errorf("%s: %+v, %v, want that of iteration %d", path, w, err, round)
		}
	}
	_, network := made(t)
	other, err := list.Make("celta")
	if err != nil {
		t.Fatal(err)
	}
	empty := t.TempDir()
	for path, want := range map[string]string{
		dir + "@3": "keeps no checkpoint of iteration 3", dir + "@0": "no learned evaluation at", dir + "@x": "no learned evaluation at",
		empty:   "holds no checkpoint yet: train one with: ludens train GAME --preset alphabeta --run " + empty,
		network: "trained a network, it has no learned evaluation: play with ckpt:" + network, at(dir, configName): "this is no learned evaluation",
	} {
		if _, err := ReadEvaluation(path, g); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	if _, err := FindEvaluation("nowhere"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := ReadEvaluation(dir, other); err == nil || !strings.Contains(err.Error(), "connect4") {
		t.Errorf("for another game: %v", err)
	}
	for _, path := range []string{dir, at(dir, checkpointName(1))} {
		if _, _, _, err := ReadCheckpoint(path); !errors.Is(err, train.ErrNoNetwork) || !strings.HasSuffix(err.Error(), "play with alphabeta:8+eval="+path) {
			t.Errorf("as a network, %s: %v", path, err)
		}
	}
	flip(t, at(dir, checkpointName(2)))
	if _, err := ReadEvaluation(dir, g); err == nil {
		t.Error("a checkpoint that was changed is read")
	}
}

// flip changes a byte in the middle of a file.
func flip(t *testing.T, path string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 1
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
}
