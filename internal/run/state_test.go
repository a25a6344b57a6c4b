package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// How a run stands is seen in its folder, and looking changes nothing of it.
func TestStatusOf(t *testing.T) {
	for _, c := range []struct {
		name  string
		do    func(t *testing.T, dir string)
		want  State
		says  string
		after int
	}{
		{"complete", func(*testing.T, string) {}, Finished, "", 6},
		{"longer than it has come", func(t *testing.T, dir string) {
			f, err := Open(dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			longer := strings.Replace(f.Config(), "iterations = 6", "iterations = 9", 1)
			if err := f.Amend(longer, "train.iterations is 9"); err != nil {
				t.Fatal(err)
			}
			closed(t, f)
		}, Stopped, "", 6},
		{"without a ledger, before its first iteration", func(t *testing.T, dir string) {
			for name := range contents(t, dir) {
				if name != configName {
					remove(t, at(dir, name))
				}
			}
		}, Stopped, "", 0},
		{"without its newest checkpoint", func(t *testing.T, dir string) { remove(t, at(dir, checkpointName(6))) }, Damaged, "000006.ckpt is gone", 6},
		{"with metrics that somebody changed", func(t *testing.T, dir string) {
			all := lines(t, at(dir, metricsName))
			all[2][20] ^= 1
			write(t, at(dir, metricsName), all...)
		}, Damaged, "metrics", 6},
		{"with a ledger that somebody changed", func(t *testing.T, dir string) {
			all := lines(t, at(dir, ledgerName))
			all[2][20] ^= 1
			write(t, at(dir, ledgerName), all...)
		}, Damaged, "the ledger is damaged", 0},
		{"with another configuration", func(t *testing.T, dir string) {
			text, err := os.ReadFile(at(dir, configName))
			if err != nil {
				t.Fatal(err)
			}
			write(t, at(dir, configName), []byte(strings.Replace(string(text), "seed = ", "seed = 1", 1)))
		}, Damaged, "seed", 6},
	} {
		dir := copied(t)
		c.do(t, dir)
		before := contents(t, dir)
		s := statusOf(dir)
		if s.State != c.want || !strings.Contains(s.Trouble, c.says) || (c.says == "") != (s.Trouble == "") || s.Iteration != c.after {
			t.Errorf("%s: got %+v, want %s after %d iterations, saying %q", c.name, s, c.want, c.after, c.says)
		}
		if strings.Contains(s.Trouble, "\n") {
			t.Errorf("%s: %q is no line", c.name, s.Trouble)
		}
		if after := contents(t, dir); len(after) != len(before) {
			t.Errorf("%s: it had %d files, now %d", c.name, len(before), len(after))
		}
	}
	if s := statusOf(t.TempDir()); s.State != Damaged || s.Trouble == "" {
		t.Errorf("of a folder that holds no run: %+v", s)
	}
}

// A run runs while a process holds its lock: by the file system's, or by a file where it
// has none. Who looks takes nothing: the lock can be had while others look.
func TestStatusOfARunAtWork(t *testing.T) {
	dir := copied(t)
	f, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s := statusOf(dir); s.State != Running || s.Iteration != 6 || s.Iterations != 6 || s.Game != "tictactoe" {
		t.Errorf("with a session: %+v", s)
	}
	closed(t, f)
	if s := statusOf(dir); s.State != Finished {
		t.Errorf("after it: %+v", s)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 200 {
			statusOf(dir)
		}
	}()
	for range 20 {
		lease, err := lock(dir)
		if err != nil {
			t.Fatalf("while others look: %v", err)
		}
		if err := lease.close(); err != nil {
			t.Fatal(err)
		}
	}
	<-done

	host, _ := os.Hostname()
	owner := filepath.Join(dir, "lock.owner")
	remove(t, filepath.Join(dir, "lock"))
	write(t, owner, []byte("1 "+host)) // process 1 is always there
	if s := statusOf(dir); s.State != Running {
		t.Errorf("with a plain lock of a process: %+v", s)
	}
	write(t, owner, []byte("0 "+host))
	if s := statusOf(dir); s.State == Finished {
		t.Errorf("with a plain lock that nobody can read: %+v", s)
	}
	remove(t, owner)
	if s := statusOf(dir); s.State != Finished {
		t.Errorf("without a lock: %+v", s)
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// The checkpoints of a run are known by what their files hash to.
func TestHashes(t *testing.T) {
	dir := copied(t)
	r, err := Look(dir)
	if err != nil {
		t.Fatal(err)
	}
	files, err := Checkpoints(dir)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	all := r.Hashes()
	for _, file := range files {
		hash, err := sha256Of(file)
		if err != nil {
			t.Fatal(err)
		}
		if all[hash] != Iteration(file) {
			t.Errorf("%s: its hash is of iteration %d", file, all[hash])
		}
	}
}
