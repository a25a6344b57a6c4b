package main

import (
	"bytes"
	"cmp"
	"debug/elf"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// platform is where a wheel can be installed.
type platform struct {
	system string // "linux/amd64", as Go calls it
	tags   string // as Python does, joined by dots: of a wheel without a library
	zig    string // as Zig calls it, to build the C library; "": it cannot
}

// platforms are those of the releases. Go 1.26 runs on macOS 12 and newer. Zig has no
// frameworks of macOS, which Go's runtime for C wants.
var platforms = []platform{
	{"linux/amd64", "manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64", "x86_64-linux-gnu.2.17"},
	{"linux/arm64", "manylinux2014_aarch64.manylinux_2_17_aarch64.musllinux_1_1_aarch64", "aarch64-linux-gnu.2.17"},
	{"darwin/amd64", "macosx_12_0_x86_64", ""},
	{"darwin/arm64", "macosx_12_0_arm64", ""},
	{"windows/amd64", "win_amd64", "x86_64-windows-gnu"},
}

// machine is a platform's, as Python's tags end.
func (p platform) machine() string {
	return map[string]string{"linux/amd64": "x86_64", "linux/arm64": "aarch64"}[p.system]
}

// built is what is compiled for a platform.
type built struct {
	system  string
	program []byte
	library []byte // nil: none
}

// name returns the name of a file with the ending of the system.
func (b built) name(base, windows, darwin, other string) string {
	switch {
	case strings.HasPrefix(b.system, "windows"):
		return base + windows
	case strings.HasPrefix(b.system, "darwin"):
		return base + darwin
	}
	return base + other
}

// wheels builds the Python package for each platform, with the program inside, and the C
// library where there is a compiler for it. The programs are static, so a wheel without
// a library runs with any C library of Linux; with one there are two, for glibc and,
// without it, for musl. Equal sources and compilers make equal bytes.
func wheels(args []string) error {
	f := flag.NewFlagSet("wheels", flag.ExitOnError)
	to := f.String("to", "dist", "folder to write the wheels to")
	only := f.String("only", "", "platforms, by commas: linux/amd64,darwin/arm64; all if there are none")
	library := f.Bool("library", true, "with the C library where Zig or, for this machine, a C compiler is here")
	tag := f.String("tag", "", "of a release, as v1.2.3: the package must be of this version, and a wheel without the library for want of a compiler is an error")
	f.Parse(args)
	return build(*to, *only, *library, *tag)
}

func build(to, only string, library bool, tag string) error {
	chosen, err := choose(only)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	p, err := read(os.DirFS("."))
	if err != nil {
		return err
	}
	if tag != "" && tag != "v"+p.Project.Version {
		return fmt.Errorf("-tag %s: python/ludens/version.py says %s", tag, p.Project.Version)
	}
	for _, at := range chosen {
		if tag != "" && library && compiler(at) == "" {
			return fmt.Errorf("%s: no compiler for the C library: want Zig (pip install ziglang), or to be built there", at.system)
		}
		b, err := p.compile(at, library)
		if err != nil {
			return fmt.Errorf("%s: %w", at.system, err)
		}
		if err := p.write(to, at, b); err != nil {
			return fmt.Errorf("%s: %w", at.system, err)
		}
	}
	return nil
}

// write writes the wheels of a platform.
func (p *project) write(to string, at platform, b built) error {
	all, err := tagged(at, b)
	if err != nil {
		return err
	}
	for _, tags := range slices.Sorted(maps.Keys(all)) {
		b := all[tags]
		name := filepath.Join(to, p.fileName(tags))
		bytes, err := p.wheel(tags, b)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(name, bytes, 0o644); err != nil {
			return err
		}
		with := "with the C library"
		if b.library == nil {
			with = "without the C library: single episodes are ten times slower"
		}
		fmt.Printf("%s %.1f MB, %s\n", name, float64(len(bytes))/1e6, with)
	}
	return nil
}

// tagged returns what the wheels of a platform have inside, by their tags.
func tagged(at platform, b built) (map[string]built, error) {
	if b.library == nil || !strings.HasPrefix(at.system, "linux") {
		return map[string]built{at.tags: b}, nil
	}
	tags, err := manylinux(b.library, at.machine())
	return map[string]built{tags: b, "musllinux_1_1_" + at.machine(): {system: b.system, program: b.program}}, err
}

func choose(only string) ([]platform, error) {
	if only == "" {
		return platforms, nil
	}
	var chosen []platform
	for _, system := range strings.Split(only, ",") {
		i := slices.IndexFunc(platforms, func(p platform) bool { return p.system == system })
		if i < 0 {
			return nil, fmt.Errorf("-only: no platform %q", system)
		}
		chosen = append(chosen, platforms[i])
	}
	return chosen, nil
}

// compile returns the program for a platform, built as releases are, and the library if it
// is wanted and there is a compiler for it.
func (p *project) compile(at platform, library bool) (b built, err error) {
	b.system = at.system
	b.program, err = p.goBuild(at, "./cmd/ludens", "CGO_ENABLED=0")
	if err != nil || !library {
		return b, err
	}
	if cc := compiler(at); cc != "" {
		b.library, err = p.goBuild(at, "./cmd/libludens", "CGO_ENABLED=1", "CC="+cc)
	}
	return b, err
}

// goBuild compiles a command, stamped with the package's version. With cgo it is a library.
func (p *project) goBuild(at platform, command string, env ...string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "wheels")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "built")
	args := append([]string{"build", "-o", file, "-ldflags=-s -w -X=" + "ludens/internal/machine" + ".release=v" + p.Project.Version}, p.flags...)
	if env[0] == "CGO_ENABLED=1" {
		args = append(args, "-buildmode=c-shared")
	}
	goos, goarch, _ := strings.Cut(at.system, "/")
	c := exec.Command("go", append(args, command)...)
	c.Env = append(append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "MACOSX_DEPLOYMENT_TARGET=12.0"), env...)
	if out, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	return os.ReadFile(file)
}

