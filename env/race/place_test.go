package race

import (
	"strings"
	"testing"

	"ludens/env"
)

// What is wrong with a text that is no position.
func TestWrongPositions(t *testing.T) {
	const hole = plain + "demand = \"veto\"\nstart = '''\na..\n..#\nA..\n'''"
	for _, test := range []struct{ file, text, want string }{
		{hole, "", "has 0 fields"},
		{hole, "a2/3/A2 s - -", "has 4 fields"},
		{hole, "a2/3 s -", "has 2 ranks, want 3"},
		{hole, "a2/4/A2 s -", `rank 2 "4": has 4 squares, want 3`},
		{hole, "a2/3/A1 s -", `rank 1 "A1": has 2 squares, want 3`},
		{hole, "a2/3/A11A s -", `rank 1 "A11A": has more than 3 squares`},
		{hole, "a2/3/A02 s -", `rank 1 "A02": '0' on b1 is not a man, want one of Aa`},
		{hole, "b2/3/A2 s -", `'b' on a3 is not a man, want one of Aa`},
		{hole, "3/2a/A2 s -", `'a' stands on c2, which is not a square`},
		{hole, "a2/a2/A2 s -", "2 men of North, want at most 1"},
		{hole, "3/3/A2 s -", "no men of North"},
		{hole, "A2/3/2a s -", "all men of South are home already, yet it is to move"},
		{hole, "a2/3/A2 x -", `side to move is "x", want s or n`},
		{hole, "a2/3/A2 s x", `the mover is bound by "x", want d, - or a step`},
		{hole, "a2/1A1/3 n a2-b2", "South had no jump when playing a2-b2, which cannot be vetoed"},
		{hole, "3/Aa1/3 n b2-a2", "South cannot have played b2-a2"},
		{plain + "start = '''\na.\n.A\n'''", "a1/1A s d", "bound by \"d\", want - with demand=none"},
		{plain + "demand = \"flag\"\nstart = '''\na.\n.A\n'''", "a1/1A s x", "bound by \"x\", want d or -"},
		{plain + "steps = \"diagonal\"\njumps = \"none\"\nstart = '''\na.a\n...\nA.A\n'''", "a1a/2A/A2 s -", `'A' on c2: no such man can ever come there`},
	} {
		g := read(t, test.file).(*Game)
		s, err := g.ParsePosition(test.text)
		if err == nil || !strings.HasPrefix(err.Error(), "race: position: ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, %v, want %s", test.text, s, err, test.want)
		}
	}
}

// A step that may be vetoed is reported by its text, if a jump was possible.
func TestJudgedPosition(t *testing.T) {
	g := read(t, plain+"demand = \"veto\"\nstart = '''\na...\n....\n....\nA...\n'''").(*Game)
	s, err := g.ParsePosition("4/4/a3/1A2 n a1-b1")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(legalTexts(s), " "), "accept veto"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	a, err := env.Parse(s, "veto")
	if err != nil {
		t.Fatal(err)
	}
	s.Play(a)
	if got, want := strings.Join(legalTexts(s), " "), "a1-a3"; got != want {
		t.Errorf("after the veto: got %s, want %s", got, want)
	}
}

// A copy over a position of another game of this family is whole.
func TestCopyOverAnother(t *testing.T) {
	small, large := read(t, plain+"start = '''\na.\n.A\n'''"), read(t, plain+"start = '''\na...\n....\n...A\n'''")
	for _, pair := range [][2]env.Game{{small, large}, {large, small}} {
		c := pair[0].New(0).Copy(pair[1].New(0))
		if got, want := strings.Join(legalTexts(c), " "), strings.Join(legalTexts(pair[0].New(0)), " "); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		c.Play(c.Legal(nil)[0])
	}
}
