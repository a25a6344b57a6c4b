package env

import (
	"slices"
	"strings"
)

// glyphs are the signs with which people judge a move, by their numeric annotation
// glyph (PGN standard, section 10): $1 is "!".
var glyphs = [...]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

// Glyph returns the sign that a numeric annotation glyph stands for; "" if people
// write none for it.
func Glyph(nag int) string {
	if nag < 1 || nag >= len(glyphs) {
		return ""
	}
	return glyphs[nag]
}

// NAG returns the numeric annotation glyph of a sign; 0 if there is none.
func NAG(glyph string) int { return max(0, slices.Index(glyphs[1:], glyph)+1) }

// Remark adds what is said to a comment; a glyph goes to its front, unless there is
// one already.
func Remark(comment, said string) string {
	said = strings.Join(strings.Fields(said), " ")
	if NAG(said) == 0 {
		return strings.TrimSpace(comment + " " + said)
	}
	if first, _, _ := strings.Cut(comment, " "); NAG(first) > 0 {
		return comment
	}
	return strings.TrimSpace(said + " " + comment)
}
