package layer

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// At returns an error that begins with the place where key stands.
func (l Layer) At(key []string, format string, args ...any) error {
	what := fmt.Sprintf(format, args...)
	if line := l.line(key); line > 0 && !l.argument {
		return fmt.Errorf("%s:%d: %s", l.Name, line, what)
	}
	return fmt.Errorf("%s: %s", l.Name, what)
}

// Sets reports whether the layer has a value for key.
func (l Layer) Sets(key []string) bool { return l.Said()(key) }

// Said returns what Sets does, for many keys: the text is read once.
func (l Layer) Said() func(key []string) bool {
	var all map[string]any
	md, err := toml.Decode(l.Text, &all)
	return func(key []string) bool { return err == nil && md.IsDefined(key...) }
}

// line returns the number of the line on which key is set, or else that of the
// table it is in, or 0.
func (l Layer) line(key []string) int {
	for ; len(key) > 0; key = key[:len(key)-1] {
		if n := l.lineOf(strings.Join(key, ".")); n > 0 {
			return n
		}
	}
	return 0
}

func (l Layer) lineOf(want string) int {
	table, quotes := "", ""
	for i, text := range strings.Split(l.Text, "\n") {
		text = strings.TrimSpace(text)
		if quotes != "" { // inside a string of many lines
			if strings.Contains(text, quotes) {
				quotes = ""
			}
			continue
		}
		quotes = opened(text)
		if name, ok := strings.CutPrefix(text, "["); ok {
			name, _, _ = strings.Cut(name, "]")
			if table = plain(strings.Trim(name, "[]")); table == want {
				return i + 1
			}
			continue
		}
		name, _, ok := strings.Cut(text, "=")
		if !ok || strings.HasPrefix(text, "#") {
			continue
		}
		if name = plain(name); table != "" {
			name = table + "." + name
		}
		if name == want {
			return i + 1
		}
	}
	return 0
}

// opened returns the quotes of a string that a line opens and does not close, or "".
func opened(line string) string {
	for _, quotes := range []string{`"""`, "'''"} {
		if strings.Count(line, quotes) == 1 && !strings.HasPrefix(line, "#") {
			return quotes
		}
	}
	return ""
}

// plain returns a dotted key without what may stand around its parts.
func plain(key string) string {
	parts := strings.Split(key, ".")
	for i, p := range parts {
		parts[i] = strings.Trim(p, " \t\"'")
	}
	return strings.Join(parts, ".")
}

// typeAt returns the type at a path of known keys below a type: a field of a struct,
// the elements of a map.
func typeAt(t reflect.Type, path []string) reflect.Type {
	for _, name := range path {
		switch t.Kind() {
		case reflect.Map:
			t = t.Elem()
		case reflect.Struct:
			t = fieldOf(t, name)
		}
	}
	return t
}

// Fields is reflect.VisibleFields, which takes long, remembered by the type. The result is
// not to be changed.
func Fields(t reflect.Type) []reflect.StructField {
	if known, ok := fields.Load(t); ok {
		return known.([]reflect.StructField)
	}
	all := reflect.VisibleFields(t)
	fields.Store(t, all)
	return all
}

var fields sync.Map

// fieldOf returns the type of the field that a key sets, or the struct itself.
func fieldOf(t reflect.Type, key string) reflect.Type {
	for _, f := range Fields(t) {
		if keyOf(f) == key {
			return f.Type
		}
	}
	return t
}

// keysOf returns the TOML keys of a struct type, those of embedded structs among them.
func keysOf(t reflect.Type) (keys []string) {
	for _, f := range Fields(t) {
		if name := keyOf(f); name != "" {
			keys = append(keys, name)
		}
	}
	return keys
}

// keyOf returns the TOML key of a field, or "" if it has none.
func keyOf(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
	if name == "-" {
		return ""
	}
	return name
}
