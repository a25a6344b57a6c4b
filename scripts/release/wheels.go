package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// platform is where a wheel can be installed.
type platform struct {
	system string // "linux/amd64", as Go calls it
	tags   string // as Python does, joined by dots
}

// platforms are those of the releases. Go 1.26 runs on macOS 12 and newer.
var platforms = []platform{
	{"linux/amd64", "manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64"},
	{"linux/arm64", "manylinux2014_aarch64.manylinux_2_17_aarch64.musllinux_1_1_aarch64"},
	{"darwin/amd64", "macosx_12_0_x86_64"},
	{"darwin/arm64", "macosx_12_0_arm64"},
	{"windows/amd64", "win_amd64"},
}

// wheels builds the Python package for each platform, with the program inside. The
// programs are static, so a wheel for Linux runs with any C library. Equal sources make
// equal bytes.
func wheels(args []string) error {
	f := flag.NewFlagSet("wheels", flag.ExitOnError)
	to := f.String("to", "dist", "folder to write the wheels to")
	only := f.String("only", "", "platforms, by commas: linux/amd64,darwin/arm64; all if there are none")
	f.Parse(args)
	return build(*to, *only)
}

func build(to, only string) error {
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
	for _, at := range chosen {
		program, err := compile(at.system)
		if err != nil {
			return fmt.Errorf("%s: %w", at.system, err)
		}
		name := p.fileName(at)
		bytes, err := p.wheel(at, program)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(to, name), bytes, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s %.1f MB\n", filepath.Join(to, name), float64(len(bytes))/1e6)
	}
	return nil
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

// compile returns the program for a platform, built as releases are.
func compile(system string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "wheels")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "ludens")
	goos, goarch, _ := strings.Cut(system, "/")
	c := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, "./cmd/ludens")
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch)
	if out, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	return os.ReadFile(file)
}
