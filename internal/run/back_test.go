package run

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/internal/disk"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// A run that goes back comes to the files of the run that was never led astray, also after a
// kill between any two removals; what it cannot go back to changes nothing.
func TestGoesBack(t *testing.T) {
	honest := trained(t, func(int, int, *selfplay.Record) {})
	want := contents(t, honest)
	lied := func(iteration, game int, r *selfplay.Record) {
		if iteration == 3 {
			r.Plies[0].Value = -r.Plies[0].Value
		}
	}
	for _, stop := range []int{0, 1, 4} {
		dir := trained(t, lied)
		back := func(to int) (*Folder, *train.Run, error) {
			var f *Folder
			var err error
			f, r := training(t, dir, "", func(dir, _ string) (*Folder, error) {
				if f, err = Open(dir, Options{Back: &to}); err != nil {
					f = new(Folder)
				}
				return f, nil
			})
			return f, r, err
		}
		before := contents(t, dir)
		for to, text := range map[int]string{
			-1: "it has come to 5, want 0 to 4", 5: "it has come to 5, want 0 to 4",
			3: "cannot go back to iteration 3: what it needs was pruned; it can to 2",
		} {
			if _, _, err := back(to); err == nil || !strings.Contains(err.Error(), text) {
				t.Errorf("back to %d: %v, want %s", to, err, text)
			}
		}
		if now := contents(t, dir); len(now) != len(before) {
			t.Errorf("%d files of %d are there after refusals", len(now), len(before))
		}
		if stop > 0 {
			killed(t, dir, 2, stop)
		}
		f, r, err := back(2)
		if err != nil {
			t.Fatalf("stop %d: %v", stop, err)
		}
		if err := r.Loop(t.Context()); err != nil {
			t.Fatal(err)
		}
		closed(t, f)
		has := contents(t, dir)
		for name, b := range want {
			if name != metricsName && name != ledgerName && string(b) != string(has[name]) {
				t.Errorf("stop %d: %s differs", stop, name)
			}
		}
		v, err := Verify(dir, 1)
		if err != nil || len(v.Problems) > 0 || len(v.Changes) != 1 || v.Changes[0] != "gone back to iteration 2, from 5" || len(has) != len(want) {
			t.Errorf("stop %d: %+v, %v; %d files, want %d", stop, v, err, len(has), len(want))
		}
	}
}

// killed begins to go back, and stops after some removals.
func killed(t *testing.T, dir string, to, stop int) {
	t.Helper()
	f, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, f)
	defer func() { recover() }()
	f.pause = func(string) {
		if stop--; stop == 0 {
			panic(stopped{})
		}
	}
	f.back(to, Options{Tell: func(string) {}})
}

// After a crash while it goes back, a run still stands where it stood, or says what is gone, or
// stands where it went to. The same command again, or resume where it has come there, leads to
// the files of the run that went back undisturbed. Control: an entry in the ledger before the
// removals, after which resume takes up a checkpoint that was to be removed.
func TestEveryCrashOfGoingBackIsMadeGood(t *testing.T) {
	const to = 1
	w := newWork(t)
	w.method.Train.Iterations, w.method.Train.KeepGames, w.method.Evaluation.Every = 3, 0, 1
	w.config = w.method.Text()
	trainer, err := nn.NewTrainer(w.net, w.method.Method(w.game.Spec()).Optimiser)
	if err != nil {
		t.Fatal(err)
	}
	w.state = trainer.State()
	s := told(t, w, filepath.Join(t.TempDir(), "run"))
	s.begun, w.seed = len(s.changes), 100
	stop, back := s.watch(), to
	f, err := Open(s.dir, Options{Back: &back})
	stop()
	if err != nil {
		t.Fatal(err)
	}
	w.run(t, f)
	closed(t, f)
	want := hash(t, s.dir)
	ends := func(changes []disk.Change, good map[[32]byte]bool) (states int, wrong error) {
		s.states(t, changes, func(dir string, after int) bool {
			states++
			if wrong = s.goesOn(t, w, dir, to, want, good); wrong != nil {
				wrong = fmt.Errorf("after change %d of %d: %w", after, len(changes), wrong)
			}
			return wrong == nil
		})
		return states, wrong
	}
	good := map[[32]byte]bool{}
	states, err := ends(s.changes, good)
	if err != nil || states < 20 {
		t.Errorf("%d states: %v", states, err)
	}
	t.Logf("%d changes, %d states of the disk, %d runs that go on", len(s.changes)-s.begun, states, len(good))
	_, err = ends(notedFirst(s), map[[32]byte]bool{})
	t.Logf("control: %v", err)
	if err == nil {
		t.Error("control: no state of the disk shows that the ledger was written first")
	}
}

// goesOn goes on as a person would in what a crash left of a run that went back: with the same
// command, or with resume if the run has come there.
func (s *story) goesOn(t *testing.T, w *work, dir string, to int, want [32]byte, good map[[32]byte]bool) error {
	t.Helper()
	f, err := Open(dir, Options{Back: &to})
	if err != nil && strings.Contains(err.Error(), fmt.Sprintf("it has come to %d,", to)) {
		f, err = Open(dir, Options{})
	}
	if err != nil {
		return err
	}
	defer closed(t, f)
	if f.Iteration() != to {
		return fmt.Errorf("it goes on from iteration %d", f.Iteration())
	}
	from := hash(t, dir)
	if good[from] {
		return nil
	}
	w.run(t, f)
	if hash(t, dir) != want {
		return errors.New("it ends in other files")
	}
	good[from] = true
	return nil
}

// notedFirst are the changes of a story that went back, with the ledger's entry before them.
func notedFirst(s *story) []disk.Change {
	var first, rest []disk.Change
	for _, c := range s.changes[s.begun:] {
		if c.Path == at(s.dir, ledgerName) {
			first = append(first, c)
		} else {
			rest = append(rest, c)
		}
	}
	return slices.Concat(s.changes[:s.begun], first, rest)
}
