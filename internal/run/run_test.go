package run

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/configs"
	"ludens/env"
	gamelist "ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/disk"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// work is a run whose iterations are made up: each depends on its number alone.
type work struct {
	config string
	method configs.Run
	game   env.Game
	net    *nn.Net
	begins bool        // with the network of another run
	seed   uint64      // of its games
	state  []nn.Tensor // of the optimiser
}

func newWork(t testing.TB) *work {
	t.Helper()
	preset, err := configs.PresetFor("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	small := configs.Layer{Name: "small", Text: "[network]\nchannels = 2\nblocks = 1\nvalue_hidden = 2\n[train]\niterations = 6\nkeep_games = 3\n[evaluation]\nevery = 4\n"}
	w := &work{}
	if w.method, err = configs.Load(preset, small); err != nil {
		t.Fatal(err)
	}
	w.config = w.method.Text()
	if w.game, err = gamelist.Make("tictactoe"); err != nil {
		t.Fatal(err)
	}
	if w.net, err = nn.New(w.method.Spec(w.game.Spec()), seed.New(1).Rand()); err != nil {
		t.Fatal(err)
	}
	return w
}

// iterate makes iteration n.
func (w *work) iterate(t testing.TB, f *Folder, n int) {
	t.Helper()
	var evens mcts.Uniform
	cfg := selfplay.Config{Games: 2, Lockstep: 2, Temperature: 1, TemperaturePly: 9, Search: mcts.Defaults()}
	cfg.Search.Simulations = 2
	plan := selfplay.NewPlan(w.game, cfg, w.seed+uint64(n))
	played, keep := selfplay.Collect(plan)
	err := selfplay.Play(context.Background(), plan, selfplay.Resources{Game: w.game, Now: evens}, 1, keep)
	if err != nil {
		t.Fatal(err)
	}
	it := train.Iteration{At: train.Progress{Iteration: n, Games: 2 * n}, Games: train.Tell(played)}
	if err := f.Save(w.checkpoint(), it, played, Clock{Seconds: float64(n)}); err != nil {
		t.Fatal(err)
	}
	w.prune(t, f)
}

func (w *work) checkpoint() *train.Checkpoint {
	s := w.game.Spec()
	return &train.Checkpoint{Net: w.net, Learner: w.state, Header: train.Header{Game: s.Name, Version: s.Version, Rules: env.Fingerprint(w.game), Network: w.net.Spec()}}
}

func (w *work) prune(t testing.TB, f *Folder) {
	t.Helper()
	if err := f.Prune(f.ledger.rules.keeps, w.method.Train.KeepGames, 1); err != nil {
		t.Fatal(err)
	}
}

// run works until the run is complete.
func (w *work) run(t testing.TB, f *Folder) {
	t.Helper()
	if w.begins && f.Head() == "" {
		c := w.checkpoint()
		c.Parent = sha256OfText("another run")
		if err := f.Begin(c); err != nil {
			t.Fatal(err)
		}
	}
	for n := f.Iteration() + 1; n <= w.method.Train.Iterations; n++ {
		w.iterate(t, f, n)
	}
	if f.Final() == nil {
		if err := f.Conclude([]arena.Standing{{Opponent: "random"}}); err != nil {
			t.Fatal(err)
		}
	}
}

// made is a complete run in a folder of its own.
func made(t testing.TB) (*work, string) {
	t.Helper()
	w, dir := newWork(t), filepath.Join(t.TempDir(), "run")
	f, err := Create(dir, w.config)
	if err != nil {
		t.Fatal(err)
	}
	w.run(t, f)
	closed(t, f)
	return w, dir
}

func closed(t testing.TB, f *Folder) {
	t.Helper()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// contents are the files of a folder, by name.
func contents(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "lock" {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		all[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func restore(t testing.TB, dir string, files map[string][]byte) {
	t.Helper()
	for name := range contents(t, dir) {
		if _, ok := files[name]; !ok {
			os.Remove(at(dir, name))
		}
	}
	for name, b := range files {
		if now, err := os.ReadFile(at(dir, name)); err == nil && bytes.Equal(now, b) {
			continue
		}
		if err := os.WriteFile(at(dir, name), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// timeless returns metrics without times.
func timeless(t testing.TB, metrics []byte) string {
	t.Helper()
	var all strings.Builder
	for line := range bytes.Lines(metrics) {
		var m map[string]json.RawMessage
		if err := json.Unmarshal(line, &m); err != nil {
			t.Fatal(err)
		}
		for _, clock := range []string{"time", "seconds", "playing_seconds", "sha256"} {
			delete(m, clock)
		}
		b, _ := json.Marshal(m)
		fmt.Fprintf(&all, "%s\n", b)
	}
	return all.String()
}

type stopped struct{ point string }

// Stopped after any write whatever, a run goes on to the files of the run that was
// left alone, and verify finds nothing wrong in between.
func TestEveryStopIsMadeGood(t *testing.T) {
	for _, begins := range []bool{false, true} {
		w := newWork(t)
		w.begins = begins
		alone := filepath.Join(t.TempDir(), "run")
		f, err := Create(alone, w.config)
		if err != nil {
			t.Fatal(err)
		}
		points := 0
		f.pause = func(string) { points++ }
		w.run(t, f)
		closed(t, f)
		want := contents(t, alone)
		if points < 30 {
			t.Fatalf("%d points where it can stop: too few to believe", points)
		}
		for stop := 1; stop <= points; stop++ {
			dir := filepath.Join(t.TempDir(), "run")
			f, err := Create(dir, w.config)
			if err != nil {
				t.Fatal(err)
			}
			at := w.stoppedAt(t, f, stop)
			closed(t, f)
			if r, err := Verify(dir, 1); err != nil || len(r.Problems) > 0 {
				t.Fatalf("stopped after %s (%d): verify: %v, %v", at, stop, r, err)
			}
			var told []string
			f, err = Open(dir, Options{Tell: func(line string) { told = append(told, line) }})
			if err != nil {
				t.Fatalf("stopped after %s (%d): %v", at, stop, err)
			}
			w.prune(t, f)
			w.run(t, f)
			closed(t, f)
			for name, b := range contents(t, dir) {
				same := bytes.Equal(b, want[name])
				if name == metricsName {
					same = timeless(t, b) == timeless(t, want[name])
				}
				if !same {
					t.Errorf("stopped after %s (%d): %s differs", at, stop, name)
				}
			}
			if got := len(contents(t, dir)); got != len(want) {
				t.Errorf("stopped after %s (%d): %d files, want %d", at, stop, got, len(want))
			}
		}
	}
}

// stoppedAt works up to the stop-th write, and returns which that was.
func (w *work) stoppedAt(t testing.TB, f *Folder, stop int) (point string) {
	defer func() {
		if s, ok := recover().(stopped); ok {
			point = s.point
		} else {
			t.Fatalf("there is no stop %d", stop)
		}
	}()
	f.pause = func(point string) {
		if stop--; stop == 0 {
			panic(stopped{point})
		}
	}
	w.run(t, f)
	return ""
}

var flips = flag.Int("flips", 150, "bits to flip in the files of a run, one at a time")

// Every flipped bit is noticed by verify, and none goes by at resume without a word.
func TestFlippedBitsAreNoticed(t *testing.T) {
	_, dir := made(t)
	whole := contents(t, dir)
	var names []string
	for _, name := range []string{configName, ledgerName, metricsName} {
		names = append(names, name, name) // as often as the many others
	}
	for name := range whole {
		names = append(names, name)
	}
	rng := rand.New(rand.NewPCG(7, 7))
	refused, repaired := 0, 0
	for range *flips {
		name := names[rng.IntN(len(names))]
		bit := rng.IntN(8 * len(whole[name]))
		bad := bytes.Clone(whole[name])
		bad[bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(at(dir, name), bad, 0o644); err != nil {
			t.Fatal(err)
		}
		if r, err := Verify(dir, 1); err == nil && len(r.Problems) == 0 {
			t.Errorf("bit %d of %s: verify finds nothing", bit, name)
		}
		told := 0
		f, err := Open(dir, Options{Tell: func(string) { told++ }})
		switch {
		case err == nil && told == 0:
			t.Errorf("bit %d of %s: taken without a word", bit, name)
		case err != nil && strings.Contains(err.Error(), "\n"):
			t.Errorf("bit %d of %s: more than a line: %v", bit, name, err)
		case err != nil:
			refused++
		default:
			repaired++
			closed(t, f)
		}
		if name == metricsName && err == nil {
			if got := contents(t, dir); timeless(t, got[name]) != timeless(t, whole[name]) {
				t.Errorf("bit %d of %s: not written again as it was", bit, name)
			}
		}
		restore(t, dir, whole)
	}
	t.Logf("%d flips: %d refused, %d made good with a word", *flips, refused, repaired)
	if r, err := Verify(dir, 1); err != nil || len(r.Problems) > 0 {
		t.Errorf("the run itself: %v, %v", r, err)
	}
}

// Whatever is changed gets one line with the file and the way on; accepted, it is in
// the ledger, and the run is verified as it is from then on.
func TestChanges(t *testing.T) {
	w, dir := made(t)
	whole := contents(t, dir)
	var games [][]byte
	for frame, err := range disk.Frames(at(dir, gamesName(5))) {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, bytes.Clone(frame))
	}
	shorter := filepath.Join(t.TempDir(), "a.seg")
	if err := disk.WriteFrames(shorter, games[:1]); err != nil {
		t.Fatal(err)
	}
	cut, _ := os.ReadFile(shorter)
	edit := func(old, now string) func(b []byte) []byte {
		return func(b []byte) []byte { return bytes.Replace(b, []byte(old), []byte(now), 1) }
	}
	for _, row := range []struct {
		what, file string
		change     func(b []byte) []byte // nil: it is removed
		want       string
		stay       int // problems that verify goes on to tell
	}{
		{"games cut at a frame's end", gamesName(5), func([]byte) []byte { return cut }, "games/000005.seg has changed: sha256 ", 0},
		{"games emptied", gamesName(6), func(b []byte) []byte { return b[:8] }, "games/000006.seg has changed", 0},
		{"games of another iteration", gamesName(6), func([]byte) []byte { return whole[gamesName(5)] }, "games/000006.seg has changed", 0},
		{"another learning rate", configName, edit("learning_rate = 0.05", "learning_rate = 0.5"), "config.toml has changed: train.learning_rate = 0.5, the ledger says 0.05", 0},
		{"another seed", configName, edit("seed = 1", "seed = 2"), "config.toml has changed: seed = 2, the ledger says 1", 0},
		{"another batch", configName, edit("batch = ", "batch = 1"), "config.toml has changed: optimiser.batch = 1", 0},
		{"games that are gone", gamesName(5), nil, "games/000005.seg is gone", 0},
		{"a checkpoint that is gone", checkpointName(4), nil, "checkpoints/000004.ckpt is gone", 0},
		{"the last checkpoint is gone", checkpointName(6), nil, "checkpoints/000006.ckpt is gone", 0},
		{"an older checkpoint for a newer", checkpointName(5), func([]byte) []byte { return whole[checkpointName(4)] }, "checkpoints/000005.ckpt has changed", 1},
		{"no ledger", ledgerName, nil, "ledger.jsonl is gone", 0},
		{"a ledger cut short by two lines", ledgerName, func(b []byte) []byte { return bytes.Join(bytes.SplitAfter(b, []byte("\n"))[:5], nil) }, "is not in the ledger, which ends after iteration 4", 0},
		{"a stray line", ledgerName, func(b []byte) []byte { return append(bytes.Clone(b), "{}\n"...) }, "ledger.jsonl, line 9: it is not as it was written", 0},
	} {
		if row.change == nil {
			os.Remove(at(dir, row.file))
		} else if err := os.WriteFile(at(dir, row.file), row.change(bytes.Clone(whole[row.file])), 0o644); err != nil {
			t.Fatal(err)
		}
		r, err := Verify(dir, 2)
		if err != nil || len(r.Problems) == 0 {
			t.Errorf("%s: verify: %v, %v", row.what, r, err)
		}
		f, err := Open(dir, Options{Tell: func(string) {}})
		if err == nil {
			closed(t, f)
			t.Errorf("%s: taken", row.what)
		} else if text := err.Error(); !strings.Contains(text, row.want) || !strings.Contains(text, "--accept-changes") || strings.Contains(text, "\n") {
			t.Errorf("%s: %q, want one line with %q and the way on", row.what, text, row.want)
		}
		told := 0
		if f, err = Open(dir, Options{Accept: true, Tell: func(string) { told++ }}); err != nil {
			t.Errorf("%s, accepted: %v", row.what, err)
		} else {
			if told == 0 {
				t.Errorf("%s, accepted: without a word", row.what)
			}
			w.run(t, f)
			closed(t, f)
			r, err := Verify(dir, 2)
			if err != nil || len(r.Changes) == 0 || len(r.Problems) != row.stay {
				t.Errorf("%s, accepted: verify: %+v, %v", row.what, r, err)
			}
		}
		restore(t, dir, whole)
	}
}

// A line of the metrics that is too long, or damaged, is reported with its number.
func TestLinesHaveALimit(t *testing.T) {
	_, dir := made(t)
	path := at(dir, metricsName)
	long := append(bytes.Repeat([]byte(" "), maxLine+1), '\n')
	whole := contents(t, dir)[metricsName]
	for what, text := range map[string][]byte{"line 8: too long: a line of more than 4 MiB": append(bytes.Clone(whole), long...), "line 1, is not as it was written": whole[1:]} {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		r, err := Look(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Metrics(); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("error %v, want one with %q", err, what)
		}
	}
}
