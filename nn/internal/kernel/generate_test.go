package kernel

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestGenerated: the generator writes what is checked in, to the last byte.
func TestGenerated(t *testing.T) {
	command, err := exec.LookPath("go")
	if err != nil {
		t.Skip("wants the go command")
	}
	folder := t.TempDir()
	if out, err := exec.Command(command, "run", "-C", "_asm", ".", folder).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	made, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	kept, err := filepath.Glob("asm_*")
	if err != nil {
		t.Fatal(err)
	}
	if len(made) != len(kept) {
		t.Errorf("%d files generated, %d here", len(made), len(kept))
	}
	for _, file := range made {
		name := filepath.Base(file)
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(name)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the generator writes (%v): run go generate", name, err)
		}
	}
}

// TestGenerator runs the generator's own tests: its folder is a module that
// ./... does not reach.
func TestGenerator(t *testing.T) {
	command, err := exec.LookPath("go")
	if err != nil {
		t.Skip("wants the go command")
	}
	if out, err := exec.Command(command, "test", "-C", "_asm", ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
