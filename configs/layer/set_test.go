package layer

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// config has a value of each kind.
type config struct {
	Name   string   `toml:"name"`
	Size   int      `toml:"size"`
	Small  int8     `toml:"small"`
	Rate   float64  `toml:"rate"`
	On     bool     `toml:"on"`
	List   []string `toml:"list"`
	Search struct {
		Simulations int `toml:"simulations"`
	} `toml:"search"`
	Hidden string `toml:"-"`
}

// A setting of the command line is a value of TOML, or else a text.
func TestSet(t *testing.T) {
	var c config
	layers, err := Set([]string{"name=celta", "size = 7", "rate=1e-3", "on=true", `list=["a", "b"]`, "search.simulations=64", `name="quoted # name"`})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range layers {
		if err := l.Apply(&c); err != nil {
			t.Errorf("%s: %v", l.Name, err)
		}
	}
	if c.Name != "quoted # name" || c.Size != 7 || c.Rate != 1e-3 || !c.On || len(c.List) != 2 || c.Search.Simulations != 64 {
		t.Errorf("set to %+v", c)
	}
	for text, want := range map[string]string{ // values that are no TOML by themselves
		"name=x y": "x y", "name=a=b": "a=b", "name=1.2.3": "1.2.3", "name=\"open": "\"open", "name=# no": "# no", "name=x\ny = 1": "x\ny = 1", "name=1\nsize = 2": "1\nsize = 2", "name=é": "é",
	} {
		layers, err := Set([]string{text})
		c := config{}
		if err == nil {
			err = layers[0].Apply(&c)
		}
		if err != nil || c.Name != want || c.Size != 0 {
			t.Errorf("%q: %q, %v", text, c.Name, err)
		}
	}
	for text, want := range map[string]string{
		"name": "--set name: want path=value, as in --set search.simulations=64", "=1": "--set =1: want path=value", "name=": "--set name=: want path=value",
		"a b=1": "--set a b=1: want path=value", "a..b=1": "--set a..b=1: want path=value", "a\n=1": "--set a=", "[a]=1": "--set [a]=1: want path=value",
	} {
		_, err := Set([]string{"size=1", text})
		if text == "a\n=1" { // blanks around a key do not matter
			if err != nil {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// What is wrong with a value is said with the line of a file, or with the argument.
func TestValuesOfTheWrongKind(t *testing.T) {
	for text, want := range map[string]string{
		"size = \"x\"":            "t:1: size is a string, want a whole number",
		"size = 1.5":              "t:1: size is a number, want a whole number",
		"\nrate = true":           "t:2: rate is true or false, want a number",
		"on = 1":                  "t:1: on is a whole number, want true or false",
		"name = []":               "t:1: name is a list, want a string",
		"small = 300":             "t:1: small is 300, want a smaller number",
		"search = 3":              "t:1: search is a table: write its keys below [search]",
		"size = ":                 "t:1: size: ",
		"size 3":                  "t:1: expected '.' or '='",
		"list = 3":                "t:1: list is a whole number, want a list",
		"list = [3]":              "t:1: list is a whole number, want a string",
		"name = {a = 1}":          "t:1: name is a table, want a string",
		"Name = \"x\"":            `t:1: unknown key "Name" (did you mean "name"?)`,
		"hidden = \"x\"":          `t:1: unknown key "hidden"`,
		"[search]\nsimulation =3": `t:2: unknown key "simulation" in [search] (did you mean "simulations"?)`,
		"[serach]\nsimulations=3": `t:1: unknown key "serach" (did you mean "search"?)`,
		"name = '''\n" + strings.Repeat("x\n", MaxText/2) + "'''": "t: longer than 65536 bytes: want less",
		"name = '" + strings.Repeat("x", maxLine) + "'":           "t:1: a line longer than 8192 bytes: want less",
	} {
		var c config
		err := Layer{Name: "t", Text: text}.Apply(&c)
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40q:\ngot  %v\nwant %s", text, err, want)
		}
	}
	layers, err := Set([]string{"search.simulations=many"})
	if err != nil {
		t.Fatal(err)
	}
	var c config
	if err := layers[0].Apply(&c); err == nil || err.Error() != "--set search.simulations=many: search.simulations is a string, want a whole number" {
		t.Errorf("an argument: %v", err)
	}
}

// A key goes to each struct that has it, later layers go over earlier ones, and keys that are
// another reader's may be passed over.
func TestLayersOverStructs(t *testing.T) {
	var c config
	var other struct {
		Name  string `toml:"name"`
		Extra int    `toml:"extra"`
	}
	l := Layer{Name: "t", Text: "name = \"a\"\nextra = 3\nsize = 2\n"}
	if err := l.Apply(&c, &other); err != nil || c.Name != "a" || other.Name != "a" || other.Extra != 3 || c.Size != 2 {
		t.Errorf("%+v, %+v, %v", c, other, err)
	}
	if err := l.Apply(&c); err == nil || err.Error() != `t:2: unknown key "extra"` {
		t.Errorf("another reader.s key: %v", err)
	}
	if err := l.ApplyBut([][]string{{"extra"}}, &c); err != nil {
		t.Error(err)
	}
	if err := (Layer{Name: "u", Text: "size = 9"}).Apply(&c); err != nil || c.Size != 9 || c.Name != "a" {
		t.Errorf("a later layer: %+v, %v", c, err)
	}
	var peeked config
	if err := l.Peek(&peeked); err != nil || peeked.Name != "a" || peeked.Size != 2 {
		t.Errorf("peeked %+v, %v", peeked, err)
	}
	if err := (Layer{Name: "t", Text: "size = x"}).Peek(&peeked); err == nil || !strings.HasPrefix(err.Error(), "t:1: size: ") {
		t.Errorf("peeked at no TOML: %v", err)
	}
	said := l.Said()
	if !said([]string{"name"}) || said([]string{"search"}) || !l.Sets([]string{"size"}) || (Layer{Text: "no TOML"}).Sets([]string{"size"}) {
		t.Error("what a layer says is not what it sets")
	}
}

// Foreign text is part of one line.
func TestClip(t *testing.T) {
	for text, want := range map[string]string{
		"plain": "plain", "a\nb\x1b[2J": "a?b?[2J", "\xff": "?", strings.Repeat("x", 80): strings.Repeat("x", 80), strings.Repeat("x", 81): strings.Repeat("x", 80) + "...", "": "",
	} {
		if got := Clip(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := Clip(strings.Repeat("é", 100)); !utf8.ValidString(got) || len(got) > 83 {
		t.Errorf("a character is cut: %q", got)
	}
}
