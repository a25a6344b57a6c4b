package main

import (
	"bytes"
	"cmp"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

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
