package kernel

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// eachPath runs f on every path, skipping those this machine cannot take.
func eachPath(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	for _, name := range []string{AVX512, AVX2, NEON, Portable} {
		t.Run(name, func(t *testing.T) {
			usePath(t, name)
			f(t)
		})
	}
}

// usePath takes a path until the test ends.
func usePath(t testing.TB, name string) {
	t.Helper()
	before := Chosen()
	if err := Use(name); err != nil {
		t.Skipf("wants a CPU with %s, and a build with assembly", name)
	}
	t.Cleanup(func() { Use(before) })
}

func TestPaths(t *testing.T) {
	all := Paths()
	t.Logf("paths: %s", strings.Join(all, " "))
	if all[len(all)-1] != Portable {
		t.Errorf("paths %v, the last should be %s", all, Portable)
	}
	if Chosen() != all[0] {
		t.Errorf("%s at the start, of %v: want the first", Chosen(), all)
	}
	for _, name := range all {
		usePath(t, name)
		if Chosen() != name || (Active() != name && name != AMX && name != AVXVNNI) {
			t.Errorf("%s, floats %s, after Use(%q)", Chosen(), Active(), name)
		}
	}
	if err := Use("avx1024"); err == nil || slices.Contains(all, "avx1024") {
		t.Errorf("avx1024 was accepted")
	}
}

// TestPathsOfLesserCPUs runs TestPaths with features switched off.
func TestPathsOfLesserCPUs(t *testing.T) {
	for _, c := range []struct{ off, lost string }{
		{"cpu.avx512f=off", AVX512},
		{"cpu.avx512vl=off", AVX512},
		{"cpu.avxvnni=off", AVXVNNI},
		{"cpu.avx2=off", AVXVNNI},
		{"cpu.avx2=off", AVX2},
		{"cpu.fma=off", AVX2},
	} {
		t.Run(c.off+" "+c.lost, func(t *testing.T) {
			if !slices.Contains(Paths(), c.lost) {
				t.Skipf("wants a CPU with %s, and a build with assembly", c.lost)
			}
			cmd := exec.Command(os.Args[0], "-test.run=^TestPaths$", "-test.v")
			cmd.Env = append(os.Environ(), "GODEBUG="+c.off)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %v\n%s", c.off, err, out)
			}
			_, line, _ := strings.Cut(string(out), "paths: ")
			line, _, _ = strings.Cut(line, "\n")
			if got := strings.Fields(line); slices.Contains(got, c.lost) || !slices.Contains(got, Portable) {
				t.Errorf("%s: paths %v, want none of %s", c.off, got, c.lost)
			}
		})
	}
}
