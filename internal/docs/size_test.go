package docs

import (
	"io/fs"
	"path/filepath"
	"testing"
)

// What the repository keeps under docs is text, data and figures, no more than this. A page
// that the program can print again is not kept.
const mostBytes = 5_000_000

func TestSize(t *testing.T) {
	var bytes int64
	err := filepath.WalkDir(filepath.Join("..", "..", "docs"), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if filepath.Ext(file) == ".html" {
			t.Errorf("%s: reports are printed as HTML by the command that their page names", file)
		}
		about, err := d.Info()
		if err == nil {
			bytes += about.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if bytes == 0 || bytes > mostBytes {
		t.Errorf("docs have %d bytes, want 1 to %d", bytes, mostBytes)
	}
}
