package prose

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		text    string
		columns int
		indent  string
		want    string
	}{
		{"one two three", 80, "", "one two three\n"},
		{"one two three", 7, "", "one two\nthree\n"},
		{"one two three", 9, "  ", "one two\n  three\n"},
		{"a wordthatiswide b", 5, "", "a\nwordthatiswide\nb\n"},
		{"vier fünf", 9, "", "vier fünf\n"},
		{"", 5, "", "\n"},
	} {
		if got := Words(tt.text, tt.columns, tt.indent); got != tt.want {
			t.Errorf("%q in %d: %q, want %q", tt.text, tt.columns, got, tt.want)
		}
	}
}

// Help keeps lists and examples, and lets prose flow.
func TestHelp(t *testing.T) {
	text := "Prose that was broken\nsomewhere else goes on.\n\nA list:\n  name        what it is, told at some length so that it is too wide\n  short  x\n" +
		"  a command that is long enough by itself    and has a remark\n"
	want := "Prose that was broken somewhere else goes on.\n\nA list:\n" +
		"  name        what it is, told at some length so\n              that it is too wide\n  short  x\n" +
		"  a command that is long enough by itself\n      and has a remark\n"
	if got := Help(text, 50); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := Help(text, 50); widest(got) > 50 {
		t.Errorf("%d columns", widest(got))
	}
}

// A table that fits stays as it is; else titles fold, and then columns go on below.
func TestTable(t *testing.T) {
	rows := [][]string{
		{"agent", "games in all", "score, %"},
		{"mcts:100", "12", "50.5"},
		{"random", "3", "-"},
	}
	words := []bool{true, false, false}
	for _, tt := range []struct {
		columns int
		want    string
	}{
		{80, "agent     games in all  score, %\nmcts:100            12      50.5\nrandom               3         -\n"},
		{24, "          games\n             in  score,\nagent       all       %\nmcts:100     12    50.5\nrandom        3       -\n"},
		{16, "          games\n             in\nagent       all\nmcts:100     12\nrandom        3\n\n          score,\nagent          %\nmcts:100    50.5\nrandom         -\n"},
	} {
		got := Table(rows, words, tt.columns)
		if got != tt.want || widest(got) > tt.columns {
			t.Errorf("%d columns: got\n%s\nwant\n%s", tt.columns, got, tt.want)
		}
	}
	if strings.Count(Table(rows, words, 1), "mcts:100") != 2 {
		t.Error("each other column has the first beside it where nothing fits")
	}
}

