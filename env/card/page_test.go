package card

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ludens/env/games"
)

// A paragraph for terminals has all its words, no line that is too wide, and its
// prefixes where they belong.
func TestHang(t *testing.T) {
	for _, text := range []string{"", "word", strings.Repeat("some words ", 30), strings.Repeat("ü", 100) + " after", strings.Repeat("ab ", 26) + "c"} {
		got := hang("  - ", "    ", text)
		if !slices.Equal(strings.Fields(strings.Replace(got, "-", "", 1)), strings.Fields(text)) {
			t.Errorf("words are lost: %q of %q", got, text)
		}
		for i, line := range strings.Split(strings.TrimSuffix(got, "\n"), "\n") {
			if utf8.RuneCountInString(line) > lineWidth && len(strings.Fields(strings.TrimLeft(line, " -"))) > 1 {
				t.Errorf("line %d is too wide: %q", i, line)
			}
			if prefix := map[bool]string{true: "  - ", false: "    "}[i == 0]; !strings.HasPrefix(line, prefix) {
				t.Errorf("line %d does not begin with %q: %q", i, prefix, line)
			}
		}
	}
}

// A table whose columns fit is set in columns, another with its cells one below the
// other; the marks of Markdown are not counted.
func TestTablesForTerminals(t *testing.T) {
	head := []string{"option", "what", "values"}
	short := [][]string{{"`first`", "who **moves** first", "king, attackers"}, {"`n`", "", "3"}}
	got := written(t, func(out io.Writer) error {
		p := &plain{out: out}
		p.table(head, short)
		return p.err
	})
	if want := "  first  who moves first  king, attackers\n  n                       3\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	long := [][]string{{"`first`", strings.Repeat("word ", 20), "king"}, {"`n`", "", "3"}}
	got = written(t, func(out io.Writer) error {
		p := &plain{out: out}
		p.table(head, long)
		return p.err
	})
	want := "  first\n      " + strings.Repeat("word ", 14) + "word\n      word word word word word\n      values: king\n  n\n      values: 3\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Items of a list follow each other without a line between, and begin anew after a
// chapter; a table without rows is none.
func TestMarkdownLists(t *testing.T) {
	got := written(t, func(out io.Writer) error {
		p := &markdown{out: out}
		p.title("T")
		p.text("- a")
		p.text("- b")
		p.text("c")
		p.text("- d")
		p.chapter("C")
		p.text("- e")
		p.table([]string{"h"}, nil)
		p.table([]string{"h", "i"}, [][]string{{"x|y", "z"}})
		p.text("- f")
		return p.err
	})
	want := "# T\n\n- a\n- b\n\nc\n\n- d\n\n## C\n\n- e\n\n| h | i |\n|---|---|\n| x\\|y | z |\n\n- f\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

var errFull = errors.New("full")

// full takes that many bytes.
type full int

func (w *full) Write(b []byte) (int, error) {
	if *w -= full(len(b)); *w < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// A disk that is full is reported, in either form.
func TestCardOnAFullDisk(t *testing.T) {
	c, err := New("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	for _, markdown := range []bool{true, false} {
		room := full(100)
		if err := c.Write(&room, markdown); !errors.Is(err, errFull) {
			t.Errorf("Markdown %v: %v", markdown, err)
		}
	}
	room := full(10)
	if err := WriteIndex(&room); !errors.Is(err, errFull) {
		t.Errorf("the index: %v", err)
	}
}

// A card for terminals has no line that is too wide and no mark of Markdown, for every
// game.
func TestCardsFitATerminal(t *testing.T) {
	for _, e := range games.List() {
		c, err := New(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(written(t, func(out io.Writer) error { return c.Write(out, false) }), "\n") {
			if utf8.RuneCountInString(line) > lineWidth && len(strings.Fields(line)) > 1 {
				t.Errorf("%s, line %d: %q", e.Name, i+1, line)
			}
			if strings.ContainsAny(line, "`") || strings.Contains(line, "**") {
				t.Errorf("%s, line %d has marks: %q", e.Name, i+1, line)
			}
		}
	}
}
