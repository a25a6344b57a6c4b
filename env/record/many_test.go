package record

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"ludens/env"
	"ludens/internal/disk"
)

// splitInto returns the texts of the games in a text, without their ends, and the
// lines at which they begin.
func splitInto(text string) (games []string, lines []int, err error) {
	for g, err := range Texts(strings.NewReader(text)) {
		if err != nil {
			return games, lines, err
		}
		games, lines = append(games, strings.TrimSpace(string(g.Text))), append(lines, g.Line)
	}
	return games, lines, nil
}

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		name, text string
		games      []string
		lines      []int
	}{
		{"nothing", "\n \n", nil, nil},
		{"a list of moves", "1. b2 a1\n2. a2", []string{"1. b2 a1\n2. a2"}, []int{1}},
		{"two", "\n[A \"x\"]\n[B \"y\"]\n\n1. b2\n\n[A \"z\"]\n1. a1\n", []string{"[A \"x\"]\n[B \"y\"]\n\n1. b2", "[A \"z\"]\n1. a1"}, []int{2, 7}},
		{"a tag in a comment", "[A \"x\"]\n1. b2 {\n[not a tag]\n} a1\n[A \"y\"]\n*", []string{"[A \"x\"]\n1. b2 {\n[not a tag]\n} a1", "[A \"y\"]\n*"}, []int{1, 5}},
		{"a brace behind a semicolon", "[A \"x\"]\n1. b2 ; {\n[A \"y\"]\n*", []string{"[A \"x\"]\n1. b2 ; {", "[A \"y\"]\n*"}, []int{1, 3}},
		{"a brace in a tag", "[A \"{\"]\n*\n[A \"y\"]\n*", []string{"[A \"{\"]\n*", "[A \"y\"]\n*"}, []int{1, 3}},
		{"a comment before the tags", "{hello}\n[A \"x\"]\n*", []string{"{hello}\n[A \"x\"]\n*"}, []int{1}},
		{"a mark of the byte order", "\ufeff[A \"x\"]\n*\n[A \"y\"]\n*", []string{"[A \"x\"]\n*", "[A \"y\"]\n*"}, []int{1, 3}},
	} {
		games, lines, err := splitInto(c.text)
		if err != nil || !reflect.DeepEqual(games, c.games) || !reflect.DeepEqual(lines, c.lines) {
			t.Errorf("%s: %q at %v, %v; want %q at %v", c.name, games, lines, err, c.games, c.lines)
		}
	}
}

// One game may be as long as one text; many may be longer together.
func TestTextsAreBounded(t *testing.T) {
	game := "[A \"x\"]\n" + strings.Repeat("1. b2\n", 100_000)
	if games, _, err := splitInto(game + game + game); err != nil || len(games) != 3 {
		t.Errorf("%d games, %v", len(games), err)
	}
	if _, _, err := splitInto("*\n" + game + game[8:]); err == nil || !strings.Contains(err.Error(), "a game longer than 1048576 bytes") {
		t.Errorf("a long one: %v", err)
	}
	if _, _, err := splitInto(strings.Repeat("x", maxText+1)); !errors.Is(err, disk.ErrTooLong) {
		t.Errorf("a long line: %v", err)
	}
}

func TestLine(t *testing.T) {
	r := Record{
		Game: "toy", Seed: 1<<63 + 1, First: "Ana", Second: "Bo \"x\"", Result: env.SecondWins, Ending: "resigned", Date: "2026",
		Tags: []env.Tag{{Name: "Round", Value: "1"}}, Moves: []string{"a", "b", "c"}, Comments: map[int]string{0: "so", 2: "?! no"},
		Variations: []env.Variation{{After: 1, Moves: []string{"d"}}},
	}
	for _, r := range []Record{r, {Game: "toy"}} {
		var b bytes.Buffer
		if err := WriteLine(&b, r); err != nil {
			t.Fatal(err)
		}
		back, err := ParseLine(b.Bytes())
		if err != nil || !reflect.DeepEqual(back, r) || bytes.Count(b.Bytes(), []byte("\n")) != 1 {
			t.Errorf("%s: %+v, %v", b.Bytes(), back, err)
		}
	}
	for text, want := range map[string]string{
		``:                                  "EOF",
		`{} {}`:                             "something follows its end",
		`{"moves":["a b"]}`:                 `move 1. "a b": is not a move`,
		`{"result":"won"}`:                  `"won"; want one of`,
		`{"comments":{"1":"x"}}`:            "the comment before move 1... cannot be written",
		`{"variations":[{"after":0}]}`:      "a variation of 0 moves",
		`{"movs":[]}`:                       `unknown field "movs"`,
		strings.Repeat(" ", maxText) + `{}`: "longer than",
	} {
		if _, err := ParseLine([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, want %s", text, err, want)
		}
	}
}

// FuzzParseLine: what is read can be written, and is read again as the same.
func FuzzParseLine(f *testing.F) {
	f.Add([]byte(`{"game":"toy","seed":"7","result":"drawn","moves":["a"],"comments":{"1":"! x"},"variations":[{"after":0,"moves":["b"]}],"tags":[{"name":"A","value":"b"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := ParseLine(text)
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := WriteLine(&b, r); err != nil {
			t.Fatal(err)
		}
		back, err := ParseLine(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		var again bytes.Buffer
		if err := WriteLine(&again, back); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
			t.Errorf("%s, then %s, %v", b.Bytes(), again.Bytes(), err)
		}
	})
}

// FuzzTexts: no text is lost but empty lines, and no game has a tag behind its moves.
func FuzzTexts(f *testing.F) {
	f.Add("[A \"x\"]\n1. b2 {[\n} a1\n\n[A \"y\"]\n*")
	f.Fuzz(func(t *testing.T, text string) {
		var all strings.Builder
		for g, err := range Texts(strings.NewReader(text)) {
			if err != nil {
				return
			}
			if g.Line < 1 || len(g.Text) > maxText {
				t.Errorf("a game of %d bytes at line %d", len(g.Text), g.Line)
			}
			all.Write(g.Text)
		}
		squeeze := func(s string) string { return strings.Join(strings.Fields(strings.TrimPrefix(s, "\ufeff")), " ") }
		if squeeze(all.String()) != squeeze(text) {
			t.Errorf("%q became %q", text, all.String())
		}
	})
}
