package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/configs"
	"ludens/internal/exit"
	runs "ludens/internal/run"
	"ludens/internal/study"
)

// small is a run of tic-tac-toe of a few iterations of a few games, which a test can train.
func small(t *testing.T, settings ...string) configs.Run {
	t.Helper()
	preset, err := configs.PresetFor("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := configs.Load(preset)
	if err != nil {
		t.Fatal(err)
	}
	cfg = cfg.Rehearsal()
	set, err := configs.Set(append([]string{"train.iterations=3", "selfplay.games=8", "evaluation.final_games=2", "evaluation.simulations=4", `evaluation.baselines=["random"]`}, settings...))
	if err != nil {
		t.Fatal(err)
	}
	cfg, err = configs.Load(append([]configs.Layer{{Name: "small", Text: cfg.Text()}}, set...)...)
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

// watched is an output that calls a function with each line.
type watched struct {
	strings.Builder
	line func(string)
}

func (w *watched) Write(b []byte) (int, error) {
	n, err := w.Builder.Write(b)
	if w.line != nil {
		w.line(string(b))
	}
	return n, err
}

// trained trains a run in a folder until a line that begins with a text has been printed, or to its
// end, and returns what it printed, its words a blank apart.
func trained(t *testing.T, cfg configs.Run, dir, until string) (string, error) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out := &watched{line: func(line string) {
		if until != "" && strings.HasPrefix(line, until) {
			stop()
		}
	}}
	s, err := begin(cfg, dir, runs.Create, 1, Machines{}, View{Out: out})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Train(ctx)
	return strings.Join(strings.Fields(out.String()), " "), err
}

// head returns the hash of the last checkpoint of the run in a folder, how many iterations it has,
// and what it scored.
func head(t *testing.T, dir string) (hash string, iterations int, final string) {
	t.Helper()
	f, err := runs.Open(dir, runs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if e := f.Final(); e != nil {
		for _, s := range e.Standings {
			final += s.Opponent + " "
		}
	}
	return f.Head(), f.Iteration(), final
}

// A run whose time is over has at least one iteration, says how to go on and ends without an
// error; one whose time is long enough does not pause. Both come to the same checkpoint.
func TestRunPausesInTime(t *testing.T) {
	cfg, dir := small(t), filepath.Join(t.TempDir(), "run")
	for n, until := range []time.Time{time.Now().Add(-time.Second), time.Now().Add(-time.Second), time.Now().Add(time.Hour)} {
		var out strings.Builder
		var err error
		if n == 0 {
			err = Launch{Dir: dir, Workers: 1, Until: until, View: View{Out: &out}, Work: func(_ string, work func(context.Context) error) error { return work(t.Context()) }}.Train(cfg)
		} else {
			s, opened := Resume(dir, Going{Until: until}, 1, Machines{}, View{Out: &out})
			if opened != nil {
				t.Fatal(opened)
			}
			err = s.Train(t.Context())
		}
		paused := fmt.Sprintf("The time is over; %d of 3 iterations are saved in %s.\n\ngo on:   ludens resume %s\nplay it: ludens play tictactoe --agent %s@4\n", n+1, dir, dir, dir)
		if n < 2 != errors.Is(err, exit.ErrPaused) || n < 2 != strings.Contains(out.String(), paused) || n == 2 && err != nil {
			t.Errorf("after %d iterations: %v\n%s", n+1, err, &out)
		}
		if code, message := exit.Of(err); code != 0 || message != "" {
			t.Errorf("exit code %d, %q", code, message)
		}
	}
	whole := filepath.Join(t.TempDir(), "whole")
	if _, err := trained(t, cfg, whole, ""); err != nil {
		t.Fatal(err)
	}
	want, _, _ := head(t, whole)
	if got, _, final := head(t, dir); got != want || final == "" {
		t.Errorf("with pauses %s, measured against %q; without %s", got, final, want)
	}
}

// A pause comes where another iteration as long as the last would end too late.
func TestPausing(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		took, left time.Duration
		want       bool
	}{
		{time.Minute, 2 * time.Minute, false},
		{3 * time.Minute, 2 * time.Minute, true},
		{time.Minute, -time.Second, true},
	} {
		w := progress{until: now.Add(c.left)}
		if got := w.pausing(now.Add(-c.took))(); got != c.want {
			t.Errorf("an iteration of %v, %v left: pauses %v", c.took, c.left, got)
		}
	}
	if new(progress).pausing(now) != nil {
		t.Error("a run without a limit may pause")
	}
}

// A run that was stopped says how to go on, and ends as one that was not: with the same
// checkpoint. What it came to is measured once.
func TestStoppedRunGoesOn(t *testing.T) {
	cfg := small(t)
	whole, cut := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "cut")
	text, err := trained(t, cfg, whole, "")
	if err != nil {
		t.Fatal(err)
	}
	want, iterations, final := head(t, whole)
	if iterations != 3 || final != "random untrained:4 " {
		t.Fatalf("%d iterations, measured against %s", iterations, final)
	}
	for _, line := range []string{
		"tictactoe: crosses against noughts, 3 x 3 board", "self-play in FP32", "folder " + whole, "1st/2nd/draw/cut", "policy value", "diagnosis of iteration 3",
		"checkpoint " + filepath.Join(whole, "checkpoints"), "sha256 " + want, "play it: ludens play tictactoe --agent " + whole + "@4",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("a whole run does not print %q:\n%s", line, text)
		}
	}

	text, err = trained(t, cfg, cut, "   1 ")
	stopped := exit.Stopped{}
	if !errors.As(err, &stopped) || !strings.Contains(stopped.Hint, "of 3 iterations are saved; go on with: ludens resume "+cut) {
		t.Fatalf("stopped by %v\n%s", err, text)
	}
	if _, at, _ := head(t, cut); at < 1 || at > 2 {
		t.Fatalf("%d iterations after a stop", at)
	}
	var out strings.Builder
	var stages int
	s, err := Resume(cut, Going{}, 1, Machines{}, View{Out: &out, Program: "here/ludens", Played: func(study.Stage) { stages++ }})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, _, _ := head(t, cut); got != want {
		t.Errorf("a run that was stopped ends with %s, want %s", got, want)
	}
	if stages == 0 || !strings.Contains(out.String(), "play it: here/ludens play tictactoe") {
		t.Errorf("%d stages of the matches at the end were reported\n%s", stages, &out)
	}

	var again strings.Builder
	stages = 0
	s, err = Resume(cut, Going{}, 1, Machines{}, View{Out: &again, Played: func(study.Stage) { stages++ }})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Train(t.Context()); err != nil || stages != 0 || !strings.Contains(again.String(), "untrained:4") {
		t.Errorf("measured again: %d stages, %v\n%s", stages, err, &again)
	}

	for going, want := range map[int]string{2: "--iterations 2: the run has 3 already", -1: "--iterations -1: the run has 3 already"} {
		if _, err := Resume(cut, Going{Iterations: going}, 1, Machines{}, View{Out: new(strings.Builder)}); err == nil || err.Error() != want {
			t.Errorf("to %d iterations: %v, want %s", going, err, want)
		}
	}
	out.Reset()
	zero := 0
	if s, err = Resume(cut, Going{Back: Given{&zero}}, 1, Machines{}, View{Out: &out}); err != nil {
		t.Fatal(err)
	}
	if err := s.Train(t.Context()); err != nil || !strings.HasPrefix(out.String(), "gone back to iteration 0, from 3\n") {
		t.Errorf("%v\n%s", err, &out)
	}
	if got, _, _ := head(t, cut); got != want {
		t.Errorf("a run that went back ends with %s, want %s", got, want)
	}
	out.Reset()
	s, err = Resume(cut, Going{Iterations: 4}, 1, Machines{}, View{Out: &out})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, n, _ := head(t, cut); n != 4 || !strings.Contains(strings.Join(strings.Fields(out.String()), " "), "train.iterations is 4, it was 3; the learning rate is that of a run of this length from here on") {
		t.Errorf("%d iterations, want 4\n%s", n, &out)
	}
}

