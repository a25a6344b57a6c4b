// Package disk writes and reads files: Write writes a complete file or none, the readers
// take what may be of any size into memory of a size that is stated beforehand
// (docs/security.md lists the sizes), Map shares a file between processes, and
// WriteFrames and Frames keep records in frames, each with a checksum.
package disk

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
)

// ErrTooLong is wrapped where there is more to read than was stated.
var ErrTooLong = errors.New("too long")

// ReadAll returns all of r if it holds at most that many bytes.
func ReadAll(r io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(text)) > most {
		return nil, fmt.Errorf("%w: more than %s", ErrTooLong, size(most))
	}
	return text, nil
}

// SHA256 returns the SHA-256 of an ordinary file of at most that many bytes, as sha256sum
// prints it.
func SHA256(path string, most int64) (string, error) {
	f, _, err := Open(path, most)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Open opens an ordinary file of at most that many bytes for reading, and returns how many
// it has. A pipe, a device or a folder is an error, and is not waited for. The error names
// the file.
func Open(path string, most int64) (f *os.File, bytes int64, err error) {
	about, err := os.Stat(path) // to open a device may do something
	if err == nil {
		err = ordinary(path, about, most)
	}
	if err != nil {
		return nil, 0, err
	}
	if f, err = os.OpenFile(path, os.O_RDONLY|nonblock, 0); err != nil {
		return nil, 0, err
	}
	if about, err = f.Stat(); err == nil { // it may be another by now
		err = ordinary(path, about, most)
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, about.Size(), nil
}

func ordinary(path string, about os.FileInfo, most int64) error {
	switch {
	case about.IsDir():
		return fmt.Errorf("%s is a folder, no file", path)
	case !about.Mode().IsRegular():
		return fmt.Errorf("%s is not an ordinary file", path)
	case about.Size() > most:
		return fmt.Errorf("%s is %w: more than %s", path, ErrTooLong, size(most))
	}
	return nil
}

// ReadFile returns the bytes of an ordinary file, if it holds at most that many. The
// error names it.
func ReadFile(path string, most int64) ([]byte, error) {
	f, _, err := Open(path, most)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := ReadAll(f, most) // it may grow meanwhile
	if errors.Is(err, ErrTooLong) {
		return nil, fmt.Errorf("%s is %w", path, err)
	}
	return text, err
}

// Lines yields the lines of r without their ends, each of limited length in bytes.
// A line is valid until the next one. What follows the last end is yielded too,
// unless it is empty. An error ends it, and comes with its line's number.
func Lines(r io.Reader, most int) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		in := bufio.NewReader(r)
		var text []byte
		for number := 1; ; number++ {
			var err error
			text, err = readLine(in, text[:0], most)
			switch {
			case err == io.EOF && len(text) == 0:
				return
			case err != nil && err != io.EOF:
				yield(Line{Number: number}, err)
				return
			}
			if !yield(Line{number, text, err == nil}, nil) || err == io.EOF {
				return
			}
		}
	}
}

// Line is a line of a text.
type Line struct {
	Number int    // from 1
	Text   []byte // without its end
	Whole  bool   // it had an end
}

// readLine appends the next line to dst.
func readLine(in *bufio.Reader, dst []byte, most int) ([]byte, error) {
	for {
		part, err := in.ReadSlice('\n')
		if len(dst)+len(bytes.TrimSuffix(part, []byte("\n"))) > most {
			return dst, fmt.Errorf("%w: a line of more than %s", ErrTooLong, size(int64(most)))
		}
		dst = append(dst, part...)
		if err != bufio.ErrBufferFull {
			return bytes.TrimSuffix(dst, []byte("\n")), err
		}
	}
}

// size writes bytes for people.
func size(n int64) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}
