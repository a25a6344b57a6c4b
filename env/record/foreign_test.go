package record_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
)

// What other programs write is kept: each text is read, written in every notation that
// its game has, and read again, and nothing that it says is missing.
func TestForeignTextsAreKept(t *testing.T) {
	for name, texts := range foreign(t) {
		for _, text := range texts {
			for _, notation := range []string{"record", "pgn", "line"} {
				r := parsed(t, text)
				written, ok := rewritten(t, r, notation)
				if !ok {
					continue
				}
				back := parsed(t, written)
				if diff := cmp.Diff(r, back); diff != "" {
					t.Errorf("%s as %s, -read +read again:\n%s\n%s", name, notation, diff, written)
				}
				if notation == "pgn" || notation == "record" && strings.HasSuffix(name, ".txt") {
					for _, lost := range lacks(text, written) {
						t.Errorf("%s as %s: %q is lost:\n%s", name, notation, lost, written)
					}
				}
			}
		}
	}
}

// If any kind of what is kept were lost, the test above would see it.
func TestForeignTextsControl(t *testing.T) {
	text := foreign(t)["lichess-study.pgn"][0]
	for kind, drop := range map[string]string{
		"names": `\[White "[^\n]*\n`, "Elo": `\[BlackElo [^\n]*\n`, "glyphs": `\$14 `, "glyphs of variations": `\$132 `, "arrows": `\[%cal [^]]*\]`, "circles": `\[%csl [^]]*\]`,
		"clocks": `\[%clk [^]]*\]`, "evaluations": `\[%eval [^]]*\]`, "comments": `the centre`, "variations": `\( 2\.\.\. [^)]*\)`, "results": `1/2-1/2\n`,
	} {
		less := regexp.MustCompile(drop).ReplaceAllString(text, "")
		if less == text {
			t.Fatalf("%s: there are none", kind)
		}
		if len(lacks(text, less)) == 0 {
			t.Errorf("%s are dropped, and nothing is missing", kind)
		}
	}
}

// A file in Latin-1, the character set of the standard, has names as well.
func TestLatin1(t *testing.T) {
	r := parsed(t, "[White \"H\xf6hn, \xc4.\"]\n\n1. e4 {sch\xf6n} *\n")
	if r.First != "Höhn, Ä." || r.Comments[1] != "schön" {
		t.Errorf("got %q, %v", r.First, r.Comments)
	}
}

// foreign returns the games of the files that other programs wrote, by file.
func foreign(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("testdata/foreign/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	all := map[string][]string{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		for text, err := range record.Texts(bytes.NewReader(content)) {
			if err != nil {
				t.Fatal(name, err)
			}
			all[name] = append(all[name], string(text.Text))
		}
	}
	if len(all["two.pgn"]) != 2 {
		t.Fatalf("two.pgn holds %d games", len(all["two.pgn"]))
	}
	return all
}

func parsed(t *testing.T, text string) record.Record {
	t.Helper()
	if strings.HasPrefix(text, "{\"game\"") {
		r, err := record.ParseLine([]byte(text))
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		return r
	}
	name, ours := record.GameTag([]byte(text))
	if !ours {
		name = "chess"
	}
	r, err := record.ParseAny(games.Must(name), []byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return r
}

// rewritten is a game in a notation; ok is false if its game has none.
func rewritten(t *testing.T, r record.Record, notation string) (text string, ok bool) {
	t.Helper()
	g := games.Must(r.Game)
	var b strings.Builder
	var err error
	if notation == "line" {
		err = record.WriteLine(&b, r)
	} else if _, transcribed := env.As[env.Transcribed](g); notation == record.Own || transcribed {
		err = record.WriteAs(&b, g, r, notation)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), b.Len() > 0
}

var (
	saidTag     = regexp.MustCompile(`(?m)^\[(\w+) "(.*)"\]$`)
	saidCommand = regexp.MustCompile(`\[%[^\]]*\]`)
	saidGlyph   = regexp.MustCompile(`\$\d+`)
	signs       = strings.NewReplacer("??", " $4", "!?", " $5", "?!", " $6", "!!", " $3")
)

// lacks returns what one text says and another does not: tags, commands, glyphs, and the
// words of comments and moves, by their own look and not by what a parser makes of them.
// Left out is what a chess program takes for granted.
func lacks(text, other string) (lost []string) {
	there := says(other)
	for _, x := range says(text) {
		i := slices.Index(there, x)
		if i < 0 {
			lost = append(lost, x)
			continue
		}
		there = slices.Delete(there, i, i+1)
	}
	return lost
}

func says(text string) (all []string) {
	for _, tag := range saidTag.FindAllStringSubmatch(text, -1) {
		if strings.Trim(tag[2], "?") != "" {
			all = append(all, tag[1]+"="+tag[2])
		}
	}
	text = signs.Replace(strings.Join(strings.Fields(saidTag.ReplaceAllString(text, " ")), " "))
	all = append(all, saidCommand.FindAllString(text, -1)...)
	text = saidCommand.ReplaceAllString(text, " ")
	all = append(all, saidGlyph.FindAllString(text, -1)...)
	text = saidGlyph.ReplaceAllString(text, " ")
	return append(all, strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" {}();", r) })...)
}
