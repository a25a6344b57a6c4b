package record

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ludens/env"
)

// columns is how long a line may be that can be broken.
const columns = 80

// Write writes the text of a record: what Parse reads back as the same one, but
// for the spaces in its comments. A record whose parts no text can hold (a
// space in a move, a brace in a comment) is an error.
func Write(w io.Writer, r Record) error {
	text, err := r.text()
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

func (r *Record) text() (string, error) {
	if err := r.check(); err != nil {
		return "", err
	}
	var b strings.Builder
	for _, t := range r.tags() {
		b.WriteString(t.String() + "\n")
	}
	b.WriteByte('\n')
	wrap(&b, words(env.Variation{Moves: r.Moves, Comments: r.Comments, Variations: r.Variations}))
	if b.Len() > maxText {
		return "", fmt.Errorf("longer than %d bytes", maxText)
	}
	return b.String(), nil
}

// check returns an error if a part of r would not be read back as it is.
func (r *Record) check() error {
	tags := r.tags()
	if len(tags) > maxTags {
		return fmt.Errorf("more than %d tags", maxTags)
	}
	var names []string
	for _, t := range tags {
		if back, rest, err := parseTag(t.String()); err != nil || rest != "" || back != t {
			return fmt.Errorf("tag %s: %q cannot be written on one line", t.Name, t.Value)
		}
		if contains(names, t.Name) {
			return fmt.Errorf("tag %s is given twice", t.Name)
		}
		names = append(names, t.Name)
	}
	for _, t := range r.Tags {
		if contains(own, t.Name) {
			return fmt.Errorf("tag %s stands among the others: it is a field of its own", t.Name)
		}
	}
	if err := checkVariations(len(r.Moves), r.Variations); err != nil {
		return err
	}
	return checkLine(env.Variation{Moves: r.Moves, Comments: r.Comments, Variations: r.Variations})
}

// checkLine returns an error if a part of a line, or of its variations, would not be
// read back as it is.
func checkLine(l env.Variation) error {
	for i, move := range l.Moves {
		if err := checkMove(move); err != nil {
			return fmt.Errorf("move %s %w", Number(l.After+i), err)
		}
	}
	for _, ply := range slices.Sorted(maps.Keys(l.Comments)) {
		c := l.Comments[ply]
		if ply < l.After || ply > l.After+len(l.Moves) || strings.Contains(c, "}") || !printable(strings.Join(strings.Fields(c), "")) {
			return fmt.Errorf("the comment before move %s cannot be written: %q", Number(max(ply, 0)), c)
		}
	}
	for _, v := range l.Variations {
		if err := checkLine(v); err != nil {
			return err
		}
	}
	return nil
}

// words returns the moves of a line with their numbers, its comments and its
// variations, as what may stand on different lines.
func words(l env.Variation) []string {
	all := env.Braced(l.Comments[l.After])
	numbered := false // the word before was the first move of a number
	for i, move := range l.Moves {
		ply := l.After + i
		if !numbered {
			move = Number(ply) + " " + move
		}
		aside := env.Braced(l.Comments[ply+1])
		for _, v := range l.Variations {
			if v.After == ply {
				aside = append(aside, env.Parenthesised(words(v))...)
			}
		}
		all = append(append(all, move), aside...)
		numbered = ply%2 == 0 && len(aside) == 0
	}
	return all
}

// wrap writes words into lines of limited width, where words allow it.
func wrap(b *strings.Builder, words []string) {
	column := 0
	for i, word := range words {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+n > columns:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	if len(words) > 0 {
		b.WriteByte('\n')
	}
}

// checkMove returns an error if text cannot be a move: it has to be one short
// word, and to look like nothing else that a record holds.
func checkMove(text string) error {
	switch {
	case text == "":
		return errors.New("is empty")
	case len(text) > maxMove:
		return fmt.Errorf("%s: is longer than %d bytes", clip(text), maxMove)
	case strings.ContainsAny(text, `{}[]()"`) || text[0] == '$' || !printable(text) || strings.ContainsFunc(text, unicode.IsSpace):
		return fmt.Errorf("%q: is not a move", text)
	case number.MatchString(text):
		return fmt.Errorf("%q: looks like a number", text)
	}
	if _, ok := scores[text]; ok {
		return fmt.Errorf("%q: looks like a result", text)
	}
	return nil
}

// clip quotes text, shortened to what fits into a line.
func clip(text string) string {
	if r := []rune(text); len(r) > 40 {
		return strconv.Quote(string(r[:40])) + "..."
	}
	return strconv.Quote(text)
}

// printable reports whether text is UTF-8 on one line without control characters.
func printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}
