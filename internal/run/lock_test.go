package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"ludens/train"
)

func TestFolderIsForOneProcess(t *testing.T) {
	w, dir := newWork(t), t.TempDir()
	f, err := Create(dir, w.config)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, Options{}); !errors.Is(err, errBusy) {
		t.Errorf("opened while in use: error %v, want errBusy", err)
	}
	if _, err := Rehearse(dir, w.config); !errors.Is(err, errBusy) {
		t.Errorf("rehearsed over while in use: error %v, want errBusy", err)
	}
	if _, err := Verify(dir, 1); !errors.Is(err, errBusy) {
		t.Errorf("verified while in use: error %v, want errBusy", err)
	}
	closed(t, f)
	if _, err := Create(dir, ""); !errors.Is(err, ErrExists) {
		t.Errorf("created twice: error %v, want ErrExists", err)
	}
	if _, err := Rehearse(dir, ""); err == nil || !strings.Contains(err.Error(), "not a rehearsal") {
		t.Errorf("rehearsed over a run: error %v", err)
	}
	left, mine := at(dir, "checkpoints/.000001.ckpt.123"), at(dir, "checkpoints/.notes")
	for _, path := range []string{left, mine} {
		if err := os.WriteFile(path, []byte("half"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	g, err := Open(dir, Options{})
	if err != nil || g.Config() != w.config {
		t.Fatalf("config %q, error %v", g.Config(), err)
	}
	closed(t, g)
	if !missing(left) {
		t.Error("what an interrupted write left behind is still there")
	}
	if missing(mine) {
		t.Error("a hidden file that is not the run's is removed")
	}
	if _, err := Open(t.TempDir(), Options{}); !errors.Is(err, ErrNoRun) {
		t.Errorf("empty folder: error %v, want ErrNoRun", err)
	}
}

// Who only looks whether a run is at work keeps no other from it. Control: a lock that stays.
func TestGlancesDelayNoRun(t *testing.T) {
	dir := t.TempDir()
	looks := flock.New(filepath.Join(dir, "lock"))
	if ok, err := looks.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if _, err := lock(dir); !errors.Is(err, errBusy) {
		t.Errorf("a lock that stays: %v", err)
	}
	ended := make(chan error)
	go func() {
		time.Sleep(glance / 2)
		ended <- looks.Unlock()
	}()
	l, err := lock(dir)
	if err != nil {
		t.Fatalf("a lock that is held for a moment: %v", err)
	}
	if err := errors.Join(<-ended, l.close()); err != nil {
		t.Error(err)
	}
}

// A lock is of the file at its path, also where another process removes that file while it holds
// it: who opened the file before has none.
func TestLockIsOfTheFileAtItsPath(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "lock")
	stop, ended := make(chan struct{}), make(chan error)
	go func() {
		for {
			select {
			case <-stop:
				ended <- nil
				return
			default:
			}
			l := flock.New(path)
			ok, err := l.TryLock()
			if ok {
				if file, err := l.Stat(); err == nil && (&lease{path: path, file: file}).held() == nil {
					os.Remove(path)
				}
			}
			if err := errors.Join(err, l.Close()); err != nil {
				ended <- err
				return
			}
		}
	}()
	taken := 0
	for range 2000 {
		l, err := lock(dir)
		if err != nil {
			continue // in use, or removed in between
		}
		taken++
		if err := l.held(); err != nil {
			t.Fatalf("after %d: %v", taken, err)
		}
		if err := l.close(); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	if err := <-ended; err != nil || taken == 0 {
		t.Errorf("%d locks, %v", taken, err)
	}
}

// Where the file system has no locks, a file says who is there.
func TestPlainLock(t *testing.T) {
	dir := t.TempDir()
	unlock, err := lockPlainly(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lockPlainly(dir); !errors.Is(err, errBusy) || !strings.Contains(err.Error(), "lock.owner") {
		t.Errorf("taken twice: error %v", err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	host, _ := os.Hostname()
	for owner, free := range map[string]bool{
		fmt.Sprintf("%d %s\n", 1<<30, host):        true, // no process has this number
		fmt.Sprintf("%d %s\n", os.Getppid(), host): false,
		fmt.Sprintf("%d elsewhere\n", 1<<30):       false,
		"":                                         false,
	} {
		if err := os.WriteFile(filepath.Join(dir, "lock.owner"), []byte(owner), 0o644); err != nil {
			t.Fatal(err)
		}
		unlock, err := lockPlainly(dir)
		if (err == nil) != free {
			t.Errorf("owner %q: error %v, free %v", owner, err, free)
		}
		if err == nil {
			unlock()
		}
		os.Remove(filepath.Join(dir, "lock.owner"))
	}
}

// A process whose lock was removed writes nothing more: another one may work on the run.
func TestRemovedLock(t *testing.T) {
	w, dir := newWork(t), t.TempDir()
	f, err := Create(dir, w.config)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.note(entry{Kind: accepted, Config: sha256OfText(w.config), Text: w.config, Files: map[string]string{}}); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(at(dir, "lock")); err != nil {
		t.Fatal(err)
	}
	second, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, second)
	before, err := os.ReadFile(at(dir, ledgerName))
	if err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"an entry":     f.note(entry{Kind: accepted}),
		"a checkpoint": f.write(nil),
		"an iteration": f.Save(nil, train.Iteration{}, nil, Clock{}),
		"pruning":      f.Prune(func(int) bool { return false }, 1, 0),
	} {
		if err == nil || !strings.Contains(err.Error(), "lock was removed") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if after, err := os.ReadFile(at(dir, ledgerName)); err != nil || string(after) != string(before) {
		t.Errorf("the ledger is another, %v", err)
	}
}
