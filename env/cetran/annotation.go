package cetran

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// glyphs are the numeric annotation glyphs of PGN that people also write as signs
// (PGN standard, section 10). Others are not kept.
var glyphs = map[string]string{"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}

var (
	nag    = regexp.MustCompile(`^\$\d*`)
	suffix = regexp.MustCompile(`[!?]+$`) // of a move: "Nd3!?"
)

// comment adds what is said after the moves so far, a glyph to the front.
func (r *Record) comment(said []string) {
	for _, text := range said {
		text = clean(text)
		if text == "" {
			continue
		}
		if r.Comments == nil {
			r.Comments = map[int]string{}
		}
		before := r.Comments[len(r.Moves)]
		if isGlyph(text) {
			if first, _, _ := strings.Cut(before, " "); isGlyph(first) {
				continue // one says enough
			}
			before, text = text, before
		}
		r.Comments[len(r.Moves)] = strings.TrimSpace(before + " " + text)
	}
}

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

func isGlyph(text string) bool { return numberOf(text) != "" }

// numberOf returns the number of a glyph that is written as a sign, "" if it is none.
func numberOf(sign string) string {
	for number, s := range glyphs {
		if s == sign {
			return number
		}
	}
	return ""
}

// annotation returns a comment as words of movetext, its glyph as a number.
func annotation(comment string) (words []string) {
	said := strings.Fields(clean(comment))
	if len(said) > 0 && isGlyph(said[0]) {
		words, said = append(words, numberOf(said[0])), said[1:]
	}
	if len(said) == 0 {
		return words
	}
	said = slices.Clone(said)
	said[0] = "{" + said[0]
	said[len(said)-1] += "}"
	return append(words, said...)
}