// Words in a last column are broken beside the others.
func TestTableWithWords(t *testing.T) {
	rows := [][]string{{"agent", "it says"}, {"mcts:4", "that nobody is favoured by more than the games can tell"}, {"mcts:8", "the same"}}
	want := "agent   it says\nmcts:4  that nobody is favoured by more\n        than the games can tell\nmcts:8  the same\n"
	if got := Table(rows, []bool{true, true}, 40); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// So they are where columns go on below.
func TestTableGoesOnWithWords(t *testing.T) {
	rows := [][]string{{"agent", "a number", "it says"}, {"mcts:4", "12345678901234567890", "that nobody is favoured by more than the games can tell"}}
	if got := Table(rows, []bool{true, false, true}, 40); widest(got) > 40 || strings.Count(got, "mcts:4") != 2 || !strings.Contains(got, "\nmcts:4  that nobody is favoured by more\n") {
		t.Errorf("got\n%s", got)
	}
}

// Wrapped text has the same words in the same order, no line is longer than asked
// unless it is one word, and no word that had room on a line stands on the next.
// A long name without blanks is broken after commas; one without either stands as it is.
func TestTableOfLongNames(t *testing.T) {
	rows := [][]string{{"no.", "name", "games"}, {"1", "celta:first=attackers,passive=off,escape=edge", "20"}, {"2", strings.Repeat("x", 50), "7"}}
	got := Table(rows, []bool{true, true, false}, 40)
	want := "no.  name\n1    celta:first=attackers,passive=off,\n     escape=edge\n2    " + strings.Repeat("x", 50) + "\n\nno.  games\n1       20\n2        7\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWordsFill(t *testing.T) {
	texts := []string{
		"", "one", "  spaces   are\nnothing ", strings.Repeat("ab ", 60), "an-unbreakable-word-that-is-longer-than-any-line and more",
		"größere Wörter werden nach Zeichen gezählt, nicht nach Bytes: äöü äöü äöü", "− ± ≥ × → — – “quoted” …",
	}
	for _, text := range texts {
		for _, width := range []int{1, 5, 7, 20, 92} {
			got := Words(text, width, "")
			if !slices.Equal(strings.Fields(got), strings.Fields(text)) {
				t.Fatalf("width %d: words of %q are %q", width, text, got)
			}
			lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
			for i, line := range lines {
				if utf8.RuneCountInString(line) > width && strings.Contains(line, " ") {
					t.Errorf("width %d: %q is too long", width, line)
				}
				if line != strings.TrimSpace(line) {
					t.Errorf("width %d: %q has spaces at an end", width, line)
				}
				if i > 0 {
					first := strings.Fields(line)[0]
					if utf8.RuneCountInString(lines[i-1])+1+utf8.RuneCountInString(first) <= width {
						t.Errorf("width %d: %q had room behind %q", width, first, lines[i-1])
					}
				}
			}
		}
	}
}

// widest returns how many columns the widest line of a text takes.
func widest(text string) int {
	width := 0
	for line := range strings.SplitSeq(text, "\n") {
		width = max(width, utf8.RuneCountInString(line))
	}
	return width
}

// What a message repeats in quotes and single words have 200 bytes at most, with their
// beginning and their end; its own sentences stay whole. Control: without Clip they are long.
func TestClip(t *testing.T) {
	long, sentence := strings.Repeat("x", 1000), strings.Repeat("some words ", 100)
	short := strings.Repeat("x", 157) + "..." + strings.Repeat("x", 40)
	for in, want := range map[string]string{
		"":                                  "",
		sentence:                            sentence,
		strings.Repeat("y", 200):            strings.Repeat("y", 200),
		"/a" + long + "/file: is no game":   "/a" + short[2:195] + "/file: is no game",
		`no game "` + long + `"; want this`: `no game "` + short[1:199] + `"; want this`,
		"two\nlines \"" + long:              "two\nlines \"" + short[1:],
	} {
		got := Clip(in)
		if len(want) == len(in) && got != want {
			t.Errorf("%.60q has become %.60q", in, got)
		}
		for word := range strings.FieldsSeq(got) {
			if len(word) > 201 { // with a semicolon after its quote
				t.Errorf("%.60q: a word of %d bytes", in, len(word))
			}
		}
		if in != "" && (!strings.HasPrefix(got, in[:10]) || !strings.HasSuffix(got, in[len(in)-10:])) {
			t.Errorf("%.60q: its beginning or its end is gone: %q", in, got)
		}
	}
	if got := Clip(`agent "` + sentence + `\" more": want another`); len(got) > 200+25 || !strings.HasPrefix(got, `agent "some`) || !strings.HasSuffix(got, `more": want another`) {
		t.Errorf("a sentence in quotes: %d bytes, %q", len(got), got)
	}
	for in, most := range map[string]int{sentence: 200, "a\x1b\nb": 4, strings.Repeat("é", 200): 200} {
		if got := Foreign(in); len(got) > most || strings.ContainsAny(got, "\x1b\n") || !utf8.ValidString(got) {
			t.Errorf("%.40q: %d bytes, %q", in, len(got), got)
		}
	}
}

// A line of parts keeps them beside each other as long as the last has room; a head that leaves
// too little has the text below it.
func TestLine(t *testing.T) {
	for _, tt := range []struct {
		line    string
		columns int
		want    string
	}{
		{"  a  b", 20, "  a  b\n"},
		{"  name  a text of several words that is long", 36, "  name  a text of several words that\n        is long\n"},
		{"  a name that is much too long  and its text", 32, "  a name that is much too long\n      and its text\n"},
		{"no parts in this line of words", 16, "no parts in this\nline of words\n"},
		{"trailing   ", 20, "trailing\n"},
	} {
		if got := Line(tt.line, tt.columns); got != tt.want {
			t.Errorf("%q in %d columns: got\n%s\nwant\n%s", tt.line, tt.columns, got, tt.want)
		}
	}
	if got := Under("größe ", "a text that goes on below", 20); got != "größe a text that\n      goes on below\n" {
		t.Errorf("under a head: got\n%s", got)
	}
}

// What steers a terminal or ends a line becomes a blank; all else stays.
func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{"a\nb": "a b", "\x1b[2Jx\t": " [2Jx ", "é → ü": "é → ü", "": "", "a\u0085b": "a b"} {
		if got := OneLine(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
