package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"ludens/arena"
	"ludens/configs"
	"ludens/internal/disk"
	"ludens/selfplay"
)

// once is a complete run, made by the first test that wants one.
var once struct {
	sync.Once
	files map[string][]byte
}

// copied is a complete run of six iterations in a folder of its own: checkpoints 4,
// 5 and 6, games of 4, 5 and 6, and standings.
func copied(t *testing.T) string {
	t.Helper()
	once.Do(func() {
		_, dir := made(t)
		once.files = contents(t, dir)
	})
	dir := filepath.Join(t.TempDir(), "run")
	for _, sub := range []string{checkpoints, games} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	restore(t, dir, once.files)
	return dir
}

// lines are those of a file that ends with one, each with its end.
func lines(t *testing.T, path string) [][]byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all := bytes.SplitAfter(text, []byte("\n"))
	return all[:len(all)-1]
}

func write(t *testing.T, path string, parts ...[]byte) {
	t.Helper()
	text := bytes.Join(parts, nil)
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, '\n')
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// opened opens and closes a run and returns the lines reported.
func opened(t *testing.T, dir string) (told []string) {
	t.Helper()
	f, err := Open(dir, Options{Tell: func(line string) { told = append(told, line) }})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, f)
	return told
}

// What is wrong with the lines of the metrics is reported with its line, what a stop
// leaves undone is a note, and resume writes all of it again.
func TestMetricsThatAreNotAsTheyWere(t *testing.T) {
	dir := copied(t)
	path := at(dir, metricsName)
	all := lines(t, path) // six iterations and the standings
	if len(all) != 7 {
		t.Fatalf("%d lines", len(all))
	}
	cut := func(line []byte) []byte { return line[:len(line)/2] }
	for _, test := range []struct {
		name          string
		lines         [][]byte
		problem, note string
		told          string
	}{
		{"a line twice", slices.Insert(slices.Clone(all), 3, all[2]), "line 4: iteration 3 once more", "", "was not what the ledger says: written again"},
		{"a line gone", slices.Delete(slices.Clone(all), 1, 2), "lacks 1 iteration, the first after line 6: 2", "", "lacked 1 iteration: written again from the ledger, without times"},
		{"two lines gone", slices.Delete(slices.Clone(all), 1, 3), "lacks 2 iterations, the first after line 5: 2 3", "", "lacked 2 iterations: written again from the ledger, without times"},
		{"the standings gone", all[:6], "", "lacks its last line, as after a stop", "was not what the ledger says: written again"},
		{"two lines exchanged", [][]byte{all[1], all[0], all[2], all[3], all[4], all[5], all[6]}, "", "", "was not what the ledger says: written again"},
		{"a line of nobody", slices.Insert(slices.Clone(all), 2, []byte("{}\n")), "line 3, is not as it was written", "", "line 3, is not as it was written: written again from the ledger"},
		{"no line", nil, "lacks 6 iterations, the first after line 0: 1 2 3 4 5 6", "", "lacked 6 iterations: written again from the ledger, without times"},
		{"another run's line", append(slices.Clone(all), append(seal([]byte(`{"seconds":1,"iteration":7}`)), '\n')), "line 8, is not as it was written", "", "line 8, is not as it was written: written again from the ledger"},
	} {
		write(t, path, test.lines...)
		r, err := Verify(dir, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(r.Problems, "; "); (got == "") != (test.problem == "") || !strings.Contains(got, test.problem) {
			t.Errorf("%s: problems %q, want %q", test.name, got, test.problem)
		}
		if got := strings.Join(r.Notes, "; "); (got == "") != (test.note == "") || !strings.Contains(got, test.note) {
			t.Errorf("%s: notes %q, want %q", test.name, got, test.note)
		}
		if got := strings.Join(opened(t, dir), "; "); !strings.Contains(got, test.told) {
			t.Errorf("%s: told %q, want %q", test.name, got, test.told)
		}
		if got, want := timeless(t, contents(t, dir)[metricsName]), timeless(t, bytes.Join(all, nil)); got != want {
			t.Errorf("%s: written again as\n%s\nwant\n%s", test.name, got, want)
		}
		if r, err := Verify(dir, 1); err != nil || len(r.Problems)+len(r.Notes) != 0 {
			t.Errorf("%s: after resume: %+v, %v", test.name, r, err)
		}
	}
	if err := os.WriteFile(path, append(bytes.Join(all[:6], nil), cut(all[6])...), 0o644); err != nil {
		t.Fatal(err)
	}
	if r, err := Verify(dir, 1); err != nil || len(r.Problems) != 0 || len(r.Notes) != 2 || !strings.Contains(r.Notes[0], "ends within a line that a stop left unfinished") {
		t.Errorf("cut within the last line: %+v, %v", r, err)
	}
}

// Times of lines that are there outlive those that are not.
func TestTimesAreKept(t *testing.T) {
	dir := copied(t)
	path := at(dir, metricsName)
	all := lines(t, path)
	write(t, path, slices.Delete(slices.Clone(all), 2, 3)...)
	opened(t, dir)
	r, err := Look(dir)
	if err != nil {
		t.Fatal(err)
	}
	metrics, err := r.Metrics()
	if err != nil || len(metrics) != 6 {
		t.Fatalf("%v, %v", metrics, err)
	}
	for i, m := range metrics {
		want := float64(i + 1)
		if i == 2 {
			want = 0
		}
		if m.Seconds != want || m.At.Iteration != i+1 || m.At.Games != 2*(i+1) {
			t.Errorf("iteration %d: %+v, want %v seconds", i+1, m, want)
		}
	}
}

// News are the lines after an iteration, each JSON that a page can read.
func TestNews(t *testing.T) {
	r, err := Look(copied(t))
	if err != nil {
		t.Fatal(err)
	}
	for after, want := range map[int]int{-1: 6, 0: 6, 2: 4, 5: 1, 6: 0, 99: 0} {
		news, err := r.News(after)
		if err != nil || len(news) != want {
			t.Fatalf("after %d: %d lines, %v; want %d", after, len(news), err, want)
		}
		for i, line := range news {
			var m Metric
			if err := json.Unmarshal(line, &m); err != nil || m.At.Iteration != max(after, 0)+1+i {
				t.Errorf("after %d, line %d: %s, %v", after, i, line, err)
			}
		}
	}
}

// What Look gives is as the ledger says, or is refused with the way on.
func TestLookHoldsTheConfiguration(t *testing.T) {
	dir := copied(t)
	r, err := Look(dir)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := r.Config()
	if err != nil || cfg.Game != "tictactoe" || cfg.Train.Iterations != 6 {
		t.Errorf("%+v, %v", cfg, err)
	}
	text := contents(t, dir)[configName]
	write(t, at(dir, configName), bytes.Replace(text, []byte("iterations = 6"), []byte("iterations = 7"), 1))
	if r, err = Look(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Config(); err == nil || !strings.Contains(err.Error(), "train.iterations = 7, the ledger says 6") {
		t.Errorf("another configuration: %v", err)
	}
	if _, err := Look(t.TempDir()); !errors.Is(err, ErrNoRun) {
		t.Errorf("an empty folder: %v", err)
	}
	write(t, at(dir, ledgerName), []byte("nonsense\n"))
	if _, err := Look(dir); err == nil || !strings.HasSuffix(err.Error(), "; see: ludens verify "+dir) {
		t.Errorf("a damaged ledger: %v", err)
	}
}

// The last games are the last of the newest iteration, in order; all games are those
// of each iteration that is kept.
func TestGamesOfARun(t *testing.T) {
	dir, g := copied(t), ticTacToe(t)
	r, err := Look(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	if err := r.EachGame(g, func(_ int, r *selfplay.Record) error { all = append(all, string(r.Marshal())); return nil }); err != nil || len(all) != 6 {
		t.Fatalf("%d games, %v; want two of each of three iterations", len(all), err)
	}
	for most, want := range map[int][]string{1: all[5:], 2: all[4:], 9: all[4:]} {
		last, err := r.LastGames(t.Context(), g, most)
		var got []string
		for _, r := range last {
			got = append(got, string(r.Marshal()))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("the last %d: %d games, %v; want %d", most, len(got), err, len(want))
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := r.LastGames(stopped, g, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody waits any more: %v", err)
	}
	write(t, at(dir, gamesName(6)), contents(t, dir)[gamesName(5)])
	if _, err := r.LastGames(t.Context(), g, 1); err == nil || !strings.Contains(err.Error(), "games/000006.seg has changed") {
		t.Errorf("games of another iteration: %v", err)
	}
	if err := r.EachGame(g, func(int, *selfplay.Record) error { return nil }); err == nil {
		t.Error("games of another iteration are visited")
	}
}

// Games whose checkpoint is still to come do not count yet.
func TestUnfinishedGamesAreNotRead(t *testing.T) {
	dir, g := copied(t), ticTacToe(t)
	if err := disk.WriteFrames(at(dir, gamesName(7)), [][]byte{through(g, 0, 3, 1, 4, 2).Marshal()}); err != nil {
		t.Fatal(err)
	}
	r, err := Look(dir)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	if err := r.EachGame(g, func(int, *selfplay.Record) error { n++; return nil }); err != nil || n != 6 {
		t.Errorf("%d games, %v; want 6", n, err)
	}
	if last, err := r.LastGames(t.Context(), g, 1); err != nil || len(last) != 1 {
		t.Errorf("%d games, %v", len(last), err)
	}
	if report, err := Verify(dir, 1); err != nil || len(report.Problems) != 0 || report.Games != 7 {
		t.Errorf("%+v, %v", report, err)
	}
}

func second[A any](_ A, err error) error { return err }

func fourth[A, B, C any](_ A, _ B, _ C, err error) error { return err }

// The newest checkpoint is that of the ledger, or there is none.
func TestNewest(t *testing.T) {
	dir := copied(t)
	for path, want := range map[string]string{dir: at(dir, checkpointName(6)), at(dir, checkpointName(4)): at(dir, checkpointName(4))} {
		if got, err := Newest(path); err != nil || got != want {
			t.Errorf("%s: got %s, %v", path, got, err)
		}
	}
	if err := os.Remove(at(dir, checkpointName(6))); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"Newest":         second(Newest(dir)),
		"ReadCheckpoint": fourth(ReadCheckpoint(dir)),
	} {
		if err == nil || !strings.Contains(err.Error(), checkpointName(6)) {
			t.Errorf("%s: an older checkpoint in place of one that is gone, error %v", name, err)
		}
	}
	nowhere, empty := filepath.Join(dir, "nowhere"), t.TempDir()
	for path, want := range map[string]string{
		nowhere: "no checkpoint at " + nowhere + ": train one with: ludens train GAME", empty: "the folder " + empty + " holds no checkpoint yet",
	} {
		if _, err := Newest(path); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if _, _, _, err := ReadCheckpoint(path); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A checkpoint in a run's folder is held against the ledger, one elsewhere is its own
// master.
func TestReadCheckpoint(t *testing.T) {
	dir := copied(t)
	c, file, hash, err := ReadCheckpoint(dir)
	if err != nil || file != at(dir, checkpointName(6)) || c.At.Iteration != 6 {
		t.Fatalf("%s, %v", file, err)
	}
	if want, err := sha256Of(file); err != nil || hash != want {
		t.Errorf("SHA-256 %s, want %s", hash, want)
	}
	whole := contents(t, dir)
	elsewhere := filepath.Join(t.TempDir(), "000005.ckpt")
	write5 := func(path string) {
		if err := os.WriteFile(path, whole[checkpointName(4)], 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{elsewhere, filepath.Join(dir, checkpoints, "best.ckpt")} {
		write5(path)
		if c, _, _, err := ReadCheckpoint(path); err != nil || c.At.Iteration != 4 {
			t.Errorf("a copy at %s: %v", path, err)
		}
	}
	write5(at(dir, checkpointName(5)))
	if _, _, _, err := ReadCheckpoint(at(dir, checkpointName(5))); err == nil || !strings.Contains(err.Error(), "checkpoints/000005.ckpt has changed") {
		t.Errorf("another in its place: %v", err)
	}
	if err := os.Remove(at(dir, ledgerName)); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := ReadCheckpoint(dir); err == nil || !strings.Contains(err.Error(), "ledger.jsonl is gone; put it back") {
		t.Errorf("without a ledger: %v", err)
	}
	if err := os.Remove(at(dir, configName)); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := ReadCheckpoint(at(dir, checkpointName(6))); err != nil {
		t.Errorf("a folder that is not a run's: %v", err)
	}
}

// What is changed while a run is worked on is noticed when it is read.
func TestOpenFolderHoldsItsFiles(t *testing.T) {
	dir, g := copied(t), ticTacToe(t)
	f, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, f)
	if c, err := f.Checkpoint(5); err != nil || c.At.Iteration != 5 {
		t.Errorf("%v", err)
	}
	if played, err := f.Games(g, 5); err != nil || len(played) != 2 {
		t.Errorf("%d games, %v", len(played), err)
	}
	if f.Iteration() != 6 || f.Head() != sha256OfText(string(contents(t, dir)[checkpointName(6)])) || f.Final() == nil || f.Final().After != 6 {
		t.Errorf("iteration %d, head %s, %+v", f.Iteration(), f.Head(), f.Final())
	}
	write(t, at(dir, gamesName(5)), contents(t, dir)[gamesName(4)])
	if err := os.WriteFile(at(dir, checkpointName(5)), contents(t, dir)[checkpointName(4)], 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Games(g, 5); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("other games: %v", err)
	}
	if _, err := f.Checkpoint(5); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("another checkpoint: %v", err)
	}
	if _, err := f.Checkpoint(1); err == nil {
		t.Error("a checkpoint that was let go is read")
	}
}

// Which files are left of ten iterations, by the rules of Prune alone.
func TestPrune(t *testing.T) {
	for _, test := range []struct {
		every, keep, needed int
		checkpoints, games  []int
	}{
		{0, 0, 0, []int{9, 10}, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
		{4, 0, 0, []int{4, 8, 9, 10}, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
		{1, 3, 0, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, []int{8, 9, 10}},
		{5, 3, 6, []int{5, 9, 10}, []int{5, 6, 7, 8, 9, 10}},
		{3, 20, 1, []int{3, 6, 9, 10}, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
	} {
		dir := t.TempDir()
		f := &Folder{Dir: dir, ledger: newLedger()}
		for _, sub := range []string{checkpoints, games} {
			if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		for n := 1; n <= 10; n++ {
			f.ledger.iteration = n
			for _, name := range []string{checkpointName(n), gamesName(n)} {
				if err := os.WriteFile(at(dir, name), nil, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			for range 2 { // a second time changes nothing
				if err := f.Prune(func(n int) bool { return test.every > 0 && n%test.every == 0 }, test.keep, test.needed); err != nil {
					t.Fatal(err)
				}
			}
		}
		saved, err := iterations(dir, checkpoints)
		played, err2 := iterations(dir, games)
		if err != nil || err2 != nil || !slices.Equal(saved, test.checkpoints) || !slices.Equal(played, test.games) {
			t.Errorf("every %d, keep %d, needed %d: checkpoints %v, games %v; want %v, %v", test.every, test.keep, test.needed, saved, played, test.checkpoints, test.games)
		}
	}
}

// A run that was complete keeps that checkpoint when it is made longer, however often it
// is opened again; the ones before and after it go as always. One that was given up by
// accepted changes is the result of nothing.
func TestPruneKeepsResults(t *testing.T) {
	dir := copied(t)
	w := newWork(t)
	for _, iterations := range []int{9, 13} {
		f, err := Open(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		longer := strings.Replace(w.config, "iterations = 6", fmt.Sprint("iterations = ", iterations), 1)
		if err := f.Amend(longer, "longer"); err != nil {
			t.Fatal(err)
		}
		for n := f.Iteration() + 1; n <= iterations; n++ {
			w.iterate(t, f, n)
		}
		closed(t, f)
	}
	saved, err := iterations(dir, checkpoints)
	if want := []int{4, 6, 8, 9, 12, 13}; err != nil || !slices.Equal(saved, want) {
		t.Errorf("checkpoints %v, %v; want %v: each fourth, the last two and those with which the run was complete", saved, err, want)
	}
	if r, err := Verify(dir, 1); err != nil || len(r.Problems) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	l, err := readLedger(dir)
	if err != nil {
		t.Fatal(err)
	}
	if l.rewind(8); l.finals[9] || !l.finals[6] {
		t.Errorf("rewound to 8: results %v, want that of 6 alone", l.finals)
	}
}

// The standings of a finished run are in its ledger and its metrics, and are read again.
func TestConclude(t *testing.T) {
	w, dir := newWork(t), filepath.Join(t.TempDir(), "run")
	f, err := Create(dir, w.config)
	if err != nil {
		t.Fatal(err)
	}
	w.iterate(t, f, 1)
	if f.Final() != nil {
		t.Errorf("nobody has measured anything: %+v", f.Final())
	}
	var points []string
	f.pause = func(point string) { points = append(points, point) }
	want := []arena.Standing{{Opponent: "greedy", Roles: [2]arena.Score{{Wins: 3, Losses: 1}, {Draws: 4, Truncated: 2}}}}
	if err := f.Conclude(want); err != nil || !slices.Equal(points, []string{"ledger", "final"}) {
		t.Errorf("%v; it can be stopped at %v", err, points)
	}
	closed(t, f)
	if told := opened(t, dir); len(told) != 0 {
		t.Errorf("told %q", told)
	}
	if f, err = Open(dir, Options{}); err != nil {
		t.Fatal(err)
	}
	defer closed(t, f)
	if got := f.Final(); got == nil || got.After != 1 || len(got.Standings) != 1 || got.Standings[0] != want[0] {
		t.Errorf("got %+v, want %+v", got, want)
	}
	last := lines(t, at(dir, metricsName))[1]
	var final Final
	if object, _, ok := unseal(bytes.TrimSuffix(last, []byte("\n"))); !ok || json.Unmarshal(object, &final) != nil || final.After != 1 || final.Standings[0] != want[0] {
		t.Errorf("the last line of the metrics is %s", last)
	}
}

// A rehearsal makes way for the next one, files and all; a run does not.
func TestRehearsalMakesWay(t *testing.T) {
	w, dir := newWork(t), filepath.Join(t.TempDir(), "run")
	config := configs.RehearsalMark + w.config
	for range 2 {
		f, err := Rehearse(dir, config)
		if err != nil {
			t.Fatal(err)
		}
		if f.Iteration() != 0 || len(contents(t, dir)) != 2 {
			t.Errorf("it begins after iteration %d with %d files", f.Iteration(), len(contents(t, dir)))
		}
		w.iterate(t, f, 1)
		closed(t, f)
	}
	if _, err := Create(dir, config); !errors.Is(err, ErrExists) {
		t.Errorf("created over a rehearsal: %v", err)
	}
}
