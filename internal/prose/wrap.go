// Package prose writes text for people. It fits text into a number of columns: prose
// between words, help line by line, tables by folding titles and, where that is not
// enough, by going on below. For a misspelt word it names the nearest known one.
package prose

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words breaks text between words into lines of at most that many columns, each line
// but the first with an indent in front. A word that is wider has a line of its own.
// The text ends with a line break.
func Words(text string, columns int, indent string) string {
	var b strings.Builder
	room := columns
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i > 0 && n+1 > room:
			b.WriteString("\n" + indent)
			room = columns - utf8.RuneCountInString(indent)
		case i > 0:
			b.WriteString(" ")
			room--
		}
		b.WriteString(word)
		room -= n
	}
	return b.String() + "\n"
}

// Help fits a verb's help: lines that begin at the margin are prose, and flow; a line
// with an indent stays a line, and what does not fit of it goes under the column
// where its last part begins, parts being two blanks or more apart.
func Help(text string, columns int) string {
	var b strings.Builder
	var prose []string
	flush := func() {
		if len(prose) > 0 {
			b.WriteString(Words(strings.Join(prose, " "), columns, ""))
			prose = nil
		}
	}
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		switch {
		case line == "":
			flush()
			b.WriteString("\n")
		case strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t"):
			flush()
			b.WriteString(Line(line, columns))
		case endsShort(line):
			prose = append(prose, line)
			flush()
		default:
			prose = append(prose, line)
		}
	}
	flush()
	return b.String()
}

// endsShort reports whether a line of prose ends where its writer wanted it to: with a
// colon, before a list.
func endsShort(line string) bool { return strings.HasSuffix(line, ":") }

// Line fits one line whose parts stand in columns of their own, two blanks or more
// apart: what does not fit goes under the last of them.
func Line(line string, columns int) string {
	line = strings.TrimRight(line, " ")
	if utf8.RuneCountInString(line) <= columns {
		return line + "\n"
	}
	margin := len(line) - len(strings.TrimLeft(line, " "))
	head, at := line[:margin], margin
	if i := strings.LastIndex(line[margin:], "  "); i >= 0 {
		at = margin + i + 2
		head = line[:at]
	}
	width := utf8.RuneCountInString(head)
	if width <= columns-leastRoom || strings.TrimSpace(head) == "" {
		return Under(head, line[at:], columns)
	}
	under := strings.Repeat(" ", margin+4)
	return strings.TrimRight(head, " ") + "\n" + indented(line[at:], columns, under, under)
}

// leastRoom is how many columns a text must have beside what stands before it.
const leastRoom = 28

// Under fits a text beside its head: what does not fit goes under its beginning.
func Under(head, text string, columns int) string {
	return indented(text, columns, head, strings.Repeat(" ", utf8.RuneCountInString(head)))
}

// indented fits a text after a head on its first line and an indent on the others.
func indented(text string, columns int, head, indent string) string {
	width := utf8.RuneCountInString(indent)
	body := strings.TrimSuffix(Words(text, columns-width, ""), "\n")
	return head + strings.ReplaceAll(body, "\n", "\n"+indent) + "\n"
}

// OneLine replaces what would break a line, a record or a terminal.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

// mostForeign is how much of a text from elsewhere a message repeats, bytes.
const mostForeign = 200

// Foreign returns a text from elsewhere as a message repeats it: on one line, and clipped.
func Foreign(text string) string { return clipped(OneLine(text)) }

// quoted matches what a message repeats in quotes, and words.
var quoted = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"|\S+`)

// Clip shortens what a message repeats in quotes, and single words: the beginning and the
// end of each stay.
func Clip(message string) string { return quoted.ReplaceAllStringFunc(message, clipped) }

// clipped returns the beginning and the end of a text that is too long.
func clipped(text string) string {
	const end, gap = 40, "..."
	if len(text) <= mostForeign {
		return text
	}
	text = text[:mostForeign-end-len(gap)] + gap + text[len(text)-end:]
	return strings.ToValidUTF8(text, "")
}
