package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"ludens/internal/disk"
)

// errBusy is wrapped when another process works on the run.
var errBusy = errors.New("in use by another process")

// A lock that is held is asked for again: who only looks whether the run is at work (busyNow)
// holds it for a moment. Attempts are counted and not timed, because a busy machine can stop
// this process for longer than any limit.
const (
	glances = 5
	glance  = 25 * time.Millisecond // between two
)

// lease is a folder that this process alone works on. Its file is nil where a file says who
// is there (lockPlainly).
type lease struct {
	path  string
	file  os.FileInfo
	close func() error
}

// held returns an error if the file of the lock is no longer there, or is another: it was
// removed, and another process may have taken the folder.
func (l *lease) held() error {
	if l == nil || l.file == nil { // none: a folder that is not opened by Open or Create
		return nil
	}
	if now, err := os.Stat(l.path); err != nil || !os.SameFile(now, l.file) {
		return fmt.Errorf("%s was removed while this process worked on its folder, and another may work there: nothing more is written", l.path)
	}
	return nil
}

// lock takes a folder for this process alone.
func lock(dir string) (*lease, error) {
	path := filepath.Join(dir, "lock")
	if err := ordinary(path); err != nil {
		return nil, err
	}
	l := flock.New(path)
	ok, err := l.TryLock()
	for n := 1; !ok && err == nil && n < glances; n++ {
		time.Sleep(glance)
		ok, err = l.TryLock()
	}
	switch {
	case lockless(err):
		unlock, err := lockPlainly(dir)
		return &lease{path: path, close: unlock}, err
	case err != nil:
		return nil, err
	case !ok:
		return nil, busy(dir)
	}
	file, err := l.Stat()
	taken := &lease{path, file, l.Unlock}
	if err == nil {
		err = taken.held() // it may have been removed between its opening and its lock
	}
	if err != nil {
		return nil, errors.Join(err, l.Unlock())
	}
	return taken, nil
}

// maxOwner bounds what a lock says of its owner, bytes.
const maxOwner = 4 << 10

// ordinary returns an error if something is at the path of a lock that is no file: to open
// a pipe would wait for its other end.
func ordinary(path string) error {
	f, _, err := disk.Open(path, maxOwner)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

func busy(dir string) error { return fmt.Errorf("%s is %w", dir, errBusy) }

// lockless reports whether an error means that this file system, or this system,
// has no locks.
func lockless(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.ENOSYS) || errors.Is(err, syscall.ENOLCK)
}

// lockPlainly is for file systems without locks: a file that says who is there.
// One of a process of this machine that is gone counts for nothing.
func lockPlainly(dir string) (unlock func() error, err error) {
	path := filepath.Join(dir, "lock.owner")
	host, _ := os.Hostname()
	me := fmt.Sprintf("%d %s\n", os.Getpid(), host)
	for range 2 {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if err == nil {
			_, err = f.WriteString(me)
			return func() error { return os.Remove(path) }, errors.Join(err, f.Close())
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		owner, err := disk.ReadFile(path, maxOwner)
		if err != nil || !gone(string(owner), host) {
			break
		}
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%w; if that is gone, remove %s", busy(dir), path)
}

// gone reports whether the owner of a lock was a process of this machine and is no
// more.
func gone(owner, host string) bool {
	var pid int
	var of string
	if n, _ := fmt.Sscanf(strings.TrimSpace(owner), "%d %s", &pid, &of); n != 2 || of != host || pid <= 0 {
		return false
	}
	if pid == os.Getpid() {
		return false
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return true
	}
	err = p.Signal(syscall.Signal(0))
	return errors.Is(err, os.ErrProcessDone) || errors.Is(err, syscall.ESRCH)
}
