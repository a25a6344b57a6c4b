package env

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ludens/internal/prose"
)

// ByText returns the legal actions of s in the order of their texts, for people.
func ByText(s State) []Action {
	return slices.SortedFunc(slices.Values(s.Legal(nil)), func(a, b Action) int {
		return strings.Compare(s.Format(a), s.Format(b))
	})
}

// Texts returns the texts of some actions of s.
func Texts(s State, actions []Action) []string {
	texts := []string{}
	for _, a := range actions {
		texts = append(texts, s.Format(a))
	}
	return texts
}

// Ordinal returns the word for the n-th of several: "third", "11th".
func Ordinal(n int) string {
	words := [...]string{1: "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if n >= 1 && n < len(words) {
		return words[n]
	}
	end := "th"
	if n/10%10 != 1 {
		end = map[int]string{1: "st", 2: "nd", 3: "rd"}[n%10]
	}
	end = cmp.Or(end, "th")
	return fmt.Sprintf("%d%s", n, end)
}

// Number returns a small number as a word: "no", "three", "13".
func Number(n int) string {
	words := [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// Parse returns the legal action that text stands for: the one whose Format it
// is or, failing that, the only one that differs from it in case and spaces,
// then in separators, captures and checks too ("D2 - e2xd3" for "d2-e2").
// The error wraps ErrIllegal and names the nearest legal moves, or ErrOver. It
// speaks of the text and not of this package: the caller says where it is
// from.
func Parse(s State, text string) (Action, error) {
	legal := s.Legal(nil)
	if len(legal) == 0 {
		return 0, fmt.Errorf("%w: %q comes too late", ErrOver, text)
	}
	texts := make([]string, len(legal))
	for i, a := range legal {
		texts[i] = s.Format(a)
	}
	if i := slices.Index(texts, text); i >= 0 {
		return legal[i], nil
	}
	for _, loosen := range []func(string) string{fold, bare} {
		var found []int
		for i := range texts {
			if loosen(texts[i]) == loosen(text) {
				found = append(found, i)
			}
		}
		if len(found) == 1 {
			return legal[found[0]], nil
		}
		if len(found) > 1 {
			return 0, fmt.Errorf("%w %q: it may be %s or %s", ErrIllegal, text, texts[found[0]], texts[found[1]])
		}
	}
	return 0, fmt.Errorf("%w %q (%s)", ErrIllegal, text, prose.Suggest(text, "legal", texts, bare))
}

// fold takes case and spaces away.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// move is a move from square to square: the squares, then the men taken on the
// way, then whatever else the game says of it (a promotion, a demand).
var move = regexp.MustCompile(`^([a-w]\d+)[-x:]?([a-w]\d+)(?:[x/,][a-w]\d+)*=?(.*?)[+#]*$`)

// bare leaves of a move from square to square what is needed to play it.
func bare(text string) string {
	return move.ReplaceAllString(fold(text), "$1$2$3")
}

// What PGN and our records have in common: tags, glyphs, comments.

// Tag is a fact about a game: its Name may be "Event".
type Tag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

var (
	tagPair  = regexp.MustCompile(`^\[\s*(\w+)\s*"((?:[^"\\\n]|\\.)*)"\s*\]`)
	escape   = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ")
	unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`)
)

// ReadTag reads the tag that text begins with and returns what follows it; ok is false if
// it begins with none. What cannot be printed becomes a space.
func ReadTag(text string) (tag Tag, rest string, ok bool) {
	fields := tagPair.FindStringSubmatch(text)
	if fields == nil {
		return Tag{}, text, false
	}
	value := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, unescape.Replace(fields[2]))
	return Tag{fields[1], value}, text[len(fields[0]):], true
}

// String returns the tag as ReadTag reads it.
func (t Tag) String() string { return fmt.Sprintf(`[%s "%s"]`, t.Name, escape.Replace(t.Value)) }

// signs are those with which people judge a move, by their numeric annotation glyph (PGN
// standard, section 10): $1 is "!".
var signs = [...]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

// mostNAG is the greatest numeric annotation glyph.
const mostNAG = 255

// Glyph returns the word for a numeric annotation glyph: its sign, or "$14" if people
// write none for it; "" if there is no such glyph, or it says nothing.
func Glyph(nag int) string {
	switch {
	case nag < 1 || nag > mostNAG:
		return ""
	case nag < len(signs):
		return signs[nag]
	}
	return "$" + strconv.Itoa(nag)
}

// NAG returns the numeric annotation glyph of a word that Glyph returns; 0 for others.
func NAG(glyph string) int {
	if i := slices.Index(signs[1:], glyph); i >= 0 {
		return i + 1
	}
	if number, ok := strings.CutPrefix(glyph, "$"); ok {
		if n, err := strconv.Atoi(number); err == nil && Glyph(n) == glyph {
			return n
		}
	}
	return 0
}

// Note is what is said between two moves: glyphs of the move before, and words. The zero
// value says nothing.
type Note struct{ glyphs, words []string }

// Add adds a comment, or a glyph alone.
func (n *Note) Add(text string) {
	words := strings.Fields(text)
	for len(words) > 0 && NAG(words[0]) > 0 && (len(n.words) == 0 || len(words) == 1) {
		if !slices.Contains(n.glyphs, words[0]) {
			n.glyphs = append(n.glyphs, words[0])
		}
		words = words[1:]
	}
	n.words = append(n.words, words...)
}

// String returns the glyphs and then the words, as one comment: "!? $14 a surprise".
func (n *Note) String() string { return strings.Join(slices.Concat(n.glyphs, n.words), " ") }

// Annotate puts a note after the last move of v, if it says something, and empties it.
func (v *Variation) Annotate(n *Note) {
	if comment := n.String(); comment != "" {
		if v.Comments == nil {
			v.Comments = map[int]string{}
		}
		v.Comments[v.After+len(v.Moves)] = comment
		*n = Note{}
	}
}

// Movetext returns a comment as words of PGN's movetext: its glyphs as numbers, and what
// else it says in braces.
func Movetext(comment string) (words []string) {
	var n Note
	n.Add(comment)
	for _, glyph := range n.glyphs {
		words = append(words, "$"+strconv.Itoa(NAG(glyph)))
	}
	return append(words, Braced(strings.Join(n.words, " "))...)
}

// Braced returns a comment in braces, as words between which a line may be broken; none
// if it says nothing. A command as in [%clk 0:01:05] stays whole and does not begin a
// line: programs take a bracket there for a tag.
func Braced(comment string) (words []string) {
	fields := strings.Fields(comment)
	if len(fields) == 0 {
		return nil
	}
	from, within := 0, false
	for i, field := range fields {
		command := strings.HasPrefix(field, "[%")
		if i > 0 && !within && !command {
			words = append(words, strings.Join(fields[from:i], " "))
			from = i
		}
		if opens, ends := strings.LastIndex(field, "[%"), strings.LastIndexByte(field, ']'); opens != ends {
			within = opens > ends
		}
	}
	words = append(words, strings.Join(fields[from:], " "))
	words[0] = "{" + words[0]
	words[len(words)-1] += "}"
	return words
}

// Parenthesised returns words, of which there is one at least, between parentheses.
func Parenthesised(words []string) []string {
	words[0] = "(" + words[0]
	words[len(words)-1] += ")"
	return words
}
