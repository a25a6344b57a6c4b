package chess

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/internal/prose"
)

// builtinText is what Fairy-Stockfish itself has of the variants that others inherit from.
//
//go:embed builtin.ini
var builtinText string

// What a file of variants may hold at most.
const (
	longestIni   = 1 << 20
	deepestChild = 32
)

// section is a variant of such a file, what it inherits not filled in.
type section struct {
	name, parent string
	keys         []pair // in their order
}

type pair struct {
	key, value string
	line       int // 0: inherited from a variant of Fairy-Stockfish's own
}

// parseIni reads sections, "[name:parent]", and their keys.
func parseIni(text string, own bool) (all []section, err error) {
	if len(text) > longestIni {
		return nil, fmt.Errorf("longer than %d bytes", longestIni)
	}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#' || line[0] == ';':
		case line[0] == '[':
			head, closed := strings.CutSuffix(line[1:], "]")
			if !closed {
				return nil, fmt.Errorf("line %d: %q: want [name] or [name:parent]", i+1, clip(line))
			}
			name, parent, _ := strings.Cut(head, ":")
			all = append(all, section{name: strings.TrimSpace(name), parent: strings.TrimSpace(parent)})
		default:
			key, value, ok := strings.Cut(line, "=")
			if !ok || len(all) == 0 {
				return nil, fmt.Errorf("line %d: %q: want key = value below [name]", i+1, clip(line))
			}
			p := pair{strings.TrimSpace(key), strings.TrimSpace(value), i + 1}
			if own {
				p.line = 0
			}
			last := &all[len(all)-1]
			last.keys = append(last.keys, p)
		}
	}
	return all, nil
}

// inherited returns a variant behind those that it inherits from, the first of them first.
// A name that a file defines hides Fairy-Stockfish's own, but not from itself.
func inherited(file, builtin []section, name string, depth int) ([]section, error) {
	if depth > deepestChild {
		return nil, errors.New("more than 32 variants inherit from each other")
	}
	find := func(list []section) int {
		return slices.IndexFunc(list, func(s section) bool { return s.name == name })
	}
	s := section{}
	if i := find(file); i >= 0 {
		s, file = file[i], file[:i] // only variants before it
	} else if i := find(builtin); i >= 0 {
		s, file, builtin = builtin[i], nil, builtin[:i]
	} else {
		var names []string
		for _, s := range slices.Concat(file, builtin) {
			names = append(names, s.name)
		}
		return nil, fmt.Errorf("no variant %q%s", clip(name), prose.Hint(name, names))
	}
	if s.parent == "" {
		return []section{s}, nil
	}
	older, err := inherited(file, builtin, s.parent, depth+1)
	return append(older, s), err
}
