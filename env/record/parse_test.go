package record_test

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ludens/env"
	"ludens/env/record"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       record.Record
	}{
		{"nothing", "", record.Record{}},
		{"tags",
			`[Game "celta:first=attackers"]
			 [Start "3a3/7/7/3k3/7/7/7 a"]
			 [First "Ana \"the fox\" \\o/"]
			 [Second "mcts:400"]
			 [Result "second wins"]
			 [Ending "the king is in a corner"]
			 [Date "a Sunday"]`,
			record.Record{
				Game: "celta:first=attackers", Start: "3a3/7/7/3k3/7/7/7 a",
				First: `Ana "the fox" \o/`, Second: "mcts:400",
				Result: env.SecondWins, Ending: "the king is in a corner", Date: "a Sunday",
			}},
		{"tags of others, in order", "[Event \"club\"]\n[Board \"\"]",
			record.Record{Tags: []env.Tag{{Name: "Event", Value: "club"}, {Name: "Board"}}}},
		{"names and results in any case", "[GAME \"go\"]\n[seed \"18446744073709551615\"]\n[result \"Drawn\"]",
			record.Record{Game: "go", Seed: 1<<64 - 1, Result: env.Drawn}},
		{"moves", "1. e2-e4 e7-e5 2. pass!", record.Record{Moves: []string{"e2-e4", "e7-e5", "pass!"}}},
		{"moves without numbers", "a b\nc", record.Record{Moves: []string{"a", "b", "c"}}},
		{"numbers that touch", "1.a 1...b 2.c", record.Record{Moves: []string{"a", "b", "c"}}},
		{"moves that are digits", "1. 4 4 2.4", record.Record{Moves: []string{"4", "4", "4"}}},
		{"a result behind them", "1. a b\n0-1", record.Record{Moves: []string{"a", "b"}, Result: env.SecondWins}},
		{"a result said twice", "[Result \"1/2-1/2\"]\n1. a 1/2-1/2 {agreed}",
			record.Record{Moves: []string{"a"}, Result: env.Drawn, Comments: map[int]string{1: "agreed"}}},
		{"no result", "1. a *", record.Record{Moves: []string{"a"}}},
		{"a comment", "1. a{good}b", record.Record{Moves: []string{"a", "b"}, Comments: map[int]string{1: "good"}}},
		{"comments at both ends", "{before} 1. a {after}",
			record.Record{Moves: []string{"a"}, Comments: map[int]string{0: "before", 1: "after"}}},
		{"comments over lines, side by side", "1. a {two\n  words}\n{and [more] 2.} 1... b",
			record.Record{Moves: []string{"a", "b"}, Comments: map[int]string{1: "two words and [more] 2."}}},
		{"a comment without words", "a { }", record.Record{Moves: []string{"a"}}},
		{"as mail programs leave it", "\ufeff[Game \"go\"]\r\n\r\n\t1. a b\r\n   2. c\r\n",
			record.Record{Game: "go", Moves: []string{"a", "b", "c"}}},
	} {
		got, err := record.Parse(strings.NewReader(test.text))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestParseErrors(t *testing.T) {
	var tags strings.Builder
	for i := range 101 {
		fmt.Fprintf(&tags, "[Tag%d \"\"]\n", i)
	}
	for _, test := range []struct{ name, text, want string }{
		{"many tags", tags.String(), `record: line 101: more than 100 tags`},
		{"no quotes", "[Game \"go\"]\n[First Ana]", `record: line 2: "[First Ana]": a tag looks like [First "name"]`},
		{"a tag twice", "[Game \"go\"]\n[game \"go\"]", `record: line 2: tag game is given twice`},
		{"no such result", `[Result "2-0"]`, `record: line 1: tag Result: "2-0"; want one of ongoing, first wins, second wins, drawn`},
		{"misspelt result", `[Result "first win"]`, `record: line 1: tag Result: "first win" (did you mean "first wins"?); want one of ongoing, first wins, second wins, drawn`},
		{"no seed", `[Seed "-1"]`, `record: line 1: tag Seed: "-1" is not a whole number from 0 up`},
		{"two results", "1. a b 1-0 *", `record: line 1: "*" comes after the result`},
		{"another result", "[Result \"drawn\"]\n1. a b 1-0", `record: line 2: result 1-0, but the tag says "drawn"`},
		{"moves after the result", "1. a 0-1 b", `record: line 1: "b" comes after the result`},
		{"two games", "1. a b\n\n[Game \"go\"]", `record: line 3: "[Game \"go\"]": a tag after the moves; want one game to a text`},
		{"a line is lost", "1. a b\n3. c", `record: line 2: number 3. where 2. is due: is a move missing?`},
		{"a move is lost", "1. a\n2. b", `record: line 2: number 2. where 1... is due: is a move missing?`},
		{"half a number", "1... a", `record: line 1: number 1... where 1. is due: is a move missing?`},
		{"a number beyond all", "99999999999999999999. a", `record: line 1: number 99999999999999999999. where 1. is due: is a move missing?`},
		{"an open comment", "1. a\n{b\nc", `record: line 2: a comment begins here and never ends`},
		{"a brace too many", "1. a }", `record: line 1: move 1... "}": is not a move`},
		{"no move", "1. " + strings.Repeat("x", 65), `record: line 1: move 1. "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"...: is longer than 64 bytes`},
		{"no text", "1. a\n\x00\x01", `record: line 2: holds something that is not text`},
		{"not UTF-8", "1. \xff", `record: line 1: holds something that is not text`},
		{"no end", strings.Repeat("a ", 1<<20), `record: longer than 1048576 bytes`},
	} {
		_, err := record.Parse(strings.NewReader(test.text))
		if err == nil || err.Error() != test.want {
			t.Errorf("%s:\ngot  %v\nwant %s", test.name, err, test.want)
		}
	}
}

// bulk are texts of nothing but one thing.
var bulk = []string{"{a}", "a (", "a {b}(c)", "$1 ", "a ", "1.", "a\n", "{", "{a\n", "9", "[A \"\"]\n"}

// A text twice as long takes twice the memory to read, or to refuse, not four
// times: nothing is copied again and again.
func TestParseBulk(t *testing.T) {
	allocated := func(text string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		record.Parse(strings.NewReader(text))
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for _, bit := range bulk {
		text := strings.Repeat(bit, (1<<20)/len(bit))
		half, whole := allocated(text[:len(text)/2]), allocated(text)
		if whole > 3*half+1<<16 {
			t.Errorf("half a mebibyte of %q takes %d bytes of memory, a mebibyte %d", bit, half, whole)
		}
	}
}

func BenchmarkParseBulk(b *testing.B) {
	for _, bit := range bulk {
		text := strings.Repeat(bit, (1<<20)/len(bit))
		b.Run(strconv.Quote(bit), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				record.Parse(strings.NewReader(text))
			}
		})
	}
}

// What can be read can be written, and is then read as the same.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"[Game \"go\"]\n[Seed \"7\"]\n\n1. a b {why?} 2. c",
		"{a {b} 1.", "1.1.1", "[A \"\\\"\"]", "\ufeff{}", "a\u0085b", "[x \"\"]\n[X \"\"]", "{\n[\n}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want, err := record.Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		var b strings.Builder
		if err := record.Write(&b, want); err != nil {
			t.Fatalf("cannot write what was read: %v", err)
		}
		got, err := record.Parse(strings.NewReader(b.String()))
		if err != nil {
			t.Fatalf("cannot read what was written: %v\n%s", err, b.String())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("read back (-want +got):\n%s\n%s", diff, b.String())
		}
	})
}
