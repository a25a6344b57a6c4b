package chart

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// CRC-32C of RFC 3720, B.4, masked as TFRecord does.
func TestMasked(t *testing.T) {
	for _, c := range []struct {
		data []byte
		crc  uint32
	}{
		{make([]byte, 32), 0x8a9136aa},
		{bytes.Repeat([]byte{0xff}, 32), 0x62a8ab43},
		{[]byte("123456789"), 0xe3069283},
	} {
		if got, want := masked(c.data), (c.crc>>15|c.crc<<17)+0xa282ead8; got != want {
			t.Errorf("%x: %#08x, want %#08x", c.data, got, want)
		}
	}
}

// The bytes of a file with one point, written down by hand from the format.
func TestBytes(t *testing.T) {
	var b bytes.Buffer
	w, err := NewEventWriter(&b, 1)
	if err == nil {
		err = w.Write(2, 3, []Scalar{{"a/b", 0.5}})
	}
	if err != nil {
		t.Fatal(err)
	}
	first := "09000000000000f03f" + "1000" + "1a0d" + hex.EncodeToString([]byte("brain.Event:2"))
	second := "090000000000000040" + "1003" + "2a0c" + "0a0a" + "0a03" + hex.EncodeToString([]byte("a/b")) + "150000003f"
	var bodies []string
	for text := b.Bytes(); len(text) > 0; {
		n := int(text[0])
		bodies = append(bodies, hex.EncodeToString(text[12:12+n]))
		text = text[16+n:]
	}
	if got, want := strings.Join(bodies, " "), first+" "+second; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TensorBoard's own reader, which checks the checksums, finds the points.
func TestTensorBoardReads(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Python")
	}
	python := cmp.Or(os.Getenv("PYTHON"), "python3")
	if exec.Command(python, "-c", "import tensorboard").Run() != nil {
		t.Skip("wants Python with tensorboard: as python3, or named by PYTHON")
	}
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, EventFile(1)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := NewEventWriter(f, 100)
	for step := range 3 {
		if err == nil {
			err = w.Write(100.5+float64(step), step+1, []Scalar{{"loss/policy", 1 / float64(step+1)}, {"games/plies", float64(10 * step)}})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(python, "-c", `
import sys
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
e = EventAccumulator(sys.argv[1]); e.Reload()
for tag in sorted(e.Tags()["scalars"]):
    print(tag, [(s.wall_time, s.step, round(s.value, 4)) for s in e.Scalars(tag)])
`, dir).Output()
	want := "games/plies [(100.5, 1, 0.0), (101.5, 2, 10.0), (102.5, 3, 20.0)]\nloss/policy [(100.5, 1, 1.0), (101.5, 2, 0.5), (102.5, 3, 0.3333)]\n"
	if err != nil || string(out) != want {
		t.Errorf("TensorBoard reads, %v:\n%swant\n%s", err, out, want)
	}
}
