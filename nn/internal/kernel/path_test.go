package kernel

import (
	"slices"
	"testing"
)

// eachPath runs f on every path, skipping those this machine cannot take.
func eachPath(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	for _, name := range []string{AVX512, AVX2, Portable} {
		t.Run(name, func(t *testing.T) {
			usePath(t, name)
			f(t)
		})
	}
}

// usePath takes a path until the test ends.
func usePath(t testing.TB, name string) {
	t.Helper()
	before := Active()
	if err := Use(name); err != nil {
		t.Skipf("this machine or this build has no %s", name)
	}
	t.Cleanup(func() { Use(before) })
}

func TestPaths(t *testing.T) {
	all := Paths()
	if all[len(all)-1] != Portable {
		t.Errorf("paths %v, the last should be %s", all, Portable)
	}
	if Active() != all[0] {
		t.Errorf("%s at the start, of %v: want the first", Active(), all)
	}
	for _, name := range all {
		usePath(t, name)
		if Active() != name {
			t.Errorf("%s after Use(%q)", Active(), name)
		}
	}
	if err := Use("avx1024"); err == nil || slices.Contains(all, "avx1024") {
		t.Errorf("avx1024 was accepted")
	}
}
