// Package layer lays TOML texts over a struct, the later over the earlier: files of
// runs and of games, and settings of the command line. Whatever is wrong is one line
// with the file, the line, the key, and the key that was probably meant.
package layer

import (
	"bytes"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"ludens/internal/prose"
)

// Layer is one text that sets some of the values of a struct.
type Layer struct {
	Name string // a file's name, or the argument of the command line
	Text string // TOML

	argument bool // Name says it all: no line is given
}

// What a layer's text may hold at most, in bytes: many times what a run or a game needs.
const (
	MaxText = 64 << 10
	maxLine = 8 << 10

	// maxDepth is how many parts a key has at most, where a.b.c has three, and how many
	// tables stand in each other on a line. The library takes more than the square of
	// their number in time.
	maxDepth = 64
)

// keyPath is how a value is named on the command line.
var keyPath = regexp.MustCompile(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$`)

// Set returns the layers of command-line settings such as "search.simulations=64",
// one for each. A value that is not TOML by itself is taken as a string.
func Set(assignments []string) (layers []Layer, err error) {
	for _, a := range assignments {
		key, value, ok := strings.Cut(a, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if !ok || !keyPath.MatchString(key) || value == "" {
			return nil, fmt.Errorf("--set %s: want path=value, as in --set search.simulations=64", Clip(a))
		}
		if !isValue(value) {
			value = Quote(value)
		}
		layers = append(layers, Layer{"--set " + Clip(a), key + " = " + value + "\n", true})
	}
	return layers, nil
}

// Argument returns the layer of an argument that sets a key to a text.
func Argument(name, key, text string) Layer {
	return Layer{name, key + " = " + Quote(text) + "\n", true}
}

// isValue reports whether a text is one value of TOML, or a number that TOML
// would take were it smaller.
func isValue(text string) bool {
	var probe map[string]any
	_, err := toml.Decode("x = "+text, &probe)
	if err == nil {
		return len(probe) == 1
	}
	return number.MatchString(text)
}

var number = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// Quote returns a text as a value of TOML; one of many lines keeps them.
func Quote(text string) string {
	if strings.Contains(text, "\n") {
		return `"""` + "\n" + escapes.Replace(text) + `"""`
	}
	var b bytes.Buffer
	if err := toml.NewEncoder(&b).Encode(map[string]string{"x": text}); err != nil {
		panic(err) // a string can be written
	}
	return strings.TrimSuffix(strings.TrimPrefix(b.String(), "x = "), "\n")
}

// escapes are those of a string of many lines.
var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", `\r`)

// Clip returns a text as part of one line that people can read.
func Clip(text string) string { return clip(text, 80) }

func clip(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return '?'
		}
		return r
	}, text)
	if len(text) > most {
		return strings.ToValidUTF8(text[:most], "") + "..."
	}
	return text
}

// Peek decodes onto dst what it has keys for, whatever else the layer says.
func (l Layer) Peek(dst any) error {
	if err := l.check(); err != nil {
		return err
	}
	if _, err := toml.Decode(l.Text, dst); err != nil {
		return l.explain(err)
	}
	return nil
}

// Apply decodes the layer onto structs with TOML tags, given as pointers: a key is
// taken by all that have it. Every error is one line with the place; a key that none
// of them has is one.
func (l Layer) Apply(structs ...any) error { return l.ApplyBut(nil, structs...) }

// ApplyBut is Apply for a text that may have these keys, too, which are not read.
func (l Layer) ApplyBut(ignored [][]string, structs ...any) error {
	var types []reflect.Type
	var keys []toml.Key
	for _, dst := range structs {
		if err := l.check(); err != nil {
			return err
		}
		md, err := toml.Decode(l.Text, dst)
		if err != nil {
			return l.explain(err)
		}
		types, keys = append(types, reflect.TypeOf(dst).Elem()), md.Keys()
	}
	for _, key := range keys {
		if slices.ContainsFunc(ignored, func(k []string) bool { return slices.Equal(k, key) }) {
			continue
		}
		if err := l.known(types, key); err != nil {
			return err
		}
	}
	return nil
}

// check refuses text that cannot be a configuration.
func (l Layer) check() error {
	if len(l.Text) > MaxText {
		return fmt.Errorf("%s: longer than %d bytes: want less", l.Name, MaxText)
	}
	for i, line := range strings.Split(l.Text, "\n") {
		if len(line) > maxLine {
			return fmt.Errorf("%s:%d: a line longer than %d bytes: want less", l.Name, i+1, maxLine)
		}
		if depth(line) > maxDepth {
			return fmt.Errorf("%s:%d: a key of more than %d parts, or that many nested tables: want fewer", l.Name, i+1, maxDepth)
		}
	}
	return nil
}

// depth returns how many parts the longest key in a line has, or how many tables stand in
// each other, or more where a text looks like that. A key is words with dots between them
// up to a sign with which a part of TOML ends.
func depth(line string) (most int) {
	parts, tables, dot := 1, 0, false
	for i := range len(line) {
		switch c := line[i]; {
		case c == '.' && !dot:
			parts, dot = parts+1, true
		case c == '.' || strings.IndexByte("=,{}[]#", c) >= 0:
			parts, dot = 1, c == '.'
		case c != ' ' && c != '\t':
			dot = false
		}
		switch line[i] {
		case '{':
			tables++
		case '}':
			tables = max(0, tables-1)
		}
		most = max(most, parts, tables)
	}
	return most
}

// known refuses a key that no struct has. The library would take it in any case of
// letters, and if it stands there twice so, either of them.
func (l Layer) known(structs []reflect.Type, key toml.Key) error {
	var names []string
	for _, t := range structs {
		if own := keysOf(t); slices.Contains(own, key[0]) {
			return l.knownIn(t, key)
		} else {
			names = append(names, own...)
		}
	}
	return l.At(key[:1], "unknown key %q%s", Clip(key[0]), prose.Hint(key[0], names))
}

// knownIn is known for a key whose first part a struct has.
func (l Layer) knownIn(root reflect.Type, key toml.Key) error {
	for n, name := range key {
		table := typeAt(root, key[:n])
		if table.Kind() == reflect.Map {
			continue // its keys are the reader's to know
		}
		if table.Kind() != reflect.Struct {
			return nil
		}
		if names := keysOf(table); !slices.Contains(names, name) {
			return l.At(key[:n+1], "unknown key %q in [%s]%s", Clip(name), Clip(strings.Join(key[:n], ".")), prose.Hint(name, names))
		}
	}
	return nil
}

// libraryError is how the TOML library words an error with its place.
var libraryError = regexp.MustCompile(`^toml: line (\d+)(?: \(last key "([^"]+)"\))?: (.*)$`)

// How it words what is wrong.
var (
	wrongType = regexp.MustCompile(`TOML value has type (\[\]|\w+)\S*; destination has type (\[\]|\w+)`)
	wrongSize = regexp.MustCompile(`^(\S+) is out of (?:the safe )?range for (?:the safe )?(\w+)`)
)

// explain turns an error of the library into one line of ours.
func (l Layer) explain(err error) error {
	m := libraryError.FindStringSubmatch(strings.ReplaceAll(err.Error(), "\n", " "))
	if m == nil {
		return fmt.Errorf("%s: %s", l.Name, strings.TrimPrefix(Clip(err.Error()), "toml: "))
	}
	line, key, what := m[1], Clip(m[2]), m[3]
	if types := wrongType.FindStringSubmatch(what); types != nil {
		what = fmt.Sprintf("is %s, want %s", article(types[1]), article(types[2]))
	} else if size := wrongSize.FindStringSubmatch(what); size != nil {
		what = fmt.Sprintf("is %s, want %s", Clip(size[1]), map[bool]string{true: "at most 9223372036854775807", false: "a smaller number"}[size[2] == "int64"])
	} else if strings.HasPrefix(what, "type mismatch for") && strings.Contains(what, "expected table") {
		what = fmt.Sprintf("is a table: write its keys below [%s]", key)
	} else {
		what = ": " + clip(what, 300)
	}
	if l.argument || line == "0" { // so it says of some texts that end in the middle
		return fmt.Errorf("%s: %s%s", l.Name, key, glue(what))
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
	case "slice", "array", "[]":
		return "a list"
	case "map", "table":
		return "a table"
	}
	return "a " + kind
}
