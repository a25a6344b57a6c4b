package configs

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/BurntSushi/toml"

	"ludens/internal/nearest"
)

// Layer is one text that sets some of the values of a [Run]; later layers
// override earlier ones.
type Layer struct {
	Name string // a file's name, or "--set"
	Text string // TOML
}

// Set returns the layer of command-line settings such as "search.simulations=64".
// A value that is not TOML by itself is taken as a string.
func Set(assignments []string) (Layer, error) {
	var b strings.Builder
	for _, a := range assignments {
		path, value, ok := strings.Cut(a, "=")
		path, value = strings.TrimSpace(path), strings.TrimSpace(value)
		if !ok || path == "" || value == "" {
			return Layer{}, fmt.Errorf("--set %s: want path=value, as in --set search.simulations=64", a)
		}
		var probe map[string]any
		if _, err := toml.Decode("x = "+value, &probe); err != nil || len(probe) != 1 {
			value = fmt.Sprintf("%q", value)
		}
		fmt.Fprintf(&b, "%s = %s\n", path, value)
	}
	return Layer{Name: "--set", Text: b.String()}, nil
}

// Game returns the game that the layer names, or "".
func (l Layer) Game() string {
	var named struct {
		Game string `toml:"game"`
	}
	toml.Decode(l.Text, &named) // apply tells what is wrong with it
	return named.Game
}

// apply decodes the layer onto run. Every error is one line with the place.
func (l Layer) apply(run *Run) error {
	md, err := toml.Decode(l.Text, run)
	if err != nil {
		return l.explain(err)
	}
	if extra := md.Undecoded(); len(extra) > 0 {
		key := extra[0]
		name := key[len(key)-1]
		if len(key) > 1 {
			return l.at(key, "unknown key %q in [%s]%s", name, strings.Join(key[:len(key)-1], "."), nearest.Hint(name, keysOf(reflect.TypeOf(*run), key[:len(key)-1])))
		}
		return l.at(key, "unknown key %q%s", name, nearest.Hint(name, keysOf(reflect.TypeOf(*run), nil)))
	}
	return nil
}

// libraryError is how the TOML library words an error with its place.
var libraryError = regexp.MustCompile(`^toml: line (\d+)(?: \(last key "([^"]+)"\))?: (.*)$`)

// explain turns an error of the library into one line of ours.
func (l Layer) explain(err error) error {
	m := libraryError.FindStringSubmatch(strings.ReplaceAll(err.Error(), "\n", " "))
	if m == nil {
		return fmt.Errorf("%s: %w", l.Name, err)
	}
	line, key, what := m[1], m[2], m[3]
	if types := regexp.MustCompile(`TOML value has type (\w+); destination has type (\w+)`).FindStringSubmatch(what); types != nil {
		what = fmt.Sprintf("is %s, want %s", article(types[1]), article(types[2]))
	} else if strings.HasPrefix(what, "type mismatch for") && strings.Contains(what, "expected table") {
		what = fmt.Sprintf("is a table: write its keys below [%s]", key)
	} else {
		what = ": " + what
	}
	if l.Name == "--set" {
		return fmt.Errorf("--set %s%s", key, glue(what))
	}
	if key == "" {
		return fmt.Errorf("%s:%s%s", l.Name, line, glue(what))
	}
	return fmt.Errorf("%s:%s: %s%s", l.Name, line, key, glue(what))
}

// glue puts a space before words, none before a colon.
func glue(what string) string {
	if strings.HasPrefix(what, ":") {
		return what
	}
	return " " + what
}

// article names a TOML or Go type as people do.
func article(kind string) string {
	switch kind {
	case "int64", "integer", "int", "uint":
		return "a whole number"
	case "float64", "float", "float32":
		return "a number"
	case "string":
		return "a string"
	case "bool", "boolean":
		return "true or false"
	case "slice", "array":
		return "a list"
	}
	return "a " + kind
}

// at returns an error that begins with the place where key stands.
func (l Layer) at(key []string, format string, args ...any) error {
	what := fmt.Sprintf(format, args...)
	if line := l.line(key); line > 0 && l.Name != "--set" {
		return fmt.Errorf("%s:%d: %s", l.Name, line, what)
	}
	return fmt.Errorf("%s: %s", l.Name, what)
}

// line returns the number of the line on which key is set, or 0.
func (l Layer) line(key []string) int {
	want, table := strings.Join(key, "."), ""
	for i, text := range strings.Split(l.Text, "\n") {
		text = strings.TrimSpace(text)
		if name, ok := strings.CutPrefix(text, "["); ok {
			name, _, _ = strings.Cut(name, "]")
			table = strings.TrimSpace(strings.Trim(name, "[]"))
			if table == want {
				return i + 1
			}
			continue
		}
		name, _, ok := strings.Cut(text, "=")
		if !ok || strings.HasPrefix(text, "#") {
			continue
		}
		name = strings.TrimSpace(name)
		if table != "" {
			name = table + "." + name
		}
		if name == want {
			return i + 1
		}
	}
	return 0
}

// keysOf returns the TOML keys of the table at path below a struct type.
func keysOf(t reflect.Type, path []string) (keys []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			keys = append(keys, keysOf(f.Type, path)...)
			continue
		}
		name := f.Tag.Get("toml")
		if len(path) > 0 {
			if name == path[0] && f.Type.Kind() == reflect.Struct {
				return keysOf(f.Type, path[1:])
			}
			continue
		}
		keys = append(keys, name)
	}
	return keys
}
