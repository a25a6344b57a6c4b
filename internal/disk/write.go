package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write replaces the file at path by what write writes. Until all of it is on
// disk the old file, if any, stays as it was; on any error it stays for good
// and the partial file is removed. Errors name path, not the partial file; an
// error of write itself is returned as it is.
func Write(path string, write func(io.Writer) error) error {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*")
	if err != nil {
		return meant(path, err)
	}
	if err := fill(f, path, write); err != nil {
		f.Close()
		os.Remove(f.Name())
		return err
	}
	return syncDir(dir)
}

// fill writes the partial file f and gives it its name.
func fill(f *os.File, path string, write func(io.Writer) error) error {
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
	return meant(path, os.Rename(f.Name(), path))
}

// partial writes to a file whose errors name the path that it is meant for. It
// has no other method of the file: theirs would not.
type partial struct {
	file *os.File
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

// syncDir makes a rename durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
