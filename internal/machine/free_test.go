package machine_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"ludens/internal/machine"
)

// There is room where a test runs, and none is known of a folder that is not there.
func TestFree(t *testing.T) {
	knows := runtime.GOOS == "linux"
	if n, ok := machine.FreeMemory(); ok != knows || knows && n < 1<<20 {
		t.Errorf("memory: %d, %v", n, ok)
	}
	if n, ok := machine.FreeDisk(t.TempDir()); ok != knows || knows && n == 0 {
		t.Errorf("disk: %d, %v", n, ok)
	}
	if n, ok := machine.FreeDisk(filepath.Join(t.TempDir(), "none")); ok || n != 0 {
		t.Errorf("a folder that is not there: %d, %v", n, ok)
	}
}

// A file is on the disk of its folder, and what is free is less than any disk has.
func TestDiskOfAFile(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("what is free is known on Linux alone")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if n, ok := machine.FreeDisk(file); !ok || n == 0 || n > 1<<60 {
		t.Errorf("%d, %v", n, ok)
	}
	if n, ok := machine.FreeMemory(); !ok || n > 1<<50 {
		t.Errorf("memory: %d, %v", n, ok)
	}
}
