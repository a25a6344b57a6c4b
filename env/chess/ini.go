package chess

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/internal/prose"
)

// Fairy-Stockfish reads Betza's notation in a dialect of its own (piece.cpp, from_betza):
// what means another piece there than here is a problem for an import.

// checkMoves notes each type of pieces that Fairy-Stockfish reads otherwise.
func (m *importer) checkMoves(g *Game) {
	for k := range kind(g.letters) {
		w := g.kinds[k]
		t := m.typeOf(string(w.letter))
		if t == "pawn" { // its triple step is a key there
			w.legs = slices.DeleteFunc(slices.Clone(w.legs), func(l leg) bool { return l.is && l.vectors[0].dy == 3 })
		}
		if why := dialect(m.moves[t]); why != "" {
			m.problem("%s = %s: %s", t, clip(m.moves[t]), why)
		} else if why := fairyMoves(&w); why != "" && !w.royal && !strings.HasPrefix(why, harmless) {
			m.problem("%s = %s: it knows no %s", t, clip(m.moves[t]), why)
		}
	}
}

// harmless is what fairyMoves says of men who pass squares, and of whose kind none captures in passing.
const harmless = "man who can be captured in passing"

// pairsKnown are the pairs of different directions that are looked up for diagonal and
// oblique leaps; another pair allows no move at all.
const pairsKnown = " rf rv fh rh hr lb lv bh lh br bs fl fs fr hl bl rb lf "

// dialect returns why a text of moves means something else to Fairy-Stockfish, or "".
func dialect(text string) string {
	if strings.Contains(text, "Sissa") {
		return "it knows no Sissa"
	}
	var pairs []string
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case strings.IndexByte(verticals+horizontals, c) >= 0:
			pair := string([]byte{c, c})
			if i+1 < len(text) && paired(c, text[i+1]) {
				pair = text[i : i+2]
				i++
			}
			pairs = append(pairs, pair)
		case c >= 'A' && c <= 'Z':
			for _, pair := range pairs {
				if why := strange(pair, c); why != "" {
					return why
				}
			}
			pairs = nil
		case c >= '0' && c <= '9' && i > 0 && text[i-1] >= '0' && text[i-1] <= '9':
			return "of a number it reads the first digit alone"
		}
	}
	return ""
}

// strange returns why a pair of directions before an atom means something else there.
func strange(pair string, atom byte) string {
	straight := strings.IndexByte("WDHR", atom) >= 0
	switch {
	case pair == "hh", straight && strings.Contains(pair, "h"):
		return fmt.Sprintf("%c%c has no such direction there", pair[0], atom)
	case pair[0] == pair[1], straight:
		return ""
	case strings.IndexByte("KQ", atom) >= 0:
		return fmt.Sprintf("%s%c goes another way there: write its straight and its diagonal half", pair, atom)
	case !strings.Contains(pairsKnown, " "+pair+" "):
		return fmt.Sprintf("%s%c has no moves there", pair, atom)
	}
	return ""
}

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
