package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
)

// Write replaces the file at path by what write writes. Until all of it is on
// disk the old file, if any, stays as it was; on any error it stays for good
// and the partial file is removed. Errors name path, not the partial file; an
// error of write itself is returned as it is.
func Write(path string, write func(io.Writer) error) error {
	dir := filepath.Dir(path)
	temp, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*")
	if err != nil {
		return meant(path, err)
	}
	changed(Change{Kind: MadeFile, Path: temp.Name()})
	if err := fill(file{temp}, path, write); err != nil {
		temp.Close()
		remove(temp.Name())
		return err
	}
	return syncDir(dir)
}

// WriteBytes is Write with a text.
func WriteBytes(path string, text []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// fill writes the partial file f and gives it its name.
func fill(f file, path string, write func(io.Writer) error) error {
	if err := f.Chmod(0o644); err != nil {
		return meant(path, err)
	}
	if err := write(partial{f, path}); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return meant(path, err)
	}
	if err := f.Close(); err != nil {
		return meant(path, err)
	}
	return meant(path, rename(f.Name(), path))
}

// partial writes to a file whose errors name the path that it is meant for. It
// has no other method of the file: theirs would not.
type partial struct {
	file file
	path string
}

func (p partial) Write(b []byte) (int, error) {
	n, err := p.file.Write(b)
	return n, meant(p.path, err)
}

// meant returns err, an error of package os or nil, as one about path.
func meant(path string, err error) error {
	var one *fs.PathError
	var two *os.LinkError
	switch {
	case errors.As(err, &one):
		return &fs.PathError{Op: "write", Path: path, Err: one.Err}
	case errors.As(err, &two):
		return &fs.PathError{Op: "write", Path: path, Err: two.Err}
	}
	return err
}

// Append appends to a file, a new one if there is none, and waits until the disk has it.
func Append(path string, text []byte) error {
	_, err := os.Stat(path)
	fresh := errors.Is(err, fs.ErrNotExist)
	opened, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if fresh {
		changed(Change{Kind: MadeFile, Path: path})
	}
	f := file{opened}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil || !fresh {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// Remove removes a file, and waits until the disk has it no more.
func Remove(path string) error {
	if err := remove(path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// MakeFolder makes a folder, and those above it that are missing, and waits until the disk
// has them.
func MakeFolder(dir string) error {
	var missing []string
	for above := filepath.Clean(dir); ; above = filepath.Dir(above) {
		if _, err := os.Stat(above); !errors.Is(err, fs.ErrNotExist) || above == filepath.Dir(above) {
			break
		}
		missing = append(missing, above)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, made := range slices.Backward(missing) {
		changed(Change{Kind: MadeFolder, Path: made})
		if err := syncDir(filepath.Dir(made)); err != nil && !errors.Is(err, fs.ErrPermission) { // of a folder that cannot be read
			return err
		}
	}
	return nil
}

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
