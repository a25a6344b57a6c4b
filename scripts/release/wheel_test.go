package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A wheel has the package, the program that may be run, licences, and a record of all.
func TestWheel(t *testing.T) {
	p, err := read(os.DirFS(filepath.Join("..", "..")))
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range platforms {
		bytes1, err := p.wheel(at, []byte("a program"))
		if err != nil {
			t.Fatal(err)
		}
		bytes2, _ := p.wheel(at, []byte("a program"))
		if !bytes.Equal(bytes1, bytes2) {
			t.Errorf("%s: equal sources, other bytes", at.system)
		}
		program := "ludens/bin/ludens"
		if at.system == "windows/amd64" {
			program += ".exe"
		}
		files := unpack(t, bytes1)
		facts := "ludens-" + p.Project.Version + ".dist-info/"
		for _, want := range []string{
			"ludens/__init__.py", "ludens/py.typed", "ludens/games.txt", program,
			facts + "METADATA", facts + "licenses/LICENSE", facts + "licenses/notices.txt",
		} {
			if files[want] == "" && want != "ludens/py.typed" {
				t.Errorf("%s: no %s", at.system, want)
			}
		}
		sum := sha256.Sum256([]byte("a program"))
		line := fmt.Sprintf("%s,sha256=%s,9\n", program, base64.RawURLEncoding.EncodeToString(sum[:]))
		if record := files[facts+"RECORD"]; !strings.Contains(record, line) || strings.Count(record, "\n") != len(files) {
			t.Errorf("%s: the record of %d files is\n%s", at.system, len(files), record)
		}
		for _, tag := range strings.Split(at.tags, ".") {
			if !strings.Contains(files[facts+"WHEEL"], "Tag: py3-none-"+tag+"\n") {
				t.Errorf("%s: no tag %s", at.system, tag)
			}
		}
	}
}

func unpack(t *testing.T, wheel []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(wheel), int64(len(wheel)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(text)
		if runs := f.Mode()&0o111 != 0; runs != strings.HasPrefix(f.Name, "ludens/bin/") {
			t.Errorf("%s has mode %v", f.Name, f.Mode())
		}
	}
	return files
}

func TestChoose(t *testing.T) {
	if all, err := choose(""); err != nil || len(all) != len(platforms) {
		t.Errorf("%v, %v", all, err)
	}
	if one, err := choose("darwin/arm64"); err != nil || len(one) != 1 || one[0].tags != "macosx_12_0_arm64" {
		t.Errorf("%v, %v", one, err)
	}
	if _, err := choose("plan9/386"); err == nil {
		t.Error("there are wheels for Plan 9")
	}
}

// The wheel of this machine, installed in an environment that has nothing of ours, plays
// a game with the program inside.
func TestInstalled(t *testing.T) {
	python := os.Getenv("PYTHON")
	if python == "" {
		python = "python3"
	}
	at, err := choose(runtime.GOOS + "/" + runtime.GOARCH)
	if testing.Short() || err != nil || exec.Command(python, "-c", "import gymnasium, pettingzoo, numpy, venv").Run() != nil {
		t.Skip("builds the program; wants Python with gymnasium, pettingzoo and numpy: as python3, or named by PYTHON")
	}
	folder := t.TempDir()
	say := func(name string, args ...string) string {
		t.Helper()
		c := exec.Command(name, args...)
		c.Dir = folder
		// What the package depends on is lent, so that nothing is fetched.
		c.Env = append(os.Environ(), "LUDENS=", "LUDENS_LIBRARY=", "LUDENS_TRANSPORT=")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	p, err := read(os.DirFS(filepath.Join("..", "..")))
	if err != nil {
		t.Fatal(err)
	}
	built := filepath.Join(folder, "program")
	if out, err := exec.Command("go", "build", "-o", built, "ludens/cmd/ludens").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile(built)
	if err != nil {
		t.Fatal(err)
	}
	wheel, err := p.wheel(at[0], program)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, p.fileName(at[0]))
	if err := os.WriteFile(file, wheel, 0o644); err != nil {
		t.Fatal(err)
	}
	lent := say(python, "-c", "import numpy, pathlib; print(pathlib.Path(numpy.__file__).parent.parent)")
	say(python, "-m", "venv", "fresh")
	fresh := filepath.Join(folder, "fresh", "bin", "python")
	if runtime.GOOS == "windows" {
		fresh = filepath.Join(folder, "fresh", "Scripts", "python.exe")
	}
	say(fresh, "-m", "pip", "install", "-q", "--no-deps", "--no-index", file)
	const game = `
import sys; sys.path.append(sys.argv[1])
import gymnasium, ludens
env = gymnasium.make("ludens/tictactoe-v0")
observation, info = env.reset(seed=1)
done = False
while not done:
    observation, reward, terminated, truncated, info = env.step(observation["action_mask"].argmax())
    done = terminated or truncated
print(ludens.__file__.startswith(sys.prefix), env.unwrapped.client.transport, info["ending"])
`
	if got := say(fresh, "-c", game, lent); !strings.HasPrefix(got, "True shared ") {
		t.Errorf("the game went as %q", got)
	}
}
