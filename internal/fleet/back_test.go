package fleet

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ludens/configs"
	runs "ludens/internal/run"
	"ludens/selfplay"
	"ludens/train"
)

// inFolder opens a small run in a folder: a new one, or one that goes back to an iteration.
func inFolder(t *testing.T, dir string, back *int) (*runs.Folder, *train.Run) {
	t.Helper()
	preset, err := configs.PresetFor("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := configs.Load(preset, configs.Layer{Name: "small", Text: "[evaluation]\nevery = 2\n"})
	if err != nil {
		t.Fatal(err)
	}
	cfg = cfg.Rehearsal()
	cfg.Train.Iterations = 5
	open := func() (*runs.Folder, error) { return runs.Create(dir, cfg.Text()) }
	if back != nil {
		open = func() (*runs.Folder, error) { return runs.Open(dir, runs.Options{Back: back}) }
	}
	f, err := open()
	if err != nil {
		t.Fatal(err)
	}
	g := makeGame(t, "tictactoe")
	return f, &train.Run{Game: g, Config: cfg.Method(g.Spec()), Seed: cfg.Seed, Workers: 1, Store: f.Store(g, func() runs.Clock { return runs.Clock{} })}
}

// ended runs to the end and returns the last checkpoint's SHA-256.
func ended(t *testing.T, f *runs.Folder, r *train.Run) string {
	t.Helper()
	if err := r.Loop(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return f.Head()
}

// A key that was long honest forges its games of iteration 3, none of which is audited, and is
// expelled in iteration 4. Then verify finds the forgeries by training and playing again, and
// names the way back; the run that goes back and on alone ends with the checkpoint of an honest
// run, and still knows the key. Control: the run that does not go back ends with another.
func TestFromExpulsionToTheHonestRun(t *testing.T) {
	honest, alone := inFolder(t, filepath.Join(t.TempDir(), "run"), nil)
	want, dir := ended(t, honest, alone), filepath.Join(t.TempDir(), "run")
	l, said, keys := invited(t, 1)
	l.o.OnlyLearn, l.o.Audit = true, 1e-9
	i, err := readInvitation(keys[0])
	if err != nil {
		t.Fatal(err)
	}
	l.trustOf(i.public).brought = 1e9
	var lies atomic.Bool
	var liar sync.WaitGroup
	liar.Go(func() {
		misbehave(t.Context(), invitedAs(l, said, keys[0], "liar"), func(w *worker, plan string, number int, record []byte) {
			if lies.Load() {
				record = forge(record)
			}
			w.js.Publish(t.Context(), w.queue.game(ticket{plan, number, w.key, w.id}), squeeze(record))
		})
	})
	for end := time.Now().Add(20 * time.Second); l.roster.fit() < 1 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	f, r := inFolder(t, dir, nil)
	r.Play = func(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
		lies.Store(p.Iteration == 2 || p.Iteration == 3)
		if p.Iteration == 3 {
			l.o.Audit = 1
		}
		err := l.Play(ctx, p, m, sink)
		for _, c := range l.Last().Caught {
			f.Forged(runs.Forgery(c))
		}
		return err
	}
	if got := ended(t, f, r); got == want {
		t.Error("control: the forged games changed nothing")
	}
	if err := l.Close(true); err != nil {
		t.Error(err)
	}
	liar.Wait()
	report, err := runs.Verify(dir, 1)
	if err != nil || len(report.Problems) > 0 || len(report.Forged) != 1 {
		t.Fatalf("by the rules and the ledger: %+v, %v\n%s", report, err, said)
	}
	if err := report.Audit(t.Context(), 1, true, 1); err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(report.Notes, "\n")
	if len(report.Problems) == 0 || !strings.Contains(report.Problems[0], "000003.seg, game ") || !strings.Contains(notes, "ludens resume "+dir+" --back-to 2") {
		t.Errorf("%q, %q", report.Problems, report.Notes)
	}
	back := 2
	f, r = inFolder(t, dir, &back)
	if known := f.Forgeries(); len(known) != 1 || known[0].Key != i.public {
		t.Errorf("after it went back the run knows of %+v", known)
	}
	if got := ended(t, f, r); got != want {
		t.Errorf("it ends with %.12s, an honest run with %.12s", got, want)
	}
}
