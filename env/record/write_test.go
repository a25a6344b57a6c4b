package record_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ludens/env"
	"ludens/env/record"
)

func write(t *testing.T, r record.Record) string {
	t.Helper()
	var b strings.Builder
	if err := record.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWrite(t *testing.T) {
	r := record.Record{
		Game: "celta", Date: "1899", First: `Ana "the fox"`, Second: "greedy",
		Result: env.FirstWins, Ending: "the king is in a corner",
		Tags:     []env.Tag{{Name: "Event", Value: "club"}},
		Moves:    []string{"d5-c5", "d6-b6", "d3-c3"},
		Comments: map[int]string{0: "slowly", 1: "  bold ", 3: "won"},
	}
	want := `[Game "celta"]
[Date "1899"]
[First "Ana \"the fox\""]
[Second "greedy"]
[Result "first wins"]
[Ending "the king is in a corner"]
[Event "club"]

{slowly} 1. d5-c5 {bold} 1... d6-b6 2. d3-c3 {won}
`
	if diff := cmp.Diff(want, write(t, r)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A game that goes on has a result too; a seed of 0 goes without saying.
func TestWriteLittle(t *testing.T) {
	want := "[Result \"ongoing\"]\n\n"
	if got := write(t, record.Record{}); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWrap(t *testing.T) {
	var r record.Record
	for i := range 100 {
		r.Moves = append(r.Moves, fmt.Sprintf("a%d-b%d", i, i))
	}
	r.Comments = map[int]string{50: strings.Repeat("so many words ", 20)}
	longest := 0
	for line := range strings.Lines(write(t, r)) {
		longest = max(longest, len(strings.TrimRight(line, "\n")))
		if fields := strings.Fields(line); len(fields) > 0 && strings.HasSuffix(fields[len(fields)-1], ".") {
			t.Errorf("a number without its move ends the line %q", line)
		}
	}
	if longest < 75 || longest > 80 {
		t.Errorf("the longest line has %d columns, want 75 to 80", longest)
	}
}

func TestWriteErrors(t *testing.T) {
	long := make([]string, 1<<19)
	for i := range long {
		long[i] = "a"
	}
	for _, test := range []struct {
		name string
		r    record.Record
		want string
	}{
		{"space in a move", record.Record{Moves: []string{"take", "take 1"}}, `record: move 1... "take 1": is not a move`},
		{"no move", record.Record{Moves: []string{""}}, `record: move 1. is empty`},
		{"a number", record.Record{Moves: []string{"1.e4"}}, `record: move 1. "1.e4": looks like a number`},
		{"two lines in a tag", record.Record{Ending: "a\nb"}, `record: tag Ending: "a\nb" cannot be written on one line`},
		{"space in a tag", record.Record{Tags: []env.Tag{{Name: "a b"}}}, `record: tag a b: "" cannot be written on one line`},
		{"a tag twice", record.Record{Tags: []env.Tag{{Name: "a"}, {Name: "A"}}}, `record: tag A is given twice`},
		{"a field as a tag", record.Record{Tags: []env.Tag{{Name: "game", Value: "go"}}}, `record: tag game stands among the others: it is a field of its own`},
		{"brace in a comment", record.Record{Comments: map[int]string{0: "a}"}}, `record: the comment before move 1. cannot be written: "a}"`},
		{"a comment nowhere", record.Record{Comments: map[int]string{1: "a"}}, `record: the comment before move 1... cannot be written: "a"`},
		{"many tags", record.Record{Tags: make([]env.Tag, 101)}, `record: more than 100 tags`},
		{"a result", record.Record{Moves: []string{"*"}}, `record: move 1. "*": looks like a result`},
		{"too long", record.Record{Moves: long}, `record: longer than 1048576 bytes`},
	} {
		err := record.Write(&strings.Builder{}, test.r)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s:\ngot  %v\nwant %s", test.name, err, test.want)
		}
	}
}

type full struct{}

var errFull = errors.New("the disk is full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteToNowhere(t *testing.T) {
	if err := record.Write(full{}, record.Record{}); !errors.Is(err, errFull) {
		t.Errorf("got %v, want %v", err, errFull)
	}
}

// Whole games come back as they were.
func TestRoundTrip(t *testing.T) {
	g := one(t, "connect4")
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 0))
		sheet, err := record.NewSheet(g, record.New(g, seed))
		if err != nil {
			t.Fatal(err)
		}
		for !sheet.Over() {
			legal := sheet.State().Legal(nil)
			sheet.Play(legal[rng.IntN(len(legal))])
		}
		want := sheet.Record()
		got, err := record.Parse(strings.NewReader(write(t, want)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
		}
		last, err := got.Replay(g, nil)
		if err != nil {
			t.Fatal(err)
		}
		if last.Key() != sheet.State().Key() {
			t.Errorf("seed %d: the moves lead to another position:\n%v\nwant\n%v", seed, last, sheet.State())
		}
	}
}