// A run that is thinned keeps the games that it is asked for and those of its window: verify says
// so, and finds nothing wrong. Its checkpoint and what it scored stay. Control: as it was, no game goes.
func TestThinnedRuns(t *testing.T) {
	for window, kept := range map[string]int{"train.window=16": 1, "train.window=512": 2} {
		dir := filepath.Join(t.TempDir(), "run")
		if _, err := trained(t, small(t, "train.iterations=4", "optimiser.batch=16", "train.window_start=16", window), dir, ""); err != nil {
			t.Fatal(err)
		}
		want, _, final := head(t, dir)
		for keep, each := range []int{4, kept} {
			var out strings.Builder
			stages := 0
			s, err := Resume(dir, Going{KeepGames: Given{&keep}}, 1, Machines{}, View{Out: &out, Played: func(study.Stage) { stages++ }})
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Train(t.Context()); err != nil {
				t.Fatal(err)
			}
			r, err := runs.Verify(dir, 1)
			if err != nil || len(r.Problems) > 0 || r.Games != each*8 {
				t.Errorf("%s, --keep-games %d: %d games, %+v, %v", window, keep, r.Games, r, err)
			}
			if got, _, scored := head(t, dir); got != want || scored != final || stages > 0 {
				t.Errorf("ends with %s and %s after %d stages, want %s and %s", got, scored, stages, want, final)
			}
		}
	}
}

