//go:build unix

package run

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// strange are things that can lie where a file is wanted, and never end when they are read.
var strange = map[string]func(path string) error{
	"a pipe":      func(path string) error { return syscall.Mkfifo(path, 0o644) },
	"a device":    func(path string) error { return os.Symlink("/dev/zero", path) },
	"a huge file": func(path string) error { os.WriteFile(path, nil, 0o644); return os.Truncate(path, 1<<40) },
	"a folder":    func(path string) error { return os.Mkdir(path, 0o755) },
}

// soon returns what work returns, and fails if that takes long.
func soon(t *testing.T, what string, work func() error) error {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- work() }()
	select {
	case err := <-ended:
		return err
	case <-time.After(2 * time.Minute):
		t.Fatalf("%s: it waits", what)
		return nil
	}
}

// Nothing that lies in place of a file of a run is waited for: each reader refuses it, or
// reports it. Control: with the file itself none of them does.
func TestNothingStrangeIsWaitedFor(t *testing.T) {
	readers := map[string]func(dir string) error{
		"verify": func(dir string) error {
			r, err := Verify(dir, 1)
			if err == nil {
				err = r.Err()
			}
			return err
		},
		"audit":  func(dir string) error { return (&Report{Folder: dir}).Audit(t.Context(), 1, false, 1) },
		"status": func(dir string) error { statusOf(dir); return nil },
		"resume": func(dir string) error {
			f, err := Open(dir, Options{})
			if err == nil {
				err = f.Close()
			}
			return err
		},
		"checkpoint": func(dir string) error { _, _, _, err := ReadCheckpoint(dir); return err },
		"look": func(dir string) error {
			r, err := Look(dir)
			if err == nil {
				_, err = r.Metrics()
			}
			return err
		},
	}
	refuse := map[string][]string{
		configName: {"verify", "resume", "look"}, ledgerName: {"verify", "resume", "look"}, metricsName: {"verify", "look"},
		checkpointName(6): {"verify", "resume", "checkpoint"}, gamesName(6): {"verify", "resume"}, "lock": {"verify", "resume"},
	}
	dir := copied(t)
	for reader, read := range readers {
		if err := soon(t, reader, func() error { return read(dir) }); err != nil && reader != "audit" {
			t.Errorf("%s of the run as it is: %v", reader, err)
		}
	}
	for name, who := range refuse {
		for kind, put := range strange {
			path := at(dir, name)
			old, err := os.ReadFile(path)
			if err == nil {
				err = os.Remove(path)
			}
			if err == nil {
				err = put(path)
			}
			if err != nil {
				t.Fatal(err)
			}
			refused := map[string]bool{}
			for reader, read := range readers {
				what := fmt.Sprintf("%s with %s for %s", reader, kind, filepath.Base(name))
				refused[reader] = soon(t, what, func() error { return read(dir) }) != nil
			}
			for _, reader := range who {
				if !refused[reader] && !(kind == "a folder" && name == gamesName(6)) { // which is of another, not of the run
					t.Errorf("%s takes %s for %s", reader, kind, name)
				}
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, old, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
