package disk

import (
	"os"
	"sync/atomic"
)

// A Change is what this package does to the files of a disk. Until a file or a folder is
// Synced, POSIX lets a crash of the machine keep any of what was written to it.
type Change struct {
	Kind Kind
	Path string
	To   string // of Renamed
	Text []byte // of Written, at the end of the file
}

// Kind is what a change does.
type Kind int

// Kinds of changes. A new file or folder is an entry of the folder that holds it, as are
// Renamed and Removed.
const (
	MadeFile Kind = iota
	MadeFolder
	Written
	Synced
	Renamed
	Removed
)

var watcher atomic.Pointer[func(Change)]

// Watch has see called after each change that this package makes, until stop is called: for
// tests of crashes, one at a time.
func Watch(see func(Change)) (stop func()) {
	watcher.Store(&see)
	return func() { watcher.Store(nil) }
}

func changed(c Change) {
	if see := watcher.Load(); see != nil {
		(*see)(c)
	}
}

// file is a file to write to.
type file struct{ *os.File }

func (f file) Write(b []byte) (int, error) {
	n, err := f.File.Write(b)
	changed(Change{Kind: Written, Path: f.Name(), Text: b[:n]})
	return n, err
}

func (f file) Sync() error {
	err := f.File.Sync()
	if err == nil {
		changed(Change{Kind: Synced, Path: f.Name()})
	}
	return err
}

// syncDir makes changes of a folder's entries durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return file{d}.Sync()
}

func rename(old, path string) error {
	err := os.Rename(old, path)
	if err == nil {
		changed(Change{Kind: Renamed, Path: old, To: path})
	}
	return err
}

func remove(path string) error {
	err := os.Remove(path)
	if err == nil {
		changed(Change{Kind: Removed, Path: path})
	}
	return err
}
