package layer

import (
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
	if err := l.At([]string{"train", "window"}, "too %s", "large"); err.Error() != "mine.toml:5: too large" {
		t.Error(err)
	}
	if err := l.At([]string{"nothing"}, "gone"); err.Error() != "mine.toml: gone" {
		t.Error(err)
	}
	l.argument = true
	if err := l.At([]string{"seed"}, "odd"); err.Error() != "mine.toml: odd" {
		t.Errorf("an argument has no lines: %v", err)
	}
}

// The lines of a long string are no keys and no tables.
func TestLineAfterLongString(t *testing.T) {
	l := Layer{Name: "mine.toml", Text: "a = \"\"\"\nb = 1\n[c]\n\"\"\"\nb = 2\n[c]\nd = '''x'''\ne = 3\n"}
	for key, want := range map[string]int{"a": 1, "b": 5, "c": 6, "c.d": 7, "c.e": 8} {
		if got := l.line(strings.Split(key, ".")); got != want {
			t.Errorf("%s: line %d, want %d", key, got, want)
		}
	}
}

type pieces struct {
	Size int `toml:"size"`
}

type rules struct {
	pieces
	Name string         `toml:"name"`
	Men  map[string]man `toml:"men"`
	left int
}

type man struct {
	Moves string `toml:"moves"`
}

// Keys are those that a file may have, and a table's are found below it.
func TestKeysOf(t *testing.T) {
	if got := keysOf(reflect.TypeOf(rules{left: 1})); !slices.Equal(got, []string{"size", "name", "men"}) {
		t.Errorf("rules have %v", got)
	}
	if got := keysOf(typeAt(reflect.TypeOf(rules{}), []string{"men", "C"})); !slices.Equal(got, []string{"moves"}) {
		t.Errorf("a man has %v", got)
	}
}

// An unknown key is refused, below a table of free keys, too.
func TestApplyRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"nmae = \"x\"":                   `t:1: unknown key "nmae" (did you mean "name"?)`,
		"[men.C]\n\nmovs = \"N\"":        `t:3: unknown key "movs" in [men.C] (did you mean "moves"?)`,
		"[men.C]\nmoves = 3":             `t:2: men.C.moves is a whole number, want a string`,
		"name = \"a\"\nname = \"b\"":     `t:2: name: Key 'name' has already been defined.`,
		"[men]\nC = 3":                   `t:2: men.C is a table: write its keys below [men.C]`,
		"size = 99999999999999999999999": `t:1: size`,
	} {
		var r rules
		err := Layer{Name: "t", Text: text}.Apply(&r)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q:\ngot  %v\nwant %s", text, err, want)
		}
	}
	var r rules
	if err := (Layer{Name: "t", Text: "size = 3\n[men.C]\nmoves = \"N\""}).Apply(&r); err != nil || r.Size != 3 || r.Men["C"].Moves != "N" {
		t.Errorf("%v: %+v", err, r)
	}
}

// Whatever text is quoted is read back, and keeps its lines.
func TestQuote(t *testing.T) {
	for _, text := range []string{"", "a", "a\nb\n", "\n", "a \"\"\" b\n\"", `c:\\d` + "\n", "x = 1 # no\r\ny\t", `\u00e9` + "\n"} {
		var back struct {
			X string `toml:"x"`
		}
		if err := Argument("test", "x", text).Apply(&back); err != nil || back.X != text {
			t.Errorf("%q comes back as %q: %v", text, back.X, err)
		}
	}
}

// Keys of many parts, and tables of many tables, are refused before they are read;
// drawings, numbers and sentences are none.
func TestDepth(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a = 1": 1, "a.b.c = 1": 3, "a . 'b' . c": 3, "[a.b]": 2, "x = 1.5": 2, "'''": 1, "..........": 2, ". . . . . .": 2,
		"x = {a = {b = 1}, c = {}}": 2, "x = {a.b.c.d = 1}": 4, "[1.5, 2.5, 3.5]": 2, "One. Two. Three": 3,
	} {
		if got := depth(text); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
	for _, text := range []string{strings.Repeat("a.", 64) + "a = 1", "x = " + strings.Repeat("{a=", 65)} {
		var r rules
		err := Layer{Name: "t", Text: "size = 1\n" + text}.Apply(&r)
		if want := "t:2: a key of more than 64 parts, or that many nested tables: want fewer"; err == nil || err.Error() != want {
			t.Errorf("%.20q: got %v, want %s", text, err, want)
		}
	}
}
