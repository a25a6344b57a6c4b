package disk

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

func write(t *testing.T, frames ...[]byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.seg")
	if err := WriteFrames(path, frames); err != nil {
		t.Fatal(err)
	}
	return path
}

// read returns copies of the frames of a file.
func read(path string) (frames [][]byte, err error) {
	for frame, err := range Frames(path) {
		if err != nil {
			return frames, err
		}
		frames = append(frames, bytes.Clone(frame))
	}
	return frames, nil
}

func TestRoundTrip(t *testing.T) {
	want := [][]byte{[]byte("one"), {}, bytes.Repeat([]byte{7}, 100_000)}
	got, err := read(write(t, want...))
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
		got, err := read(path)
		if err == nil {
			ends++
		} else if !errors.Is(err, errDamaged) {
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
		if _, err := read(path); !errors.Is(err, errDamaged) {
			t.Errorf("byte %d flipped: %v, want ErrDamaged", i, err)
		}
	}
}

// bomb is a file of one frame that takes more memory than any may.
func bomb(t testing.TB, frame int) []byte {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	return framed(encoder.EncodeAll(make([]byte, frame), nil))
}

// framed is a file of frames with right checksums around payloads.
func framed(payloads ...[]byte) []byte {
	file := []byte(magic)
	for _, p := range payloads {
		file = binary.LittleEndian.AppendUint32(file, uint32(len(p)))
		file = binary.LittleEndian.AppendUint32(file, crc32.Checksum(p, castagnoli))
		file = append(file, p...)
	}
	return file
}

// A frame is refused before it takes memory, and many that are allowed take that
// of one.
func TestFramesAreBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.seg")
	long := []byte(magic + "\xff\xff\xff\x7f\x00\x00\x00\x00")
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"a bomb", bomb(t, 1<<30), "frame 1: decompressed size exceeds configured limit"},
		{"a long frame", long, "frame 1: a length of 2147483647 bytes, want at most 8388608"},
		{"not compressed", framed([]byte("abc")), "frame 1: "},
	} {
		if err := os.WriteFile(path, c.file, 0o644); err != nil {
			t.Fatal(err)
		}
		var err error
		if took := allocated(func() { _, err = read(path) }); took > 4*MaxFrame {
			t.Errorf("%s: %d bytes allocated, want at most %d", c.name, took, 4*MaxFrame)
		}
		if !errors.Is(err, errDamaged) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}

	many := bomb(t, MaxFrame)
	many = append(many, bytes.Repeat(many[len(magic):], 99)...)
	if err := os.WriteFile(path, many, 0o644); err != nil {
		t.Fatal(err)
	}
	n := 0
	took := allocated(func() {
		for frame, err := range Frames(path) {
			if err != nil || len(frame) != MaxFrame {
				t.Fatal(len(frame), err)
			}
			n++
		}
	})
	if n != 100 || took > 4*MaxFrame {
		t.Errorf("%d frames of %d bytes: %d bytes allocated, want 100 and at most %d", n, MaxFrame, took, 4*MaxFrame)
	}
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestLongFrameIsNotWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.seg")
	if err := WriteFrames(path, [][]byte{make([]byte, MaxFrame+1)}); err == nil || !strings.Contains(err.Error(), "frame 1 has 8388609 bytes") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a file: %v", err)
	}
}

// Breaking off is allowed.
func TestFramesStop(t *testing.T) {
	for frame, err := range Frames(write(t, []byte("first"), []byte("second"))) {
		if err != nil || string(frame) != "first" {
			t.Errorf("got %q, %v", frame, err)
		}
		break
	}
}

// FuzzFrames reads files whose checksums are right, whatever they hold: first the
// file itself, then with its checksums repaired.
func FuzzFrames(f *testing.F) {
	f.Add([]byte(magic))
	f.Add([]byte(magic + "\x01\x00\x00\x00\x00\x00\x00\x00x"))
	f.Add(bomb(f, 100))
	f.Add(bomb(f, 1<<24))
	f.Fuzz(func(t *testing.T, file []byte) {
		path := filepath.Join(t.TempDir(), "fuzz.seg")
		for _, file := range [][]byte{file, repaired(file)} {
			if err := os.WriteFile(path, file, 0o644); err != nil {
				t.Fatal(err)
			}
			for frame, err := range Frames(path) {
				if err != nil && !errors.Is(err, errDamaged) {
					t.Errorf("%v, want ErrDamaged", err)
				}
				if len(frame) > MaxFrame {
					t.Errorf("a frame of %d bytes", len(frame))
				}
			}
		}
	})
}

// repaired returns the file with right checksums.
func repaired(file []byte) []byte {
	file = bytes.Clone(file)
	for at := len(magic); at+8 <= len(file); {
		length := int(binary.LittleEndian.Uint32(file[at:]))
		if length > len(file)-at-8 {
			break
		}
		payload := file[at+8:][:length]
		binary.LittleEndian.PutUint32(file[at+4:], crc32.Checksum(payload, castagnoli))
		at += 8 + length
	}
	return file
}
