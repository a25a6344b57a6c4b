package disk

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// Two mappings of a file are one memory, and what is written there is in the file.
func TestShared(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shared")
	if err := os.WriteFile(path, make([]byte, 8192), 0o600); err != nil {
		t.Fatal(err)
	}
	a, releaseA, err := Map(path, 8192)
	if err != nil {
		t.Fatal(err)
	}
	b, releaseB, err := Map(path, 5000)
	if err != nil {
		t.Fatal(err)
	}
	a[0], b[4999] = 1, 2
	if b[0] != 1 || a[4999] != 2 || len(a) != 8192 || len(b) != 5000 {
		t.Errorf("%d and %d bytes: what one writes the other does not read", len(a), len(b))
	}
	if err := releaseA(); err != nil {
		t.Error(err)
	}
	if b[0] != 1 {
		t.Error("one mapping is given back, and the other has lost its bytes")
	}
	if err := releaseB(); err != nil {
		t.Error(err)
	}
	file, err := os.ReadFile(path)
	if want := append(append([]byte{1}, make([]byte, 4998)...), 2); err != nil || !bytes.Equal(file[:5000], want) {
		t.Errorf("the file does not hold what was written: %v", err)
	}
}

func TestRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "short")
	if err := os.WriteFile(path, make([]byte, 10), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{11, 0, -1} {
		if _, _, err := Map(path, size); err == nil {
			t.Errorf("%d of 10 bytes are mapped", size)
		}
	}
	if _, _, err := Map(path+"er", 1); err == nil {
		t.Error("a file that is not there is mapped")
	}
}
