package docs

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// A module of its own brings a game, holds it to the laws, trains it and
// measures what came of it, with what our packages export.
func TestOutside(t *testing.T) {
	if testing.Short() {
		t.Skip("builds another module")
	}
	outside(t, "test", ".")
	folder := filepath.Join(t.TempDir(), "run")
	out := outside(t, "run", ".", folder)
	for _, want := range []string{
		`(?m)^ +1 +16 +`, `(?m)^ +2 +32 +`, // the iterations with their games
		`(?m)^checkpoint .*000002.ckpt$`,
		`(?m)^best at the start: [a-d][2-4]$`, `(?m)^as upright: .*$`, `(?m)^as lying: .*$`,
	} {
		if !regexp.MustCompile(want).Match(out) {
			t.Errorf("got\n%s\nwant it to match %s", out, want)
		}
	}
	// Another program opens the run that this one has left, and trains nothing more.
	again := outside(t, "run", ".", folder)
	if lines := bytes.SplitAfter(out, []byte("best at")); !bytes.Equal(again, append([]byte("best at"), lines[len(lines)-1]...)) {
		t.Errorf("the run that is there gives\n%s", again)
	}
}

// outside returns what a go command prints in the module of testdata/outside. Its go.mod is
// completed in another folder: what it needs beside ludens, ludens needs.
func outside(t *testing.T, verb string, words ...string) []byte {
	t.Helper()
	room, dir := t.TempDir(), filepath.Join("testdata", "outside")
	for from, to := range map[string]string{filepath.Join(dir, "go.mod"): "go.mod", filepath.Join(root, "go.sum"): "go.sum"} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(room, to), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("go", append([]string{verb, "-mod=mod", "-modfile=" + filepath.Join(room, "go.mod")}, words...)...)
	c.Dir = dir
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s%s", verb, err, out, &errs)
	}
	return out
}
