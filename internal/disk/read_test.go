package disk

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, []byte("12345"), 0o644); err != nil {
		t.Fatal(err)
	}
	if text, err := ReadFile(path, 5); err != nil || string(text) != "12345" {
		t.Errorf("got %q, %v", text, err)
	}
	want := path + " is too long: more than 4 bytes"
	if _, err := ReadFile(path, 4); !errors.Is(err, ErrTooLong) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := ReadFile(path+"x", 4); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: got %v", err)
	}
}

// A device that never ends is refused like a file that is too long.
func TestEndlessFile(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip(err)
	}
	want := "/dev/zero is not an ordinary file"
	if _, err := ReadFile("/dev/zero", 1<<20); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 10_000)
	for _, c := range []struct {
		text, want string
		err        error
	}{
		{"", "", nil},
		{"\n", "1 true ", nil},
		{"a\nbc\n", "1 true a|2 true bc", nil},
		{"a\n\nbc", "1 true a|2 true |3 false bc", nil},
		{long + "\nb", "1 true " + long + "|2 false b", nil},
		{long + "\n" + long + "x\nb\n", "1 true " + long, ErrTooLong},
	} {
		var got []string
		var last error
		for line, err := range Lines(strings.NewReader(c.text), len(long)) {
			if last = err; err == nil {
				got = append(got, fmt.Sprintf("%d %t %s", line.Number, line.Whole, line.Text))
			}
		}
		if text := strings.Join(got, "|"); text != c.want || !errors.Is(last, c.err) {
			t.Errorf("%.20q: got %.60q, %v; want %.60q, %v", c.text, text, last, c.want, c.err)
		}
	}
}

func TestLinesTellErrors(t *testing.T) {
	broken := errors.New("broken")
	var got []error
	for _, err := range Lines(iotest.ErrReader(broken), 9) {
		got = append(got, err)
	}
	if !slices.Equal(got, []error{broken}) {
		t.Errorf("got %v, want one: broken", got)
	}
}

// What Lines yields is what was read, cut at its ends.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nb"), uint16(3))
	f.Fuzz(func(t *testing.T, text []byte, most uint16) {
		var got []byte
		for line, err := range Lines(bytes.NewReader(text), int(most)) {
			if err != nil {
				if !bytes.HasPrefix(text, got) {
					t.Error("another text before the error")
				}
				return
			}
			if len(line.Text) > int(most) {
				t.Errorf("a line of %d bytes, most is %d", len(line.Text), most)
			}
			got = append(got, line.Text...)
			if line.Whole {
				got = append(got, '\n')
			}
		}
		if !bytes.Equal(got, text) {
			t.Errorf("got %q of %q", got, text)
		}
	})
}
