package env

import (
	"fmt"
	"regexp"
	"slices"
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
	if end == "" {
		end = "th"
	}
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
