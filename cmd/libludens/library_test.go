//go:build cgo

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// caller is a program in C that uses the library: testdata/caller.c.
type caller struct {
	t   *testing.T
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

// newCaller builds the library and its caller, which takes about a minute of CPU time.
func newCaller(t *testing.T) *caller {
	t.Helper()
	if os.Getenv("LUDENS_LONG") == "" {
		t.Skip("builds a library: set LUDENS_LONG")
	}
	gcc, err := exec.LookPath("gcc")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("wants gcc on Linux")
	}
	dir := t.TempDir()
	library := filepath.Join(dir, "libludens.so")
	for _, command := range [][]string{
		{"go", "build", "-buildmode=c-shared", "-o", library, "."},
		{gcc, "-Wall", "-Werror", "-I", dir, "-o", filepath.Join(dir, "caller"), "testdata/caller.c", library, "-Wl,-rpath," + dir},
	} {
		if said, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", command, err, said)
		}
	}
	c := &caller{t: t, cmd: exec.Command(filepath.Join(dir, "caller"))}
	out, err := c.cmd.StdoutPipe()
	if err == nil {
		c.in, err = c.cmd.StdinPipe()
	}
	if err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	c.out = bufio.NewScanner(out)
	c.out.Buffer(nil, 1<<20)
	t.Cleanup(func() { c.in.Close(); c.cmd.Wait() })
	return c
}

// do gives an order and returns the answer.
func (c *caller) do(format string, args ...any) string {
	c.t.Helper()
	fmt.Fprintf(c.in, format+"\n", args...)
	if !c.out.Scan() {
		c.t.Fatalf("after %q the caller is gone", fmt.Sprintf(format, args...))
	}
	return c.out.Text()
}

// A program in C plays in memory of its own; what cannot be is an error in words, and after it
// the rows are as they were.
func TestLibraryFromC(t *testing.T) {
	c := newCaller(t)
	if got := c.do("open no-such-game"); !strings.Contains(got, "no-such-game") {
		t.Errorf("a game that there is not: %q", got)
	}
	if got := c.do("open tictactoe"); got != "ok" {
		t.Fatal(got)
	}
	var memory struct {
		Bytes int
		At    map[string]int
	}
	if err := json.Unmarshal([]byte(c.do(`ask {"do":"layout","n":2}`)), &memory); err != nil {
		t.Fatal(err)
	}
	if got := c.do("memory %d 2", memory.Bytes-1); !strings.Contains(got, "2 rows need") {
		t.Errorf("too little memory: %q", got)
	}
	if got := c.do("memory %d 2", memory.Bytes); got != "ok" {
		t.Fatal(got)
	}
	set := func(array string, row, value int) {
		fmt.Fprintf(c.in, "write %d %d\n", memory.At[array]+row, value)
	}
	const play, begin = 1, 2
	set("op", 0, begin)
	set("op", 1, begin)
	if got := c.do("run"); got != "ok" {
		t.Fatal(got)
	}
	set("op", 0, play)
	set("action", 0, 4)
	set("op", 1, 0)
	if got := c.do("run"); got != "ok" {
		t.Fatal(got)
	}
	for row, want := range []string{"0", "1"} {
		if got := c.do("get %d", memory.At["mask"]+9*row+4); got != want {
			t.Errorf("row %d: the middle is legal: %s, want %s", row, got, want)
		}
	}
	if got := c.do("run"); !strings.HasPrefix(got, "row 0: ") {
		t.Errorf("the middle twice: %q", got)
	}
	if got := c.do("get %d", memory.At["ply"]); got != "1" {
		t.Errorf("after an error row 0 has %s plies, want 1", got)
	}
}

// Episodes that are closed give back a file that they had mapped.
func TestCloseUnmaps(t *testing.T) {
	c := newCaller(t)
	file := filepath.Join(t.TempDir(), "shared")
	c.do("open tictactoe")
	var memory struct{ Bytes int }
	if err := json.Unmarshal([]byte(c.do(`ask {"do":"layout","n":1}`)), &memory); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, make([]byte, memory.Bytes), 0o600); err != nil {
		t.Fatal(err)
	}
	mapped := func() bool {
		maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", c.cmd.Process.Pid))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(maps), file)
	}
	if got := c.do(`ask {"do":"share","file":%q,"n":1}`, file); !strings.Contains(got, `"rows":1`) || !mapped() {
		t.Fatalf("%s, mapped: %t", got, mapped())
	}
	if c.do("close"); mapped() {
		t.Error("the file is still mapped")
	}
}
