//go:build unix

package foreign

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// When a game is over nothing runs on: not the engine, nor what it has started, in a session of
// its own either where that can be found.
func TestNothingRunsOn(t *testing.T) {
	for _, apart := range []string{"", " apart"} {
		if _, err := exec.LookPath("setsid"); apart != "" && (err != nil || runtime.GOOS != "linux") {
			continue
		}
		file := filepath.Join(t.TempDir(), "pid")
		p, err := Start(engine(t, "children", " '"+file+"'"+apart+"@1"), played())
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		child, _ := strconv.Atoi(string(text))
		if syscall.Kill(child, 0) != nil {
			t.Fatal("the child does not run")
		}
		p.Close()
		if err := gone(child); err != nil {
			t.Errorf("a child%s: %v", apart, err)
		}
	}
	stays := begin(t, "stays", "@1")
	pid := stays.process.cmd.Process.Pid
	stays.Close()
	if err := gone(pid); err != nil {
		t.Error(err)
	}
}

// gone waits for the end of a process that has been killed.
func gone(pid int) error {
	for range 100 {
		if syscall.Kill(pid, 0) != nil || zombie(pid) {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return errors.New("it runs on")
}

// zombie reports whether a process has ended and waits for who started it.
func zombie(pid int) bool {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return strings.Contains(string(text), ") Z ")
}
