package segment

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func write(t *testing.T, frames ...[]byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.seg")
	if err := Write(path, frames); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRoundTrip(t *testing.T) {
	want := [][]byte{[]byte("one"), {}, bytes.Repeat([]byte{7}, 100_000)}
	got, err := Read(write(t, want...))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(want) {
		t.Fatalf("got %d frames, want %d", len(got), len(want))
	}
	for i := range want {
		if !bytes.Equal(got[i], want[i]) {
			t.Errorf("frame %d differs", i)
		}
	}
}

// Cut anywhere, a file gives a prefix of its frames, and an error unless the
// cut is between two frames.
func TestCutAnywhere(t *testing.T) {
	path := write(t, []byte("first"), []byte("second"))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	ends := 0
	for n := range len(whole) {
		if err := os.WriteFile(path, whole[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := Read(path)
		if err == nil {
			ends++
		} else if !errors.Is(err, ErrDamaged) {
			t.Errorf("cut at %d: %v, want ErrDamaged", n, err)
		}
		if len(got) > 1 || (len(got) == 1 && string(got[0]) != "first") {
			t.Errorf("cut at %d: got frames %q", n, got)
		}
	}
	if ends != 2 {
		t.Errorf("%d cuts look like whole files, want 2: no frame, one frame", ends)
	}
}

func TestFlippedBitIsFound(t *testing.T) {
	path := write(t, []byte("first"), []byte("second"))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		bad := bytes.Clone(whole)
		bad[i] ^= 1
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); !errors.Is(err, ErrDamaged) {
			t.Errorf("byte %d flipped: %v, want ErrDamaged", i, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(magic))
	f.Add([]byte(magic + "\x01\x00\x00\x00\x00\x00\x00\x00x"))
	f.Fuzz(func(t *testing.T, file []byte) {
		path := filepath.Join(t.TempDir(), "fuzz.seg")
		if err := os.WriteFile(path, file, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("%v, want ErrDamaged", err)
		}
	})
}
