package run

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"

	"ludens/internal/disk"
)

// The ledger and the metrics are files of sealed lines: JSON objects whose last
// field is the SHA-256 of the line as far as that field,
//
//	{...,"sha256":"<64 digits>"}
//
// so that each line shows whether it is as it was written.
const (
	sealHead = `,"sha256":"`
	sealTail = `"}`
	sealSize = len(sealHead) + 2*sha256.Size + len(sealTail)
)

// Limits of such files, bytes: a line is 2,000 to 10,000, an iteration has one in
// each.
const (
	maxLine  = 4 << 20
	maxLines = 64 << 20
)

// seal returns a JSON object that is not empty as a sealed line, without its end.
func seal(object []byte) []byte {
	head := object[:len(object)-1]
	line := append(bytes.Clone(head), sealHead...)
	return append(append(line, sumOf(head)...), sealTail...)
}

func sumOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// unseal returns what was sealed as line, and its SHA-256. ok: the line is as it
// was written.
func unseal(line []byte) (object []byte, sum string, ok bool) {
	if len(line) <= sealSize {
		return nil, "", false
	}
	head := line[:len(line)-sealSize]
	if !bytes.Equal(seal(append(bytes.Clone(head), '}')), line) {
		return nil, "", false
	}
	return append(bytes.Clone(head), '}'), sumOf(head), true
}

// torn reports whether a line is what a stop or a crash may leave of the last one: its end
// is missing, or parts of it are zeros, which no line has two of in a row.
func torn(l disk.Line) bool { return !l.Whole || bytes.Contains(l.Text, []byte{0, 0}) }

// eachLine calls visit with the lines of a file; one that is not there has none.
// An error of visit ends it.
func eachLine(path string, visit func(l disk.Line) error) error {
	f, _, err := disk.Open(path, maxLines)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer f.Close()
	read := 0
	for l, err := range disk.Lines(f, maxLine) {
		if read += len(l.Text) + 1; read > maxLines {
			err = fmt.Errorf("the file is longer than %d MB", maxLines>>20)
		}
		if err != nil {
			return fmt.Errorf("%s, line %d: %w", path, l.Number, err)
		}
		if err := visit(l); err != nil {
			return err
		}
	}
	return nil
}
