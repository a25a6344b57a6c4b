package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
)

// A wheel has the package, the program as a command, licences, a record of all, and what
// package indexes show.
func TestWheel(t *testing.T) {
	p, err := read(os.DirFS(filepath.Join("..", "..")))
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range platforms {
		b := built{at.system, []byte("a program"), []byte("a library")}
		bytes1, err := p.wheel(at.tags, b)
		if err != nil {
			t.Fatal(err)
		}
		bytes2, _ := p.wheel(at.tags, b)
		if !bytes.Equal(bytes1, bytes2) {
			t.Errorf("%s: equal sources, other bytes", at.system)
		}
		name := "ludens-" + p.Project.Version
		program := name + ".data/scripts/" + map[bool]string{true: "ludens.exe", false: "ludens"}[at.system == "windows/amd64"]
		library := "ludens/bin/libludens" + map[string]string{"windows": ".dll", "darwin": ".dylib", "linux": ".so"}[strings.Split(at.system, "/")[0]]
		files, facts := unpack(t, bytes1), name+".dist-info/"
		for _, want := range []string{
			"ludens/__init__.py", "ludens/__main__.py", "ludens/py.typed", "ludens/games.txt", program, library,
			facts + "METADATA", facts + "licenses/LICENSE", facts + "licenses/notices.txt",
		} {
			if _, ok := files[want]; !ok {
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
		for _, want := range []string{"Author: The Ludens authors\n", "Classifier: Typing :: Typed\n", "Keywords: board games,", "Version: " + p.Project.Version + "\n", "# ludens for Python\n"} {
			if !strings.Contains(files[facts+"METADATA"], want) {
				t.Errorf("%s: the metadata lack %q", at.system, want)
			}
		}
	}
}

// The version stands in one place; without it there is no wheel. The source's address is
// that of the module, if it is one.
func TestRead(t *testing.T) {
	tree := func(version, module string) fstest.MapFS {
		return fstest.MapFS{
			"python/pyproject.toml":    {Data: []byte("[project]\nname = \"ludens\"\ndynamic = [\"version\"]\n")},
			"python/README.md":         {},
			"python/ludens/version.py": {Data: []byte(version)},
			"LICENSE":                  {},
			"cmd/ludens/notices.txt":   {},
			"go.mod":                   {Data: []byte("module " + module + "\n")},
		}
	}
	p, err := read(tree("\"\"\"Of it.\"\"\"\n\n__version__ = \"1.2.3\"\n", "example.org/me/ludens"))
	if err != nil || p.Project.Version != "1.2.3" || !bytes.Contains(p.metadata(), []byte("Project-URL: Source, https://example.org/me/ludens\n")) {
		t.Errorf("%+v, %v", p, err)
	}
	p, err = read(tree("__version__ = \"1.2.3\"\n", "ludens"))
	if err != nil || bytes.Contains(p.metadata(), []byte("Project-URL")) {
		t.Errorf("%s, %v", p.metadata(), err)
	}
	if _, err := read(tree("__version__ = 1\n", "ludens")); err == nil || !strings.Contains(err.Error(), "has no line __version__") {
		t.Errorf("a version that is none: %v", err)
	}
}

// A wheel with a library is for glibc only; one for musl comes beside it, without.
func TestTagged(t *testing.T) {
	linux := platforms[0]
	if all, err := tagged(linux, built{system: linux.system}); err != nil || len(all) != 1 || all[linux.tags].system != linux.system {
		t.Errorf("without a library: %v, %v", all, err)
	}
	if _, err := tagged(linux, built{system: linux.system, library: []byte("no ELF")}); err == nil {
		t.Error("a library that is none has tags")
	}
	windows := platforms[4]
	if all, err := tagged(windows, built{windows.system, nil, []byte("a library")}); err != nil || len(all) != 1 || all["win_amd64"].library == nil {
		t.Errorf("%v, %v", all, err)
	}
}

// A wheel is for the oldest glibc that has all symbols of its library, and for none before.
func TestOldest(t *testing.T) {
	of := func(versions ...string) (symbols []elf.ImportedSymbol) {
		for _, v := range versions {
			symbols = append(symbols, elf.ImportedSymbol{Name: "f", Version: v})
		}
		return symbols
	}
	for _, test := range []struct {
		symbols []elf.ImportedSymbol
		want    int // 0: an error
	}{
		{of("GLIBC_2.2.5", "GLIBC_2.3.2", ""), 17},
		{of("GLIBC_2.17"), 17},
		{of("GLIBC_2.2.5", "GLIBC_2.34", "GLIBC_2.32"), 34},
		{of("GLIBC_2.2.5", "GLIBC_PRIVATE"), 0},
		{of("GLIBC_3.0"), 0},
		{of("", ""), 0},
		{nil, 0},
	} {
		if got, err := oldest(test.symbols); got != test.want || (err == nil) != (test.want > 0) {
			t.Errorf("%v: %d, %v, want %d", test.symbols, got, err, test.want)
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
		if runs := f.Mode()&0o111 != 0; runs != strings.Contains(f.Name, ".data/scripts/") {
			t.Errorf("%s has mode %v", f.Name, f.Mode())
		}
	}
	return files
}

// A release has the version of its tag, and no wheel lacks the library for want of a compiler.
func TestRelease(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	t.Setenv("PATH", t.TempDir())
	t.Setenv("PYTHON", "/nowhere/python")
	p, err := read(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	for tag, want := range map[string]string{"v0.0.1": "python/ludens/version.py says " + p.Project.Version, "v" + p.Project.Version: "no compiler for the C library"} {
		if err := build(t.TempDir(), "", true, tag); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", tag, err, want)
		}
	}
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

// The wheel of this machine, installed in an environment that has nothing of ours, has the
// program as a command, and plays a game by the library. Without the library it plays by the
// program. With another version it warns.
func TestInstalled(t *testing.T) {
	python := os.Getenv("PYTHON")
	if python == "" {
		python = "python3"
	}
	at, err := choose(runtime.GOOS + "/" + runtime.GOARCH)
	if testing.Short() || err != nil || exec.Command(python, "-c", "import gymnasium, pettingzoo, numpy, venv, ensurepip").Run() != nil {
		t.Skip("builds the program; wants Python with gymnasium, pettingzoo and numpy: as python3, or named by PYTHON")
	}
	folder := t.TempDir()
	say := func(name string, args ...string) string {
		t.Helper()
		c := exec.Command(name, args...)
		c.Dir = folder
		// What the package depends on is lent, so that nothing is fetched.
		c.Env = append(os.Environ(), "LUDENS=", "LUDENS_LIBRARY=", "LUDENS_TRANSPORT=", "PYTHONPATH=")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	t.Chdir(filepath.Join("..", ".."))
	p, err := read(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	own := at[0]
	own.zig, p.flags = "", nil // by this machine's compiler, in the way whose cache other tests fill
	b, err := p.compile(own, runtime.GOOS != "windows")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, p.fileName(at[0].tags))
	if wheel, err := p.wheel(at[0].tags, b); err != nil {
		t.Fatal(err)
	} else if err := os.WriteFile(file, wheel, 0o644); err != nil {
		t.Fatal(err)
	}
	if b.library != nil && runtime.GOOS == "linux" {
		if all, err := tagged(at[0], b); err != nil || len(all) != 2 {
			t.Errorf("the wheels of this machine's library: %d, %v", len(all), err)
		}
	}
	lent := say(python, "-c", "import numpy, pathlib; print(pathlib.Path(numpy.__file__).parent.parent)")
	say(python, "-m", "venv", "fresh")
	bin := filepath.Join(folder, "fresh", map[bool]string{true: "Scripts", false: "bin"}[runtime.GOOS == "windows"])
	fresh := filepath.Join(bin, "python")
	say(fresh, "-m", "pip", "install", "-q", "--no-deps", "--no-index", file)

	version := p.Project.Version
	for _, told := range []string{say(filepath.Join(bin, "ludens"), "--version"), say(fresh, "-c", "import sys; sys.path.append(sys.argv.pop()); import runpy; runpy.run_module('ludens', run_name='__main__')", "--version", lent)} {
		if first, _, _ := strings.Cut(told, "\n"); first != "ludens v"+version && !strings.HasPrefix(first, "ludens v"+version+", ") {
			t.Errorf("the program of version %s calls itself %q", version, first)
		}
	}
	// The fewest commands from an installed wheel to an agent that plays.
	const trained = `
import sys; sys.path.append(sys.argv[1])
import ludens
run = ludens.train("tictactoe", rehearse=True, progress=False)
episode = ludens.Episode("tictactoe")
print(run.status["state"], run.agent(4).act(episode) in episode.legal_actions(), episode.client.transport)
`
	if got, want := say(fresh, "-c", trained, lent), map[bool]string{true: "finished True library", false: "finished True shared"}[b.library != nil]; !strings.HasSuffix(got, want) {
		t.Errorf("the installed package trained: %q, want %q", got, want)
	}
	const game = `
import sys; sys.path.append(sys.argv[1])
import gymnasium, ludens
env = gymnasium.make("ludens/tictactoe-v0")
observation, info = env.reset(seed=1)
done = False
while not done:
    observation, reward, terminated, truncated, info = env.step(observation["action_mask"].argmax())
    done = terminated or truncated
print(ludens.__file__.startswith(sys.prefix), ludens.__version__, env.unwrapped.client.transport, info["ending"])
`
	// plays expects a game by a transport, with a text in what is said, or with "" nothing else.
	plays := func(transport, version, warning string) {
		t.Helper()
		got := say(fresh, "-c", game, lent)
		if !strings.Contains(got, "True "+version+" "+transport+" ") || !strings.Contains(got, warning) || warning == "" && strings.Contains(got, "Warning") {
			t.Errorf("by %s, the game went as %q, want %q in it", transport, got, warning)
		}
	}
	library := say(fresh, "-c", "import sys; sys.path.append(sys.argv[1]); from ludens import program; print(program.BIN / program.LIBRARY)", lent)
	if b.library != nil {
		plays("library", version, "")
		if err := os.WriteFile(library, []byte("no library"), 0o644); err != nil {
			t.Fatal(err)
		}
		plays("shared", version, "LibraryWarning")
		if err := os.Remove(library); err != nil {
			t.Fatal(err)
		}
	}
	plays("shared", version, "LibraryWarning: this package has no C library")
	code := filepath.Join(filepath.Dir(filepath.Dir(library)), "version.py")
	if err := os.WriteFile(code, []byte("__version__ = \"9.9.9\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	plays("shared", "9.9.9", "is ludens v"+version+", and this package is 9.9.9")
}
