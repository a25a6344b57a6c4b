package tui

import "testing"

func TestComplete(t *testing.T) {
	words := []string{"d5a5", "d5c5", "d6a6", "hint", "help"}
	for line, want := range map[string]string{
		"": "", "d": "d", "d5": "d5", "d5a": "d5a5", "D5C": "d5c5", "d6": "d6a6", "hi": "hint", "h": "h", "x": "x",
	} {
		if got := complete(line, words); got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}

// Long lines are broken between words; what follows is set in.
func TestWrap(t *testing.T) {
	terminal := look{} // as wide as is usual: no file tells
	long := "  expects d5c5 a4a5 c5b5 d5c5 a4a5 c5b5 d5c5 a4a5 c5b5 d5c5 a4a5 c5b5 d5c5 a4a5 c5b5 d5c5 a4a5"
	want := "  expects d5c5 a4a5 c5b5 d5c5 a4a5 c5b5 d5c5 a4a5 c5b5 d5c5 a4a5 c5b5 d5c5 a4a5\n    c5b5 d5c5 a4a5"
	if got := terminal.wrap(long); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := terminal.wrap("short,   as it is\n"); got != "short,   as it is\n" {
		t.Errorf("got %q", got)
	}
	if got := (look{plain: true}).wrap(long); got != long {
		t.Errorf("plainly: got\n%s", got)
	}
}

func TestWidest(t *testing.T) {
	if got := widest("\x1b[1;48;5;244m a \x1b[0m\nab\n"); got != 3 {
		t.Errorf("got %d, want 3: colours have no width", got)
	}
}

// The widest line counts, in letters, whatever colours and however many lines.
func TestWidestOfMany(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "\n\n": 0, "abc": 3, "ab\nabcd\nabc\n": 4, "äöü\n": 3, "\x1b[1mbold\x1b[0m text": 9, "\x1b[38;5;231m♔\x1b[0m": 1, "\x1b[2m": 0,
	} {
		if got := widest(text); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}

// An unknown terminal has the usual width.
func TestUsualWidth(t *testing.T) {
	if got := (look{}).width(); got != usualWidth {
		t.Errorf("got %d, want %d", got, usualWidth)
	}
}
