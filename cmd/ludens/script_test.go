package main

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"ludens/internal/device"
)

var update = flag.Bool("update", false, "write what scripts print into their files")

// TestMain lets the test binary be ludens itself, for scripts.
func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"ludens": main})
}

// tests are those of this package, and clean up. Their programs do not find this user's keys, with which a
// server would want an invitation.
type tests struct{ *testing.M }

func (t tests) Run() int {
	settings, err := os.MkdirTemp("", "ludens-settings")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(settings)
	os.Setenv("XDG_CONFIG_HOME", settings) // Unix; elsewhere the settings have no name of their own
	code := t.M.Run()
	if built != "" {
		os.RemoveAll(built)
	}
	return code
}

// scripts holds a session with each verb: what is typed, and what must come of it.
var scripts = filepath.Join("testdata", "script")

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           scripts,
		UpdateScripts: *update,
		Cmds:          map[string]func(ts *testscript.TestScript, neg bool, args []string){"await": await},
	})
}

// await waits until there is something in a file that a command in the background
// writes.
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: await FILE")
	}
	for {
		if s, err := os.Stat(ts.MkAbs(args[0])); err == nil && s.Size() > 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// Each verb has its session, and each session its verb.
func TestEveryVerbHasAScript(t *testing.T) {
	want := []string{"ludens.txt"}
	for _, c := range newRoot(new(device.Choice)).Commands() {
		want = append(want, c.Name()+".txt")
	}
	var got []string
	files, err := os.ReadDir(scripts)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		got = append(got, f.Name())
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("sessions\n%s\nwant\n%s", strings.Join(got, " "), strings.Join(want, " "))
	}
}
