package configs

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/BurntSushi/toml"
)

// at returns an error that begins with the place where key stands.
func (l Layer) at(key []string, format string, args ...any) error {
	what := fmt.Sprintf(format, args...)
	if line := l.line(key); line > 0 && !l.argument {
		return fmt.Errorf("%s:%d: %s", l.Name, line, what)
	}
	return fmt.Errorf("%s: %s", l.Name, what)
}

// sets reports whether the layer has a value for key.
func (l Layer) sets(key []string) bool {
	var all map[string]any
	md, err := toml.Decode(l.Text, &all)
	return err == nil && md.IsDefined(key...)
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
	table := ""
	for i, text := range strings.Split(l.Text, "\n") {
		text = strings.TrimSpace(text)
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

// plain returns a dotted key without what may stand around its parts.
func plain(key string) string {
	parts := strings.Split(key, ".")
	for i, p := range parts {
		parts[i] = strings.Trim(p, " \t\"'")
	}
	return strings.Join(parts, ".")
}

// blame puts the file and line that set the offending key, or the argument, before
// an error that begins with "key = ".
func blame(err error, layers []Layer) error {
	var bad invalid
	if !errors.As(err, &bad) {
		return err
	}
	key, _, found := strings.Cut(bad.err.Error(), " = ")
	if !found {
		return err
	}
	at := strings.Split(key, ".")
	if bad.table != "" {
		at = append([]string{bad.table}, at...)
	}
	for i := len(layers) - 1; i >= 0; i-- {
		if layers[i].sets(at) {
			return layers[i].at(at, "%v", err)
		}
	}
	return err
}

// typeAt returns the type at a path of known keys below a struct type.
func typeAt(t reflect.Type, path []string) reflect.Type {
	for _, name := range path {
		for i := range t.NumField() {
			if f := t.Field(i); keyOf(f) == name {
				t = f.Type
				break
			}
		}
	}
	return t
}

// keysOf returns the TOML keys of the table at path below a struct type, none if
// it is no table.
func keysOf(t reflect.Type, path []string) (keys []string) {
	if t = typeAt(t, path); t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		if name := keyOf(t.Field(i)); name != "" {
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
