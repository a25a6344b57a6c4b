package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// program builds the command and returns what runs it in a folder: its exit code and all that
// it prints.
func program(t *testing.T) func(dir, in string, args ...string) (code int, said string) {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "release")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return func(dir, in string, args ...string) (int, string) {
		t.Helper()
		c := exec.Command(binary, args...)
		c.Dir, c.Stdin = dir, strings.NewReader(in)
		out, err := c.CombinedOutput()
		if err != nil && !errors.As(err, new(*exec.ExitError)) {
			t.Fatal(err)
		}
		return c.ProcessState.ExitCode(), string(out)
	}
}

// Each verb does its work in the folder where it is run, and ends with 1 where it cannot, with
// 2 where it is not known.
func TestVerbs(t *testing.T) {
	run := program(t)
	const failing = `{"Action":"output","Package":"p","Test":"TestSums","Output":"1+1 is 3\n"}` + "\n" + `{"Action":"fail","Package":"p","Test":"TestSums"}` + "\n"
	for _, c := range []struct {
		args string
		in   string
		code int
		says string
	}{
		{"", "", 2, "release: want one of manuals, notices, rename, site, skipped, wheels\n"},
		{"nonsense", "", 2, "release: want one of manuals"},
		{"rename", "", 1, "rename: want the module's new path"},
		{"rename a b", "", 1, "rename: want the module's new path"},
		{"rename https://example.org/x", "", 1, `rename: "https://example.org/x" is not a path of a module`},
		{"rename example.org/x", "", 0, "3 files changed"},
		{"skipped", events, 0, "this CPU has no tiles: want amx_bf16\n    nn "},
		{"skipped -to skipped.txt", failing, 1, "1+1 is 3\nskipped: a test or a build failed\n"},
		{"skipped -to nowhere/skipped.txt", "", 1, "skipped: open nowhere/skipped.txt: "},
		{"site -to out", "", 0, ""},
		{"wheels -only plan9/386", "", 1, `wheels: -only: no platform "plan9/386"`},
		{"wheels", "", 1, "wheels: open python/pyproject.toml: "},
		{"manuals", "", 1, "manuals: exit status 1\n"},
		{"notices", "", 1, "notices: linux/amd64: exit status 1\n"},
	} {
		dir := t.TempDir()
		write(t, dir, map[string]string{
			"go.mod": "module ludens\n\ngo 1.26\n", "one/one.go": "package one\n\nconst N = 1\n",
			"two/two.go": "package two\n\nimport \"ludens/one\"\n\nconst N = one.N + 1\n", "README.md": "`ludens/one`: [w](docs/web.md)\n",
			"docs/web.md": "# The page\n", "docs/list/a.md": "# First of the list\n", "docs/list/b.md": "# Second\n",
		})
		code, said := run(dir, c.in, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(said, c.says) {
			t.Errorf("%s: exit %d, want %d, with %q in\n%s", c.args, code, c.code, c.says, said)
		}
		switch c.args {
		case "rename example.org/x":
			if code, said := run(dir, "", "rename", "example.org/x"); code != 0 || !strings.HasPrefix(said, "0 files changed") {
				t.Errorf("once more: exit %d\n%s", code, said)
			}
			build := exec.Command("go", "build", "example.org/x/two") // which imports example.org/x/one
			build.Dir = dir
			if out, err := build.CombinedOutput(); err != nil {
				t.Errorf("the renamed module: %v\n%s", err, out)
			}
		case "skipped -to skipped.txt":
			if text, err := os.ReadFile(filepath.Join(dir, "skipped.txt")); err != nil || string(text) != "no test was skipped\n" {
				t.Errorf("%q, %v", text, err)
			}
		case "site -to out":
			for file, want := range map[string]string{"index.md": "`ludens/one`: [w](web.md)\n", "list/README.md": "# list\n\n- [First of the list](a.md)\n- [Second](b.md)\n"} {
				if text, err := os.ReadFile(filepath.Join(dir, "out", file)); err != nil || string(text) != want {
					t.Errorf("%s: %q, %v", file, text, err)
				}
			}
		}
	}
}

// The notices of a program are the licences of Go, of its modules and of the page, and none may
// be missing.
func TestNotices(t *testing.T) {
	run := program(t)
	dir := t.TempDir()
	files := map[string]string{
		"go.mod":             "module ludens\n\ngo 1.26\n\nrequire example.org/dep v1.2.3\n\nreplace example.org/dep => ./dep\n",
		"cmd/ludens/main.go": "package main\n\nimport \"example.org/dep/inner\"\n\nfunc main() { println(inner.N) }\n",
		"dep/go.mod":         "module example.org/dep\n", "dep/inner/inner.go": "package inner\n\nconst N = 1\n",
		"dep/LICENSE": "Be kind.\n", "dep/other/COPYING": "Of a package that the program has not.\n",
		"internal/web/assets/vendor/LICENSE-font.txt": "Be good.\r\n",
	}
	write(t, dir, files)
	code, said := run(dir, "", "notices")
	for _, want := range []string{"\nexample.org/dep v1.2.3 (LICENSE)\n", "\nBe kind.\n", "\nfont, on the web page (internal/web/assets/vendor/LICENSE-font.txt)\n", "\nBe good.\n", "\nthe Go standard library and runtime (LICENSE)\n"} {
		if code != 0 || strings.Count(said, want) != 1 {
			t.Errorf("exit %d: %q is there %d times, want once", code, want, strings.Count(said, want))
		}
	}
	if strings.Contains(said, "has not") {
		t.Error("there is the licence of a package that the program does not have")
	}
	for file, want := range map[string]string{"dep/LICENSE": "has no licence beside example.org/dep/inner or above it", "internal/web/assets/vendor/LICENSE-font.txt": "holds no licences"} {
		path := filepath.Join(dir, file)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if code, said := run(dir, "", "notices"); code != 1 || !strings.Contains(said, want) {
			t.Errorf("without %s: exit %d\n%s", file, code, said)
		}
		write(t, dir, map[string]string{file: files[file]})
	}
}

// The wheel of a small tree has its program inside, stamped with the version of the package.
func TestWheels(t *testing.T) {
	system := runtime.GOOS + "/" + runtime.GOARCH
	at, err := choose(system)
	if err != nil {
		t.Skip("no wheels are made for", system)
	}
	run, dir := program(t), t.TempDir()
	write(t, dir, map[string]string{
		"go.mod": "module ludens\n\ngo 1.26\n", "LICENSE": "", "cmd/ludens/notices.txt": "", "python/README.md": "",
		"python/pyproject.toml":         "[project]\nname = \"ludens\"\ndynamic = [\"version\"]\n",
		"python/ludens/version.py":      "__version__ = \"1.2.3\"\n",
		"cmd/ludens/main.go":            "package main\n\nimport \"ludens/internal/machine\"\n\nfunc main() { println(machine.Release()) }\n",
		"internal/machine/machine.go":   "package machine\n\nvar release = \"devel\"\n\nfunc Release() string { return release }\n",
		"python/ludens/bin/ignored.txt": "what an earlier build left",
	})
	args := []string{"wheels", "-to", "out", "-only", system, "-library=false"}
	if code, said := run(dir, "", append(args, "-tag", "v1.2.4")...); code != 1 || !strings.Contains(said, "-tag v1.2.4: python/ludens/version.py says 1.2.3") {
		t.Errorf("another tag: exit %d\n%s", code, said)
	}
	code, said := run(dir, "", append(args, "-tag", "v1.2.3")...)
	name := "ludens-1.2.3-py3-none-" + at[0].tags + ".whl"
	if code != 0 || !strings.Contains(said, name) || !strings.Contains(said, "without the C library") {
		t.Fatalf("exit %d\n%s", code, said)
	}
	wheel, err := os.ReadFile(filepath.Join(dir, "out", name))
	if err != nil {
		t.Fatal(err)
	}
	files := unpack(t, wheel)
	if _, ok := files["ludens/ignored.txt"]; ok || len(files) != 7 {
		t.Errorf("%d files", len(files))
	}
	file := filepath.Join(dir, "installed")
	if err := os.WriteFile(file, []byte(files["ludens-1.2.3.data/scripts/"+built{system: system}.name("ludens", ".exe", "", "")]), 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(file).CombinedOutput(); err != nil || !bytes.Equal(bytes.TrimSpace(out), []byte("v1.2.3")) {
		t.Errorf("the program inside says %q, %v", out, err)
	}
	write(t, dir, map[string]string{"cmd/ludens/main.go": "package main\n\nfunc main() { nothing() }\n"})
	if code, said := run(dir, "", args...); code != 1 || !strings.Contains(said, "undefined: nothing") {
		t.Errorf("a program that does not compile: exit %d\n%s", code, said)
	}
}

// The library is compiled by Zig where it is, as a program or in Python; else only for this
// machine, by its own compiler.
func TestCompiler(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the compilers of this test are scripts of a shell")
	}
	tool := func(dir, name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	const other = "echo linux\necho arm64\necho mine"
	for _, c := range []struct {
		name  string
		tools map[string]string
		want  []string // for platforms
	}{
		{"nothing", nil, []string{"", "", "", "", ""}},
		{"its own", map[string]string{"go": other, "mine": ""}, []string{"", "mine", "", "", ""}},
		{"its own, which is not there", map[string]string{"go": other}, []string{"", "", "", "", ""}},
		{"Zig", map[string]string{"zig": "", "go": other, "mine": ""}, []string{"zig cc -target x86_64-linux-gnu.2.17", "zig cc -target aarch64-linux-gnu.2.17", "", "", "zig cc -target x86_64-windows-gnu"}},
		{"Zig in Python", map[string]string{"py": `[ "$*" = "-m ziglang version" ]`}, []string{"py -m ziglang cc -target x86_64-linux-gnu.2.17", "py -m ziglang cc -target aarch64-linux-gnu.2.17", "", "", "py -m ziglang cc -target x86_64-windows-gnu"}},
		{"a Python without Zig", map[string]string{"py": "exit 1"}, []string{"", "", "", "", ""}},
	} {
		dir := t.TempDir()
		for name, text := range c.tools {
			tool(dir, name, text)
		}
		t.Setenv("PATH", dir)
		t.Setenv("PYTHON", "py")
		for i, at := range platforms {
			if got := compiler(at); got != c.want[i] {
				t.Errorf("%s, %s: %q, want %q", c.name, at.system, got, c.want[i])
			}
		}
	}
}
