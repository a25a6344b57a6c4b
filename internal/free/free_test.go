package free_test

import (
	"path/filepath"
	"runtime"
	"testing"

	"ludens/internal/free"
)

// There is room where a test runs, and none is known of a folder that is not there.
func TestFree(t *testing.T) {
	knows := runtime.GOOS == "linux"
	if n, ok := free.Memory(); ok != knows || knows && n < 1<<20 {
		t.Errorf("memory: %d, %v", n, ok)
	}
	if n, ok := free.Disk(t.TempDir()); ok != knows || knows && n == 0 {
		t.Errorf("disk: %d, %v", n, ok)
	}
	if n, ok := free.Disk(filepath.Join(t.TempDir(), "none")); ok || n != 0 {
		t.Errorf("a folder that is not there: %d, %v", n, ok)
	}
}
