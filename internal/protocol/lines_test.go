package protocol

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"ludens/internal/prose"
)

func TestReadLines(t *testing.T) {
	long := strings.Repeat("x", maxLine)
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"lines", "a\nb\n", []string{"a", "b"}},
		{"of other systems", "a\r\nb\r\n", []string{"a", "b"}},
		{"the last without an end", "a\nb", []string{"a", "b"}},
		{"empty ones", "\n\na\n", []string{"", "", "a"}},
		{"spaces stay", "  a \n", []string{"  a "}},
		{"as long as can be", long + "\nb\n", []string{long, "b"}},
		{"longer", long + "yyy\nb\n", []string{long, "b"}},
	} {
		for way, in := range map[string]io.Reader{"at once": strings.NewReader(test.text), "in halves": iotest.HalfReader(strings.NewReader(test.text))} {
			var got []string
			for line := range readLines(t.Context(), in) {
				got = append(got, line)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%s, %s: %d lines, want %d: %.60q", test.name, way, len(got), len(test.want), got)
			}
		}
	}
}

// Lines end with a broken stream, and with the context.
func TestReadLinesEnds(t *testing.T) {
	n := 0
	for range readLines(t.Context(), io.MultiReader(strings.NewReader("a\nb\n"), iotest.ErrReader(errors.New("gone")))) {
		n++
	}
	if n != 2 {
		t.Errorf("%d lines before the stream broke, want 2", n)
	}
	ctx, stop := context.WithCancel(t.Context())
	lines := readLines(ctx, strings.NewReader(strings.Repeat("a\n", 1000)))
	<-lines
	stop()
	for range lines {
		n++
	}
	if n > 2+10 {
		t.Errorf("%d lines after the context ended", n-2)
	}
	line, err := readLine(bufio.NewReader(iotest.ErrReader(io.ErrUnexpectedEOF)))
	if line != "" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q, %v", line, err)
	}
}

func TestCut(t *testing.T) {
	for line, want := range map[string][2]string{
		"": {}, "   ": {}, "go": {"go", ""}, " go ": {"go", ""}, "go  depth 3 ": {"go", "depth 3"}, "go\tdepth": {"go", "depth"}, "a b  c": {"a", "b  c"},
	} {
		if word, rest := cut(line); word != want[0] || rest != want[1] {
			t.Errorf("%q: got %q and %q, want %q", line, word, rest, want)
		}
	}
}

// Nothing that is sent breaks a line or drives a terminal, and nothing else is lost.
func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"plain ü→": "plain ü→", "a\nb\r\nc": "a b  c", "\x1b[2J": " [2J", "\x00\x07\x7f\t": "    ", "": "",
		"\u009b2J": " 2J", "a\u0085b": "a b", // control sequences and line ends of eight bits
	} {
		if got := prose.OneLine(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// breaking takes that many writes and then none.
type breaking struct {
	strings.Builder
	writes int
}

var errBroken = errors.New("broken")

func (w *breaking) Write(b []byte) (int, error) {
	if w.writes--; w.writes < 0 {
		return 0, errBroken
	}
	return w.Builder.Write(b)
}

// A line is one write, and after the first that fails there are no more.
func TestPrinter(t *testing.T) {
	w := &breaking{writes: 2}
	p := printer{w: w}
	p.print("a %d", 1)
	p.print("b\nc")
	if p.err != nil || w.String() != "a 1\nb c\n" {
		t.Errorf("%q, %v", w.String(), p.err)
	}
	p.print("lost")
	w.writes = 9
	p.print("late")
	if !errors.Is(p.err, errBroken) || w.String() != "a 1\nb c\n" {
		t.Errorf("%q, %v", w.String(), p.err)
	}
}