// compiler returns the C compiler for the library of a platform, as Go takes CC: Zig, which
// compiles for others from here, else for this machine its own; "" if there is none. Zig
// is a program on the path, or the Python package ziglang of $PYTHON or python3.
func compiler(at platform) string {
	if at.zig != "" {
		if _, err := exec.LookPath("zig"); err == nil {
			return "zig cc -target " + at.zig
		}
		if python := cmp.Or(os.Getenv("PYTHON"), "python3"); exec.Command(python, "-m", "ziglang", "version").Run() == nil {
			return python + " -m ziglang cc -target " + at.zig
		}
	}
	told, err := exec.Command("go", "env", "GOHOSTOS", "GOHOSTARCH", "CC").Output()
	if words := strings.Fields(string(told)); err == nil && len(words) == 3 && at.system == words[0]+"/"+words[1] {
		if _, err := exec.LookPath(words[2]); err == nil {
			return words[2]
		}
	}
	return ""
}

// glibc are the libraries that every Linux with glibc has, which a wheel may ask for (PEP 600).
var glibc = []string{"libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0", "libresolv.so.2", "librt.so.1"}

// manylinux returns the tags of a wheel with a library for Linux: of the oldest glibc that
// has all that the library asks for.
func manylinux(library []byte, machine string) (string, error) {
	f, err := elf.NewFile(bytes.NewReader(library))
	if err != nil {
		return "", err
	}
	wanted, err := f.ImportedLibraries()
	if err != nil {
		return "", err
	}
	for _, l := range wanted {
		if !slices.Contains(glibc, l) && !strings.HasPrefix(l, "ld-linux") {
			return "", fmt.Errorf("the library asks for %s, which not every Linux has", l)
		}
	}
	symbols, err := f.ImportedSymbols()
	if err != nil {
		return "", err
	}
	minor, err := oldest(symbols)
	if err != nil {
		return "", err
	}
	tag := fmt.Sprintf("manylinux_2_%d_%s", minor, machine)
	if minor == 17 {
		tag = "manylinux2014_" + machine + "." + tag
	}
	return tag, nil
}

// oldest returns the minor version of the oldest glibc 2 that has all symbols, 17 at least:
// no older one has a name among the tags of wheels that pip still takes.
func oldest(symbols []elf.ImportedSymbol) (minor int, err error) {
	minor = 17
	versioned := false
	for _, s := range symbols {
		of, ok := strings.CutPrefix(s.Version, "GLIBC_")
		if !ok {
			continue
		}
		versioned = true
		var major, n int
		if _, err := fmt.Sscanf(of, "%d.%d", &major, &n); err != nil || major != 2 {
			return 0, fmt.Errorf("%s is of %s, which no tag of a wheel stands for", s.Name, s.Version)
		}
		minor = max(minor, n)
	}
	if !versioned {
		return 0, errors.New("the library asks for nothing of glibc: it is none for it")
	}
	return minor, nil
}
