package configs

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// The line of a key is that on which it is set, else that of its table.
func TestLineOfKeys(t *testing.T) {
	l := Layer{Name: "mine.toml", Text: `# seed = 9
seed = 1

[train]
  window = 500
"batch" = 8
[ "selfplay" ]
games=2 # window = 3
[[list]]
x = 1
[a.b]
c.d = 2
`}
	for key, want := range map[string]int{
		"seed": 2, "train": 4, "train.window": 5, "train.batch": 6, "train.steps": 4, "selfplay.games": 8, "selfplay": 7,
		"selfplay.window": 7, "list.x": 10, "a.b": 11, "a.b.c.d": 12, "nothing": 0, "nothing.at.all": 0, "window": 0,
	} {
		if got := l.line(strings.Split(key, ".")); got != want {
			t.Errorf("%s: line %d, want %d", key, got, want)
		}
	}
	if err := l.at([]string{"train", "window"}, "too %s", "large"); err.Error() != "mine.toml:5: too large" {
		t.Error(err)
	}
	if err := l.at([]string{"nothing"}, "gone"); err.Error() != "mine.toml: gone" {
		t.Error(err)
	}
	l.argument = true
	if err := l.at([]string{"seed"}, "odd"); err.Error() != "mine.toml: odd" {
		t.Errorf("an argument has no lines: %v", err)
	}
}

// The last layer that sets a key is to blame for it.
func TestBlame(t *testing.T) {
	layers := []Layer{{Name: "preset", Text: "[train]\nwindow = 1\nbatch = 2\n"}, {Name: "file", Text: "[train]\nwindow = 3\n"}, {Name: "broken", Text: "[["}}
	bad := func(table, text string) error { return invalid{table, errors.New(text)} }
	for _, test := range []struct {
		err  error
		want string
	}{
		{bad("train", "window = 3, want less"), "file:2: "},
		{bad("train", "batch = 2, want less"), "preset:3: "},
	} {
		if got := blame(test.err, layers).Error(); !strings.HasPrefix(got, test.want) {
			t.Errorf("%v: got %s, want %s first", test.err, got, test.want)
		}
	}
	for _, err := range []error{errors.New("window = 3"), bad("train", "no key"), bad("train", "steps = 3, want less"), bad("", "window = 3")} {
		if got := blame(err, layers); got.Error() != err.Error() {
			t.Errorf("%v: nobody is to blame, got %v", err, got)
		}
	}
}

// Keys are those that a file may have, and a table's are found below it.
func TestKeysOf(t *testing.T) {
	run := reflect.TypeOf(Run{})
	top := keysOf(run, nil)
	for _, want := range []string{"game", "seed", "from", "network", "train", "selfplay"} {
		if !slices.Contains(top, want) {
			t.Errorf("there is no %s among %v", want, top)
		}
	}
	if slices.Contains(top, "") || slices.Contains(top, "rehearsal") {
		t.Errorf("what no file sets is a key: %v", top)
	}
	if got := keysOf(run, []string{"network"}); !slices.Contains(got, "channels") || slices.Contains(got, "game") {
		t.Errorf("network has %v", got)
	}
	if got := keysOf(run, []string{"network", "channels"}); got != nil {
		t.Errorf("a number has keys: %v", got)
	}
}

func TestMemoryInWords(t *testing.T) {
	for bytes, want := range map[float64]string{0: "1 MiB", 1: "1 MiB", 1 << 20: "1 MiB", 1.5 * (1 << 20): "2 MiB", 1<<30 - 1<<20: "1023 MiB", 1 << 30: "1.0 GiB", 2.55 * (1 << 30): "2.5 GiB"} {
		if got := gibibytes(bytes); got != want {
			t.Errorf("%v: got %s, want %s", bytes, got, want)
		}
	}
	m := Memory{{What: "window", Bytes: 3 << 30}, {What: "cache", Bytes: 1 << 30}}
	if m.Total() != 4<<30 || m.String() != "about 4.0 GiB of memory at most, most of it window" {
		t.Errorf("%v: %s", m.Total(), m)
	}
	m[0].Bytes = 1 << 30
	if got := m.String(); got != "about 2.0 GiB of memory at most" {
		t.Errorf("nothing is most of it: %s", got)
	}
	if got := (Memory{}).String(); got != "about 1 MiB of memory at most" {
		t.Errorf("nothing: %s", got)
	}
}

// What a run needs grows with what it is asked for, and the largest need comes first.
func TestMemoryGrows(t *testing.T) {
	need := func(set ...string) Memory {
		run, err := Load(layers(t, "celta", "", set...)...)
		if err != nil {
			t.Fatal(err)
		}
		return run.Memory(2)
	}
	usual := need()
	for i := 1; i < len(usual); i++ {
		if usual[i].Bytes > usual[i-1].Bytes {
			t.Errorf("%s takes more than %s, which comes first", usual[i].What, usual[i-1].What)
		}
	}
	for _, set := range []string{"selfplay.cache=1000000", "search.simulations=5000", "network.channels=200", "selfplay.games=5000"} {
		if more := need(set); more.Total() <= usual.Total() {
			t.Errorf("%s: %s, usually %s", set, more, usual)
		}
	}
}