// Numbers of flags are from 0, and are not there where they are not given.
func TestGivenNumbers(t *testing.T) {
	var g Given
	for _, text := range []string{"", "-1", "x", "1.5"} {
		if err := g.Set(text); err == nil || g.N != nil || g.String() != "" {
			t.Errorf("%q: %v, %v", text, g.N, err)
		}
	}
	if err := g.Set("0"); err != nil || *g.N != 0 || g.String() != "0" {
		t.Errorf("0: %v, %v", &g, err)
	}
}

// A folder has one run, and a run one folder.
func TestFoldersOfRuns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	cfg := small(t, "train.iterations=1")
	if _, err := Resume(dir, Going{}, 1, Machines{}, View{Out: new(strings.Builder)}); err == nil || !strings.Contains(err.Error(), "start one with `ludens train GAME --run "+dir+"`") {
		t.Errorf("a folder without a run: %v", err)
	}
	s, err := begin(cfg, dir, runs.Create, 1, Machines{}, View{Out: new(strings.Builder)})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.folder.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := begin(cfg, dir, runs.Create, 1, Machines{}, View{Out: new(strings.Builder)}); !errors.Is(err, runs.ErrExists) || !strings.Contains(err.Error(), "ludens resume "+dir) {
		t.Errorf("a folder with a run: %v", err)
	}
	if got := Vacant(dir); got != dir+"-2" {
		t.Errorf("the next folder is %s", got)
	}
	if got := Vacant(dir + "x"); got != dir+"x" {
		t.Errorf("a free folder is %s", got)
	}
	if err := Sign(new(strings.Builder), dir+"x", t.TempDir()); !errors.Is(err, runs.ErrNoRun) {
		t.Errorf("signed what is no run: %v", err)
	}
	for name, want := range map[string]string{"celta": "runs/celta", "my/game": "runs/"} {
		if got := filepath.ToSlash(FolderOf(configs.Run{Game: name}, false)); !strings.HasPrefix(got, want) || strings.Count(got, "/") != 1 {
			t.Errorf("the folder of %s is %s", name, got)
		}
	}
	if got := filepath.ToSlash(FolderOf(cfg, true)); got != "runs/tictactoe-rehearsal" {
		t.Errorf("the folder of a rehearsal is %s", got)
	}
}

// A run that diverges ends with an error that names a checkpoint to begin again from, and does not
// advise to go on.
func TestDivergedRun(t *testing.T) {
	_, err := trained(t, small(t, "train.learning_rate=10", "optimiser.clip_norm=1000"), filepath.Join(t.TempDir(), "run"), "")
	if err == nil || !strings.Contains(err.Error(), "and train again in another folder") || strings.Contains(err.Error(), "resume") {
		t.Errorf("got %v", err)
	}
}

// A run that begins with one of another preset trains that first, in a folder beside its own,
// and not again if it is there.
func TestRunsBeforeARun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if _, err := trained(t, small(t), dir+"-first", ""); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	worked := []string{}
	l := Launch{Dir: dir, Workers: 1, View: View{Out: &out}, Work: func(dir string, work func(context.Context) error) error {
		worked = append(worked, filepath.Base(dir))
		return work(t.Context())
	}}
	cfg := small(t)
	cfg.From = "preset:tictactoe"
	if err := l.Train(cfg); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(worked, []string{"run"}) || strings.Contains(out.String(), "first a run of the preset") {
		t.Errorf("trained %v\n%s", worked, &out)
	}
	f, err := runs.Open(dir, runs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if !strings.Contains(f.Config(), "run-first") {
		t.Errorf("the run does not say what it began with:\n%s", f.Config())
	}
	if err := l.Train(cfg); !errors.Is(err, runs.ErrExists) {
		t.Errorf("again: %v", err)
	}
	cfg.From = "preset:tictactow"
	l.Dir = filepath.Join(t.TempDir(), "other")
	if err := l.Train(cfg); err == nil || !strings.Contains(err.Error(), `from = "preset:tictactow": `) {
		t.Errorf("an unknown preset: %v", err)
	}
}

// TensorBoard's files are named by their first iteration, and a folder that cannot be made is an
// error at the end that stops nothing before.
func TestCurvesOfARun(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string]string{"": "", filepath.Join(dir, "curves"): "", filepath.Join(dir, "file", "curves"): "--tensorboard: "} {
		c := curves{dir: folder}
		var m runs.Metric
		for m.At.Iteration = 4; m.At.Iteration < 7; m.At.Iteration++ {
			c.add(m)
		}
		err := c.close()
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%q: %v, want %s", folder, err, want)
		}
		if want != "" || folder == "" {
			continue
		}
		all, err := os.ReadDir(folder)
		if err != nil || len(all) != 1 || !strings.HasSuffix(all[0].Name(), ".4") && !strings.Contains(all[0].Name(), "4") {
			t.Errorf("%v, %v", all, err)
		}
	}
}
