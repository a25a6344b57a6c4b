package run

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// asReader calls do as a user who may read a folder and not write there.
func asReader(t *testing.T, dir string, do func()) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chmod(path, 0o555)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // so that it can be removed
		filepath.WalkDir(dir, func(path string, d fs.DirEntry, _ error) error { return os.Chmod(path, 0o755) })
	})
	if os.Geteuid() == 0 { // of the superuser modes are not asked: this thread alone becomes another's
		for up := filepath.Dir(dir); up != os.TempDir() && len(up) > 1; up = filepath.Dir(up) {
			if s, err := os.Stat(up); err != nil || s.Mode().Perm()&0o011 != 0o011 && os.Chmod(up, s.Mode().Perm()|0o011) != nil {
				t.Skipf("other users cannot reach %s", up)
			}
		}
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		const unprivileged = 65534
		syscall.RawSyscall(syscall.SYS_SETFSUID, unprivileged, 0, 0)
		defer syscall.RawSyscall(syscall.SYS_SETFSUID, 0, 0, 0)
	}
	do()
}

// A user who may only read verifies a run, and cannot sign it. Control: one who may write
// signs it.
func TestReadersVerifyAndDoNotSign(t *testing.T) {
	dir := copied(t)
	asReader(t, dir, func() {
		if f, err := os.Create(at(dir, "note")); err == nil {
			f.Close()
			t.Fatal("the folder can be written")
		}
		if r, err := Verify(dir, 1); err != nil || len(r.Problems) > 0 || r.Games != 6 {
			t.Errorf("verified: %+v, %v", r, err)
		}
		if _, err := Sign(dir, 1, mark("ours")); err == nil || !strings.Contains(err.Error(), "permission denied: a signature is written there") {
			t.Errorf("signed: %v", err)
		}
		if err := os.RemoveAll(at(dir, ledgerName)); err == nil {
			t.Error("the ledger was removed")
		}
	})
	if !missing(at(dir, signatureName)) {
		t.Error("a signature was written")
	}
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, _ error) error { return os.Chmod(path, 0o755) })
	if _, err := Sign(dir, 1, mark("ours")); err != nil {
		t.Errorf("by its owner: %v", err)
	}
}
