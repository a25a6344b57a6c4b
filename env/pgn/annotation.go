package pgn

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"ludens/env"
)

var (
	nag    = regexp.MustCompile(`^\$\d*`)
	suffix = regexp.MustCompile(`[!?]+$`) // of a move: "Nd3!?"
)

// clean returns a comment on one line, without what no comment of PGN can hold.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == '{' || r == '}' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	return strings.Join(strings.Fields(text), " ")
}

// annotation returns a comment as words of movetext, its glyph as a number.
func annotation(comment string) (words []string) {
	said := strings.Fields(clean(comment))
	if len(said) > 0 && env.NAG(said[0]) > 0 {
		words, said = append(words, fmt.Sprintf("$%d", env.NAG(said[0]))), said[1:]
	}
	if len(said) == 0 {
		return words
	}
	said = slices.Clone(said)
	said[0] = "{" + said[0]
	said[len(said)-1] += "}"
	return append(words, said...)
}
